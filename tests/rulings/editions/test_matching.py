"""Which statement became which: the same, however many there are."""

from __future__ import annotations

import random

import pytest
from growth import grows_evenly

from rulings.editions.edition import Edition, Statement
from rulings.editions.matching import match


def edition(texts: list[str]) -> Edition:
    pier_rules = Edition("harbour-rules", "HB", "2024")
    for number, text in enumerate(texts):
        name = f"HB {number // 50 + 1}.{number % 50 + 1}"
        pier_rules.statements[name] = Statement(name, text)
    return pier_rules


def different(count: int, seed: int, words: int = 300) -> list[str]:
    chance = random.Random(seed)
    return [" ".join(f"w{chance.randrange(words)}" for _ in range(15)) for _ in range(count)]


WORK = {
    "wholly different": lambda size: (different(size, 1), different(size, 2)),
    "all with the same words": lambda size: (["Reserved."] * size, ["Reserved."] * (size - 1)),
}


@pytest.mark.long
@pytest.mark.parametrize("name", WORK)
def test_many_statements_take_no_more_than_their_share(name: str) -> None:
    assert grows_evenly(lambda size: match(*map(edition, WORK[name](size))), 250)


@pytest.mark.long
def test_statements_that_moved_far_are_found_among_thousands() -> None:
    old = different(3_000, 1, words=3_000)
    new = [text.split(" ", 1)[1] for text in old[1_000:] + old[:1_000]]
    names = list(edition(old).statements)
    pairs = match(edition(old), edition(new))
    assert pairs == dict(zip(names, names[2_000:] + names[:2_000], strict=True))


def test_equal_statements_are_paired_below_what_they_stand_under() -> None:
    under = ["Sails", "Oars", "Tides"]
    editions = []
    for order in (under, ["Tides", "Sails", "Oars"]):
        small = Edition("harbour-rules", "HB", "2024")
        for number, title in enumerate(order, 1):
            for name, text in (
                (f"HB {number}.1", f"{title} are cards."),
                (f"HB {number}.1a", "No."),
            ):
                small.statements[name] = Statement(name, text)
        editions.append(small)
    moved = {
        "1.1": "2.1",
        "1.1a": "2.1a",
        "2.1": "3.1",
        "2.1a": "3.1a",
        "3.1": "1.1",
        "3.1a": "1.1a",
    }
    assert match(*editions) == {f"HB {old}": f"HB {new}" for old, new in moved.items()}
