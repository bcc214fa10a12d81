"""A sheet as it was asked for, and how it is made: select, plan, fit, print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Literal

import msgspec

from rulings import ids
from rulings.disk.inputs import LARGEST_FILE, read_input
from rulings.editing.calls import in_force
from rulings.errors import RulingsError
from rulings.format.model import Ruling
from rulings.format.sheets import Paper, Part, Select, Sheet, SheetLanguage, Style
from rulings.languages import said
from rulings.lookup.event import NO_EVENT, Event, put_in_force
from rulings.lookup.rules_in_force import variant_meant
from rulings.progress import tell
from rulings.reading.book import Book
from rulings.reading.book_files import book_files
from rulings_cli.places import language
from rulings_cli.places.book_index import read_books
from rulings_cli.sheets import phrases
from rulings_cli.sheets.as_markdown import markdown_of
from rulings_cli.sheets.as_pdf import PdfRenderer, page_count
from rulings_cli.sheets.fitting import fit, fit_poster
from rulings_cli.sheets.fonts import find_typeface
from rulings_cli.sheets.look import Layout, Look, joined, parts_of
from rulings_cli.sheets.plan import Plan, keeping
from rulings_cli.sheets.planning import plan_of
from rulings_cli.sheets.selection import sheet_for
from rulings_cli.terminal.output import clean, warn
from rulings_cli.terminal.surroundings import build_time

Format = Literal["pdf", "md"]
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
        if form == "pdf":
            return self._pdf(plan, Look.of(plan.sheet))
        if self.pages:
            raise RulingsError("--pages needs a PDF: Markdown has no pages")
        text = clean(markdown_of(plan, Look.of(plan.sheet)))
        return RenderedSheet(text.encode(errors="replace"), "", _count(plan))

    def plan(self) -> Plan:
        """What is on the sheet."""
        book = self.book
        calls = in_force(book, self.tonight.name) if self.calls or self.tonight.name else []
        choices = (*self.what, *self.queries, self.where.ruleset, self.where.game)
        if self.calls:
            sheet = self._changed(_sheet_of_calls(calls, choices))
        else:
            what = self.what if any(choices) else self.tonight.rulesets
            sheet = self._changed(sheet_for(book, what, self.where, self.queries))
            sheet = msgspec.structs.replace(sheet, variants=self._in_force(sheet))
        languages = language.choose(sheet.language)
        plan = plan_of(book, sheet, languages, fingerprint_of(self.books), self._search, calls)
        omitted = [name for typed in self.omit if (name := self._entry(typed))]
        return keeping(plan, {item.id for item in plan.items} - {*omitted}) if omitted else plan

    def sheets(self) -> list[tuple[str, str]]:
        """The sheets of the books: name and title."""
        languages = language.choose(self.language)
        return [(name, joined(sheet.title, languages)) for name, sheet in self.book.sheets.items()]

    def _pdf(self, plan: Plan, look: Look) -> RenderedSheet:
        typeface = find_typeface(self.font_folders, self.font)
        renderer = PdfRenderer(plan, typeface, _made_on(plan.sheet.date))
        tell("setting the sheet", 0, 1)
        if look.poster:
            renderer, fitting, left_out = fit_poster(renderer, look)
        else:
            fitting = fit(look, parts_of(plan), renderer.pages, plan.sheet.pages)
            to_fit = Layout(plan, replace(fitting, omit=fitting.omit - look.omit))
            left_out = said(to_fit.left_out(), plan.languages[0])
        content = renderer.pdf(fitting)
        tell("setting the sheet", 1, 1)
        return RenderedSheet(content, left_out, _count(renderer.plan), page_count(content))

    def _changed(self, sheet: Sheet) -> Sheet:
        """The sheet as the options of the command line and the open event change it."""
        if self.date is not None and not _DATE.fullmatch(self.date):
            raise RulingsError(f"--date {self.date!r}: write year-month-day, 2026-05-01")
        event = self.event
        if event is None and not sheet.event:
            event = self.tonight.name or None
        parts = [_part(name) for name in self.omit if not self._entry(name)]
        changes = {
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
        given = {name: value for name, value in changes.items() if value is not None}
        return msgspec.structs.replace(sheet, **given)

    def _in_force(self, sheet: Sheet) -> list[str] | None:
        """The sheet's variants or else the event's, with those added, less those taken; None where
        nobody says.
        """
        book, before = self.book, sheet.variants
        if before is None:
            if not (self.tonight.name or self.included or self.excluded):
                return None
            before = [name for name in self.tonight.variants if name in book.entries]
        variants = [name for name, entry in book.entries.items() if entry.kind == "variant"]
        added, taken = (
            [variant_meant(book, variants, name, "in the book") for name in names]
            for names in (self.included, self.excluded)
        )
        return list(put_in_force(before, added, taken))

    def _entry(self, name: str) -> str | None:
        """The entry that `--omit` names; None where it names a part of all entries."""
        return None if name in [*Part] else ids.meant(name, self.book.prefixes(), self.book.entries)

    def _search(self, query: str, limit: int) -> list[str]:
        from rulings_index import open_index  # only where a query is given

        results = open_index(self.books, warn=warn).search(
            query,
            ruleset=self.where.ruleset or None,
            game=self.where.game or None,
            kind=self.where.kind or None,
            authority=self.where.authority or None,
            limit=limit,
            event=self.tonight,
        )
        return [hit.id for hit in results.hits]


def format_of(output: Path) -> Format:
    """The format that the end of a file's name asks for."""
    ending = output.suffix.lower()
    if ending == ".pdf":
        return "pdf"
    if ending == ".md":
        return "md"
    raise RulingsError(f"{output}: end the name in .pdf or .md, or give --format")


def example() -> str:
    """A sheet file to begin with."""
    return files("rulings_cli.sheets").joinpath("example.yaml").read_text(encoding="utf-8")


def fingerprint_of(paths: Iterable[Path]) -> str:
    """Eight characters of a hash of the books' files, so that two sheets can be told apart: the
    same in any folder and with any line endings.
    """
    digest = sha256()
    for path in paths:
        for file in map(Path, book_files(path)):
            name = file.relative_to(path).as_posix() if file != path else file.name
            content = read_input(file, LARGEST_FILE).replace(b"\r\n", b"\n")
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()[:8]


def _sheet_of_calls(calls: Sequence[Ruling], choices: Sequence[str]) -> Sheet:
    """A sheet with nothing but the calls."""
    if any(choices):
        raise RulingsError("--calls decides what is on the sheet; name nothing else")
    if not calls:
        raise RulingsError(
            "no call is in force; `rulings call` makes one, `rulings calls` lists all"
        )
    return Sheet(title=phrases.CALLS, sections=[])


def _count(plan: Plan) -> int:
    return len(plan.items) + len(plan.calls)


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
