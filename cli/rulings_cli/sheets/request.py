"""A sheet as it was asked for, and how it is made: select, plan, fit, print."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any, Literal

import msgspec

from rulings import ids
from rulings.disk.files import LARGEST_FILE, read_input
from rulings.editing.calls import calls_in_force, calls_of
from rulings.errors import RulingsError
from rulings.format.model import Ruling
from rulings.format.sheets import Paper, Part, Select, Sheet, SheetLanguage, SheetSection, Style
from rulings.format.words import WORDS
from rulings.languages import SPOKEN, text_in
from rulings.lookup.event import NO_EVENT, OWN_PREFIX, Event
from rulings.lookup.filters import choices_of, filter_of
from rulings.lookup.links import reached_by, touched_by
from rulings.lookup.rules_in_force import variant_meant
from rulings.reading.book import Book
from rulings.reading.book_files import book_files
from rulings_cli.places.language import reply_languages
from rulings_cli.places.opening import open_to_publish
from rulings_cli.sheets.as_markdown import markdown_of
from rulings_cli.sheets.as_pdf import PdfRenderer
from rulings_cli.sheets.plan import Plan
from rulings_cli.sheets.planning import Contents, Planner
from rulings_cli.sheets.selection import entries_of, ids_meant, ruleset_named, sheet_for
from rulings_cli.terminal.output import warn

Format = Literal["pdf", "md"]
EVERYTHING = Select()

SIZES = (9.5, 9.0, 8.5, 8.0, 7.5)
"""Sizes of type in points; nobody reads smaller type on a wall."""
POSTER_SIZES = (20.0, 18.0, 16.0, 15.0, 14.0, 13.0, 12.5, 12.0)
"""The same for a poster, which is read from two steps away."""
SMALLER_SIZES = (*POSTER_SIZES, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0)
"""The same for a poster with more to say: in several languages, or with calls."""
_FIRST = 4
"""The entries at the head of a poster that stay longer than any call."""


@dataclass(frozen=True, slots=True)
class RenderedSheet:
    """A finished sheet, the line that says what it had to leave out, and the entries on it."""

    content: bytes
    left_out: str
    ids: Sequence[str]
    pages: int | None = None


@dataclass(frozen=True)
class SheetRequest:
    """All that the command line says about a sheet; where it is None, the sheet decides."""

    what: Sequence[str]
    books: Sequence[Path]
    where: Select = EVERYTHING
    queries: Sequence[str] = ()
    language: SheetLanguage | None = None
    paper: Paper | None = None
    pages: int | None = None
    title: str | None = None
    included: Sequence[str] = ()
    tonight: Event = NO_EVENT
    style: Style | None = None
    calls: bool = False
    omit: Sequence[str] = ()
    font_folders: Sequence[Path] = ()
    already_read: Book | None = None

    @cached_property
    def book(self) -> Book:
        """What can be read of the books."""
        return self.already_read or open_to_publish(self.books)

    def but(self, **changes: Any) -> "SheetRequest":
        """A copy with changes, which keeps the book as it was read."""
        return replace(self, already_read=self.book, **changes)

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet with the options and the open event; RulingsError for options that conflict."""
        sheet, tonight = self._meant, self.tonight
        typed = None if self.language == "both" else self.language
        filter_of(choices_of(self.book), lang=typed)  # FilterError where nothing is written in it
        return msgspec.structs.replace(
            sheet,
            title={"en": self.title} if self.title else sheet.title,
            event=sheet.event or ({"en": tonight.name} if tonight.name else {}),
            language=self.language or sheet.language or tonight.language or None,
            style=self.style or sheet.style,
            paper=self.paper or sheet.paper,
            pages=self.pages or sheet.pages,
            date=sheet.date or tonight.date or None,
            variants=self._in_force(sheet),
            omit=[*sheet.omit, *(Part(name) for name in self.omit if name in [*Part])],
        )

    @property
    def _words(self) -> Sequence[str]:
        """The names typed for the sheet, or if nothing was typed the event's rulesets."""
        is_typed = any((*self.what, *self.queries, self.where.ruleset))
        if self.calls and is_typed:
            raise RulingsError("--calls decides what is on the sheet; name nothing else")
        return self.what if is_typed else self.rulesets

    @cached_property
    def rulesets(self) -> list[str]:
        """The event's rulesets that have entries to publish."""
        calls = {call.id for call in calls_of(self.book)}
        own = self.book.entries.keys() - self.book.cited - calls
        shown = {self.book.ruleset_of(name).id for name in own}
        return [ruleset for ruleset in self.tonight.rulesets if ruleset in shown]

    @cached_property
    def _meant(self) -> Sheet:
        """The sheet as the book or a file has it."""
        words = self._words
        if self.calls:
            return Sheet(title=WORDS["sheet_calls"], sections=[], omit=[Part.NOTICE])
        sheet = sheet_for(self.book, words, self.where, self.queries, self.style)
        if left_open := self._of_booklet("open"):
            section = SheetSection(title=WORDS["open_points"], entries=left_open)
            return msgspec.structs.replace(sheet, sections=[*sheet.sections, section])
        return sheet

    def _of_booklet(self, kind: str) -> list[str]:
        """All entries of a kind that the event's booklet adds to its sheets, except those of
        official documents; none if this is another sheet.
        """
        is_other = any((*self.what, *self.queries, self.calls, self.style == "poster"))
        if is_other or self.where != EVERYTHING:
            return []
        played = (self.book.rulesets[name] for name in self.rulesets)
        prefixes = {each.prefix for each in played if not each.as_published}
        of_kind = (name for name in self.book.entries if ids.kind_of(name) == kind)
        return [name for name in of_kind if ids.prefix_of(name) in prefixes]

    def make(self, form: Format) -> RenderedSheet:
        """The sheet in a format; several posters one after the other."""
        if form == "md" and self.pages:
            raise RulingsError("--pages needs a PDF: Markdown has no pages")
        renderer = None if form == "md" else PdfRenderer(self.font_folders)
        fitted = [each._fitted(renderer) for each in self._posters()]
        sheets = [(plan, size) for plan, size, _ in fitted]
        left_out = " ".join(line for *_, line in fitted if line)
        names = [name for plan, _ in sheets for name in plan.ids]
        if renderer is None:
            text = "\n".join(markdown_of(plan) for plan, _ in sheets)
            return RenderedSheet(text.encode(errors="replace"), "", names)
        pages = sum(renderer.pages(plan, size) for plan, size in sheets)
        return RenderedSheet(renderer.pdf(*sheets), left_out, names, pages)

    def _posters(self) -> "list[SheetRequest]":
        """A request for each poster, if several names were typed; else only this one."""
        words, is_narrowed = self._words, self.queries or self.where != EVERYTHING
        if self.style != "poster" or self.calls or is_narrowed or len(words) < 2:
            return [self]
        known = [word in self.book.sheets or ruleset_named(self.book, word) for word in words]
        return [self.but(what=[word]) for word in words] if all(known) else [self]

    def _fitted(self, renderer: PdfRenderer | None) -> tuple[Plan, float, str]:
        """The plan as it fits its pages, its size of type, and what it had to leave out."""
        plan, pages = self.plan, self.sheet.pages
        if renderer is None:
            return plan, 0, ""
        if pages and not (self.pages or plan.poster):  # it is for one language, without calls
            pages = pages * len(plan.languages) + bool(self.planner.calls)
        fitting, size = self.fit(renderer.pages, pages)
        is_less = fitting.left_out != plan.left_out
        return fitting, size, text_in(fitting.left_out, reply_languages(None)[0]) if is_less else ""

    def fit(self, pages: Callable[[Plan, float], int], budget: int | None) -> tuple[Plan, float]:
        """The plan, or the one that fits `budget` pages (of a poster by default one) with the
        fewest things left out, and the largest type in which it fits. RulingsError if none.
        """
        plan, planner = self.plan, self.planner
        if budget is None and not plan.poster:
            return plan, SIZES[0]
        poster_sizes = SMALLER_SIZES if len(plan.languages) > 1 or planner.calls else POSTER_SIZES
        limit, sizes = budget or 1, poster_sizes if plan.poster else SIZES
        names = _by_need(plan, {call.id for call in planner.calls})

        def place_of_size(plan: Plan) -> int:
            """The place of the largest size in which a plan fits, behind the last if none does."""
            return bisect_left(sizes, True, key=lambda size: pages(plan, size) <= limit)

        if (at := place_of_size(plan)) < len(sizes):
            return plan, sizes[at]

        def with_less(steps: int) -> Plan:
            if plan.poster:
                return planner.make(self._omitted, names[len(names) - steps :])
            return planner.make([*self._omitted, *plan.parts[:steps]])

        most = len(names if plan.poster else plan.parts)
        if (needed := pages(with_less(most), sizes[-1])) > limit:
            raise RulingsError(
                f"titles, verdicts and authorities alone take {needed} pages in the smallest type; "
                f"give --pages {needed}, one language, or fewer entries"
            )
        fewest = bisect_left(
            range(most), True, key=lambda steps: pages(with_less(steps), sizes[-1]) <= limit
        )
        fullest = with_less(fewest)
        return fullest, sizes[place_of_size(fullest)]

    @cached_property
    def plan(self) -> Plan:
        """The plan without what the sheet itself leaves out."""
        return self.planner.make(self._omitted)

    @property
    def _omitted(self) -> Sequence[Part]:
        return [*Part] if self.sheet.style == "poster" else self.sheet.omit

    @cached_property
    def planner(self) -> Planner:
        """What plans the sheet; RulingsError if nothing is on it, or the book lacks a part."""
        sheet, chosen = self.sheet, reply_languages(self.sheet.language)
        return Planner(self.book, sheet, self._contents(), chosen, fingerprint_of(self.books))

    def _contents(self) -> Contents:
        sections, in_force = self.sheet.sections, self._calls()
        named = (name for name in self.omit if name not in [*Part])
        omitted = [each for name in named for each in ids_meant(self.book, name)]
        selected = [entries_of(self.book, each, self._search) for each in sections]
        rulesets = [self.book.ruleset_of(entry.id) for entry in chain(*selected)]
        about = {ruleset.prefix for ruleset in rulesets}
        about |= {OWN_PREFIX} if sections else {*self.book.prefixes().values()}
        about |= {*map(ids.prefix_of, self.book.cited)}  # documents that have no sheet of their own
        bases = {ruleset.base for ruleset in rulesets}
        rules = about | {each.prefix for each in self.book.rulesets.values() if each.id in bases}
        calls = [call for call in in_force if ids.prefix_of(call.id) in about]
        ruled = {call.id: [*call.overruled, *call.clauses, call.id][0] for call in calls}
        calls = [call for call in calls if ids.prefix_of(ruled[call.id]) in rules]
        ready = {*self._words} & self.book.sheets.keys() - self.book.rulesets.keys()
        if ready and not (self._meant.poster or self._meant.event):  # a part of its rulesets
            touched = {name for entry in chain(*selected) for name in touched_by(entry)}
            calls = [call for call in calls if touched & reached_by(call, self.book.entries)]
        if not (calls or any(selected) or any(each.tables for each in sections)):
            raise RulingsError("nothing is on this sheet; give its sections entries or queries")
        return Contents(selected, calls, about, self._of_booklet("clause"), omitted)

    def _calls(self) -> list[Ruling]:
        """The calls in force; without an event only for a sheet of calls, which must have some."""
        is_wanted = self.calls or self.tonight.name
        calls = calls_in_force(self.book, self.tonight.name) if is_wanted else []
        if self.calls and not calls:
            message = "no call is in force; `rulings call` makes one, `rulings calls` lists all"
            raise RulingsError(message)
        return calls

    def _in_force(self, sheet: Sheet) -> list[str] | None:
        """The variants of the sheet, or else of the event, and those added; None if nobody says."""
        before = sheet.variants
        if before is None:
            if not (self.tonight.name or self.included):
                return None
            before = [name for name in self.tonight.variants if name in self.book.entries]
        known = {name for name, entry in self.book.entries.items() if entry.kind == "variant"}
        added = [variant_meant(self.book, known, name, "in the book") for name in self.included]
        return list(dict.fromkeys([*before, *added]))

    def _search(self, query: str, limit: int) -> list[str]:
        from rulings_index import open_index  # only where a query is given

        filters = {"ruleset": self.where.ruleset or None, "kind": self.where.kind or None}
        index = open_index(self.books, warn=warn)
        results = index.search(query, limit=limit, event=self.tonight, **filters)
        return [hit.id for hit in results.hits if hit.id not in self.book.cited]


