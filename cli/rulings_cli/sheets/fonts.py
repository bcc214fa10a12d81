"""Finding a Japanese typeface among the fonts of the system, or in folders that were given."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulings_cli.sheets.errors import SheetError

if TYPE_CHECKING:
    from typst import Fonts

FAMILIES = (
    "BIZ UDPGothic",
    "BIZ UDGothic",
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Source Han Sans JP",
    "Source Han Sans",
    "Hiragino Sans",
    "Hiragino Kaku Gothic ProN",
    "Yu Gothic",
    "Meiryo",
    "IPAexGothic",
    "IPAPGothic",
    "TakaoPGothic",
    "VL PGothic",
    "MS PGothic",
)
"""Japanese typefaces that a sheet may be set in, the best first: bold ones, wide coverage."""

_LATIN = ("DejaVu Sans", "Liberation Sans", "Arial", "Helvetica", "Libertinus Serif")

JAPANESE_PACKAGES = (
    "Debian or Ubuntu: apt install fonts-morisawa-bizud-gothic; "
    "Windows: add the optional feature Japanese Supplemental Fonts; "
    "macOS: Hiragino Sans is part of the system (restore it in Font Book)"
)
_OTHER_PACKAGES = (
    "Debian or Ubuntu: apt install fonts-noto-core fonts-noto-cjk; "
    "Windows and macOS: install Noto Sans from fonts.google.com"
)


@dataclass(frozen=True, slots=True)
class Typeface:
    """The families to set a sheet in, the first choice first, and whether it comes in bold."""

    families: tuple[str, ...]
    bold: bool
    fonts: Fonts


def find_typeface(folders: Sequence[Path], wanted: str | None) -> Typeface:
    """The typeface to use: `wanted`, or the best Japanese one there is, or a Latin one."""
    from typst import Fonts  # noqa: PLC0415 - 80 MB that only a PDF needs

    for folder in folders:
        if not folder.is_dir():
            raise SheetError(f"{folder}: no such folder; give --font-path a folder with fonts")
    given = Fonts(False, False, list(map(str, folders))).families() if folders else []
    fonts = Fonts(font_paths=list(map(str, folders)))
    known = fonts.families()
    if wanted and wanted not in known:
        raise SheetError(f"no font {wanted!r} here; install it, or give its folder by --font-path")
    best = [family for family in FAMILIES if family in given]
    best += [family for family in FAMILIES if family in known]
    families = [wanted] if wanted else (best[:1] or [f for f in _LATIN if f in known][:1])
    return Typeface(tuple(families), _has_bold(fonts, families[0]), fonts)


def what_to_install(character: str) -> str:
    """Where to get a font that has `character`."""
    japanese = unicodedata.east_asian_width(character) in "WF" and ord(character) < 0x1F000
    return JAPANESE_PACKAGES if japanese else _OTHER_PACKAGES


def _has_bold(fonts: Fonts, family: str) -> bool:
    return any(font.family == family and font.weight >= 600 for font in fonts.fonts())
