"""The book against the inventory of its sources: nothing missing, nothing raised, facts stated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml
from places import SHARED

from rulings import open_book
from rulings.format.authority_and_status import Authority
from rulings.format.model import AnyEntry, Ruling, Variant
from rulings.lookup.links import texts_of
from rulings.reading.book import Book

pytestmark = pytest.mark.shared

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

AUTHORITIES = {
    "canonical": "event",
    "official": "official",
    "summary": "author",
    "author": "author",
    "commentary": "author",
    "interpretation": "interpretation",
    "variant": "proposal",
    "local-rule": "house",
}
LOWERED = dict.fromkeys(
    ("NS-Q1", "NS-Q2", "NS-Q4", "NS-Q5", "CR-Q1"), Authority.INTERPRETATION
) | dict.fromkeys(("RAID-V1", "RAID-V6"), Authority.PROPOSAL)
"""What the inventory takes for a rule of its source, though it is a reading of it, or advice."""

ADDED = {"RAID-V3": {"RAID 10.1"}}
"""Clauses that the inventory takes for changed, though what they say stays true: V3 says how cards
are read; who takes Prizes is as before.
"""

RULESETS = ("battle-royal", "raid", "duel-boy-pocket", "mtg-cr", "ninja-slayer")
KINDS = ("clauses", "variants", "rulings", "design_notes", "design-notes")
KANJI_DIGITS = str.maketrans("一二三四五六七八九〇", "1234567890")
COUNTED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
WORDS = {word: number for number, word in enumerate(COUNTED)} | {
    **{"no": 0, "none": 0, "never": 0, "a": 1, "an": 1, "each": 1, "only": 1, "single": 1},
    **{"once": 1, "both": 2, "twice": 2, "second": 2, "third": 3, "fourth": 4},
}


@cache
def book() -> Book:
    return open_book()


def items_of(ruleset: str) -> list[dict[str, Any]]:
    path = SHARED / "inventory" / f"{ruleset}.yaml"
    if not path.is_file():
        return []
    inventory = yaml.load(path.read_text(encoding="utf-8"), Loader=LOADER)
    return [item for kind in KINDS for item in inventory.get(kind, ())]


ITEMS = {ruleset: items_of(ruleset) for ruleset in RULESETS}
if not any(ITEMS.values()):
    pytest.skip("the inventory is not beside this checkout", allow_module_level=True)


@cache
def scope_notes() -> set[str]:
    """Notes on where a rule holds. They change no clause, so no answer within that place rests on
    them: a ruling is related to one.
    """
    listed = chain.from_iterable(ITEMS.values())
    return {item["id"] for item in listed if item.get("kind") == "scope-note"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_the_inventory_lists_stands_in_the_book(ruleset: str) -> None:
    for item in ITEMS[ruleset]:
        check_item(item)


def check_item(item: dict[str, Any]) -> None:
    entry = book().entries[item["id"]]

    if named := item.get("authority"):
        allowed = Authority(AUTHORITIES[named])
        ranked = list(Authority)
        assert ranked.index(entry.authority) >= ranked.index(allowed), "it must never be raised"
        if entry.kind in ("ruling", "variant"):
            assert entry.authority == LOWERED.get(item["id"], allowed)
    if isinstance(entry, Ruling):
        assert entry.clauses == item["clauses"], "the deciding clause stands first"
        named = set(item.get("variants", ()))
        assert named - scope_notes() <= set(entry.variants)
        assert named & scope_notes() <= {relation.id for relation in entry.related}
    if isinstance(entry, Variant):
        added = ADDED.get(item["id"], set())
        assert added <= set(entry.adds_to)
        assert set(item.get("modifies", ())) - added <= set(entry.modifies)
    assert set(item.get("terms", ())) <= set(entry.terms)
    assert len(entry.asked.get("en", [])) >= 4 or entry.kind == "note"
    assert len(entry.asked.get("ja", [])) >= 4 or entry.kind == "note"
    if item.get("doubt"):
        assert entry.remark.get("en") and entry.remark.get("ja"), "a doubt is kept as a remark"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_numbers_of_its_facts_are_stated(ruleset: str, language: str) -> None:
    facts = [(item["id"], fact) for item in ITEMS[ruleset] for fact in item.get("facts") or ()]
    stated = {name: numbers_in(book().entries[name], language) for name, _ in facts}
    missing = [
        (name, fact) for name, fact in facts if not stated[name].issuperset(numbers_of(fact))
    ]
    assert missing == []


def numbers_of(fact: dict[str, Any]) -> Iterator[float]:
    for value in fact.values():
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield value


def numbers_in(entry: AnyEntry, language: str) -> set[float]:
    text = " ".join(text.get(language, "") for _, text in texts_of(entry))
    if entry.formula:
        text += " ".join(entry.formula.outputs.values())
    text = text.replace("\N{FULLWIDTH DIGIT ZERO}", "0").translate(KANJI_DIGITS)
    numbers = {float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)}
    numbers |= {float(WORDS[word]) for word in re.findall(r"[a-z]+", text.lower()) if word in WORDS}
    return numbers


def test_cards_and_terms_of_the_inventory_stand_in_the_book(shared: Path) -> None:
    merged = {"bosss-orders": "boss-orders"}  # one card under two keys
    for name in RULESETS:
        text = (shared / "inventory" / f"{name}.yaml").read_text("utf-8")
        inventory = yaml.load(text, Loader=LOADER)
        game = inventory["ruleset"]["game"]
        for card in inventory["cards"]:
            key = merged.get(card["key"], card["key"])
            assert (game, key) in book().cards, card["key"]
        for term in inventory["terms"]:
            assert (game, term["key"]) in book().terms, term["key"]


def test_no_sentence_is_copied_from_a_source(shared: Path) -> None:
    """No run of 24 characters stands in a source too, other than names and titles."""
    length = 24
    known = set()
    for path in (shared / "seeds").glob("*.txt"):
        text = re.sub(r"\s+", "", path.read_text(encoding="utf-8"))
        known |= {text[start : start + length] for start in range(len(text) - length)}
    for entry in book().entries.values():
        for key, written in texts_of(entry):
            tidy = re.sub(r"\s+", "", written.get("ja", ""))
            runs = (tidy[start : start + length] for start in range(len(tidy) - length))
            copied = [run for run in runs if run in known and not run.isascii()]
            assert not copied, f"{entry.id} {key}: {copied[0] if copied else ''}"
