"""Finding a Japanese typeface among the fonts of the system, or in folders that were given."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulings.errors import RulingsError

if TYPE_CHECKING:
    from typst import Fonts

FAMILIES = (
    *("BIZ UDPGothic", "BIZ UDGothic", "Noto Sans CJK JP", "Noto Sans JP", "Source Han Sans"),
    *("Hiragino Sans", "Yu Gothic", "Meiryo", "IPAexGothic"),
)
"""Japanese typefaces that a sheet may be set in, the best first: bold ones, wide coverage."""

_LATIN = ("DejaVu Sans", "Liberation Sans", "Arial", "Helvetica", "Libertinus Serif")

JAPANESE_PACKAGES = (
    "Debian or Ubuntu: apt install fonts-morisawa-bizud-gothic (fonts-noto-cjk has rare kanji); "
    "Windows: add the optional feature Japanese Supplemental Fonts; "
    "macOS: Hiragino Sans is part of the system (restore it in Font Book)"
)
_OTHER_PACKAGES = (
    "Debian or Ubuntu: apt install fonts-noto-core; "
    "Windows and macOS: install Noto Sans from fonts.google.com"
)


@dataclass(frozen=True, slots=True)
class Typeface:
    """The family to set a sheet in, whether it has a bold face, and all fonts to fall back on."""

    family: str
    bold: bool
    fonts: Fonts


def find_typeface(folders: Sequence[Path], name: str | None) -> Typeface:
    """The typeface to use: the one named, else the best Japanese one there is, else any other.

    Where folders are given, only their fonts count, so that every machine prints the same.
    RulingsError for a folder or a font that is not there.
    """
    from typst import Fonts  # 80 MB that only a PDF needs

    for folder in folders:
        if not folder.is_dir():
            raise RulingsError(f"{folder}: no such folder; give --font-path a folder with fonts")
    fonts = Fonts(include_system_fonts=not folders, font_paths=[str(each) for each in folders])
    known = fonts.families()
    if name and name not in known:
        raise RulingsError(
            f"no font {name!r} here; install it, or give its folder with --font-path"
        )
    family = name or next(each for each in (*FAMILIES, *_LATIN, *known) if each in known)
    bold = any(font.family == family and font.weight >= 600 for font in fonts.fonts())
    return Typeface(family, bold, fonts)


def what_to_install(character: str) -> str:
    """Where to get a font that has a character."""
    is_wide = unicodedata.east_asian_width(character) in "WF" and ord(character) < 0x1F000
    return JAPANESE_PACKAGES if is_wide else _OTHER_PACKAGES
