"""The documentation tells the truth: what is made is up to date, what is shown is printed."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

DOCS = ROOT / "docs"
MADE = runpy.run_path(str(DOCS / "make_reference.py"))["PAGES"]
PAGES = sorted(DOCS.rglob("*.md"))
EXAMPLES = [
    pytest.param(code, id=f"{page.name}-{number}")
    for page in PAGES
    for number, code in enumerate(
        re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL), 1
    )
]


@pytest.mark.parametrize("name", MADE)
def test_the_reference_is_made_from_the_code(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    renew = "run: python docs/make_reference.py"

    assert (DOCS / "reference" / name).read_text(encoding="utf-8") == MADE[name](), renew


@pytest.mark.parametrize("code", EXAMPLES)
def test_examples_run(code: str, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        cwd=tmp_path,
    )

    assert ran.returncode == 0, ran.stderr
    assert ran.stdout


def test_pages_that_are_linked_are_there() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+\.md)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_site_of_the_documentation_builds(tmp_path: Path) -> None:
    """Strictly: a link that leads nowhere, or a page that no menu names, is an error."""
    pytest.importorskip("mkdocs", reason="comes with the extra `test`")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "s")]
    ran = subprocess.run(
        build, capture_output=True, text=True, encoding="utf-8", check=False, cwd=ROOT
    )

    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "s" / "reference" / "commands" / "index.html").is_file()
