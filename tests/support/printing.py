"""What looks at printed sheets, programs and fonts of the system, and text that means harm."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulings_cli.sheets.request import RenderedSheet

Printed = Callable[..., RenderedSheet]
"""Prints a sheet: ``printed("battle-royal", language="both")``."""

TextOf = Callable[[bytes], str]
"""The text of a PDF."""

LANGUAGES = ["both", *(pytest.param(name, marks=pytest.mark.long) for name in ("en", "ja"))]
"""Of a sheet; with both at once it is longest."""

JAPANESE_FONT = Path("/usr/share/fonts/truetype/bizud-gothic")
SECOND_FONT = Path("/usr/share/fonts/opentype/ipaexfont-gothic")
LATIN_FONT = Path("/usr/share/fonts/truetype/dejavu")
PACKAGES = {
    "pdftotext": "poppler-utils",
    "pdffonts": "poppler-utils",
    "pdftoppm": "poppler-utils",
    str(JAPANESE_FONT): "fonts-morisawa-bizud-gothic",
    str(SECOND_FONT): "fonts-ipaexfont-gothic",
    str(LATIN_FONT): "fonts-dejavu-core",
}

ALONE = ("br", "meta", "link", "img", "hr", "path", "input")

HOSTILE = (
    r'#import "x.typ": * $x^2$ \ // /* @ref <label> #sys.inputs ]] ~ -- ... "q" '
    r"<script>alert(1)</script> <img src=x onerror=alert(2)> [a](javascript:alert(3)) "
    r"</style></title> {{7}} $title ${body} %s &amp; \u{1F}"
)
"""What tries to be Typst, HTML, CSS and a template at once; CommonMark leaves it as it is."""


def need(name: str) -> str:
    """A program or a folder of fonts; without it the test skips, and fails where CI runs it."""
    path = name if Path(name).is_dir() else shutil.which(name)
    if path:
        return path
    message = f"needs {name}: apt install {PACKAGES[name]}"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


def run(program: str, *arguments: str | Path) -> str:
    """What a program of the system prints."""
    command = [need(program), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=True, timeout=120).stdout.decode()


def squeezed(text: str) -> str:
    """A text without any white space, since lines break anywhere."""
    return re.sub(r"\s", "", text)


CLOSED_BY_NEXT = {
    **{"li": {"li"}, "p": {"p"}, "tr": {"tr"}},
    **{cell: {"td", "th", "tr"} for cell in ("td", "th")},
}
"""Elements that HTML closes where one of these begins, or what holds them ends."""


class Reader(HTMLParser):
    """Collects the elements of a page, its visible text, and whether all that opens closes."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        while self._open and tag in CLOSED_BY_NEXT.get(self._open[-1], ()):
            self._open.pop()
        if tag not in ALONE:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ALONE:
            while self._open[-1] in CLOSED_BY_NEXT and self._open[-1] != tag:
                self._open.pop()
            assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open[-1:] != ["style"]:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return squeezed("".join(self.texts))

    @property
    def tags(self) -> set[str]:
        return {tag for tag, _ in self.elements}

    @property
    def attributes(self) -> set[str]:
        return {name for _, attrs in self.elements for name in attrs}

    def values(self, attribute: str) -> list[str]:
        return [attrs[attribute] or "" for _, attrs in self.elements if attribute in attrs]
