"""How well a search answers: a file of questions with the entries that answer them.

::

    - id: D001
      query: "…"
      ruleset: BR
      kind: ja-natural
      relevant: ["BR 8.2", "BR-V4"]     # best first; empty where nothing in the book answers
      fact: whose turn it is            # only where a judge would have to ask for it

What a judge reads first is counted, by the names that `Outcome.screen` gives and docs/benchmarks.md
explains.

How the entries are ranked is measured over all questions that have answers: success@1 and @3 (an
answer stands first, or among the first three), MRR@10, nDCG@10 and recall@10 with every listed
entry worth the same (Jarvelin and Kekalainen, 2002).
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path
from typing import Any

import msgspec

from rulings.errors import RulingsError
from rulings.reading.yaml_reader import read_document
from rulings_index.ranking.confidence import ANSWER, LEVELS
from rulings_index.results import Results

DEPTH = 10
MEASURES = ("success@1", "success@3", "mrr@10", "ndcg@10", "recall@10")

LANGUAGES = ("ja", "en", "romaji", "mixed", "id")
"""What the kind of a question may begin with: the language that it is asked in."""


class Question(msgspec.Struct, frozen=True):
    """One question of the file."""

    id: str
    query: str
    ruleset: str = ""
    kind: str = ""
    relevant: list[str] = []
    fact: str = ""

    @property
    def language(self) -> str:
        """``ja``, ``en``, ``romaji``, ``mixed`` or ``id``: by the kind, or else by the script."""
        beginning = self.kind.split("-")[0]
        return beginning if beginning in LANGUAGES else "en" if self.query.isascii() else "ja"


@dataclass(slots=True)
class Outcome:
    """What a search answers to a question: the ids found, best first, and whether it asks back."""

    question: Question
    entries: Sequence[str]
    certainty: str = ANSWER
    is_asked: bool = False
    cases: Sequence[str] = ()

    @classmethod
    def of(cls, question: Question, results: Results) -> "Outcome":
        """What the results of a search make of a question; without hits the nearest are read."""
        entries = [hit.id for hit in results.hits or results.nearest]
        cases = [case.entry for case in results.fork.cases] if results.fork else ()
        return cls(question, entries, results.certainty, results.fork is not None, cases)

    @property
    def ranks(self) -> list[int]:
        """The ranks of the entries that answer, from 1; missing ones are left out."""
        relevant = self.question.relevant
        return [rank for rank, entry in enumerate(self.entries[:DEPTH], 1) if entry in relevant]

    @property
    def screen(self) -> str:
        """What a judge sees first: one of the names in `SCREENS`."""
        if not self.question.relevant:
            return self.certainty
        if self.is_asked:
            cases = {*self.cases} & {*self.question.relevant}
            if not self.question.fact:
                return "asked_needlessly"
            return "asked_rightly" if len(cases) > 1 else "asked_beside"
        if self.question.fact:
            return "not_asked"
        if self.certainty != ANSWER:
            return "hedged"
        return "plainly_right" if self.ranks[:1] == [1] else "plainly_wrong"

    def measures(self) -> dict[str, float]:
        """The measures of this one question, 0 to 1."""
        relevant, ranks = self.question.relevant, self.ranks
        first = ranks[0] if ranks else 0
        ideal = sum(1 / log2(rank + 1) for rank in range(1, min(len(relevant), DEPTH) + 1))
        return {
            "success@1": float(first == 1),
            "success@3": float(0 < first <= 3),
            "mrr@10": 1 / first if first else 0.0,
            "ndcg@10": sum(1 / log2(rank + 1) for rank in ranks) / ideal if ideal else 0.0,
            "recall@10": len(ranks) / len(relevant) if relevant else 0.0,
        }

    def as_json(self) -> dict[str, Any]:
        """The outcome under the keys of `eval --json`. `score` is the reciprocal rank of the first
        answer; if there is none, 1 for not giving one.
        """
        question = {"query": self.question.query, "relevant": self.question.relevant}
        answer = {"certainty": self.certainty, "found": self.entries, "ranks": self.ranks}
        right = self.measures()["mrr@10"] if self.question.relevant else self.certainty != ANSWER
        return question | answer | {"score": round(float(right), 4)}


SCREENS = {
    "plain": ("plainly_right", "plainly_wrong", "asked_needlessly", "hedged"),
    "ambiguous": ("asked_rightly", "asked_beside", "not_asked"),
    "no_answer": LEVELS,
}
"""What a judge may see first, by group: with an answer, decided by a fact, without an answer."""


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
        **{f"by_{key}": _by(key, outcomes) for key in ("kind", "ruleset", "language")},
        "questions": {outcome.question.id: outcome.as_json() for outcome in outcomes},
    }


def _by(key: str, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[getattr(outcome.question, key)].append(outcome)
    return {name: _figures(group) for name, group in sorted(groups.items())}


def _figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The measures of questions that have answers, and the shares of the screens of each group."""
    counts = Counter(outcome.screen for outcome in outcomes)
    figures: dict[str, Any] = {}
    for group, screens in SCREENS.items():
        number = sum(counts[screen] for screen in screens)
        shares = {screen: round(counts[screen] / (number or 1), 4) for screen in screens}
        figures[group] = {"questions": number, **shares}
    measured = [outcome.measures() for outcome in outcomes if outcome.question.relevant]
    for name in MEASURES:
        total = sum(measures[name] for measures in measured)
        figures[name] = round(total / len(measured), 4) if measured else None
    return figures
