"""What each command prints with --json, as types: the contract for other programs.

`rulings schema --output` makes the JSON Schema of them, docs/reference/json.md the words, and a
test holds what the commands print against them. Records stand in `rulings.format.record`.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

import msgspec

from rulings.format.record import VERSION, Cited, Record, Text

Certainty = Literal["answer", "perhaps", "none"]


class Answer(TypedDict):
    """What every command prints first: the version of all that follows."""

    version: Literal[2]


class Evening(TypedDict):
    """The event that is on: its rulesets, and the variants in force."""

    name: str
    date: str
    rulesets: list[str]
    variants: list[str]
    lang: str | None


class Hit(TypedDict):
    """An entry that was found; `same` are others that say the same."""

    id: str
    kind: str
    ruleset: str
    score: float
    title: Text
    verdict: Text | None
    authority: str
    clauses: list[str]
    snippet: str
    same: NotRequired[list[str]]
    explanation: NotRequired[list[dict[str, Any]]]


class ForkCase(TypedDict):
    """One case of a fork: its condition, the entry that holds then, and its verdict."""

    when: Text
    entry: str
    verdict: Text


class Fork(TypedDict):
    """What to ask back before the first hit is an answer."""

    id: str
    ask: Text
    cases: list[ForkCase]


class Search(Answer):
    """`search`: the hits, best first; or none, and what comes nearest."""

    query: str
    certainty: Certainty
    event: Evening | None
    total: int
    took_ms: float
    hits: list[Hit]
    nearest: list[Hit]
    fork: Fork | None
    suggestion: NotRequired[str]


class Show(Answer):
    """`show`: whole entries, sections, cards or terms."""

    entries: list[Record]


class CardFound(Answer):
    """`card`: the card, or null where there is none, and every entry that touches it."""

    card: Record | None
    entries: list[Record]


class References(Answer):
    """`refs`: who rests on an entry; `through` names the variant between, or is empty."""

    id: str
    cited_by: list[Cited]


class Listed(TypedDict):
    """An entry in a line."""

    id: str
    kind: str
    ruleset: str
    title: Text
    authority: str
    status: str


class List(Answer):
    """`list`: entries by filters."""

    entries: list[Listed]


class RuleInForce(Record):
    """A clause as the book has it, and the variants that change it or add to it."""

    changed_by: list[str]
    added_by: list[str]
    proposed_by: list[str]


class Rules(Answer):
    """`rules`: a ruleset, and its clauses with the variants in force laid over them."""

    ruleset: dict[str, Any]
    effective: bool
    variants: list[str]
    conflicts: dict[str, list[str]]
    not_in_force: dict[str, list[str]]
    clauses: list[RuleInForce]


class FormulaListed(TypedDict):
    """A formula by its name, with what it needs."""

    id: str
    formula: str
    inputs: list[str]
    title: Text


class Calculation(Answer, total=False):
    """`calc`: what was given, and what comes out; where no formula is named, all of them."""

    id: str
    formula: str
    given: dict[str, int | float]
    outputs: dict[str, int | float | str]
    working: list[str]
    authority: str
    formulas: list[FormulaListed]


class Tonight(Answer):
    """`tonight`: the event that is on; with --list all of them."""

    event: NotRequired[Evening | None]
    events: NotRequired[list[Evening]]


class Calls(Answer):
    """`calls`: the head judge's calls, under the keys of the book format."""

    calls: list[dict[str, Any]]


class LogLine(TypedDict):
    """A question of the evening, how sure the answer was, what was shown and opened."""

    number: int
    at: str
    command: str
    asked: str
    certainty: str
    shown: list[str]
    opened: list[str]


class Log(Answer):
    """`log`: what was asked at an event."""

    event: Evening | None
    log: list[LogLine]


class ProblemFound(TypedDict):
    """A fault of a book, at its place; line and column count from 1."""

    path: str
    line: int
    column: int
    code: str
    severity: Literal["error", "warning", "note"]
    message: str


class CheckKnown(TypedDict):
    """What a check finds, and how to fix it."""

    code: str
    severity: str
    summary: str
    remedy: str


class Check(Answer, total=False):
    """`check`: the faults of a book, errors first; `more` are not shown. With --list or --explain
    the `checks` themselves.
    """

    problems: list[ProblemFound]
    more: int
    checks: list[CheckKnown]


class Side(TypedDict):
    """A clause in one edition."""

    id: str
    text: str


