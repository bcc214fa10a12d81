"""How an answer looks on the terminal: verdict first, the clause that decides, who says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulings.languages import in_language, said, text_of
from rulings.lookup.event import NO_EVENT, Event
from rulings_cli.answers.trust import (
    BODY,
    another_format,
    cases_of,
    first_read,
    named,
    reservations,
    source_line,
    trust_line,
    who_says,
)
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import Output, display_width, one_line, plain, shortened

if TYPE_CHECKING:
    from rulings.format.record import Cited, Record

_ALIASES = 8
"""Aliases shown: the first are names; the others are talk of players, which only search needs."""

_CARDS = 20

_BODY = ("verdict", "ask", *BODY)

_DECIDING = ("decides", "variant", "modifies", "adds-to", "nearest")
"""The roles in which a clause may be the one that decides, the strongest first."""


def print_answer(
    output: Output,
    record: Record,
    languages: Sequence[str],
    event: Event = NO_EVENT,
    *,
    sure: bool = True,
) -> None:
    """An answer card: id and title, verdict (or rule; bold where it is `sure` to be the answer),
    deciding clause, trust line.
    """
    _print_head(output, record, languages)
    _print_reservations(output, record, languages[0], event)
    _print_within(output, record, languages[0])
    for language in languages:
        above = ""
        for key in first_read(record):
            spoken = named(record, said(text_of(record, key), language), language)
            if spoken and spoken != above:  # a short rule may be its own verdict
                output.paragraphs(spoken, "strong" if sure and key == "verdict" else "", indent=2)
                above = spoken
    _print_cards(output, record, languages[0])
    deciding = _deciding(record)
    if deciding:
        for language in languages:
            rule = named(deciding, said(deciding.get("text"), language), language)
            book = strings.who("", deciding.get("book", ""), language)
            label = f"{deciding['id']} ({book})" if book else deciding["id"]
            output.labelled(label, rule or said(deciding["title"], language))
    if moves := _moves(record, languages):
        output.line(moves, indent=2)
    output.line(trust_line(record, languages[0], event), "dim", indent=2, hang=2)


def print_in_a_line(output: Output, record: Record, language: str, event: Event = NO_EVENT) -> None:
    """Id, title and verdict (or rule), as far as one line holds them; another format first."""
    spoken = said(record.get("verdict"), language) or said(record.get("text"), language)
    shown = f"{said(record['title'], language)}: {named(record, spoken, language)}"
    if another_format(record, language, event):
        shown = f"[{said(record['ruleset_name'], language)}] {shown}"
    room = output.width - display_width(record["id"]) - 2
    output.labelled(record["id"], shortened(one_line(plain(shown)), room), indent=0)


def _print_cards(output: Output, record: Record, language: str) -> None:
    """The cards that share a ruling without a verdict: its title names one, or their group."""
    cards = [
        said(record["names"][f"card:{slug}"], language)
        for slug in record.get("cards", ())
        if f"card:{slug}" in record["names"]
    ]
    if len(cards) > 1 and "answer" in first_read(record):
        more = f", +{len(cards) - _CARDS}" if len(cards) > _CARDS else ""
        output.labelled(strings.phrase("cards", language), ", ".join(cards[:_CARDS]) + more)


def print_entry(
    output: Output, record: Record, languages: Sequence[str], event: Event = NO_EVENT
) -> None:
    """A whole entry: every text, the clauses it rests on in full, who cites it, its sources."""
    _print_head(output, record, languages)
    _print_reservations(output, record, languages[0], event)
    _print_within(output, record, languages[0])
    for language in languages:
        for key in _BODY:
            if text := named(record, said(text_of(record, key), language), language):
                label = strings.phrase(key, language)
                output.labelled(label, text, "strong" if key == "verdict" else "")
        _print_cases(output, record, language)
        for example in record.get("examples", ()):
            text = named(record, said(example, language), language)
            output.labelled(strings.phrase("examples", language), text)
        _print_named(output, record, language)
    _print_worked(output, record, languages[0])
    _print_cited(output, record, languages)
    _print_cited_by(output, record, languages[0])
    _print_sources(output, record, languages[0])
    output.line(trust_line(record, languages[0], event), "dim", indent=2, hang=2)


def print_history(output: Output, record: Record, language: str) -> None:
    """The life of an entry: each change of its status, when, by whom and why."""
    items = sorted(record.get("history", ()), key=lambda item: item["date"])
    output.line(strings.phrase("history", language), "bold", indent=2)
    if not items:
        output.line(strings.phrase("no_history", language), indent=4)
    for item in items:
        status = strings.status(item["status"], language)
        parts = [status, item.get("by", ""), said(item.get("note"), language)]
        output.labelled(item["date"], " · ".join(part for part in parts if part), indent=4)


def _print_head(output: Output, record: Record, languages: Sequence[str]) -> None:
    own = {} if record.get("untitled") else record["title"]
    titles = [title for language in languages if (title := said(own, language))]
    title = " / ".join(dict.fromkeys(titles))
    head = output.styled(record["id"], "bold")
    if (status := record.get("status", "active")) != "active":
        head += " " + output.styled(f"[{strings.status(status, languages[0])}]", "warn")
    output.stream.write(f"{head}  " if title else head)
    rest = Output(output.stream, output.color, output.width - len(record["id"]) - 2)
    rest.line(title, "accent", hang=2)


def _print_reservations(output: Output, record: Record, language: str, event: Event) -> None:
    for line in reservations(record, language, event):
        output.line(line, "warn", indent=2, hang=2)


def _print_within(output: Output, record: Record, language: str) -> None:
    within = record.get("within", ())
    if within:
        path = " › ".join(f"{one['id']} {said(one['title'], language)}" for one in within)
        output.line(path, "dim", indent=2, hang=2)


def _deciding(record: Record) -> Cited | None:
    deciding = [clause for clause in record.get("cited", ()) if clause["role"] in _DECIDING]
    return min(deciding, key=lambda clause: _DECIDING.index(clause["role"]), default=None)


def _print_named(output: Output, record: Record, language: str) -> None:
    if effect := said(record.get("effect"), language):
        output.labelled(strings.phrase("effect", language), effect)
    for move in record.get("moves", ()):
        name = said(move["name"], language)
        output.labelled(name, said(move.get("effect"), language) or move.get("type", ""))
    if record.get("translation") == "working":
        output.line(strings.phrase("working", language), "warn", indent=2)
    aliases = in_language(record.get("aliases"), language, [])[:_ALIASES]
    if aliases:
        output.line(" / ".join(aliases), "dim", indent=2)


def _print_worked(output: Output, record: Record, language: str) -> None:
    formula = record.get("formula")
    if not formula:
        return
    inputs = " ".join(f"{name}=…" for name in formula["inputs"])
    output.labelled("calc", f'rulings calc "{record["id"]}" {inputs}')
    for name, label in formula["labels"].items():
        if name in formula["outputs"]:
            output.labelled(f"  {name}", said(label, language))


def _print_cases(output: Output, record: Record, language: str) -> None:
    """The cases of a fork: the condition, and what holds then."""
    for when, holds, entry in cases_of(record):
        output.labelled(entry, f"{said(when, language)}: {said(holds, language)}", indent=4)


def _print_cited(output: Output, record: Record, languages: Sequence[str]) -> None:
    cited = record.get("cited", [])
    if cited:
        output.line(strings.phrase("cited", languages[0]), "bold", indent=2)
    for clause in cited:
        for language in languages:
            text = said(clause.get("text"), language) or said(clause["title"], language)
            text = named(clause, text, language)
            who = who_says(clause, language)
            output.labelled(clause["id"], f"{text} ({who})", indent=4)


def _print_cited_by(output: Output, record: Record, language: str) -> None:
    cited_by = record.get("cited_by", [])
    if cited_by:
        output.line(strings.phrase("cited_by", language), "bold", indent=2)
    for entry in cited_by:
        role = strings.role(entry["role"], language)
        output.labelled(entry["id"], f"{said(entry['title'], language)} ({role})", indent=4)


def _print_sources(output: Output, record: Record, language: str) -> None:
    sources = record.get("sources", [])
    if sources:
        output.line(strings.phrase("sources", language), "bold", indent=2)
    for source in sources:
        output.line(source_line(source, language), indent=4, hang=2)
        if note := said(source.get("note"), language):
            output.paragraphs(note, "dim", indent=6)


def _moves(record: Record, languages: Sequence[str]) -> str:
    names = [
        said(move["name"], language) for move in record.get("moves", ()) for language in languages
    ]
    return ", ".join(names)
