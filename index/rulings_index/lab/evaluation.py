"""How well a search answers: a file of questions with the entries that answer them.

::

    - id: D001
      query: "…"
      ruleset: BR
      kind: ja-natural
      relevant: ["BR 8.2", "BR-V4"]     # best first; empty where nothing in the book answers
      open: ["BR-O6"]                   # the open points that say that it is not written

Measures over the questions that have answers: success@1 and @3 (an answer stands first, or among
the first three), MRR@10, nDCG@10 and recall@10 with every listed entry worth the same
(Jarvelin and Kekalainen, 2002), and answered@1: an answer stands first, or is one of the cases of
the fork that is put. `false_answers` counts the questions without an answer that were called
`answer` all the same, `unanswered` those with one that got no hits, `left_open` those without one
to which the first hit, an open point that the file names, says so; `certainty` counts how sure the
search was, by kind of question.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from rulings.errors import RulingsError
from rulings.reading.yaml_reader import read_document
from rulings_index.ranking.confidence import ANSWER, LEVELS, NONE

if TYPE_CHECKING:
    from rulings_index.ranking.confidence import Sureness
    from rulings_index.results import Results

DEPTH = 10
MEASURES = ("success@1", "success@3", "answered@1", "mrr@10", "ndcg@10", "recall@10")

LANGUAGES = ("ja", "en", "romaji", "mixed", "id")
"""What the kind of a question may begin with: the language that it is asked in."""


class Question(msgspec.Struct, frozen=True):
    """One question of the file."""

    id: str
    query: str
    ruleset: str = ""
    kind: str = ""
    relevant: list[str] = []
    open: list[str] = []

    @property
    def language(self) -> str:
        """``ja``, ``en``, ``romaji``, ``mixed`` or ``id``: by the kind, or else by the script."""
        beginning = self.kind.split("-")[0]
        return beginning if beginning in LANGUAGES else "en" if self.query.isascii() else "ja"


@dataclass(slots=True)
class Outcome:
    """What a search made of one question: the ids found, best first, how sure it was, the entries
    of the cases of the fork that is put, and what the certainty was judged by.
    """

    question: Question
    entries: Sequence[str]
    certainty: str = ""
    cases: Sequence[str] = ()
    sureness: Sureness | None = None

    def __post_init__(self) -> None:
        self.entries = self.entries[:DEPTH]
        self.certainty = self.certainty or (ANSWER if self.entries else NONE)

    @classmethod
    def of(cls, question: Question, results: Results) -> Outcome:
        """What the results of a search make of a question."""
        entries = [hit.id for hit in results.hits]
        cases = [case.entry for case in results.fork.cases] if results.fork else ()
        return cls(question, entries, results.certainty, cases, results.sureness)

    @property
    def has_answer(self) -> bool:
        """Whether something in the book answers the question."""
        return bool(self.question.relevant)

    @property
    def ranks(self) -> list[int]:
        """The ranks of the entries that answer, from 1; missing ones are left out."""
        relevant = self.question.relevant
        return [rank for rank, entry in enumerate(self.entries, 1) if entry in relevant]

    @property
    def score(self) -> float:
        """0 to 1: how near the first answer is to the first place, or 1 where none is claimed."""
        if self.has_answer:
            return round(self.measures()["mrr@10"], 4)
        return float(self.certainty != ANSWER)

    def measures(self) -> dict[str, float]:
        """The measures of this one question, 0 to 1."""
        relevant, ranks = self.question.relevant, self.ranks
        first = ranks[0] if ranks else 0
        ideal = sum(1 / log2(rank + 1) for rank in range(1, min(len(relevant), DEPTH) + 1))
        return {
            "success@1": float(first == 1),
            "success@3": float(0 < first <= 3),
            "answered@1": float(first == 1 or not {*self.cases}.isdisjoint(relevant)),
            "mrr@10": 1 / first if first else 0.0,
            "ndcg@10": sum(1 / log2(rank + 1) for rank in ranks) / ideal if ideal else 0.0,
            "recall@10": len(ranks) / len(relevant) if relevant else 0.0,
        }

    def as_json(self) -> dict[str, Any]:
        """The outcome under the keys of `eval --json`."""
        asked = {"query": self.question.query, "relevant": self.question.relevant}
        answer = {"certainty": self.certainty, "found": self.entries, "ranks": self.ranks}
        return asked | answer | {"score": self.score}


COUNTS: dict[str, Callable[[Outcome], bool]] = {
    "questions": lambda outcome: outcome.has_answer,
    "no_answer": lambda outcome: not outcome.has_answer,
    "unanswered": lambda outcome: outcome.has_answer and not outcome.entries,
    "false_answers": lambda outcome: not outcome.has_answer and outcome.certainty == ANSWER,
    "left_open": lambda outcome: not {*outcome.entries[:1]}.isdisjoint(outcome.question.open),
}
"""Which outcomes each figure counts."""


def read_questions(path: Path) -> list[Question]:
    """The questions of a file. Raises RulingsError where it is none."""
    document = read_document(path)
    if document.problems:
        raise RulingsError(str(document.problems[0]))
    try:
        return msgspec.convert(document.data, list[Question])
    except msgspec.ValidationError as error:
        needs = "needs a list of questions, each with an id and a query"
        raise RulingsError(f"{path}: {needs} ({error})") from error


def report(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The figures over all questions, by kind, ruleset and language, and each question's score."""
    return {
        "all": _figures(outcomes),
        "by_kind": _by("kind", outcomes, _figures),
        "by_ruleset": _by("ruleset", outcomes, _figures),
        "by_language": _by("language", outcomes, _figures),
        "certainty": _by("kind", outcomes, _certainty),
        "questions": {outcome.question.id: outcome.as_json() for outcome in outcomes},
    }


def misses(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The questions not answered by the first hit, the worst first."""
    missed = [outcome for outcome in outcomes if outcome.score < 1]
    return sorted(missed, key=lambda outcome: outcome.score)


def _by(
    key: str, outcomes: Sequence[Outcome], count: Callable[[list[Outcome]], Any]
) -> dict[str, Any]:
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[getattr(outcome.question, key)].append(outcome)
    return {name: count(group) for name, group in sorted(groups.items())}


def _figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    figures: dict[str, Any] = {name: sum(map(holds, outcomes)) for name, holds in COUNTS.items()}
    measured = [outcome.measures() for outcome in outcomes if outcome.has_answer]
    for name in MEASURES:
        total = sum(measures[name] for measures in measured)
        figures[name] = round(total / len(measured), 4) if measured else None
    return figures


def _certainty(outcomes: Sequence[Outcome]) -> dict[str, int]:
    counts = Counter(outcome.certainty for outcome in outcomes)
    return {level: counts[level] for level in LEVELS}
