"""The same questions asked in other manners: politely, after a line of story, within a dispute.

A question that is answered as it stands should be answered however it is put.
"""

from __future__ import annotations

import tempfile

from benchmarks import places
from benchmarks.tables import Table
from rulings_index import Index, open_index
from rulings_index.lab.evaluation import Question, read_questions
from rulings_index.ranking.confidence import ANSWER

SETS = [*places.HELD_OUT, places.TABLE, places.STORIES, places.OWN_QUESTIONS]
EVERY = 3
"""Each third question that has an answer, to be done in some minutes."""

MANNERS = {
    "en": (
        *("{}", "Excuse me judge, {}", "Quick question: {}", "Hi, sorry to bother you, {}"),
        *("{} Thanks!", "{} We are not sure.", "{} My opponent says no."),
        *("Okay so this just happened. {}", "Long story short, {}"),
        *("We're at table 3. {}", "My brother and I were playing yesterday. {}"),
    ),
    "ja": (
        *(
            "{}",
            "すみません、{}",
            "ジャッジさん、質問なんですけど、{}",
            "ちょっと確認したいんですが、{}",
        ),
        *("{}教えてください", "{}よろしくお願いします", "{}って認識でいいですか"),
        *("大会の途中なんですけど。{}", "さっき決勝戦でのことなんですけど、{}"),
        *("3番テーブルです。{}", "弟と遊んでて、{}"),
    ),
}


def tables() -> list[Table]:
    """How many are plainly right in each manner; the first is the question as it stands."""
    read = [question for file in SETS for question in read_questions(file) if question.relevant]
    with tempfile.TemporaryDirectory(prefix="rulings-benchmark-") as cache:
        index = open_index([places.BOOK], cache_dir=cache)
        rows = []
        for language, manners in MANNERS.items():
            asked = [each for each in read[::EVERY] if each.language == language]
            for manner in manners:
                right = sum(_is_plainly_right(index, each, manner) for each in asked)
                rows.append((manner, len(asked), f"{right / len(asked):.3f}"))
    return [Table("One question, many manners", ("", "questions", "plainly right"), rows)]


def _is_plainly_right(index: Index, question: Question, manner: str) -> bool:
    results = index.search(manner.format(question.query))
    is_sure = results.certainty == ANSWER and not results.fork
    return is_sure and results.hits[0].id in question.relevant
