"""A plan as a PDF, set by Typst. The book's text reaches it as JSON, never as markup."""

import json
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from rulings.errors import RulingsError
from rulings.reading.book_files import texts_in
from rulings.text.markdown import Node
from rulings_cli.clock import build_time
from rulings_cli.sheets.plan import Plan

_NO_GLYPH = re.compile(r"the text `\"(?P<text>.{0,300}?)\"` could not be displayed", re.DOTALL)
_PAGES = re.compile(rb"/Type\s*/Pages\s*/Count\s+(\d+)")
_EMOJI = re.compile("[\U0001f1e6-\U0001faff][\U0001f1e6-\U0001faff\ufe0f\u200d]*")
"""Emoji, of flags and people too; hardly a font can print them, and no ruling rests on one."""

_NO_PICTURE = re.compile(r"(?i)\b(?:image|svg|decode)\b")
FAMILIES = (
    *("BIZ UDPGothic", "BIZ UDGothic", "Noto Sans CJK JP", "Noto Sans JP", "Source Han Sans"),
    *("Hiragino Sans", "Yu Gothic", "Meiryo", "IPAexGothic"),
    *("DejaVu Sans", "Liberation Sans", "Arial", "Helvetica", "Libertinus Serif"),
)
"""Typefaces that a sheet may be set in, the best first: Japanese (bold, wide coverage), Latin."""

PACKAGES = (
    "Debian or Ubuntu: apt install fonts-morisawa-bizud-gothic (rare kanji: fonts-noto-cjk, other "
    "scripts: fonts-noto-core); Windows: add the optional feature Japanese Supplemental Fonts; "
    "macOS: Hiragino Sans is part of the system (restore it in Font Book)"
)


class PdfRenderer:
    """Sets plans in a family of type, which may have a bold face, and fonts to fall back on."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        """Set in the best Japanese family there is, else in any other.

        Where folders are given, only their fonts count, so that every machine prints the same.
        RulingsError for a folder that is not there.
        """
        from typst import Fonts  # 80 MB that only a PDF needs

        if gone := [each for each in folders if not each.is_dir()]:
            raise RulingsError(f"{gone[0]}: no such folder; give --font-path a folder with fonts")
        paths = [str(folder) for folder in folders]
        self.fonts = Fonts(include_system_fonts=not folders, font_paths=paths)
        known = self.fonts.families()
        self.family = next(each for each in (*FAMILIES, *known) if each in known)
        with_bold = {font.family for font in self.fonts.fonts() if font.weight >= 600}
        self.has_bold = self.family in with_bold
        self._pdf_of: dict[str, bytes] = {}

    def pages(self, plan: Plan, size: float) -> int:
        """How many pages a sheet takes in a size of type."""
        pages = _PAGES.search(self.pdf((plan, size)))
        assert pages  # noqa: S101 - Typst writes it first
        return int(pages[1])

    def pdf(self, *sheets: tuple[Plan, float]) -> bytes:
        """Sheets, each in a size of type, as one PDF/UA-1; none is set twice."""
        data = [self.data(plan, size) for plan, size in sheets]
        text = _EMOJI.sub("", json.dumps(data, ensure_ascii=False))
        if text not in self._pdf_of:
            try:
                typst, moment = self.compiler(text), build_time()
                pdf = typst.compile(format="pdf", pdf_standards=["ua-1"], timestamp=moment)
            except RuntimeError as error:
                raise _explained(error, data) from error
            self._pdf_of[text] = bytes(pdf)
        return self._pdf_of[text]

    def compiler(self, text: str) -> Any:
        """Typst with the template, the fonts and the data of sheets, as JSON."""
        from typst import Compiler  # 80 MB that only a PDF needs

        parts = map(files("rulings_cli.sheets").joinpath, ("words.typ", "entries.typ"))
        template = b"\n".join(part.read_bytes() for part in parts)
        return Compiler(template, sys_inputs={"sheets": text}, font_paths=self.fonts)

    def data(self, plan: Plan, size: float) -> Node:
        """All that the template prints, and in which type."""
        return {
            **msgspec.to_builtins(plan),
            "size": size,
            "font": self.family,
            "has-bold": self.has_bold,
            "dated": build_time() is not None,
        }


def _explained(error: RuntimeError, sheets: list[Node]) -> Exception:
    """A line for a missing glyph (where, what to install) or a damaged logo, else the error."""
    if any(data["logo"] for data in sheets) and _NO_PICTURE.search(str(error)):
        reason = str(error).splitlines()[0]
        return RulingsError(f"the logo cannot be printed ({reason}); save it again as PNG or SVG")
    missing = _NO_GLYPH.search(str(error))
    if missing is None:
        return error
    text = missing["text"]
    character = next((each for each in text if not each.isascii()), text)
    sections = (section for data in sheets for section in data["sections"])
    items = (item for section in sections for item in section["items"])
    named = (item["id"] for item in items if any(character in words for _, words in texts_in(item)))
    place = next(named, "the event's name, or the words around the entries")
    code = " ".join(f"U+{ord(part):04X}" for part in character)
    return RulingsError(
        f"{place}: no font here can print {character!r} ({code}); "
        f"{PACKAGES}; or name a folder with fonts with --font-path"
    )
