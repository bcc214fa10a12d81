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

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulings.errors import RulingsError
from rulings.reading.yaml_reader import read_document
from rulings_index.ranking import confidence

if TYPE_CHECKING:
    from rulings_index.ranking.confidence import Sureness
    from rulings_index.results import Results

DEPTH = 10
MEASURES = ("success@1", "success@3", "answered@1", "mrr@10", "ndcg@10", "recall@10")
LEVELS = confidence.LEVELS

LANGUAGES = ("ja", "en", "romaji", "mixed", "id")
"""What the kind of a question may begin with: the language that it is asked in."""


class Question:
    """One question of the file."""

    __slots__ = ("id", "kind", "open", "query", "relevant", "ruleset")

    def __init__(self, data: dict[str, Any]) -> None:
        self.id = str(data["id"])
        self.query = str(data["query"])
        self.ruleset = str(data.get("ruleset", ""))
        self.kind = str(data.get("kind", ""))
        self.relevant = [str(identifier) for identifier in data.get("relevant") or ()]
        self.open = [str(identifier) for identifier in data.get("open") or ()]

    @property
    def language(self) -> str:
        """``ja``, ``en``, ``romaji``, ``mixed`` or ``id``: by the kind, or else by the script."""
        said = self.kind.split("-")[0]
        return said if said in LANGUAGES else "en" if self.query.isascii() else "ja"


@dataclass(slots=True)
class Outcome:
    """What a search made of one question: the ids found, best first, how sure it was, the entries
    of the cases of the fork that is put, and what the certainty was judged by.
    """

    question: Question
    found: list[str]
    certainty: str = ""
    cases: Sequence[str] = ()
    sureness: Sureness | None = None

    def __post_init__(self) -> None:
        self.found = self.found[:DEPTH]
        self.certainty = self.certainty or ("answer" if self.found else "none")

    @classmethod
    def of(cls, question: Question, results: Results) -> Outcome:
        """What the results of a search make of a question."""
        found = [hit.id for hit in results.hits]
        cases = [case.entry for case in results.fork.cases] if results.fork else ()
        return cls(question, found, results.certainty, cases, results.sureness)

    @property
    def ranks(self) -> list[int]:
        """The ranks of the entries that answer, from 1; missing ones are left out."""
        wanted = set(self.question.relevant)
        return [rank for rank, found in enumerate(self.found, 1) if found in wanted]

    @property
    def is_left_open(self) -> bool:
        """Whether the first hit is an open point that says that this is not written."""
        return any(one in self.question.open for one in self.found[:1])

    def measures(self) -> dict[str, float]:
        """The measures of this one question, 0 to 1."""
        ranks, wanted = self.ranks, len(self.question.relevant)
        first = ranks[0] if ranks else 0
        ideal = sum(1 / log2(rank + 1) for rank in range(1, min(wanted, DEPTH) + 1))
        return {
            "success@1": float(first == 1),
            "success@3": float(0 < first <= 3),
            "answered@1": float(first == 1 or not {*self.cases}.isdisjoint(self.question.relevant)),
            "mrr@10": 1 / first if first else 0.0,
            "ndcg@10": sum(1 / log2(rank + 1) for rank in ranks) / ideal if ideal else 0.0,
            "recall@10": len(ranks) / wanted if wanted else 0.0,
        }


def read_questions(path: Path) -> list[Question]:
    """The questions of a file. Raises RulingsError where it is none."""
    document = read_document(path)
    if document.problems:
        raise RulingsError(str(document.problems[0]))
    if not isinstance(document.data, list):
        raise RulingsError(f"{path}: needs a list of questions (lines beginning with -)")
    try:
        return [Question(item) for item in document.data]
    except (KeyError, TypeError) as error:
        raise RulingsError(f"{path}: every question needs an id and a query ({error})") from error


def report(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The figures over all questions, by kind, ruleset and language, and the misses."""
    return {
        "all": _figures(outcomes),
        "by_kind": _by(outcomes, lambda question: question.kind),
        "by_ruleset": _by(outcomes, lambda question: question.ruleset),
        "by_language": _by(outcomes, lambda question: question.language),
        "certainty": _certainty(outcomes),
        "questions": {outcome.question.id: _one(outcome) for outcome in outcomes},
    }


def misses(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The questions not answered by the first hit, the worst first."""

    def badness(outcome: Outcome) -> tuple[float, str]:
        if not outcome.question.relevant:
            return (1.0 if outcome.certainty != "answer" else -1.0), outcome.question.id
        return outcome.measures()["mrr@10"], outcome.question.id

    return sorted((one for one in outcomes if badness(one)[0] < 1), key=badness)


def compare(new: dict[str, Any], old: dict[str, Any]) -> dict[str, Any]:
    """What changed between two reports: the figures, and the questions that went up or down."""
    changed = {
        name: round(new["all"][name] - old["all"][name], 4)
        for name in new["all"]
        if name in old["all"]
    }
    better: list[str] = []
    worse: list[str] = []
    for identifier, now in new["questions"].items():
        before = old["questions"].get(identifier)
        if before is not None and before["score"] != now["score"]:
            (better if now["score"] > before["score"] else worse).append(identifier)
    return {"change": changed, "better": better, "worse": worse}


def _figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    with_answer = [one for one in outcomes if one.question.relevant]
    without = [one for one in outcomes if not one.question.relevant]
    measured = [one.measures() for one in with_answer]
    figures: dict[str, Any] = {"questions": len(with_answer), "no_answer": len(without)}
    for name in MEASURES:
        total = sum(measures[name] for measures in measured)
        figures[name] = round(total / len(measured), 4) if measured else None
    figures["unanswered"] = sum(not one.found for one in with_answer)
    figures["false_answers"] = sum(one.certainty == "answer" for one in without)
    figures["left_open"] = sum(one.is_left_open for one in without)
    return figures


def _by(outcomes: Sequence[Outcome], key: Callable[[Question], str]) -> dict[str, Any]:
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[key(outcome.question)].append(outcome)
    return {name: _figures(group) for name, group in sorted(groups.items())}


def _certainty(outcomes: Sequence[Outcome]) -> dict[str, dict[str, int]]:
    """How sure the search was, by kind of question."""
    found: dict[str, dict[str, int]] = {}
    for outcome in sorted(outcomes, key=lambda one: one.question.kind):
        levels = found.setdefault(outcome.question.kind, dict.fromkeys(LEVELS, 0))
        levels[outcome.certainty] += 1
    return found


def _one(outcome: Outcome) -> dict[str, Any]:
    question = outcome.question
    right = outcome.certainty != "answer"
    score = outcome.measures()["mrr@10"] if question.relevant else float(right)
    return {
        "query": question.query,
        "relevant": question.relevant,
        "certainty": outcome.certainty,
        "found": outcome.found,
        "ranks": outcome.ranks,
        "score": round(score, 4),
    }
