"""Making the plan of a sheet: what it selects, what that cites, and what is said of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import pairwise

from msgspec.structs import replace

from rulings import ids
from rulings.errors import RulingsError
from rulings.format import words
from rulings.format.authority_and_status import Status
from rulings.format.model import AnyEntry, Clause, Fork, Ruleset, Ruling, Source, Text, Variant
from rulings.format.sheets import Part, Sheet, Table
from rulings.languages import text_in
from rulings.lookup.links import listed_in, texts_of
from rulings.lookup.records import label_of
from rulings.reading.book import Book
from rulings.text import formulas
from rulings.text.markdown import is_web_address, nodes_of
from rulings_cli.answers.trust import edition_in_words
from rulings_cli.html.brand import Brand
from rulings_cli.sheets import phrases, plan
from rulings_cli.sheets.phrases import WORDS, joined
from rulings_cli.sheets.selection import Search, entries_of
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import clean, shortened

_PARTS = {str(part): part for part in Part}
"""The part of a sheet by the key of an entry's text; a text of another key is never left out."""
_BELOW = "→ "
"""Before a condition, for each question that was answered above it."""
_ACCENT = "#16365c"


def plan_of(
    book: Book,
    sheet: Sheet,
    languages: Sequence[str],
    fingerprint: str,
    search: Search,
    calls_on: Callable[[Sequence[AnyEntry]], Sequence[Ruling]],
) -> plan.Plan:
    """The plan of a sheet, before everything else the calls that `calls_on` has for its entries.

    Raises RulingsError where it asks for what the book does not have.
    """
    chosen = [entries_of(book, each, search) for each in sheet.sections]
    calls = calls_on([entry for entries in chosen for entry in entries])
    planner = _Planner(book, sheet, tuple(languages), calls)
    called = planner.new(calls)
    in_force = planner.new(planner.in_force())
    selected = list(map(planner.new, chosen))
    cited = planner.new(planner.cited())
    title = WORDS["calls"] if selected else {}  # else the sheet's own
    sections = [
        planner.section("calls", title, called),
        planner.section("in force", WORDS["in_force"], in_force),
        *(
            planner.section("selected", each.title, entries, each.intro, each.tables)
            for each, entries in zip(sheet.sections, selected, strict=True)
        ),
        planner.section("cited", WORDS["clauses"], cited),
    ]
    filled = [section for section in sections if section.items or section.tables]
    if not any(section.kind in ("calls", "selected") for section in filled):
        raise RulingsError("nothing is on this sheet; give its sections entries, select or queries")
    for number, (above, section) in enumerate(pairwise(filled), 1):
        if above.kind in ("calls", "in force") and not section.title:
            filled[number] = replace(section, title=planner.shown(WORDS["rules_and_rulings"]))
    return planner.whole(filled, fingerprint)


