"""The programs and fonts of the system that look at printed sheets, and text that means harm."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

JAPANESE_FONT = Path("/usr/share/fonts/truetype/bizud-gothic")
SECOND_FONT = Path("/usr/share/fonts/opentype/ipaexfont-gothic")
LATIN_FONT = Path("/usr/share/fonts/truetype/dejavu")
PACKAGES = {
    "pdftotext": "poppler-utils",
    "pdffonts": "poppler-utils",
    "pdftoppm": "poppler-utils",
    "chromium": "chromium",
    str(JAPANESE_FONT): "fonts-morisawa-bizud-gothic",
    str(SECOND_FONT): "fonts-ipaexfont-gothic",
    str(LATIN_FONT): "fonts-dejavu-core",
}

HOSTILE = (
    r'#import "x.typ": * $x^2$ \ // /* @ref <label> #sys.inputs ]] ~ -- ... "q" '
    r"<script>alert(1)</script> <img src=x onerror=alert(2)> [a](javascript:alert(3)) "
    r"</style></title> {{7}} $title ${body} %s &amp; \u{1F}"
)
"""What tries to be Typst, HTML, CSS and a template at once; CommonMark leaves it as it is."""


def need(name: str) -> str:
    """A program or a folder of fonts; without it the test skips, and fails where CI runs it."""
    found = name if Path(name).is_dir() else shutil.which(name)
    if found:
        return found
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


def write_hostile_book(folder: Path, text: str = HOSTILE) -> Path:
    """A book with `text` in every field of every kind of entry, and a sheet made of the same."""
    (folder / "rules").mkdir(parents=True)
    both = {"en": f"{text} end", "ja": f"{text} 終"}
    game = {"game": {"id": "hostile", "name": both}}
    head: dict[str, Any] = {
        "ruleset": {
            "id": "hostile-rules",
            "prefix": "HO",
            "game": "hostile",
            "name": both,
            "edition": text,
            "notice": both,
        },
        "sources": [{"id": "s", "title": both, "author": text, "url": "javascript:alert(4)"}],
    }
    every = {"title": both, "sources": [{"id": "s", "where": text}]}
    entries = {
        "clauses": [
            {"id": "HO 1.1", "text": both, "why": both, "differs": both, "examples": [both]}
            | {"remark": both, "authority": "official"}
            | every
        ],
        "variants": [
            {"id": "HO-V1", "text": both, "modifies": ["HO 1.1"], "authority": "proposal"} | every
        ],
        "rulings": [
            {"id": "HO-Q1", "verdict": both, "question": both, "answer": both, "why": both}
            | {"clauses": ["HO 1.1"], "variants": ["HO-V1"], "authority": "house"}
            | every
        ],
        "notes": [{"id": "HO-N1", "text": both, "authority": "author"} | every],
    }
    section = {"title": both, "intro": both, "select": {"ruleset": "hostile-rules"}}
    sheet = {"title": both, "intro": both, "event": both, "sections": [section]}
    files = {"game": game, "rules/all": head | entries, "rules/hostile": {"sheet": sheet}}
    for name, data in files.items():
        path = folder / f"{name}.yaml"
        path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return folder
