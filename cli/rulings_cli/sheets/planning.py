"""Making the plan of a sheet: what it selects, what that cites, and what is said of each."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import NamedTuple

from msgspec.structs import replace

from rulings import ids
from rulings.errors import RulingsError
from rulings.format.authority_and_status import Authority
from rulings.format.model import AnyEntry, Clause, Fork, Ruleset, Ruling, Source, Text, Variant
from rulings.format.sheets import Part, Sheet, SheetSection, Table
from rulings.format.words import WORDS
from rulings.kinds import BODY
from rulings.languages import nearest, text_in
from rulings.lookup.links import rests_on, texts_of, touched_by
from rulings.lookup.records import label_of
from rulings.reading.book import Book
from rulings.text import formulas
from rulings.text.markdown import is_web_address, nodes_of
from rulings_cli.html.brand import Brand
from rulings_cli.sheets import phrases, plan
from rulings_cli.sheets.phrases import dotted, joined
from rulings_cli.sheets.reservations import Reservations
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import clean, shortened

_BOOKS_WIDTH, _TITLE_WIDTH, _EVENT_WIDTH = 72, 76, 40
_LABELS = ("sheet_contents", "sources", "sheet_authorities")
"""The headings that every sheet brings."""


class Contents(NamedTuple):
    """What is on a sheet: the entries of each section; the calls above them; the `prefixes` of the
    rulesets that it is about; more `rules` that it cites; the ids of what is `omitted` from it.
    """

    selected: list[list[AnyEntry]]
    calls: list[Ruling]
    prefixes: set[str]
    rules: Collection[str]
    omitted: Collection[str]


class Planner:
    """Makes the plans of a sheet, which leave out more or less of it."""

    def __init__(
        self, book: Book, sheet: Sheet, contents: Contents, languages: Sequence[str], mark: str
    ) -> None:
        """If the sheet names no language, it is in those languages of its rulesets that are nearest
        to `languages`. `mark` tells its books from other editions of them, at the foot of a page.
        """
        self._book, self._sheet, self._contents = book, sheet, contents
        self._mark, self.calls = mark, contents.calls
        rulesets = [book.ruleset_of(entry.id) for entry in chain(*contents.selected)]
        codes = [] if sheet.language else [code for each in rulesets for code in each.languages]
        near = (nearest(codes, each) if codes else each for each in languages)
        self._languages, self._is_poster = tuple(dict.fromkeys(near)), sheet.style == "poster"
        self._names = book.names()
        self._limits = Reservations(book, sheet, self.calls, self._languages)

    def make(self, omit: Collection[Part] = (), absent: Collection[str] = ()) -> plan.Plan:
        """The plan without the parts in `omit` and the entries in `absent`, which it names."""
        contents = self._contents
        self._omit, self._absent = omit, {*absent, *contents.omitted}
        self._offered: set[Part] = set()
        self._on_sheet: dict[str, AnyEntry] = {}
        left = [[each for each in row if each.id not in self._absent] for row in contents.selected]
        # A call that a poster prints in the place of an entry is not above its sections as well.
        rows = (
            [*self._limits.printed_for(each), *self._decision_table(each)] for each in chain(*left)
        )
        on_poster = {each.id for each in chain(*rows)} if self._is_poster else set()
        # In the order of the sections, since each takes only what is not on the sheet yet.
        called = self._new(call for call in self.calls if call.id not in on_poster)
        in_force = self._new(self._in_force())
        selected = [self._new(chain(*map(self._limits.printed_for, entries))) for entries in left]
        cited = [each for each in self._new(self._cited()) if any(dict(texts_of(each)).values())]
        if cited and not self._offer(Part.CLAUSES):
            cited = []
        # All entries are known now: first the remarks that several share, then what is printed.
        self._shared = self._shared_remarks()
        calls_head = SheetSection(title=WORDS["sheet_calls"] if selected else {})
        sections = [
            self._section("calls", calls_head, called),
            self._section("in force", SheetSection(title=WORDS["sheet_in_force"]), in_force),
            *map(partial(self._section, "selected"), self._sheet.sections, selected),
            self._section("cited", SheetSection(title=WORDS["sheet_clauses"]), cited),
        ]
        filled = [section for section in sections if section.items or section.tables]
        title = self._shown(WORDS["sheet_rules_and_rulings"])
        for number, (above, section) in enumerate(pairwise(filled), 1):
            if above.kind in ("calls", "in force") and not section.title:
                filled[number] = replace(section, title=title)
        return self._whole(filled, absent)

    def _offer(self, part: Part) -> bool:
        """Note that there is something to print of a part; returns whether it is printed."""
        self._offered.add(part)
        return part not in self._omit

    def _new(self, entries: Iterable[AnyEntry]) -> list[AnyEntry]:
        """Put entries on the sheet; returns those that were not on it."""
        known = self._on_sheet.keys() | self._absent
        fresh = {entry.id: entry for entry in entries if entry.id not in known}
        self._on_sheet |= fresh
        return list(fresh.values())

    def _in_force(self) -> list[AnyEntry]:
        """The variants that the sheet says are used, of its rulesets or changing their rules."""
        names = self._sheet.variants or ()
        if unknown := [name for name in names if name not in self._book.entries]:
            raise RulingsError(f"the book has no variant {unknown[0]!r}; correct `variants`")
        variants = (self._book.entries[name] for name in names)
        about = self._contents.prefixes
        return [each for each in variants if about & {*map(ids.prefix_of, touched_by(each))}]

    def _cited(self) -> list[AnyEntry]:
        """What the entries on the sheet cite, and the rules, in the order of the rulebooks."""
        names = {*self._contents.rules}
        for entry in self._on_sheet.values():
            decided = [case.id for case in self._decision_table(entry) if case.authority]
            names.update(decided or rests_on(entry))
        known = names & self._book.entries.keys()
        return [self._book.entries[name] for name in sorted(known, key=ids.sort_key)]

    def _whole(self, sections: list[plan.Section], absent: Collection[str]) -> plan.Plan:
        sheet, brand = self._sheet, Brand(self._book, self._languages)
        tables = (table for each in sheet.sections for table in each.tables)
        names = [*self._on_sheet, *(row.formula for table in tables for row in table.rows)]
        rulesets = [*{each.id: each for each in map(self._book.ruleset_of, names)}.values()]
        editions = [self._shown(phrases.edition(ruleset)) for ruleset in rulesets]
        title = self._shown(sheet.title)
        event_line = dotted(joined(self._shown(sheet.event)), sheet.date)
        names_shown = ", ".join(text_in(each, self._languages[0]) for each in editions[:3])
        book = f"{joined(self._shown(WORDS['sheet_book']))} {self._mark}"
        selected = chain(*(each.items for each in sections if each.kind == "selected"))
        titled = [item for item in selected if item.title]
        contents = len(titled) > 1 and self._offer(Part.CONTENTS)
        notices = [*self._notices(rulesets), *map(self._blocks, brand.legal)]
        omitted = self._offered.intersection(self._omit)
        missing = [self._book.entries[name] for name in absent]
        return plan.Plan(
            languages=self._languages,
            paper=sheet.paper,
            columns=sheet.columns or 2,
            poster=self._is_poster,
            title=title,
            event_line=event_line,
            running=(shortened(joined(title), _TITLE_WIDTH), shortened(event_line, _EVENT_WIDTH)),
            foot=dotted(shortened(names_shown, _BOOKS_WIDTH), book, sheet.date),
            editions=editions,
            intro=self._blocks(sheet.intro),
            contents=contents,
            sections=sections,
            sources=list(self._sources()),
            notices=notices,
            accent=brand.accent or "#16365c",
            logo=list(brand.logo.content) if brand.logo else [],
            authorities=self._authorities(sections),
            labels={name: self._shown(WORDS[name]) for name in _LABELS},
            left_out=self._shown(phrases.left_out(missing, () if self._is_poster else omitted)),
            parts=[part for part in Part if part in self._offered - omitted],
        )

    def _authorities(self, sections: Iterable[plan.Section]) -> dict[str, plan.Words]:
        items = [item for section in sections for item in section.items]
        named = {item.authority for item in items}
        named |= {case.authority for item in items for case in item.cases}
        ranked = (each for each in Authority if each in named)
        return {str(each): self._shown(WORDS[f"authority_{each}"]) for each in ranked}

    def _section(
        self, kind: plan.SectionKind, head: SheetSection, entries: Iterable[AnyEntry]
    ) -> plan.Section:
        return plan.Section(
            kind=kind,
            title=self._shown(head.title),
            intro=self._blocks(head.intro),
            items=[self._item(entry, in_full=kind == "cited") for entry in entries],
            tables=[*map(self._table, head.tables)],
        )

    def _item(self, entry: AnyEntry, in_full: bool) -> plan.Item:
        """An entry as the sheet prints it; `in_full`: a clause or variant with its text only."""
        in_full = in_full and isinstance(entry, Clause | Variant)
        passages = [] if self._limits.is_muted(entry) else [*self._passages_of(entry, in_full)]
        has_parts = all(part for part, _ in passages)
        own: Text = getattr(entry, "verdict", {})
        verdict = self._limits.verdict(entry, own) if has_parts or not in_full else {}
        cases = self._decision_table(entry)
        question: Text = getattr(entry, "ask", {})
        cites = [] if question else rests_on(entry)
        is_bare = bool(self._sheet.poster and verdict) if self._is_poster else not entry.title
        is_call = self._is_poster and getattr(entry, "call", None)  # whose title may be cut
        label: Text = (getattr(entry, "question", {}) if is_call else {}) or label_of(entry)
        return plan.Item(
            id=entry.id,
            title=self._shown({} if is_bare and isinstance(entry, Clause) else label),
            verdict=self._blocks(verdict),
            notes=[self._shown(note) for note in self._limits.on(entry)],
            passages=self._by_language(passages),
            cites=cites[:1] if self._is_poster else cites,
            authority=None if cases else entry.authority,
            overruled=self._limits.is_overruled(entry),
            question=self._shown(question if question != entry.title else {}),
            cases=cases,
        )

    def _passages_of(self, entry: AnyEntry, in_full: bool) -> Iterator[tuple[Part | None, Text]]:
        """The texts below the verdict of an entry, without remarks that are shared, each with its
        part of the sheet; None if it is never left out.
        """
        verdict: Text = getattr(entry, "verdict", {})
        is_call = getattr(entry, "call", None) is not None
        is_labelled = self._is_poster or is_call or not (entry.title or isinstance(entry, Clause))
        for pointer, text in texts_of(entry):
            key = "answer" if pointer[0] == "text" else str(pointer[0])
            is_shared = key == Part.REMARK and tuple(text.items()) in self._shared
            is_repeated = (is_labelled and text == label_of(entry)) or (is_call and text == verdict)
            if text and key in (*BODY, "examples") and not (is_shared or is_repeated):
                is_kept = key == Part.ANSWER and (in_full or not any(verdict.values()))
                yield (None if is_kept else Part(key)), text

    def _shown(self, text: Text) -> plan.Words:
        return phrases.shown(text, self._languages)

    def _blocks(self, text: Text) -> plan.Blocks:
        return {
            language: nodes_of(words, partial(self._name, language=language))
            for language, words in self._shown(text).items()
        }

    def _by_language(
        self, passages: Iterable[tuple[Part | None, Text]]
    ) -> dict[str, list[plan.Passage]]:
        lines: dict[str, list[plan.Passage]] = {}
        for part, text in passages:
            if part and not self._offer(part):
                continue
            label = phrases.PARTS.get(part, {}) if part else {}
            for language, nodes in self._blocks(text).items():
                spoken = language if language in self._languages else self._languages[0]
                passage = plan.Passage(part=part, label=text_in(label, spoken), text=nodes)
                lines.setdefault(language, []).append(passage)
        return lines

    def _name(self, reference: str, language: str) -> str:
        """What a reference in a text is printed as: the name of a card or term, an entry's id."""
        kind, _, slug = reference.rpartition(":")
        named = clean(text_in(self._names.get(reference), language))
        return named or (slug if kind in ("card", "term") else reference)

    def _decision_table(self, entry: AnyEntry) -> list[plan.Case]:
        return list(self._cases(entry, 0, set())) if isinstance(entry, Fork) else []

    def _cases(self, fork: Fork, depth: int, visited: set[str]) -> Iterator[plan.Case]:
        """The cases of a fork; after a case that leads to another fork come those of that fork."""
        visited.add(fork.id)
        for case in fork.cases:
            when = {code: "→ " * depth + words for code, words in self._shown(case.when).items()}
            below = self._book.entries.get(case.entry)
            if below is None:
                yield plan.Case(when=when, id=case.entry)
                continue
            entry = self._limits.printed_for(below)[-1]
            verdict: Text = case.verdict if entry is below else {}
            verdict = verdict or getattr(entry, "verdict", {}) or getattr(entry, "text", {})
            yield plan.Case(
                when=when,
                verdict=self._blocks(self._limits.verdict(entry, verdict)),
                title=self._shown(getattr(entry, "ask", label_of(entry))),
                notes=[self._shown(note) for note in self._limits.on(entry)],
                overruled=self._limits.is_overruled(entry),
                id=entry.id,
                authority=None if isinstance(entry, Fork) else entry.authority,
            )
            if isinstance(entry, Fork) and entry.id not in visited:
                yield from self._cases(entry, depth + 1, visited)

    def _table(self, table: Table) -> plan.Numbers:
        """A table with its results; RulingsError for an unknown formula, input or output."""
        rows, head = list[plan.Row](), Text()
        for row in table.rows:
            formula = getattr(self._book.entries.get(row.formula), "formula", None)
            output = row.output or next(reversed(formula.outputs if formula else {}), "")
            if not formula or table.over not in formula.inputs or output not in formula.outputs:
                both = f"the input {table.over!r} and the output {output!r}"
                raise RulingsError(f"{row.formula!r} has no formula with {both}; correct the table")
            given = ({table.over: number, **row.given} for number in table.values)
            results = (formulas.evaluate(formula, each).outputs[output] for each in given)
            values = [*map(formulas.show, results)]
            head = head or formula.inputs[table.over].text
            label = row.label or formula.labels.get(output, {"en": output})
            notes = [*self._limits.calls_on(self._book.entries[row.formula])]
            if notes and row.formula in [each.id for each in rows]:
                continue
            for note in notes:  # the numbers are those of an overruled rule
                label = phrases.filled(dict.fromkeys(label, "{row}: {note}"), row=label, note=note)
                values = ["–"] * len(values)
            rows.append(plan.Row(id=row.formula, label=self._shown(label), values=values))
        title, over = self._shown(table.title), [*map(formulas.show, table.values)]
        return plan.Numbers(title=title, head=self._shown(head), values=over, rows=rows)

    def _shared_remarks(self) -> dict[tuple[tuple[str, str], ...], list[str]]:
        ids_of: dict[tuple[tuple[str, str], ...], list[str]] = {}
        for name, entry in self._on_sheet.items():
            if remark := getattr(entry, "remark", {}):
                ids_of.setdefault(tuple(remark.items()), []).append(name)
        return {remark: names for remark, names in ids_of.items() if len(names) > 1}

    def _notices(self, rulesets: Sequence[Ruleset]) -> Iterator[plan.Blocks]:
        """The notices of the rulesets, and the remarks that several entries share."""
        for ruleset in rulesets:
            if ruleset.notice and self._offer(Part.NOTICE):
                yield self._blocks(ruleset.notice)
        for remark, names in self._shared.items():
            on = phrases.filled(WORDS["sheet_remark_on"], ids=", ".join(names), remark=dict(remark))
            if self._offer(Part.REMARK):
                yield self._blocks(on)

    def _sources(self) -> Iterator[plan.SourceLine]:
        names = (each.id for entry in self._on_sheet.values() for each in entry.sources)
        for name in dict.fromkeys(names):
            source = self._book.sources.get(name) or Source(id=name, title={"en": name})
            title = source.title
            if book := self._book.replaced_by.get(f"source:{name}"):
                title = {c: f"{words} ({strings.who('', book, c)})" for c, words in title.items()}
            about = dict.fromkeys([source.author, source.date, source.edition])
            url = clean(source.url) if is_web_address(source.url) else ""
            yield plan.SourceLine(title=self._shown(title), about=clean(dotted(*about)), url=url)
