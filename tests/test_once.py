"""What a test process remembers of the book that ships is what it would work out."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from textwrap import dedent
from typing import Any
from unittest.mock import patch

from once import REMEMBERED

from rulings.lookup import links
from rulings.reading.book import BUILT_IN_BOOK
from rulings.reading.load import open_book

POKEMON = BUILT_IN_BOOK / "pokemon-tcg"
ABOVE = """
    ruleset:
      id: house
      prefix: HO
      game: pokemon-tcg
      name: {en: House rules}
      edition: "2024"
    sources:
      - id: judge
        title: {en: The judge}
    asked:
      BR-Q2: {en: [is this remembered]}
    rulings:
      - id: HO-Q1
        title: {en: Promotion}
        verdict: {en: Never.}
        question: {en: When?}
        answer: {en: Never.}
        asked: {en: [whenever, at last]}
        authority: interpretation
        sources: [{id: judge}]
        call: {made: '2024-01-01T21:03', overrules: [BR-Q1]}
    """


def worked_out(*books: Path) -> Any:
    """The entries of some books, and what the functions that remember make of each."""
    book, work = open_book([POKEMON, *books]), functions()
    return {
        entry.id: (
            entry,
            *(work[name](book, entry) for name in ("measure_of", "made_from")),
            *(work[name](entry) for name in ("languages_of", "named_by")),
        )
        for entry in book.entries.values()
    }


def functions() -> dict[str, Any]:
    """The functions by name, as they are called now."""
    return {name: getattr(module, name) for module, name in REMEMBERED}


def test_what_is_remembered_is_what_would_be_worked_out(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(dedent(ABOVE), encoding="utf-8")
    remembered = [worked_out(), worked_out(tmp_path)]

    with ExitStack() as stack:
        for module, name in REMEMBERED:
            work = getattr(module, name).__wrapped__
            stack.enter_context(patch.object(module, name, work))
        assert remembered == [worked_out(), worked_out(tmp_path)]
    plain, laid = remembered
    assert "is this remembered" in laid["BR-Q2"][0].asked["en"]
    assert laid["HO-Q1"][1] > laid["BR-Q1"][1] == plain["BR-Q1"][1]  # with what it overrules


def test_each_key_has_its_own_result() -> None:
    entries = open_book([POKEMON]).entries
    entry, asked = entries["BR-Q1"], entries["BR-Q2"].asked
    replace = functions()["replace"]

    assert replace(entry, asked=asked).asked == asked
    assert replace(entry, title=asked).title == asked


def test_a_remembered_list_is_given_out_as_a_copy() -> None:
    entry = open_book([POKEMON]).entries["BR-Q1"]
    links.languages_of(entry).append("xx")

    assert "xx" not in links.languages_of(entry)
