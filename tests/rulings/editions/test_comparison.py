"""What changed between two editions, told as a reader would tell it."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from cases import load_cases
from running import Write

from rulings.editions.comparison import (
    ADDED,
    REMOVED,
    SAME,
    Change,
    Kind,
    compare,
    differences,
)
from rulings.editions.edition import Edition, Statement, find_edition, read_edition, rewrite
from rulings.errors import RulingsError
from rulings.importing.formats.mtg_cr import TARGET, MagicWriter, read_rules
from rulings.kinds import PUBLISHED

DATA = Path(__file__).parents[2] / "data" / "editions"
OLD, NEW = DATA / "harbour-2022-10-07.txt", DATA / "harbour-2023-11-17.txt"


def told(changes: list[Change]) -> dict[str, str]:
    """Old number -> what happened, in one word or two; ``+`` and the number where it is new."""
    return {
        change.old.id if change.old else f"+{change.id}": (
            f"{change.kind}" + (f" {change.new.id}" if change.new and change.old else "")
        )
        for change in changes
        if change.kind is not Kind.UNCHANGED
    }


def edition(statements: dict[str, str]) -> Edition:
    by_id = {key: Statement(key, text, "." not in key) for key, text in statements.items()}
    return Edition("mtg-cr", "CR", "x", by_id)


@pytest.mark.parametrize("case", load_cases("comparisons.yaml"))
def test_changes(case: dict[str, dict[str, str]]) -> None:
    assert told(compare(edition(case["old"]), edition(case["new"]))) == (case["told"] or {})


@pytest.mark.parametrize("case", load_cases("comparisons.yaml"))
def test_without_the_texts_the_same_citations_hold(case: dict[str, dict[str, str]]) -> None:
    old, new = edition(case["old"]), edition(case["new"])
    by_texts, by_marks = (told(compare(each, new)) for each in (old, old.without_texts()))

    for number in case["old"]:
        kind = by_texts.get(number, "unchanged")
        if kind.split()[0] in ("unchanged", "references") or kind.startswith("moved CR"):
            assert by_marks.get(number, "unchanged") == kind


def test_the_story_of_the_wrecks() -> None:
    """A new kind of card takes number 310, and five others move up by one."""
    changes = told(compare(read_edition(OLD), read_edition(NEW)))
    for number in ("310.1", "311.1", "312.1", "313.1", "314.2"):
        section, rule = number.split(".")
        assert changes[f"CR {number}"] == f"moved CR {int(section) + 1}.{rule}"
    assert changes["CR 310.3"] == "moved and edited CR 311.3"
    assert [key for key in changes if key.startswith("+CR 310.")] == [
        *("+CR 310.1", "+CR 310.2", "+CR 310.2a", "+CR 310.3", "+CR 310.4")
    ]
    assert changes["CR 100.1b"] == "references CR 100.1b"


def test_a_book_is_the_same_edition_as_its_text(tmp_path: Path) -> None:
    MagicWriter(TARGET, read_rules(OLD)).write(tmp_path / "book", OLD.name)
    of_book, of_text = read_edition(tmp_path / "book"), read_edition(OLD)
    assert told(compare(of_book, of_text)) == {}
    assert of_book.name == of_text.name


def test_only_the_ruleset_that_is_asked_for(write_book: Write) -> None:
    book = write_book()
    assert "CH 1.1" in read_edition(book, "chess-rules").statements
    (book / "go.yaml").write_text(
        'ruleset: {id: go, prefix: GO, game: chess, name: {en: Go}, edition: "1"}\n'
    )
    assert "CH 1.1" in read_edition(book, "chess-rules").statements
    for ruleset in ("", "shogi"):
        with pytest.raises(RulingsError, match=r"give a book with one"):
            read_edition(book, ruleset)


@pytest.mark.parametrize(
    ("ruleset", "prefix", "is_found"),
    [("mtg-cr", "CR", True), ("go", "CR", False), ("mtg-cr", "R", False)],
)
def test_an_official_text_is_an_edition_of_its_own_rules(
    ruleset: str, prefix: str, is_found: bool
) -> None:
    edition = find_edition([OLD.parent], Edition(ruleset, prefix, "2099"), "2022-10-07")

    assert (edition is not None) == is_found


def test_an_edition_is_found_in_any_form_in_which_it_can_be_read(tmp_path: Path) -> None:
    lines = OLD.read_text(encoding="utf-8").split("\n")
    page = "\n".join(f"<p>{line}</p>" for line in lines)
    (tmp_path / "old.html").write_text(f"<!doctype html><body>{page}</body>", encoding="utf-8")

    edition = find_edition([tmp_path], Edition("mtg-cr", "CR", "2099"), "2022-10-07")

    assert edition is not None
    assert edition.statements.keys() == read_edition(OLD).statements.keys()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("see rule 310.4b.", "see rule 311.4b."),
        ("See rule 310, “Islands.”", "See rule 311, “Islands.”"),
        ("rules 310.1, 310.4b, and 309.2", "rules 311.1, 311.4b, and 309.2"),
        ("rules 310.1–310.4b", "rules 311.1–311.4b"),
        ("by 310.1 of old", "by 311.1 of old"),
        ("[[CR 310.1]] and [[BR 310.1]]", "[[CR 311.1]] and [[BR 310.1]]"),
        ("310 life, 310.5.2 of a law, 1310.1", "310 life, 310.5.2 of a law, 1310.1"),
    ],
)
def test_references_follow(text: str, wanted: str) -> None:
    new = {f"CR 310{rest}": f"CR 311{rest}" for rest in ("", ".1", ".4b")}
    assert rewrite(text, "CR", lambda key: new.get(key, key)) == wanted


@pytest.mark.parametrize(
    ("text", "renumbered"),
    [
        *((f"{word} 4.2 an.", f"{word} 5.2 an.") for word in ("siehe", "vgl.", "see", "Regel")),
        ("4.2参照。", "5.2参照。"),
        ("§ 4 Abs. 2 und § 4a", "§ 5 Abs. 2 und § 4a"),
        ("Artikel 4 gilt.", "Artikel 5 gilt."),
        ("4.2 Meter, bis 14.2参照", "4.2 Meter, bis 14.2参照"),
    ],
)
def test_references_of_other_languages_follow(text: str, renumbered: str) -> None:
    new = {"R 4": "R 5", "R 4.2": "R 5.2"}
    assert rewrite(text, "R", lambda key: new.get(key, key)) == renumbered


@pytest.mark.parametrize("case", load_cases("words.yaml"))
def test_words(case: dict[str, str]) -> None:
    marks = {SAME: "{}", REMOVED: "[{}]", ADDED: "<{}>"}
    parts = differences(case["old"], case["new"])
    assert "".join(marks[part].format(text) for part, text in parts) == case["shown"]
    assert "".join(text for part, text in parts if part != ADDED) == case["old"]
    assert "".join(text for part, text in parts if part != REMOVED) == case["new"]


@pytest.mark.long
@pytest.mark.shared
def test_planes_phenomena_vanguards_schemes_and_conspiracies(shared: Path) -> None:
    folder = shared / "data" / "mtg-cr"
    old = read_edition(folder / "MagicCompRules-2022-10-07.txt")
    new = read_edition(folder / "MagicCompRules-2023-11-17.txt")
    changes = told(compare(old, new))
    for key in old.statements:
        section, _, rule = key.removeprefix("CR ").partition(".")
        if section in ("310", "311", "312", "313", "314"):
            moved_to = f"CR {int(section) + 1}" + (f".{rule}" if rule else "")
            assert changes[key] in (f"moved {moved_to}", f"moved and edited {moved_to}")
    created = [key for key in new.statements if key.startswith("CR 310")]
    assert created and all(changes[f"+{key}"] == "created" for key in created)


EDITIONS = ("2022-10-07", "2023-11-17", "2024-02-06", "2026-01-16")


@pytest.mark.long
@pytest.mark.shared
@pytest.mark.parametrize(("before", "after"), list(pairwise(EDITIONS)))
def test_words_that_stand_once_in_both_editions_are_followed(
    shared: Path, before: str, after: str
) -> None:
    """What no reader could doubt: the same words, once in each edition, under two numbers."""
    old, new = (
        read_edition(shared / "data" / "mtg-cr" / f"MagicCompRules-{date}.txt")
        for date in (before, after)
    )
    places = [_places_of_words(each) for each in (old, new)]
    changes = {change.old.id: change for change in compare(old, new) if change.old}
    sure = {
        keys[0]: places[1][words][0]
        for words, keys in places[0].items()
        if len(keys) == 1 and len(places[1].get(words, ())) == 1
    }
    assert len(sure) > 2000
    assert [key for key, new_key in sure.items() if changes[key].id != new_key] == []


def _places_of_words(edition: Edition) -> dict[str, list[str]]:
    places: dict[str, list[str]] = {}
    for key, statement in edition.statements.items():
        words = re.sub(r"\d{3}(\.\d+[a-z]?)?", "", statement.text)
        places.setdefault(words, []).append(key)
    return places


@pytest.mark.parametrize(
    ("text", "is_compared"),
    [*((key, True) for key in PUBLISHED), ("title", False), ("remark", False)],
)
def test_each_text_of_a_published_answer_is_compared(
    write_book: Write, text: str, is_compared: bool
) -> None:
    book = write_book()
    head = book / "rules" / "ruleset.yaml"
    head.write_text(head.read_text().replace("ruleset:\n", "ruleset:\n  as_published: true\n", 1))
    answer = {"id": "CH-Q7", "answer": {"en": "Yes."}, "authority": "official"}
    marks = set()
    for words in ("It does.", "It does not."):
        written = {"rulings": [answer | {text: {"en": words}}]}
        (book / "more.yaml").write_text(json.dumps(written))
        marks.add(read_edition(book, "chess-rules").statements["CH-Q7"].mark)

    assert (len(marks) == 2) is is_compared
