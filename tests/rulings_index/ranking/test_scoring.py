"""In a book without phrasings an entry on a card waits until the card is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import Write

from rulings_index import Index

RULING = """
      - id: CH-Q{number}
        title: {{en: {title}, ja: 手}}
        verdict: {{en: "Yes.", ja: はい。}}
        question: {{en: May a player move again?, ja: もう一度か。}}
        answer: {{en: A player may move again., ja: もう一度動かせる。}}
        cards: {cards}
        clauses: [CH 1.1]
        authority: author
        sources: [{{id: handbook}}]
    """
ON_A_CARD = RULING.format(number=1, title="Clock stopped", cards="[clock]")
ON_NONE = RULING.format(number=2, title="Board turned", cards="[clock]")


@pytest.fixture
def plain(write_book: Write, tmp_path: Path) -> Index:
    book = write_book({"rules/rulings.yaml": f"rulings:\n{ON_A_CARD}{ON_NONE}"})
    return Index([book], cache_dir=tmp_path / "cache", warn=lambda _: None)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("may a player move again", ["CH-Q2", "CH-Q1"]),
        ("may a player move again by the clock", ["CH-Q1", "CH-Q2"]),
    ],
)
def test_an_entry_on_a_card_waits_for_its_name(plain: Index, query: str, first: list[str]) -> None:
    assert plain.best(query, 2) == first
