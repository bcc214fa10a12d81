"""How sure an answer is: by one phrasing of it, and by those of the next hits."""

from __future__ import annotations

import pytest

from rulings_index import Index
from rulings_index.games import Asked
from rulings_index.ranking.confidence import ANSWER, Measured, level_of, measure


def measured(index: Index, query: str, best: str, *rivals: str) -> Measured:
    """What is measured of an entry beside others, by their ids."""
    asked = Asked(index.games, query)
    numbers = [index.opened.documents(f"id:{entry}")[0] for entry in (best, *rivals)]
    first, *others = map(asked.candidate, numbers)
    return measure(first, others)


@pytest.mark.parametrize(
    ("near", "far"),
    [
        (
            "My Active was Knocked Out in an opponent's turn. When do I bring up the next one?",
            "My brother was Knocked Out with the flu last week, so he will not come to the event.",
        ),
        ("相手の番に前のポケモンがきぜつ。次はいつ出しますか", "きぜつという言葉の語源は?"),
    ],
)
def test_a_question_near_to_a_phrasing_holds_more_of_it(index: Index, near: str, far: str) -> None:
    assert measured(index, near, "BR 8.2").held > measured(index, far, "BR 8.2").held


def test_the_nearest_rival_counts_of_any_game(index: Index) -> None:
    query = "ジャッジマンはだれに効きますか"
    nearest = measured(index, query, "BR-Q15", "RAID-Q6").rivalled

    assert nearest > 0
    assert measured(index, query, "BR-Q15", "DB 1.1").rivalled < nearest
    assert measured(index, query, "BR-Q15", "DB 1.1", "RAID-Q6").rivalled == nearest
    assert measured(index, query, "BR-Q15").rivalled == 0


def test_shares_are_at_most_one(index: Index) -> None:
    record = index.show("BR 8.2")[0]
    for phrasing in record["asked"]["en"][:5]:
        shares = measured(index, phrasing, "BR 8.2", "BR 8.2a")
        assert 0 <= shares.rivalled <= 1
        assert 0 < shares.held <= 1


@pytest.mark.parametrize(
    ("query", "entry", "is_elsewhere"),
    [
        ("レイドで使うデッキはスタンダードですか", "BR 2.2", True),
        ("In a raid, which cards may my deck hold?", "RAID 2.1", False),
        ("In Battle Royal, how many Items may I play?", "PTCG 13", False),
        ("How many Items may I play?", "BR 2.2", False),
    ],
)
def test_what_is_of_other_rules_than_the_question_names_is_no_answer(
    index: Index, query: str, entry: str, is_elsewhere: bool
) -> None:
    assert measured(index, query, entry).is_elsewhere == is_elsewhere
    results = index.search(query)
    is_first = bool(results.hits) and results.hits[0].id == entry
    assert not (is_elsewhere and is_first and results.certainty == "answer")


@pytest.mark.parametrize(
    ("query", "entry", "is_unsaid"),
    [
        ("一番最初の人は最初の番の頭に山札を1枚引いていいんでしたっけ?", "RAID 7.1", True),
        ("ボスは番の頭に山札を何枚引くんでしたっけ?", "RAID 7.1", False),
        ("A trampler is blocked by a 1/1. Where does the rest go?", "CR 510.1b", True),
        ("A trampler attacks a battle and is blocked. Where does the rest go?", "CR 510.1b", False),
    ],
)
def test_what_most_phrasings_of_an_entry_name_is_missed(
    index: Index, query: str, entry: str, is_unsaid: bool
) -> None:
    assert (measured(index, query, entry).unsaid > 0) == is_unsaid


def test_a_near_rival_makes_an_entry_no_answer_but_is_no_reason_to_refuse_it(index: Index) -> None:
    results = index.search("usually in regular pokemon, can player one attack turn 1")

    assert (results.hits[0].id, results.certainty) == ("PTCG 7", "perhaps")


STORY = "My cousin arrived late, dropped his deck on the floor and we sorted it for an hour. "


@pytest.mark.parametrize(
    ("story", "asks", "entry", "is_answer"),
    [
        (STORY, "When do I bring up my next Active?", "BR 8.2", True),
        (STORY + "We play a raid. ", "When do I bring up my next Active?", "BR 8.2", False),
        (STORY + "We play Magic. ", "When do I bring up my next Active?", "BR 8.2", False),
        (STORY, "Is there a time limit?", "BR-O27", False),  # an open point
        ("When do I bring up my next Active? " + STORY, "He laughs.", "BR 8.2", True),
        (STORY, "He laughs.", "BR 8.2", False),
        (STORY, "!?", "BR 8.2", False),
    ],
)
def test_the_sentence_that_asks_makes_an_answer_sure_whatever_the_story_tells(
    index: Index, story: str, asks: str, entry: str, is_answer: bool
) -> None:
    (number,) = index.opened.documents(f"id:{entry}")
    asked = Asked(index.games, story + asks)
    asked.rank(lambda _: None)

    sureness = asked.sureness([number])

    assert (level_of(sureness) == ANSWER) == is_answer