@dataclass
class _Planner:
    """Makes the parts of a plan, each entry once."""

    _book: Book
    _sheet: Sheet
    _languages: tuple[str, ...]
    _calls: Sequence[Ruling]
    _taken: dict[str, AnyEntry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._is_poster = self._sheet.style == "poster"

    def new(self, entries: Iterable[AnyEntry]) -> list[AnyEntry]:
        """The entries that are not on the sheet yet; from now on they are."""
        fresh = [entry for entry in entries if entry.id not in self._taken]
        self._taken.update((entry.id, entry) for entry in fresh)
        return fresh

    def in_force(self) -> list[AnyEntry]:
        """The variants that the sheet says are used."""
        names = self._sheet.variants or ()
        if unknown := [name for name in names if name not in self._book.entries]:
            raise RulingsError(f"the book has no variant {unknown[0]!r}; correct `variants`")
        return [self._book.entries[name] for name in names]

    def cited(self) -> list[AnyEntry]:
        """What the entries taken so far cite, in the order of the rulebooks; for a fork the entries
        its table leads to, without further forks.
        """
        names: set[str] = set()
        for entry in self._taken.values():
            decided = [case.id for case in self._table(entry) if case.authority]
            names.update(decided or _cites(entry))
        known = names & self._book.entries.keys()
        return [self._book.entries[name] for name in sorted(known, key=ids.sort_key)]

    def whole(self, sections: list[plan.Section], fingerprint: str) -> plan.Plan:
        """The whole plan, around its sections."""
        sheet, brand = self._sheet, Brand(self._book, self._languages)
        rulesets = self._rulesets()
        editions = [self.shown(_edition(ruleset)) for ruleset in rulesets]
        title = self.shown(sheet.title)
        event_line = _dotted(joined(self.shown(sheet.event)), sheet.date)
        named = shortened(", ".join(text_in(each, self._languages[0]) for each in editions[:3]), 72)
        book = f"{joined(self.shown(WORDS['book']))} {fingerprint}"
        count = sum(len(each.items) for each in sections if each.kind == "selected")
        return plan.Plan(
            languages=self._languages,
            paper=sheet.paper,
            columns=sheet.columns or 2,
            poster=self._is_poster,
            title=title,
            event_line=event_line,
            running=(shortened(joined(title), 76), shortened(event_line, 40)),
            foot=_dotted(named, book, sheet.date),
            editions=editions,
            intro=self._blocks(sheet.intro),
            contents=count > 1,
            sections=sections,
            sources=list(self._sources()),
            notices=[
                *self._notices(rulesets),
                *(plan.Notice(text=self._blocks(text)) for text in brand.legal),
            ],
            accent=brand.accent or _ACCENT,
            logo=list(brand.logo.content) if brand.logo else [],
        )

    def section(
        self,
        kind: plan.SectionKind,
        title: Text,
        entries: Iterable[AnyEntry],
        intro: Text | None = None,
        tables: Iterable[Table] = (),
    ) -> plan.Section:
        """Entries and tables under a title."""
        return plan.Section(
            kind=kind,
            title=self.shown(title),
            intro=self._blocks(intro or {}),
            items=[self.item(entry, in_full=kind == "cited") for entry in entries],
            tables=[self._numbers(table) for table in tables],
        )

    def item(self, entry: AnyEntry, in_full: bool) -> plan.Item:
        """An entry as the sheet prints it. A clause or variant `in_full`, which others cite, has no
        verdict that sums it up.
        """
        in_full = in_full and isinstance(entry, Clause | Variant)
        passages = [
            (None if in_full and part is Part.ANSWER else part, text)
            for part, text in _passages(entry)
            if text and not (part is Part.REMARK and tuple(text.items()) in self._shared)
        ]
        whole = in_full and not all(part for part, _ in passages)
        verdict: Text = {} if whole else self._verdict(entry)
        cases = self._table(entry)
        question: Text = getattr(entry, "ask", {})
        cites = [] if question else _cites(entry)
        is_plain = self._is_poster and bool(self._sheet.poster and verdict)
        return plan.Item(
            id=entry.id,
            title=self.shown({} if is_plain and isinstance(entry, Clause) else label_of(entry)),
            verdict=self._blocks(verdict),
            notes=self._notes(entry),
            passages=self._by_language(passages),
            cites=cites[:1] if self._is_poster else cites,
            authority=None if cases else entry.authority,
            question=self.shown(question if question != entry.title else {}),
            cases=cases,
        )

    def shown(self, text: Text) -> plan.Words:
        """A text in the languages of the sheet."""
        return phrases.shown(text, self._languages)

    def _blocks(self, text: Text) -> plan.Blocks:
        return {
            language: nodes_of(words, partial(self._name, language=language))
            for language, words in self.shown(text).items()
        }

    def _by_language(
        self, passages: Iterable[tuple[Part | None, Text]]
    ) -> dict[str, list[plan.Passage]]:
        lines: dict[str, list[plan.Passage]] = {}
        for part, text in passages:
            label = phrases.PARTS.get(part, {}) if part else {}
            for language, nodes in self._blocks(text).items():
                passage = plan.Passage(part=part, label=text_in(label, language), text=nodes)
                lines.setdefault(language, []).append(passage)
        return lines

    def _name(self, reference: str, language: str) -> str:
        """What a reference in a text is called: an id stays, a card or term gets its name."""
        kind, _, slug = reference.rpartition(":")
        named = clean(text_in(self._names.get(reference), language))
        return named or (slug if kind in ("card", "term") else reference)

    @cached_property
    def _names(self) -> dict[str, Text]:
        """The names of cards and terms; where games share one, that of the sheet's first game."""
        names = self._book.names()
        for ruleset in reversed(self._rulesets()):
            names |= self._book.names(ruleset.game)
        return names

    def _table(self, entry: AnyEntry) -> list[plan.Case]:
        return list(self._cases(entry, 0, set())) if isinstance(entry, Fork) else []

    def _cases(self, fork: Fork, depth: int, visited: set[str]) -> Iterator[plan.Case]:
        """The cases of a fork; a case that leads to another fork is followed by its cases, once."""
        visited.add(fork.id)
        for case in fork.cases:
            when = {code: _BELOW * depth + words for code, words in self.shown(case.when).items()}
            entry = self._book.entries.get(case.entry)
            if entry is None:
                yield plan.Case(when=when, id=case.entry)
                continue
            yield plan.Case(
                when=when,
                verdict=self._blocks(self._verdict(entry, case.verdict)),
                title=self.shown(getattr(entry, "ask", label_of(entry))),
                notes=self._notes(entry),
                id=entry.id,
                authority=None if isinstance(entry, Fork) else entry.authority,
            )
            if isinstance(entry, Fork) and entry.id not in visited:
                yield from self._cases(entry, depth + 1, visited)

    def _notes(self, entry: AnyEntry) -> list[plan.Words]:
        """What is said before an entry: its status, calls above it, else its variants."""
        variants = () if self._above(entry) else self._variants_of(entry)
        return [self.shown(note) for note in (*self._standing(entry), *variants)]

    def _standing(self, entry: AnyEntry) -> Iterator[Text]:
        if entry.status is not Status.ACTIVE:
            yield words.WORDS[f"status_{entry.status}"]
        if isinstance(entry, Ruling) and entry.call:
            when: Text = {code: strings.moment(entry.call.made, code) for code in self._languages}
            yield phrases.filled(WORDS["called"], when=when)
            for name in sorted(self._book.entries.keys() & set(entry.overruled)):
                title = label_of(self._book.entries[name])
                yield phrases.filled(WORDS["overrules"], id=name, title=title)
        for call in self._above(entry):
            yield phrases.filled(WORDS["overruled"], id=call.id, title=call.verdict)
        if book := self._book.replaced_by.get(entry.id):
            yield {code: strings.who("", book, code) for code in self._languages}

    def _variants_of(self, entry: AnyEntry) -> Iterator[Text]:
        in_force = self._sheet.variants
        needs = WORDS["needs"] if in_force is None else WORDS["needs_not_in_force"]
        off = self._unsettled(entry)
        if off:
            yield off
        noted = [
            (WORDS["needs_in_force"] if name in (in_force or ()) else needs, name)
            for name in getattr(entry, "variants", ())
            if not off or name in (in_force or ())
        ]
        for name in in_force or ():
            if entry.id in getattr(self._book.entries.get(name), "modifies", ()):
                noted.append((WORDS["changed"], name))
        for phrase, name in noted:
            variant = self._book.entries.get(name)
            yield phrases.filled(phrase, id=name, title=variant.title if variant else "")

    def _verdict(self, entry: AnyEntry, verdict: Text | None = None) -> Text:
        """The verdict of an entry, or the one given; empty on a poster where it does not hold
        tonight, so that nobody reads it from afar without the note.
        """
        if self._is_poster and (self._above(entry) or self._unsettled(entry)):
            return {}
        return verdict or getattr(entry, "verdict", {})

    def _above(self, entry: AnyEntry) -> list[Ruling]:
        """The calls that overrule an entry."""
        return [each for each in self._calls if entry.id in each.overruled]

    def _unsettled(self, entry: AnyEntry) -> Text:
        """What is said at an event that does not use a variant on which an entry rests."""
        sheet = self._sheet
        if sheet.variants is None or not sheet.event:
            return {}
        is_variant = isinstance(entry, Variant) and bool(sheet.poster)  # chosen for what it settles
        rests_on = [entry.id] if is_variant else getattr(entry, "variants", ())
        off = next((name for name in rests_on if name not in sheet.variants), "")
        return phrases.filled(WORDS["not_settled"], id=off) if off else {}

    def _rulesets(self) -> list[Ruleset]:
        """The rulesets of what is on the sheet."""
        tables = (table for section in self._sheet.sections for table in section.tables)
        names = [*self._taken, *(row.formula for table in tables for row in table.rows)]
        return list({each.id: each for each in map(self._book.ruleset_of, names)}.values())

    @cached_property
    def _shared(self) -> dict[tuple[tuple[str, str], ...], list[str]]:
        """The remarks that several entries on the sheet have, each with their ids."""
        ids_of: dict[tuple[tuple[str, str], ...], list[str]] = {}
        for name, entry in self._taken.items():
            if remark := getattr(entry, "remark", {}):
                ids_of.setdefault(tuple(remark.items()), []).append(name)
        return {remark: names for remark, names in ids_of.items() if len(names) > 1}

    def _notices(self, rulesets: Sequence[Ruleset]) -> Iterator[plan.Notice]:
        """What the rulesets say of themselves, and the remarks that several entries share."""
        for ruleset in rulesets:
            if ruleset.notice:
                yield plan.Notice(text=self._blocks(ruleset.notice), part=Part.NOTICE)
        for remark, names in self._shared.items():
            text = phrases.filled(WORDS["remark_on"], ids=", ".join(names), remark=dict(remark))
            yield plan.Notice(text=self._blocks(text), part=Part.REMARK)

    def _sources(self) -> Iterator[plan.SourceLine]:
        """The sources of what is shown."""
        for name in dict.fromkeys(
            each.id for entry in self._taken.values() for each in entry.sources
        ):
            source = self._book.sources.get(name) or Source(id=name, title={"en": name})
            title = source.title
            if book := self._book.replaced_by.get(f"source:{name}"):
                title = {c: f"{words} ({strings.who('', book, c)})" for c, words in title.items()}
            about = dict.fromkeys([source.author, source.date, source.edition])
            url = clean(source.url) if is_web_address(source.url) else ""
            yield plan.SourceLine(title=self.shown(title), about=clean(_dotted(*about)), url=url)

    def _numbers(self, table: Table) -> plan.Numbers:
        """A table worked out. RulingsError where the book has no such formula, input or output."""
        rows = []
        head: Text = {}
        for row in table.rows:
            entry = self._book.entries.get(row.formula)
            formula = entry.formula if entry else None
            output = row.output or next(reversed(formula.outputs if formula else {}), "")
            if not formula or table.over not in formula.inputs or output not in formula.outputs:
                asked = f"the input {table.over!r} and the output {output!r}"
                message = f"{row.formula!r} has no formula with {asked}; correct the table"
                raise RulingsError(message)
            given = ({table.over: number, **row.given} for number in table.values)
            results = [formulas.evaluate(formula, each).outputs[output] for each in given]
            head = head or formula.inputs[table.over].text
            label = self.shown(row.label or formula.labels.get(output, {"en": output}))
            values = [formulas.show(result) for result in results]
            rows.append(plan.Row(id=row.formula, label=label, values=values))
        shown = [formulas.show(value) for value in table.values]
        title = self.shown(table.title)
        return plan.Numbers(title=title, head=self.shown(head), values=shown, rows=rows)


def _passages(entry: AnyEntry) -> Iterator[tuple[Part | None, Text]]:
    """The texts of an entry below its title and verdict, each with its part of the sheet."""
    verdict: Text = getattr(entry, "verdict", {})
    summed_up = any(verdict.values())
    for pointer, text in texts_of(entry):
        key = str(pointer[0])
        is_call = getattr(entry, "call", None) is not None
        is_title = (is_call or not entry.title) and text == label_of(entry)
        is_repeated = is_title or (is_call and text == verdict)
        if is_repeated or key in ("title", "verdict", "ask", "cases"):
            continue  # where a short rule, or the question of a call, is its title
        part = Part.ANSWER if key == "text" and summed_up else _PARTS.get(key)
        yield (None if key == "answer" and not summed_up else part), text


def _cites(entry: AnyEntry) -> list[str]:
    """The ids that an entry rests on, the deciding one first."""
    return list(dict.fromkeys(listed.target for listed in listed_in(entry)))


def _edition(ruleset: Ruleset) -> Text:
    """A ruleset with its edition: ``Battle Royal (EUIC 2024)``."""
    since = f", {ruleset.effective}" if ruleset.effective else ""
    named: Text = {}
    for code, name in ruleset.name.items():
        edition = edition_in_words(ruleset.edition, ruleset.unchanged_in, code)
        named[code] = f"{name} ({edition}{since})" if edition else name
    return named


def _dotted(*parts: str | None) -> str:
    return " · ".join(part for part in parts if part)
