"""House rules of a book of their own, in force at an event."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Rulings
from small_rulesets import write_house_rule, write_ruleset


@pytest.fixture
def inn(rulings: Rulings, tmp_path: Path) -> str:
    """A book with the rules `TWO`, and an event by these, with the house rule of the book `inn`."""
    write_ruleset(tmp_path / "rules" / "g" / "two", "TWO")
    write_house_rule(tmp_path / "inn" / "g" / "house")
    books = ("--only", "--book", str(tmp_path / "rules"), "--book", str(tmp_path / "inn"))
    played = ("--ruleset", "TWO", "--ruleset", "ONE", "--with", "ONE-V1", "--lang", "en")
    assert rulings("tonight", "--event", "A", *played, *books).code == 0
    return str(tmp_path / "inn")


def test_what_it_says_stands_above_the_rule_that_it_changes(
    rulings: Rulings, inn: str, tmp_path: Path
) -> None:
    books = ("--only", "--book", str(tmp_path / "rules"), "--book", inn)
    answer = rulings("search", "TWO: drawing at the start", *books).out

    assert (
        "Changed tonight by ONE-V1: Here you draw three." in answer.partition("You draw seven")[0]
    )


def test_an_event_warns_where_their_book_is_missing(
    rulings: Rulings, inn: str, tmp_path: Path
) -> None:
    book = ("--only", "--book", str(tmp_path / "rules"))
    for words in (("search", "drawing"), ("show", "TWO 1"), ("page", "-o", str(tmp_path / "a"))):
        ran = rulings(*words, *book)
        assert "in force tonight, but in no book here: ONE-V1; add" in ran.err, words
        assert ran.code == 0


def test_a_variant_stays_in_force_while_its_file_is_faulty(
    rulings: Rulings, tmp_path: Path
) -> None:
    write_house_rule(tmp_path / "g" / "inn")
    book = ("--only", "--book", str(tmp_path))
    rulings("tonight", "--event", "A", "--ruleset", "ONE", "--with", "ONE-V1", *book)
    assert "ONE-V1 Fewer cards" in rulings("tonight", "--lang", "en", *book).out

    with (tmp_path / "g" / "inn" / "variants.yaml").open("a") as file:
        file.write("\tx: 1\n")
    shown = rulings("tonight", "--lang", "en", *book)
    assert "In force  ONE-V1" in shown.out
    assert "variants.yaml" in shown.err
