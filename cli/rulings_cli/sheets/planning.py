"""Making the plan of a sheet: what it selects, what that cites, and what is said of each."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace

import msgspec

from rulings import ids
from rulings.errors import RulingsError
from rulings.format import authorities
from rulings.format.authorities import Status
from rulings.format.model import (
    AnyEntry,
    Clause,
    Fork,
    Ruleset,
    Ruling,
    Source,
    SourceReference,
    Text,
    Variant,
)
from rulings.format.sheets import Part, Sheet, SheetSection, Table
from rulings.languages import SPOKEN, said
from rulings.lookup.links import listed_in, texts_of
from rulings.lookup.records import label_of
from rulings.reading.book import Book
from rulings.text import formulas
from rulings_cli.sheets import phrases
from rulings_cli.sheets.plan import Case, Item, Numbers, Passage, Plan, Section, SharedRemark
from rulings_cli.sheets.selection import Search, entries_of
from rulings_cli.terminal import strings

_PARTS = {str(part): part for part in Part}
"""The part of a sheet by the key of an entry's text; a text of another key is never left out."""
_Remark = tuple[tuple[str, str], ...]
_BELOW = "→ "
"""Before a condition, for each question that was answered above it."""


def plan_of(
    book: Book,
    sheet: Sheet,
    languages: Sequence[str],
    fingerprint: str,
    search: Search,
    calls: Sequence[Ruling] = (),
) -> Plan:
    """The plan of a sheet, with the `calls` in force before everything else.

    Raises RulingsError where it asks for what the book does not have.
    """
    planner = _Planner(book, sheet, calls)
    called = tuple(map(planner.item, planner.new(calls)))
    in_force = tuple(map(planner.item, planner.new(planner.in_force())))
    planned = [planner.section(section, search) for section in sheet.sections]
    sections = tuple(section for section in planned if section.items or section.tables)
    if not (sections or called):
        raise RulingsError("nothing is on this sheet; give its sections entries, select or queries")
    clauses = tuple(map(planner.in_full, planner.new(planner.cited())))
    shown = [book.entries[identifier] for identifier in planner.taken]
    plan = Plan(
        sheet=sheet,
        languages=tuple(languages),
        fingerprint=fingerprint,
        sections=sections,
        calls=called,
        in_force=in_force,
        clauses=clauses,
        rulesets=_rulesets(book, shown, sheet),
        sources=_sources(book, shown),
        _book=book,
    )
    return _with_shared_remarks(plan)


