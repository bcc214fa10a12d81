"""A plan as a PDF, set by Typst. The book's text reaches it as JSON, never as markup."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from rulings.errors import RulingsError
from rulings.format import authorities
from rulings.format.model import Source, Text
from rulings.format.sheets import Part
from rulings.text.markdown import is_web_address
from rulings_cli.sheets import phrases
from rulings_cli.sheets.blocks import Node, blocks_of
from rulings_cli.sheets.fonts import Typeface, is_japanese, what_to_install
from rulings_cli.sheets.look import Layout, Look, Printed, edition, source_line
from rulings_cli.sheets.plan import Case, Item, Numbers, Plan, Section
from rulings_cli.terminal.output import clean
from rulings_index.results import strings_in

if TYPE_CHECKING:
    from typst import Compiler, PDFStandard

_STANDARDS: list[PDFStandard] = ["ua-1"]
_NO_GLYPH = re.compile(r"the text `\"(?P<text>.{0,300}?)\"` could not be displayed", re.DOTALL)
_PAGES = re.compile(rb"/Type\s*/Pages\s*/Count\s+(\d+)")
_NO_PICTURE = re.compile(r"(?i)\b(?:image|svg|decode)\b")
_ACCENT = "#16365c"
_PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
_QUIET = (Part.QUESTION, Part.WHY, Part.DIFFERS, Part.EXAMPLES)
"""Parts that are printed smaller than what a judge reads aloud."""
_SHORT = 400
"""Characters of a text that may stick to what follows it: a column always has room for it."""
_AROUND = "the words around the entries"


@dataclass(frozen=True, slots=True)
class PdfRenderer:
    """Sets one plan in several looks; the fonts are found once."""

    plan: Plan
    typeface: Typeface
    printed_on: datetime | None = None

    def pages(self, look: Look) -> int:
        """How many pages the sheet takes in this look."""
        data = self.data(look)
        try:
            return int(self.compiler(data).query("<page-count>", field="value", one=True))
        except RuntimeError as error:
            raise self._explained(error, data) from error

    def pdf(self, look: Look) -> bytes:
        """The sheet as PDF/UA-1."""
        data = self.data(look)
        if not self.typeface.japanese:
            self._reject_japanese(data)
        try:
            pdf = self.compiler(data).compile(
                _template(), format="pdf", pdf_standards=_STANDARDS, timestamp=self.printed_on
            )
        except RuntimeError as error:
            raise self._explained(error, data) from error
        assert isinstance(pdf, bytes)  # noqa: S101 - one PDF is one value
        return pdf

    def compiler(self, data: Node) -> Compiler:
        """Typst with the template, the fonts and the data of a sheet."""
        from typst import Compiler  # 80 MB that only a PDF needs

        text = json.dumps(data, ensure_ascii=False, sort_keys=True)
        return Compiler(_template(), sys_inputs={"sheet": text}, font_paths=self.typeface.fonts)

    def data(self, look: Look) -> Node:
        """All that the template prints, and in which font."""
        data: Node = _cleaned(_Data(self.plan, look).whole())
        data["fonts"] = [self.typeface.family]
        data["has-bold"] = self.typeface.bold
        data["dated"] = self.printed_on is not None
        return data

    def _explained(self, error: RuntimeError, data: Node) -> Exception:
        """One line for a missing glyph (where it is, what to install) or a damaged logo; the error
        itself for a bug.
        """
        if data["logo"] and _NO_PICTURE.search(str(error)):
            reason = str(error).splitlines()[0]
            return RulingsError(
                f"the logo cannot be printed ({reason}); save it again as PNG or SVG"
            )
        missing = _NO_GLYPH.search(str(error))
        if missing is None:
            return error
        text = missing["text"]
        character = next((each for each in text if not each.isascii()), text)
        places = (
            name
            for searched in (text, character)
            for name, printed in _printed(data)
            if searched in printed
        )
        return self._no_glyph(next(places, _AROUND), character)

    def _reject_japanese(self, data: Node) -> None:
        """RulingsError that names the first entry with a character that needs a Japanese font."""
        for name, text in _printed(data):
            for character in filter(is_japanese, text):
                raise self._no_glyph(name, character)

    def _no_glyph(self, name: str, character: str) -> RulingsError:
        code = " ".join(f"U+{ord(part):04X}" for part in character)
        return RulingsError(
            f"{name}: no font here can print {character!r} ({code}); "
            f"{what_to_install(character[0], self.typeface)}; "
            "or name a folder with fonts with --font-path"
        )


def page_count(pdf: bytes) -> int:
    """The pages of a sheet as they were set; to set it again for them takes the memory again."""
    pages = _PAGES.search(pdf)
    assert pages  # noqa: S101 - Typst writes it first
    return int(pages[1])


class _Data(Layout):
    """A sheet as JSON for the template."""

    def whole(self) -> Node:
        """Everything that the template prints."""
        plan, look = self.plan, self.look
        return {
            "languages": plan.languages,
            "paper": _PAPERS[look.paper],
            "accent": plan.brand.accent() or _ACCENT,
            "logo": list(plan.brand.logo.content) if plan.brand.logo else [],
            "columns": look.columns,
            "side": look.side,
            "narrow": look.narrow,
            "size": look.size,
            "poster": look.poster,
            "name": self.joined(plan.sheet.title),
            "title": self.shown(plan.sheet.title),
            "event-line": self.event_line,
            "running": self.running,
            "editions": [self.shown(edition(ruleset)) for ruleset in plan.rulesets],
            "intro": self._blocks(plan.sheet.intro),
            "notices": [self._blocks(notice) for notice in self.notices()],
            "badges": [self._badge(authority) for authority in plan.authorities(look.omit)],
            "contents": self.has_contents,
            "places": sorted(self.places),
            "sections": [self._section(section) for section in self.sections()],
            "sources": [self._source(source, where) for source, where in plan.sources],
            "left-out": self.shown(self.left_out()),
            "foot": self.footer,
            "labels": {
                "authorities": self.shown(phrases.AUTHORITIES),
                "contents": self.shown(phrases.CONTENTS),
                "sources": self.shown(phrases.SOURCES),
            },
        }

    def _section(self, section: Section) -> Node:
        return {
            "title": self.shown(section.title),
            "intro": self._blocks(section.intro),
            "listed": section.listed,
            "items": [self._item(item) for item in section.items],
            "tables": [self._numbers(table) for table in section.tables],
        }

    def _item(self, item: Item) -> Node:
        printed = {
            language: [self._passage(item, passage, language) for passage in passages]
            for language, passages in self.printed(item).items()
        }
        return {
            "id": item.id,
            "title": self.shown(item.title),
            "verdict": self._blocks(item.verdict, item),
            "passages": printed,
            "cites": self.cites(item),
            "notes": [self.shown(note) for note in item.notes],
            "authority": None if item.cases else self._badge(item.authority),
            "question": self.shown(item.question),
            "cases": [self._case(case, item) for case in item.cases],
            "short": _is_short(item.title) and _is_short(item.verdict),
        }

    def _case(self, case: Case, fork: Item) -> Node:
        return {
            "when": self.shown(case.when),
            "verdict": self._blocks(case.verdict, fork),
            "title": self.shown(case.title),
            "notes": [self.shown(note) for note in case.notes],
            "id": case.id,
            "authority": case.authority and self._badge(case.authority),
        }

    def _passage(self, item: Item, passage: Printed, language: str) -> Node:
        node: Node = {
            "text": blocks_of(passage.text, self.words_of(item, language)),
            "quiet": passage.part in _QUIET,
            "short": len(passage.text) < _SHORT,
        }
        return node | ({"label": passage.label} if passage.label else {})

    def _blocks(self, text: Text, item: Item | None = None) -> dict[str, list[Node]]:
        return {
            language: blocks_of(value, self.words_of(item, language))
            for language, value in self.shown(text).items()
        }

    def _badge(self, authority: str) -> Node:
        return {
            "name": str(authority),
            "words": self.shown(authorities.AUTHORITIES[authority]),
        }

    def _numbers(self, table: Numbers) -> Node:
        head, values = table.head
        return {
            "title": self.shown(table.title),
            "head": self.shown(head),
            "values": values,
            "rows": [
                {"id": name, "label": self.shown(label), "values": numbers}
                for name, label, numbers in table.rows
            ],
        }

    def _source(self, source: Source, where: str) -> Node:
        return {
            "title": self.shown(source.title),
            "about": source_line(source, where),
            "url": source.url if is_web_address(source.url) else "",
        }


def _is_short(text: Text) -> bool:
    return all(len(words) < _SHORT for words in text.values())


def _printed(data: Node) -> Iterator[tuple[str, str]]:
    """What is printed of each entry, with its id; then what is printed around them."""
    for section in data["sections"]:
        for item in section["items"]:
            yield from ((item["id"], text) for text in strings_in(item))
    yield from ((_AROUND, text) for text in strings_in(data))


def _cleaned(value: Any) -> Any:
    """The same data without control characters in its strings."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {key: _cleaned(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(item) for item in value]
    return value


def _template() -> bytes:
    return files("rulings_cli.sheets").joinpath("template.typ").read_bytes()
