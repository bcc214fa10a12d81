"""A book under its own name: on its page, its site and its sheets, with nothing of another book."""

from __future__ import annotations

import shutil
from pathlib import Path

import pypdf
import pytest
from cases import DATA
from running import Rulings, Write

from rulings import open_book
from rulings.format.imprint import DARK, LIGHT, contrast, palettes
from rulings_cli.html.selection import select
from rulings_cli.phone.page import phone_page

LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
BOOK = """
book:
  title: {en: Club chess, ja: クラブのチェス}
  subtitle: {en: "Rulings <of> the club", ja: クラブの裁定}
  colours: {accent: "#7a1f5c"}
  logo: logo.svg
  footer: {en: Not by the federation., ja: 連盟のものではありません。}
  licence: {en: CC BY 4.0, ja: CC BY 4.0}
  address: https://chess.example/
"""


@pytest.fixture
def branded(write_book: Write) -> Path:
    path = write_book({"book.yaml": BOOK})
    (path / "logo.svg").write_text(LOGO)
    return path


def test_a_site_is_not_written_among_the_files_of_a_book(branded: Path, rulings: Rulings) -> None:
    before = sorted(branded.rglob("*"))

    ran = rulings("--only", "site", "--book", str(branded), "-o", str(branded / "rules"))

    assert ran.is_rejected("holds files of a book; choose an empty folder")
    assert sorted(branded.rglob("*")) == before


def test_page_site_and_sheets_bear_its_name(
    branded: Path, rulings: Rulings, tmp_path: Path
) -> None:
    book = ("--only", "--book", str(branded))
    assert rulings("check", str(branded), "--only").out == ""
    for arguments in (
        ["page", "-o", str(tmp_path / "page.html")],
        ["site", "-o", str(tmp_path / "site")],
        ["sheet", "CH", "-o", str(tmp_path / "sheet.pdf"), "--lang", "en"],
        ["sheet", "CH", "-o", str(tmp_path / "sheet.md")],
    ):
        ran = rulings(*arguments, *book)
        assert (ran.code, ran.err) == (0, ""), arguments

    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    home = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    sheet = (tmp_path / "sheet.md").read_text(encoding="utf-8")
    for made in (page, home):
        assert "Club chess" in made and "Rulings &lt;of&gt; the club" in made
        assert '<a href="https://chess.example/">' in made and "img-src data:" in made
    style = (tmp_path / "site" / "style.css").read_text(encoding="utf-8")
    for made in (page, style):
        assert "--accent: #7a1f5c" in made and "data:image/svg+xml;base64," in made
    printed = "".join(
        sheet_page.extract_text() for sheet_page in pypdf.PdfReader(tmp_path / "sheet.pdf").pages
    )
    for made in (page, home, sheet, printed):
        assert "Not by the federation." in made
    everything = (
        page
        + sheet
        + "".join(file.read_text(encoding="utf-8") for file in (tmp_path / "site").rglob("*.*"))
    )
    assert "Pok" not in everything and "tilanosaur" not in everything


@pytest.mark.parametrize("content", [b"\x89PNG garbage", b"<svg broken", b"\xff\xd8\xffx"])
def test_a_damaged_logo_is_one_line(
    branded: Path, rulings: Rulings, tmp_path: Path, content: bytes
) -> None:
    (branded / "logo.svg").write_bytes(content)
    goal = tmp_path / "sheet.pdf"

    ran = rulings("sheet", "CH", "-o", str(goal), "--lang", "en", "--only", "--book", str(branded))

    assert (ran.code, ran.err.count("\n")) == (2, 1) and "the logo cannot be printed" in ran.err
    assert not goal.exists()


def test_a_book_in_japanese_alone_has_japanese_headings(
    write_book: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    path = write_book()
    ruleset = path / "rules" / "ruleset.yaml"
    ruleset.write_text(ruleset.read_text().replace("  sections", "  languages: [ja]\n  sections"))

    page = phone_page(select(open_book([path]), (), None))

    shown = page.partition("<body>")[2].partition("<script")[0]
    assert '<html lang="ja">' in page
    assert "条項" in shown and "Clauses" not in shown and 'lang="en"' not in shown


def test_a_page_has_no_button_with_nothing_behind_it(write_book: Write) -> None:
    page = phone_page(select(open_book([write_book()]), (), None))

    for tile in ("numbers", "force"):
        assert f'<a href="#{tile}" class="tile" hidden>' in page
    assert '<fieldset class="chips" hidden>' in page, "one ruleset is no choice"


def test_a_book_without_any_phrasing_is_published(
    write_book: Write, rulings: Rulings, tmp_path: Path
) -> None:
    path = write_book()
    for file in path.rglob("*.yaml"):
        lines = file.read_text().splitlines(keepends=True)
        kept = [line for line in lines if "asked:" not in line and "[a, b" not in line]
        file.write_text("".join(line for line in kept if "[い" not in line))
    assert "い, ろ" not in "".join(file.read_text() for file in path.rglob("*.yaml"))

    for arguments in (
        ["site", "-o", str(tmp_path / "s")],
        ["page", "-o", str(tmp_path / "p.html")],
    ):
        assert rulings(*arguments, "--only", "--book", str(path)).code == 0


def test_colours_can_be_read_on_light_and_dark_ground() -> None:
    assert round(contrast("#000000", "#ffffff"), 1) == 21.0
    assert palettes("#0b57a4")[0].accent == "#0b57a4", "it can be read as it is"
    for accent in ("#0b57a4", "#7a1f5c", "#000000", "#5c3a00", "#ffee00", "#ffffff"):
        light, dark = palettes(accent)
        for one, grounds in ((light, LIGHT), (dark, DARK)):
            assert min(contrast(one.accent, ground) for ground in grounds) >= 4.5
            assert contrast(one.ink, one.accent) >= 4.5, "what is written on a button"
            assert contrast(one.accent, one.tint) >= 3.5


def test_a_french_book_is_published_under_its_name(rulings: Rulings, tmp_path: Path) -> None:
    shutil.copy(DATA / "french.yaml", tmp_path / "belote.yaml")
    (tmp_path / "book.yaml").write_text("book: {title: {fr: Le club de belote}}\n")

    for arguments in (
        ["page", "-o", str(tmp_path / "p.html")],
        ["site", "-o", str(tmp_path / "s")],
    ):
        assert rulings(*arguments, "--only", "--book", str(tmp_path)).code == 0

    for made in (tmp_path / "p.html", tmp_path / "s" / "index.html"):
        assert "<title>Le club de belote</title>" in made.read_text(encoding="utf-8")