class _Planner:
    """Makes the items of a sheet, each entry once."""

    def __init__(self, book: Book, sheet: Sheet, calls: Sequence[Ruling]) -> None:
        self._book = book
        self._calls = calls
        self._in_force = sheet.variants
        self.taken: dict[str, None] = {}

    def new(self, entries: Iterable[AnyEntry]) -> list[AnyEntry]:
        """The entries that are not on the sheet yet; from now on they are."""
        fresh = [entry for entry in entries if entry.id not in self.taken]
        self.taken.update((entry.id, None) for entry in fresh)
        return fresh

    def in_force(self) -> list[AnyEntry]:
        """The variants that the sheet says are used."""
        unknown = [name for name in self._in_force or () if name not in self._book.entries]
        if unknown:
            raise RulingsError(f"the book has no variant {unknown[0]!r}; correct `variants`")
        return [self._book.entries[name] for name in self._in_force or ()]

    def cited(self) -> list[AnyEntry]:
        """What the entries taken so far cite, in the order of the rulebooks."""
        taken = (self._book.entries[name] for name in self.taken)
        cited = {name for entry in taken for name in self._rests_on(entry)}
        entries = [self._book.entries[name] for name in cited if name in self._book.entries]
        return sorted(entries, key=lambda entry: ids.sort_key(entry.id))

    def _rests_on(self, entry: AnyEntry) -> list[str]:
        """What an entry cites; for a fork the entries its table leads to, without further forks."""
        return [case.id for case in self._table(entry) if case.authority] or _cites(entry)

    def section(self, section: SheetSection, search: Search) -> Section:
        """A section of the sheet, with what is not on it yet."""
        entries = self.new(entries_of(self._book, section, search))
        tables = (_numbers(self._book, table) for table in section.tables)
        items = tuple(map(self.item, entries))
        return Section(section.title, section.intro, items, tuple(tables))

    def item(self, entry: AnyEntry) -> Item:
        """An entry as the sheet prints it."""
        question: Text = getattr(entry, "ask", {})
        return Item(
            id=entry.id,
            title=label_of(entry),
            authority=entry.authority,
            verdict=getattr(entry, "verdict", {}),
            passages=tuple(passage for passage in _passages(entry) if passage.text),
            cites=() if question else tuple(_cites(entry)),
            notes=tuple(self._notes(entry)),
            question=question if question != entry.title else {},
            cases=self._table(entry),
        )

    def _table(self, entry: AnyEntry) -> tuple[Case, ...]:
        return tuple(self._cases(entry, 0, set())) if isinstance(entry, Fork) else ()

    def _cases(self, fork: Fork, depth: int, visited: set[str]) -> Iterator[Case]:
        """The cases of a fork; a case that leads to another fork is followed by its cases, once."""
        visited.add(fork.id)
        for case in fork.cases:
            when = {language: _BELOW * depth + text for language, text in case.when.items()}
            entry = self._book.entries.get(case.entry)
            if entry is None:
                yield Case(when, {}, {}, (), case.entry, None)
                continue
            verdict: Text = getattr(entry, "verdict", {})
            title: Text = getattr(entry, "ask", label_of(entry))
            says_so = None if isinstance(entry, Fork) else entry.authority
            yield Case(when, verdict, title, tuple(self._notes(entry)), entry.id, says_so)
            if isinstance(entry, Fork) and entry.id not in visited:
                yield from self._cases(entry, depth + 1, visited)

    def in_full(self, entry: AnyEntry) -> Item:
        """An entry that others cite: its whole text, without the verdict that sums it up."""
        item = self.item(entry)
        if not isinstance(entry, Clause | Variant):
            return item
        kept = [Passage(None if p.part is Part.ANSWER else p.part, p.text) for p in item.passages]
        summed_up = item.verdict if all(p.part for p in kept) else Text()
        return replace(item, verdict=summed_up, passages=tuple(kept))

    def _notes(self, entry: AnyEntry) -> Iterable[Text]:
        if entry.status is not Status.ACTIVE:
            yield authorities.STATUSES[entry.status]
        if isinstance(entry, Ruling) and entry.call:
            made = entry.call.made
            when: Text = {spoken: strings.moment(made, spoken) for spoken in SPOKEN}
            yield phrases.filled(phrases.CALLED, when=when)
        for call in self._calls:
            if call.call and entry.id in call.call.overrules:
                yield phrases.filled(phrases.OVERRULED, id=call.id, title=call.verdict)
        if book := self._book.replaced_by.get(entry.id):
            yield _replaced_by(book)
        if isinstance(entry, Ruling):
            for name in entry.variants:
                yield self._variant_note(self._needs(name), name)
        for name in self._in_force or ():
            variant = self._book.entries.get(name)
            if isinstance(variant, Variant) and entry.id in variant.modifies:
                yield self._variant_note(phrases.CHANGED, name)

    def _needs(self, name: str) -> Text:
        if self._in_force is None:
            return phrases.NEEDS
        return phrases.NEEDS_IN_FORCE if name in self._in_force else phrases.NEEDS_NOT_IN_FORCE

    def _variant_note(self, phrase: Text, name: str) -> Text:
        variant = self._book.entries.get(name)
        return phrases.filled(phrase, id=name, title=variant.title if variant else "")


def _passages(entry: AnyEntry) -> Iterable[Passage]:
    verdict = getattr(entry, "verdict", {})
    summed_up = any(verdict.values())
    for pointer, text in texts_of(entry):
        key = str(pointer[0])
        its_title = not entry.title and text == label_of(entry)
        its_verdict = getattr(entry, "call", None) is not None and text == verdict
        said_before = its_title or its_verdict
        if key in ("title", "verdict", "ask", "cases") or said_before:
            continue  # where a short rule is its own title, or a call's verdict all of it
        whole = key == "answer" and not summed_up
        part = Part.ANSWER if key == "text" and summed_up else _PARTS.get(key)
        yield Passage(None if whole else part, text)


