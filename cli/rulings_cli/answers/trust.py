"""What is printed with every entry: who says so, in which edition, with which reservations, and the
names in its texts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from rulings import ids
from rulings.languages import text_in
from rulings.lookup.event import NO_EVENT, Event
from rulings_cli.answers.newer import NewerEditions
from rulings_cli.terminal import strings
from rulings_index.asking_back.calls import touch_of
from rulings_index.results import Case, verdict_of, verdict_of_case

if TYPE_CHECKING:
    from rulings.format.record import Cited, Record, Source, Text
    from rulings_index import Index

_BASIS = ("decides", "clause", "variant", "modifies")


def keys_read_first(record: Record) -> tuple[str, ...]:
    """The keys of the texts to read first: the verdict, or the answer where there is none."""
    summed_up = any((record.get("verdict") or {}).values())
    return ("verdict" if summed_up else "answer", "text", "ask", "effect")


def cases_of(record: Record, event: Event = NO_EVENT) -> list[tuple[Text, Text, str]]:
    """The cases of a fork: the condition, what holds then, and the entry or call that says so."""
    cited = {each["id"]: each for each in record.get("cited", ())}
    cases = []
    for case in record.get("cases", ()):
        name, call = case["entry"], event.overruled.get(case["entry"])
        holds = verdict_of(call) if call else verdict_of_case(case, cited.get(name))
        cases.append((case["when"], holds, call["id"] if call else name))
    return cases


def with_names(record: Record | Cited, text: Text | None, language: str) -> str:
    """A text in a language, with names in place of ids such as ``[[card:escape-rope]]``."""
    names, words = record.get("names", {}), text_in(text, language)
    return re.sub(ids.CITATION, lambda ref: text_in(names.get(ref[1]), language) or ref[0], words)


def trust_line(record: Record, language: str, event: Event = NO_EVENT, brief: bool = False) -> str:
    """``Battle Royal (EUIC 2024) · official · tilanosaur · tonight: City League``; if `brief`, only
    the author of the first source stands for the sources.
    """
    name = text_in(record.get("ruleset_name"), language)
    edition = edition_in_words(record.get("edition", ""), record.get("unchanged_in", ""), language)
    cite, most = (short_source, 1) if brief else (source_line, 2)
    parts = [
        f"{name} ({edition})" if name and edition else name,
        who_says(record, language),
        *(cite(source, language) for source in record.get("sources", [])[:most]),
        f"{strings.phrase('tonight', language)}: {event.label()}" if event.name else "",
    ]
    return " · ".join(filter(None, parts))


def short_source(source: Source, language: str) -> str:
    """The author of a source, or its title, and where in it a statement stands."""
    about = source.get("author") or text_in(source.get("title"), language)
    return ", ".join(filter(None, (about, source.get("where"))))


def who_says(record: Record | Cited, language: str) -> str:
    """The authority of an entry, the book that overrides a lower one, and if need be its status."""
    names = record.get("authority", ""), record.get("book", "")
    return strings.who(*names, language, record.get("status", "active"))


def edition_in_words(edition: str, later: str, language: str) -> str:
    """An edition, and the later one that still has the same numbers."""
    if not (edition and later):
        return edition
    return strings.phrase("unchanged_in", language, edition=edition, later=later)


def source_line(source: Source, language: str) -> str:
    """A source in one line: title, author, date, and where in it."""
    title = text_in(source.get("title"), language) or source["id"]
    about = ", ".join(part for part in (source.get("author"), source.get("date")) if part)
    line = f"{title} ({about})" if about else title
    line += f", {source['where']}" if source.get("where") else ""
    book = strings.who("", source.get("book", ""), language)
    return f"{line} ({book})" if book else line


def reservations(record: Record, language: str, event: Event) -> list[str]:
    """The lines above a verdict that limit it: calls, another format, variants in force or not."""
    lines = _call_notices(record, language, event, full=True)
    if record["kind"] == "clause" and not (record.get("text") or record.get("verdict")):
        lines.append(strings.phrase("only_cited", language))
    if call := record.get("call"):
        today = event.date if call["event"] == event.name else ""
        where = f" ({call['event']})" if call["event"] not in ("", event.name) else ""
        lines.append(call_notice(call, language, today) + where)
    if elsewhere := other_format_notice(record, language, event):
        lines.append(elsewhere)
    elif len(event.rulesets) > 1 and record.get("ruleset") in event.rulesets:
        lines.append(text_in(record["ruleset_name"], language))  # the other format may differ
    if as_played(record, event) is not record:
        lines.append(strings.phrase("in_force_tonight", language))
    lines += _changes_in_force(record, language, event, full=True)
    for each in record.get("cited", ()):
        if each["role"] == "nearest" and each["id"] in event.variants:
            title = text_in(each["title"], language)
            lines.append(strings.phrase("near_in_force", language, id=each["id"], title=title))
    for clause, variant in changes_of_basis(record):
        if variant in event.variants:
            lines.append(strings.phrase("basis_changed", language, id=variant, clause=clause))
    for phrase, blanks, _ in NewerEditions().changes(record):
        lines.append(strings.phrase(phrase, language, **blanks))
    lines += (variant_off_notice(each, language, event) for each in _variants_off(record, event))
    return lines


def _call_notices(record: Record, language: str, event: Event, *, full: bool) -> list[str]:
    """The lines on the calls that overrule an entry or a part of it; if `full`, with what they say,
    and with those that are on its deciding clause, its card or a ruling that it decides.
    """
    lines = []
    for phrase, named, call in calls_on(record, event.calls):
        says = f"{text_in(verdict_of(call), language)} ({call['id']})"
        if phrase == "called_on":
            says = f"{text_in(call['title'], language)} → {says}"
        if full or phrase != "called_on":
            notice = strings.phrase(phrase, language, id=named)
            lines.append(f"{notice}: {says}" if full else notice)
    return [*dict.fromkeys(lines)]


def calls_on(
    record: Record, calls: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """The `calls` in force that are on an entry, each with a phrase and the id that this names: the
    entry is ``overruled`` by a call, or each of some parts of it is (``part_overruled``: a part);
    or else it is ``called_on``.
    """
    for call in calls:
        overruled = call["call"]["overrules"]
        above = [("overruled", call["id"])] if record["id"] in overruled else []
        above += [("part_overruled", part) for part in parts_overruled(record, overruled)]
        if not (above or record.get("call")) and touch_of(call, record):
            above = [("called_on", call["id"])]
        yield from ((phrase, named, call) for phrase, named in above)


def parts_overruled(record: Record, overruled: Collection[str]) -> list[str]:
    """Which `overruled` ids an entry rests on, names, or is above or below; none for a call."""
    if not overruled or record.get("call"):
        return []
    parts = {each["id"] for each in record.get("cited", ()) if each["role"] in _BASIS}
    parts.update(ids.citations_in(str(record.get("text", ""))))
    parts.update(ids.ancestors(record["id"]))
    cases = (each["id"] for each in record.get("cited_by", ()) if each["role"] == "case")
    own = ids.prefix_of(record["id"])  # what a format decides leaves the rules below it as they are
    parts.update(fork for fork in cases if ids.prefix_of(fork) == own)
    touched = (each for each in overruled if each in parts or record["id"] in ids.ancestors(each))
    return sorted(touched, key=ids.sort_key)


def _changes_in_force(record: Record, language: str, event: Event, full: bool) -> Iterator[str]:
    """A line for each variant in force that changes an entry: its verdict if `full`, or title."""
    for each in record.get("cited_by", ()):
        if each["role"] == "modifies" and each["id"] in event.variants:
            says = strings.adopted((full and each.get("verdict")) or each["title"])
            title = text_in(says, language)
            yield strings.phrase("sheet_changed", language, id=each["id"], title=title)


def changes_of_basis(record: Record) -> Iterator[tuple[str, str]]:
    """Pairs of a deciding clause and a variant that changes it; not those that the entry needs."""
    own = [each["id"] for each in variants_of(record)]
    for clause in record.get("cited", ()):
        changing = clause.get("modified_by", ()) if clause["role"] == "decides" else ()
        yield from ((clause["id"], variant) for variant in changing if variant not in own)


def as_played(record: Record, event: Event) -> Record:
    """The entry; without "Proposed" in its verdict if it is a variant in force at the event."""
    if record["kind"] != "variant" or record["id"] not in event.variants:
        return record
    return cast("Record", {**record, "verdict": strings.adopted(record["verdict"])})


def _variants_off(record: Record, event: Event) -> list[Record | Cited]:
    """The variants that an entry needs but the event does not use; none if a call settles that."""
    needed = [] if is_settled(record, event.overruled) else variants_of(record)
    return [each for each in needed if each["id"] not in event.variants]


def is_settled(record: Record, overruled: Collection[str]) -> bool:
    """Whether calls have `overruled` an entry, or a fork of which it is a case."""
    cases = (each["id"] for each in record.get("cited_by", ()) if each["role"] == "case")
    return not {*overruled}.isdisjoint((record["id"], *cases))


def variants_of(record: Record) -> list[Record | Cited]:
    """The variants that an entry is or rests on."""
    itself: list[Record | Cited] = [record] if record["kind"] == "variant" else []
    return itself + [each for each in record.get("cited", ()) if each["role"] == "variant"]


def without_variant(
    variant: Record | Cited, overruled: Collection[str]
) -> tuple[str, dict[str, str]]:
    """What holds while a variant is off, as a phrase and its blanks: `stands` (the clauses that
    it changes hold), `not_settled` (an open point is near), or `off` (calls have `overruled` them).
    """
    citing, modified = variant.get("cited_by"), variant.get("modifies")
    clauses = modified if isinstance(modified, list) else []
    if not {*overruled}.isdisjoint(clauses):
        return "off", {}
    is_whole = isinstance(citing, list) and all(each["role"] != "nearest" for each in citing)
    if is_whole and clauses:
        return "stands", {"clauses": ", ".join(clauses)}
    return "not_settled", {}


def variant_off_notice(variant: Record | Cited, language: str, event: Event) -> str:
    """The line before an entry that is, or rests on, a variant that is not in force."""
    if event.name:
        phrase, clauses = without_variant(variant, event.overruled)
        return strings.phrase(phrase, language, variant=variant["id"], **clauses)
    named = f"{variant['id']} {text_in(variant['title'], language)}"
    return f"{strings.phrase('needs_variant', language)}: {named} ({who_says(variant, language)})"


def bracketed_notices(record: Record, language: str, event: Event) -> str:
    """The notices on calls and on variants, before a verdict in a list."""
    marks = _call_notices(record, language, event, full=False)
    marks += _changes_in_force(record, language, event, full=False)
    if record["kind"] == "variant" and not event.name:
        marks.append(strings.phrase("kind_variant", language))
    if off := [each["id"] for each in _variants_off(record, event) if event.name]:
        which = f": {off[0]}" if off[0] != record["id"] else ""
        marks.append(strings.phrase("unsettled", language) + which)
    return "".join(f"[{mark}] " for mark in marks)


def case_at_event(case: Case, index: Index, language: str, event: Event) -> Case:
    """A case with the verdict it has at the event: that of a call on its entry or on a fork which
    leads to it, or the book's with its notices.
    """
    if not event.name and event.overruled.keys().isdisjoint((case.entry, *case.forks)):
        return case
    records = index.show(f"{case.entry}.")
    is_whole = bool(records) and not _is_of_variant(records[0], index, event)
    above = [*case.forks, case.entry] if is_whole else case.forks
    if calls := [event.overruled[name] for name in above[::-1] if name in event.overruled]:
        return case._replace(entry=calls[0]["id"], verdict=calls[0]["verdict"])
    marks = "".join(bracketed_notices(each, language, event) for each in records)
    verdict = strings.adopted(case.verdict) if case.entry in event.variants else case.verdict
    return case._replace(verdict={language: marks + text_in(verdict, language)})


def _is_of_variant(record: Record, index: Index, event: Event) -> bool:
    """Whether an entry needs a variant that is off, and without it only an open point is left."""
    is_off = any(each["id"] not in event.variants for each in variants_of(record))
    forks = (index.show(each["id"])[0] for each in record["cited_by"] if each["role"] == "case")
    cases = ({case["entry"] for case in fork["cases"]} - {record["id"]} for fork in forks)
    return is_off and any({*map(ids.kind_of, others)} == {"open"} for others in cases)


def call_notice(call: Mapping[str, Any], language: str, today: str = "") -> str:
    """The line on a call: when it was made, what it overrules, and what it contradicts."""
    when = strings.moment(call["made"], language, today)
    parts = [strings.phrase("ruled", language, when=when)]
    for phrase, entries in (("overruling", "overrules"), ("contradicts", "contradicts")):
        if named := ", ".join(call.get(entries, ())):
            parts.append(strings.phrase(phrase, language, entries=named))
    if day := call.get("corrected"):
        moment = strings.moment(day, language, today)
        parts.append(f"{strings.phrase('corrected', language)} {moment}".rstrip())
    return strings.separator(language).join(parts)


def other_format_notice(record: Record, language: str, event: Event) -> str:
    """The line on an entry of a format that the event does not play; else empty."""
    if record.get("ruleset") not in event.elsewhere:
        return ""
    name = text_in(record["ruleset_name"], language)
    return f"{strings.phrase('another_format', language)}: {name}"
