"""What an entry is found by."""

from __future__ import annotations

import pytest
from running import Write

from rulings.loading import open_book
from rulings_index.documents import Bagger, Game


@pytest.mark.parametrize(
    ("text", "asked"),
    [("手札は7枚。", "何枚"), ("最大五人まで", "何人"), ("7 cards", ""), ("CR 310.4b", "")],
)
def test_a_number_answers_how_many(write_book: Write, text: str, asked: str) -> None:
    bag = Bagger(Game(open_book([write_book()]), "chess")).bag(text, stated=True)

    assert [term for term in bag if term.startswith("何")] == ([asked] if asked else [])
