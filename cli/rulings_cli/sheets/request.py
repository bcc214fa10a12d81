"""What was ordered on the command line, and how it is made: select, plan, fit, print."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Literal

import msgspec

from rulings import ids
from rulings.editing.calls import in_force
from rulings.errors import RulingsError
from rulings.format.model import Ruling
from rulings.format.sheets import Paper, Part, Select, Sheet, SheetLanguage, Style
from rulings.languages import said
from rulings.lookup.event import NO_EVENT, Event, put_in_force
from rulings.lookup.rules_in_force import variant_meant
from rulings.progress import tell
from rulings.reading.book import Book
from rulings_cli.places import language
from rulings_cli.places.book_index import read_books
from rulings_cli.sheets import phrases
from rulings_cli.sheets.budget import fit
from rulings_cli.sheets.fingerprint import fingerprint_of
from rulings_cli.sheets.lines import joined
from rulings_cli.sheets.look import LARGEST, SMALLEST_OF_POSTER, Layout, Look, parts_of
from rulings_cli.sheets.plan import Plan, keeping
from rulings_cli.sheets.planning import plan_of
from rulings_cli.sheets.remarks import say_once
from rulings_cli.sheets.selection import sheet_for
from rulings_cli.terminal.output import clean, warn
from rulings_cli.terminal.surroundings import build_time

Format = Literal["pdf", "md"]
_ENDINGS: dict[str, Format] = {".pdf": "pdf", ".md": "md"}
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")


@dataclass(frozen=True, slots=True)
class RenderedSheet:
    """A finished sheet, and the line that says what it had to leave out."""

    content: bytes
    left_out: str
    entries: int
    pages: int | None = None


@dataclass(frozen=True)
class SheetRequest:
    """Everything that a command line can ask of a sheet; what is None is left to the sheet."""

    what: Sequence[str]
    books: Sequence[Path]
    where: Select
    queries: Sequence[str] = ()
    language: SheetLanguage | None = None
    side: bool = False
    paper: Paper | None = None
    columns: int | None = None
    pages: int | None = None
    title: str | None = None
    event: str | None = None
    date: str | None = None
    included: Sequence[str] = ()
    excluded: Sequence[str] = ()
    tonight: Event = NO_EVENT
    style: Style | None = None
    calls: bool = False
    omit: Sequence[str] = ()
    font: str | None = None
    font_folders: Sequence[Path] = field(default_factory=tuple)

    @cached_property
    def book(self) -> Book:
        """What can be read of the books."""
        return read_books(self.books)

    def make(self, form: Format) -> RenderedSheet:
        """The sheet in a format."""
        plan = self.plan()
        sheet = plan.sheet
        if self.pages and form != "pdf":
            raise RulingsError("--pages needs a PDF: Markdown has no pages")
        poster = sheet.style == "poster"
        look = Look(
            paper=sheet.paper,
            columns=sheet.columns or (1 if sheet.arrange == "side" else 2),
            side=sheet.arrange == "side",
            size=SMALLEST_OF_POSTER if poster else LARGEST,
            omit=frozenset(Part) if poster else frozenset(sheet.omit),
            poster=poster,
        )
        if form == "pdf":
            return self._pdf(plan, look)
        from rulings_cli.sheets.as_markdown import markdown_of

        text = clean(markdown_of(plan, look))
        return RenderedSheet(text.encode(errors="replace"), "", len(plan.items) + len(plan.calls))

    def plan(self) -> Plan:
        """What is on the sheet."""
        book = self.book
        calls = in_force(book, self.tonight.name) if self.calls or self.tonight.name else []
        asked = (*self.what, *self.queries, self.where.ruleset, self.where.game)
        what = self.what if any(asked) else self.tonight.rulesets
        if self.calls:
            found = _sheet_of_calls(calls, asked)
        else:
            found = sheet_for(book, what, self.where, self.queries)
        sheet = self._changed(found)
        if not self.calls:
            sheet = msgspec.structs.replace(sheet, variants=self._in_force(book, sheet))
        languages = language.choose(sheet.language)
        found_by, books = self._search, fingerprint_of(self.books)
        plan = say_once(plan_of(book, sheet, languages, books, found_by, calls))
        omitted = [name for typed in self.omit if (name := _entry(book, typed))]
        return keeping(plan, {one.id for one in plan.items} - {*omitted}) if omitted else plan

    def sheets(self) -> list[tuple[str, str]]:
        """The sheets of the books: name and title."""
        languages = language.choose(self.language)
        return [(name, joined(sheet.title, languages)) for name, sheet in self.book.sheets.items()]

    def _pdf(self, plan: Plan, look: Look) -> RenderedSheet:
        from rulings_cli.sheets.as_pdf import PdfRenderer, page_count
        from rulings_cli.sheets.fonts import find_typeface
        from rulings_cli.sheets.poster import fit as poster

        typeface = find_typeface(self.font_folders, self.font)
        press = PdfRenderer(plan, typeface, _made_on(plan.sheet.date))
        tell("setting the sheet", 0, 1)
        if look.poster:
            press, fitting, lost = poster(press, look)
        else:
            fitting = fit(look, parts_of(plan), press.pages, plan.sheet.pages)
            gone = Layout(plan, replace(fitting, omit=fitting.omit - look.omit)).left_out()
            lost = said(gone, plan.languages[0])
        content = press.pdf(fitting)
        tell("setting the sheet", 1, 1)
        shown = len(press.plan.items) + len(plan.calls)
        return RenderedSheet(content, lost, shown, page_count(content))

    def _changed(self, sheet: Sheet) -> Sheet:
        """The sheet as the options of the command line change it."""
        if self.date is not None and not _DATE.fullmatch(self.date):
            raise RulingsError(f"--date {self.date!r}: write year-month-day, 2026-05-01")
        parts = [_part(name) for name in self.omit if not _entry(self.book, name)]
        event = self.event
        if event is None and not sheet.event:
            event = self.tonight.name or None
        given = {
            "title": {"en": self.title} if self.title else None,
            "event": {"en": event} if event is not None else None,
            "language": self.language or sheet.language or self.tonight.language or None,
            "arrange": "side" if self.side else None,
            "style": self.style,
            "paper": self.paper,
            "columns": self.columns,
            "pages": self.pages,
            "date": self.date or sheet.date or self.tonight.date or None,
            "omit": [*sheet.omit, *parts],
        }
        changes = {name: value for name, value in given.items() if value is not None}
        return msgspec.structs.replace(sheet, **changes)

    def _in_force(self, book: Book, sheet: Sheet) -> list[str] | None:
        """The sheet's variants or else the event's, with those added, less those taken; None where
        nobody says.
        """
        if sheet.variants is None and not (self.tonight.name or self.included or self.excluded):
            return None
        before = self.tonight.variants if sheet.variants is None else sheet.variants
        variants = [name for name, one in book.entries.items() if one.kind == "variant"]
        added, taken = (
            [variant_meant(book, variants, name, "in the book") for name in names]
            for names in (self.included, self.excluded)
        )
        known = [name for name in before if sheet.variants is not None or name in book.entries]
        return list(put_in_force(known, added, taken))

    def _search(self, query: str, limit: int) -> list[str]:
        from rulings_index import open_index

        found = open_index(self.books, warn=warn).search(
            query,
            ruleset=self.where.ruleset or None,
            game=self.where.game or None,
            kind=self.where.kind or None,
            authority=self.where.authority or None,
            limit=limit,
            event=self.tonight,
        )
        return [hit.id for hit in found.hits]


def _sheet_of_calls(calls: Sequence[Ruling], asked: Sequence[str]) -> Sheet:
    """A sheet that the calls alone stand on."""
    if any(asked):
        raise RulingsError("--calls decides what is on the sheet; name nothing else")
    if not calls:
        raise RulingsError(
            "no call is in force; `rulings call` makes one, `rulings calls` lists all"
        )
    return Sheet(title=phrases.CALLS, sections=[])


def where(ruleset: str | None, game: str | None, kind: str | None, authority: str | None) -> Select:
    """The filter that the options of the command line make."""
    return Select(
        ruleset=ruleset or "", game=game or "", kind=kind or "", authority=authority or ""
    )


def format_of(output: Path | None) -> Format:
    """The format that the end of a file's name asks for."""
    ending = output.suffix.lower() if output else ""
    if ending not in _ENDINGS:
        raise RulingsError(f"{output}: end the name in .pdf or .md, or give --format")
    return _ENDINGS[ending]


def example() -> str:
    """A sheet file to begin with."""
    return files("rulings_cli.sheets").joinpath("example.yaml").read_text(encoding="utf-8")


def _entry(book: Book, name: str) -> str | None:
    """The entry that is left out by its id."""
    return None if name in [*Part] else ids.meant(name, book.prefixes(), book.entries)


def _part(name: str) -> Part:
    try:
        return Part(name)
    except ValueError:
        raise RulingsError(f"--omit {name!r}: an id, or one of {', '.join(Part)}") from None


def _made_on(date: str | None) -> datetime | None:
    """When the PDF says it was made: what SOURCE_DATE_EPOCH says, the event's date, or never."""
    if moment := build_time():
        return moment
    if date is None or len(date) != len("2026-05-01"):
        return None
    try:
        return datetime.fromisoformat(date).replace(tzinfo=UTC)
    except ValueError:
        raise RulingsError(f"--date {date!r} is not a day; write it as 2026-05-01") from None