def _cites(entry: AnyEntry) -> list[str]:
    """The ids that an entry rests on, the deciding one first."""
    return list(dict.fromkeys(listed.target for listed in listed_in(entry)))


def _rulesets(book: Book, shown: Sequence[AnyEntry], sheet: Sheet) -> tuple[Ruleset, ...]:
    tables = (row.formula for section in sheet.sections for t in section.tables for row in t.rows)
    names = [*(entry.id for entry in shown), *tables]
    rulesets = map(book.ruleset_of, names)
    return tuple({ruleset.id: ruleset for ruleset in rulesets}.values())


def _replaced_by(book: str) -> Text:
    return {code: strings.who("", book, code) for code in strings.PHRASES["replaced_by"]}


def _sources(book: Book, shown: Sequence[AnyEntry]) -> tuple[tuple[Source, str], ...]:
    """The sources of what is shown, each with where it was cited, if that is in few places."""
    by_source: dict[str, list[SourceReference]] = {}
    for entry in shown:
        for reference in entry.sources:
            by_source.setdefault(reference.id, []).append(reference)
    listed = []
    for name, references in by_source.items():
        source = book.sources.get(name) or Source(id=name, title={"en": name})
        if book_above := book.replaced_by.get(f"source:{name}"):
            mark = _replaced_by(book_above)
            title = {code: f"{text} ({said(mark, code)})" for code, text in source.title.items()}
            source = msgspec.structs.replace(source, title=title)
        places = dict.fromkeys(reference.where for reference in references if reference.where)
        listed.append((source, ", ".join(places) if len(places) <= 3 else ""))
    return tuple(listed)


def _numbers(book: Book, table: Table) -> Numbers:
    """A table worked out. RulingsError where the book has no such formula, input or output."""
    rows = []
    head: Text = {}
    for row in table.rows:
        entry = book.entries.get(row.formula)
        formula = entry.formula if entry else None
        if formula is None:
            raise RulingsError(f"{row.formula!r} has no formula; correct the table of the sheet")
        output = row.output or next(reversed(formula.outputs), "")
        for name, what, known in (
            (table.over, "input", formula.inputs.keys()),
            (output, "output", formula.outputs.keys()),
        ):
            if name not in known:
                raise RulingsError(f"{row.formula} has no {what} {name!r}; correct the table")
        results = [formulas.evaluate(formula, {table.over: n, **row.given}) for n in table.values]
        values = tuple(formulas.show(result.outputs[output]) for result in results)
        head = head or formula.inputs[table.over].text
        rows.append((row.formula, row.label or formula.labels.get(output, {"en": output}), values))
    shown = tuple(formulas.show(value) for value in table.values)
    return Numbers(table.title, (head, shown), tuple(rows))


def _with_shared_remarks(plan: Plan) -> Plan:
    """The plan with each remark that several entries have taken out of them, and kept once."""
    ids: dict[_Remark, list[str]] = {}
    for item in plan.everything:
        for passage in item.passages:
            if passage.part is Part.REMARK:
                ids.setdefault(tuple(passage.text.items()), []).append(item.id)
    shared = {remark: names for remark, names in ids.items() if len(names) > 1}
    return replace(
        plan,
        sections=tuple(
            replace(section, items=_without(shared, section.items)) for section in plan.sections
        ),
        calls=_without(shared, plan.calls),
        in_force=_without(shared, plan.in_force),
        clauses=_without(shared, plan.clauses),
        remarks=tuple(SharedRemark(tuple(names), dict(remark)) for remark, names in shared.items()),
    )


def _without(remarks: Container[_Remark], items: Iterable[Item]) -> tuple[Item, ...]:
    def stays(passage: Passage) -> bool:
        return passage.part is not Part.REMARK or tuple(passage.text.items()) not in remarks

    return tuple(replace(item, passages=tuple(filter(stays, item.passages))) for item in items)
