"""Queries that nobody sends in good faith: none slow or fatal.

`RULINGS_EXAMPLES=10000` tries as many.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from time import process_time

import pytest

from rulings_index import FilterError, Index

QUERIES = int(os.environ.get("RULINGS_EXAMPLES") or 1_000)
PARTS = 2
"""Of the long run, for more than one processor."""
COUNTS = [
    (100, 0),
    *(pytest.param(QUERIES // PARTS, part, marks=pytest.mark.long) for part in range(PARTS)),
]
SOME_AND_ALL = [20, pytest.param(1, marks=pytest.mark.long)]
SLOWEST = 0.5
"""Seconds of the processor for one query; the usual one takes 3 thousandths."""

PIECES = [
    *"あアｱ漢ーa1 ！ß½ⅳ٣ñ\u0301ﾞ゛々🎴",
    *"\"“”'`´’\\|&;()[]{}<>*?+-^$.:=~#%@/\0\x1b\x7f\u200b\u202e\ufeff\U0010ffff",
    *(
        "ruleset:",
        "ruleset:raid",
        "authority>=event",
        "authority<=",
        'kind:"',
        "lang:ja",
        "status:=",
    ),
    *("[あ TO ん]", "TO", "あ*", "ruleset", "raid", "a" * 400, "あ" * 400, "𠮟" * 99),
    *("card:", "card:escape-rope", "BR-", "BR-Q22", "cr 704.5x", "9.", "1.1.1.1.1", "0" * 40),
    *(
        "ﾎﾟｹﾓﾝ",
        "ﾞﾟ",
        "が\u3099",
        "々",
        "ーーー",
        "ー",
        "〇一二三四",
        "①",
        "㍿",
        "ﷺ",
        "ẞ",
        "İ",
        "é" * 9,
    ),
    *("shi", "si", "tsu", "n'", "nnn", "kkkk", "xtu", "ou" * 20, "aeiou" * 8, "poisn", "prise"),
    *("どくとやけど", "サイド", "4人対戦", "ポケモン", "毒", "ん", "あ", "ア", "𠮷", "🂡", "👨‍👩‍👧"),
    *("poison", "burn", "prize", "the", "who", "a", "Ω", "x=3", "and", "AND", "NOT", "NEAR/3"),
    *("\ud800", "\n", "\t", "\r", " ", "　", "\u2028", "../..", "%00", "<script>", "'; DROP TABLE"),
]


def hostile(count: int, part: int) -> Iterator[str]:
    """Pieces in any order, once or many times over, and runs of any characters at all."""
    random = Random(20_26 + part)
    for _ in range(count):
        text = "".join(
            random.choice(PIECES) * random.choice((1, 1, 1, 2, 40)) + random.choice(("", "", " "))
            for _ in range(random.randint(1, 12))
        )
        if random.random() < 0.2:
            text += "".join(chr(random.randrange(0x110000)) for _ in range(random.randint(1, 60)))
        yield text * random.choice((1, 1, 1, 1, 20))


@pytest.mark.parametrize(("count", "part"), COUNTS)
def test_hostile_queries_are_answered_or_refused_at_once(
    index: Index, count: int, part: int
) -> None:
    slowest, which = 0.0, ""
    for query in hostile(count, part):
        began = process_time()
        try:
            index.search(query).as_json()
            index.show(query)
        except FilterError as error:
            assert "\n" not in str(error), repr(query)
        took = process_time() - began
        slowest, which = max((slowest, which), (took, query))
    assert slowest < SLOWEST, repr(which)
    print(f"{count} queries, the slowest {slowest * 1000:.0f} ms")


@pytest.mark.parametrize("each", SOME_AND_ALL)
def test_each_piece_of_a_hostile_query_alone(index: Index, each: int) -> None:
    for piece in PIECES[::each]:
        for query in (piece, piece * 400, f"{piece} 毒", f'"{piece}"'):
            try:
                index.search(query)
            except FilterError as error:
                assert len(str(error).splitlines()) == 1
            index.show(query)
            index.cards(query)
