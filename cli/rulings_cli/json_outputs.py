"""What each command prints with --json: the contract for other programs.

`rulings schema --output` makes the JSON Schema of it, docs/reference/json.md the words, and a test
holds what the commands print against it. Records are in `rulings.format.record`.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, NotRequired, TypedDict, cast

import msgspec

from rulings.format.record import VERSION, Cited, Record, Text
from rulings_index.lab.weaknesses import Weakness

Certainty = Literal["answer", "perhaps", "none"]


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


class Step(TypedDict):
    """An input or an output of a formula: its name and value, what both are called, the working."""

    name: str
    label: Text
    value: str
    value_label: Text
    working: str


class Worked(TypedDict):
    """The formula of an entry, worked out for the numbers of the question; some are assumed."""

    id: str
    formula: str
    given: list[Step]
    assumed: list[Step]
    outputs: list[Step]


class Listed(TypedDict):
    """An entry in a line."""

    id: str
    kind: str
    ruleset: str
    title: Text
    authority: str
    status: str


class RuleInForce(Record):
    """A clause as the book has it, and the variants that change it or add to it."""

    changed_by: list[str]
    added_by: list[str]
    proposed_by: list[str]


class LogLine(TypedDict):
    """A question of the evening, how sure the answer was, what was shown and opened."""

    number: int
    at: str
    command: str
    asked: str
    certainty: str
    shown: list[str]
    opened: list[str]


class ProblemFound(TypedDict):
    """A fault of a book, at its place; line and column count from 1."""

    path: str
    line: int
    column: int
    code: str
    severity: Literal["error", "warning", "note"]
    message: str


class Changed(TypedDict):
    """What became of a clause, with its id and text in each edition; `words` are runs of kept,
    removed and added words.
    """

    kind: str
    id: str
    old: dict[str, str] | None
    new: dict[str, str] | None
    follows: bool
    words: list[tuple[str, str]]


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
    unchecked: list[str]
    findings: list[StaleCitation]


class Output(NamedTuple):
    """What a command prints, in words, and its keys; those that end in ``?`` may be missing."""

    about: str
    keys: dict[str, Any]


OUTPUTS = {
    "search": Output(
        "The hits, best first; or none, and what comes nearest.",
        {
            "query": str,
            "certainty": Certainty,
            "event": Evening | None,
            "total": int,
            "took_ms": float,
            "hits": list[Hit],
            "nearest": list[Hit],
            "fork": Fork | None,
            "worked?": Worked,
            "suggestion?": str,
        },
    ),
    "show": Output("Whole entries, sections, cards or terms.", {"entries": list[Record]}),
    "card": Output(
        "The card, or null where there is none, and every entry that touches it.",
        {"card": Record | None, "entries": list[Record]},
    ),
    "refs": Output(
        "Who rests on an entry; `through` names the variant between, or is empty.",
        {"id": str, "cited_by": list[Cited]},
    ),
    "list": Output("Entries by filters.", {"entries": list[Listed]}),
    "rules": Output(
        "A ruleset, and its clauses with the variants in force laid over them.",
        {
            "ruleset": dict[str, Any],
            "effective": bool,
            "variants": list[str],
            "conflicts": dict[str, list[str]],
            "not_in_force": dict[str, list[str]],
            "clauses": list[RuleInForce],
        },
    ),
    "calc": Output(
        "What was given, and what comes out. Where no formula is named, `formulas`: id, formula, "
        "inputs and title of each.",
        {
            "id?": str,
            "formula?": str,
            "given?": dict[str, int | float],
            "outputs?": dict[str, int | float | str],
            "working?": list[str],
            "authority?": str,
            "formulas?": list[dict[str, Any]],
        },
    ),
    "tonight": Output(
        "The event that is on; with --list all of them.",
        {"event?": Evening | None, "events?": list[Evening]},
    ),
    "calls": Output(
        "The head judge's calls, under the keys of the book format.",
        {"calls": list[dict[str, Any]]},
    ),
    "log": Output("What was asked at an event.", {"event": Evening | None, "log": list[LogLine]}),
    "check": Output(
        "The faults of a book, errors first; `more` are not shown. With --explain `checks`: the "
        "code, severity, summary and remedy of it.",
        {"problems?": list[ProblemFound], "more?": int, "checks?": list[dict[str, str]]},
    ),
    "diff": Output(
        "What changed between two editions.",
        {
            "ruleset": str,
            "old": str,
            "new": str,
            "counts": dict[str, int],
            "changes": list[Changed],
        },
    ),
    "stale": Output(
        "The audits, and the files that were rewritten.",
        {"audits": list[Audit], "changed": list[str]},
    ),
    "import": Output(
        "What was imported, or with --plan what would be and what is odd. `accounts` says how many "
        "lines or items (`unit`) the document has in all, and in which `parts` of the book.",
        {
            "counts": dict[str, int],
            "book?": str,
            "title?": str,
            "edition?": str | None,
            "accounts?": dict[str, Any],
            "columns?": dict[str, str],
            "not_used?": list[str],
            "levels?": dict[str, int],
            "left_out?": list[str],
            "unplaced?": list[str],
        },
    ),
    "index": Output(
        "Where the index is, how it is, what it holds.",
        {
            "state": str,
            "folder": str,
            "books": list[str],
            "entries": int,
            "phrasings": int,
            "rulesets": dict[str, dict[str, str]],
        },
    ),
    "eval": Output(
        "The figures over all questions, by kind, ruleset and language.",
        {
            "all": dict[str, Any],
            "by_kind": dict[str, dict[str, Any]],
            "by_ruleset": dict[str, dict[str, Any]],
            "by_language": dict[str, dict[str, Any]],
            "questions": dict[str, dict[str, Any]],
        },
    ),
    "doctor": Output(
        "The state of the installation: name, state and remedy of each thing looked at.",
        {"findings": list[dict[str, str]]},
    ),
    "phrasings": Output(
        "The entries that need them most, the hardest to find first.", {"weakest": list[Weakness]}
    ),
}
"""What each command prints with --json, after the version."""


def type_of(command: str) -> Any:
    """The type of what a command prints with --json."""
    about, keys = OUTPUTS[command]
    types: dict[str, Any] = {"version": Literal[VERSION]}
    for key, kind in keys.items():
        types[key.rstrip("?")] = NotRequired[kind] if key.endswith("?") else kind
    made = cast(Any, TypedDict)(command.title(), types)
    made.__doc__ = about
    return made


def output_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of what the commands print; ``x-commands`` names each one's."""
    kinds = [type_of(command) for command in OUTPUTS]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What rulings prints with --json, version {VERSION}",
        "anyOf": list(schemas),
        "x-commands": {name: each["$ref"] for name, each in zip(OUTPUTS, schemas, strict=True)},
        "$defs": dict(sorted(components.items())),
    }