def papers_of_event(request: SheetRequest) -> Iterator[tuple[Path, SheetRequest]]:
    """The posters of the open event, one for each ruleset, and its booklet, each with its file."""
    event = request.tonight
    written = {code for name in request.rulesets for code in request.book.rulesets[name].languages}
    is_open = len(reply_languages(None, last="both")) > 1 and written.issuperset(SPOKEN)
    both = "both" if is_open else None
    request = request.but(language=request.language or event.language or both)
    words = "".join(mark if mark.isalnum() else " " for mark in event.name)[:60].split()
    name = "-".join(words) or "event"
    for ruleset in request.rulesets:
        ending = f"-{ruleset}" if len(request.rulesets) > 1 else ""
        yield Path(f"{name}-poster{ending}.pdf"), request.but(what=[ruleset], style="poster")
    yield Path(f"{name}.pdf"), request


def fingerprint_of(paths: Iterable[Path]) -> str:
    """Eight characters of a hash of the books' files, with any line endings, to compare sheets."""
    digest = sha256()
    for file in (file for path in paths for file in book_files(path)):
        digest.update(read_input(Path(file), LARGEST_FILE).replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:8]


def _by_need(plan: Plan, calls: Collection[str]) -> list[str]:
    """What a poster may leave out, the most needed first: a few entries, then the calls above its
    sections, the latest first, then the other entries. A call in place of an entry always stays.
    """
    on_top = [item.id for each in plan.sections if each.kind == "calls" for item in each.items]
    listed = [item.id for item in plan.selected if item.id not in calls]
    return [*listed[:_FIRST], *reversed(on_top), *listed[_FIRST:]]