class Changed(TypedDict):
    """What became of a clause; `words` are runs of kept, removed and added words."""

    kind: str
    id: str
    old: Side | None
    new: Side | None
    follows: bool
    words: list[tuple[str, str]]


class Difference(Answer):
    """`diff`: what changed between two editions."""

    ruleset: str
    old: str
    new: str
    counts: dict[str, int]
    changes: list[Changed]


class StaleCitation(TypedDict):
    """A citation that must be looked at; `mend` is the number to write where that is all."""

    entry: str
    citation: str
    kind: str
    checked_against: str
    place: str
    moved_to: str | None
    mend: str | None
    change: Changed | None


class Audit(TypedDict):
    """The entries that cite one ruleset, against an edition of it."""

    ruleset: str
    against: str
    looked_at: int
    without_text: dict[str, list[str]]
    findings: list[StaleCitation]


class Stale(Answer):
    """`stale`: the audits, and the files that were rewritten."""

    audits: list[Audit]
    changed: list[str]


class Accounts(TypedDict):
    """How many lines or items of a document there are, and in which part of the book they are."""

    unit: str
    total: int
    parts: dict[str, int]


class Imported(Answer):
    """`import`: what was imported, or with --plan what would be and what is odd."""

    counts: dict[str, int]
    book: NotRequired[str]
    title: NotRequired[str]
    edition: NotRequired[str | None]
    accounts: NotRequired[Accounts]
    columns: NotRequired[dict[str, str]]
    not_used: NotRequired[list[str]]
    levels: NotRequired[dict[str, int]]
    left_out: NotRequired[list[str]]
    unplaced: NotRequired[list[str]]


class IndexStatus(Answer):
    """`index`: where the index is, how it is, what it holds."""

    state: str
    folder: str
    books: list[str]
    entries: int
    phrasings: int
    rulesets: dict[str, dict[str, str]]


class WeakEntry(TypedDict):
    """An entry that is hard to find: its place among the hits of one of its own texts, the entries
    before it, and how many phrasings it has by language.
    """

    entry: str
    place: int
    wrote: str
    before: list[str]
    phrasings: dict[str, int]


class Phrasings(Answer):
    """`phrasings`: the entries that need them most, the event's questions without an answer, and
    the words in these that no entry knows, with how many questions have each.
    """

    weakest: list[WeakEntry]
    unanswered: list[str]
    unknown_words: dict[str, int]


class LineFitted(TypedDict):
    """The line that `eval --fit` fitted, and the file that keeps it. `before`, `after` and
    `held_out` (lines fitted to other questions): how many questions get each level.
    """

    questions: int
    line: dict[str, float]
    before: dict[str, dict[str, int]]
    after: dict[str, dict[str, int]]
    held_out: dict[str, dict[str, int]]
    kept: str | None


class Evaluation(Answer):
    """`eval`: the figures over all questions, by kind, ruleset and language."""

    all: dict[str, Any]
    by_kind: dict[str, dict[str, Any]]
    by_ruleset: dict[str, dict[str, Any]]
    by_language: dict[str, dict[str, Any]]
    certainty: dict[str, dict[str, int]]
    questions: dict[str, dict[str, Any]]
    compared: NotRequired[dict[str, Any]]
    fitted: NotRequired[LineFitted]


class Finding(TypedDict):
    """Something that `doctor` looked at; a remedy where it is not as it should be."""

    name: str
    state: str
    remedy: str


class Doctor(Answer):
    """`doctor`: the state of the installation."""

    findings: list[Finding]


OUTPUTS: dict[str, Any] = {
    **{"search": Search, "show": Show, "card": CardFound, "refs": References, "list": List},
    **{"rules": Rules, "calc": Calculation, "tonight": Tonight, "calls": Calls, "log": Log},
    **{"check": Check, "diff": Difference, "stale": Stale, "import": Imported},
    **{"index": IndexStatus, "eval": Evaluation, "doctor": Doctor, "phrasings": Phrasings},
}
"""The type of what each command prints with --json."""


def output_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of what the commands print; ``x-commands`` names each one's."""
    kinds = list(OUTPUTS.values())
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What rulings prints with --json, version {VERSION}",
        "anyOf": list(schemas),
        "x-commands": {name: one["$ref"] for name, one in zip(OUTPUTS, schemas, strict=True)},
        "$defs": dict(sorted(components.items())),
    }
