"""Kanji of the same sound: what the entries know is put for what they do not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from cases import load_cases
from named import HELD

from rulings_index import Index
from rulings_index.lexicon.homophones import respelt
from rulings_index.lexicon.wordlists import sound_alikes


@pytest.mark.parametrize("case", load_cases("homophones.yaml"))
def test_a_kanji_that_nothing_holds_is_taken_for_one_of_the_same_sound(
    case: Mapping[str, Any],
) -> None:
    text = respelt(case["typed"], lambda term: HELD.get(term, 0))

    assert text == case["meant"]


def test_what_is_known_stays() -> None:
    assert respelt("気絶と進化", lambda term: 1) == "気絶と進化"


def test_every_list_sounds_alike_and_holds_no_kanji_twice() -> None:
    for groups in sound_alikes():
        assert all(len(set(group)) == len(group) > 0 for group in groups)


@pytest.mark.parametrize(
    ("typed", "meant", "entry"),
    [
        ("レイドで全員が奪落したらどうなる", "レイドで全員が脱落したらどうなる", "RAID 10.3"),
        ("包位戦を守る者は誰が選ぶ", "包囲戦を守る者は誰が選ぶ", "CR 310.11a"),
        ("ruleset:RAID 全員が奪落", "全員が脱落", "RAID 10.3"),
    ],
)
def test_a_question_with_a_wrong_kanji_is_answered(
    index: Index, typed: str, meant: str, entry: str
) -> None:
    results = index.search(typed)

    assert results.hits[0].id == entry
    assert results.suggestion == meant
    assert results.query == typed
