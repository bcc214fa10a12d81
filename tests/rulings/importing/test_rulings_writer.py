"""Ids that stay when a document is imported again."""

from __future__ import annotations

import random

from growth import grows_evenly

from rulings.importing.rulings_writer import KeptIds


def texts(count: int, seed: int, words: int = 600) -> list[str]:
    chance = random.Random(seed)
    return [" ".join(f"w{chance.randrange(words)}" for _ in range(15)) for _ in range(count)]


def assigned(old: list[str], new: list[str]) -> list[str]:
    known = ((f"LQ-Q{number}", "faq", text) for number, text in enumerate(old, 1))
    return KeptIds("LQ", known).assign("faq", new)


def test_equal_texts_come_before_similar_ones() -> None:
    old = ["May I light two lamps?", "May I light two lanterns?", "Who begins?"]
    new = ["Who began?", "May I light two lanterns?", "May I ever light two lamps?", "Who begins?"]
    assert assigned(old, new) == ["LQ-Q4", "LQ-Q2", "LQ-Q1", "LQ-Q3"]


def test_an_edited_text_without_spaces_keeps_its_id() -> None:
    old = ["ジャッジマンは四人に効きますか", "手札は何枚まで持てますか", "GXワザは何回使えますか"]
    new = ["山札が切れたら負けですか", "ジャッジマンは四人に効くのですか", "GXワザは何回使えるの"]
    assert assigned(old, new) == ["LQ-Q4", "LQ-Q1", "LQ-Q3"]


def test_texts_that_stand_twice_keep_their_order() -> None:
    assert assigned(["A?", "A?", "B?"], ["B?", "A?", "A?", "A?"]) == [
        *("LQ-Q3", "LQ-Q1", "LQ-Q2", "LQ-Q4"),
    ]


def test_among_thousands_an_edited_text_is_recognised() -> None:
    old = texts(4_000, 1, words=3_000)
    new = [text.rsplit(" ", 2)[0] + " and more" for text in old]
    assert assigned(old, new) == [f"LQ-Q{number}" for number in range(1, 4_001)]


def test_other_texts_take_no_more_than_their_share() -> None:
    assert grows_evenly(lambda size: assigned(texts(size, 1), texts(size, 2)), 500)
