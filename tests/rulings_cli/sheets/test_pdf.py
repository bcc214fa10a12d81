"""Sheets as PDF, looked at with the programs that a print shop would use."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hostile import put, with_payloads
from hostile import write_book as write_whole_book
from places import ROOT
from printing import (
    HOSTILE,
    JAPANESE_FONT,
    LANGUAGES,
    LATIN_FONT,
    SECOND_FONT,
    Printed,
    TextOf,
    need,
    run,
    squeezed,
)
from pypdf import PdfReader
from running import Write

from rulings.errors import RulingsError
from rulings.format.model import Ruling
from rulings.lookup.event import Event
from rulings.reading.book import BUILT_IN_BOOK, Book
from rulings.text.markdown import plain_text
from rulings_cli.sheets.as_pdf import PdfRenderer
from rulings_cli.sheets.request import SIZES, SheetRequest

A4, LETTER = (595, 842), (612, 792)
NOT_FIRST = "、。，．,.)）」』】〉》!?！？・:;ー〜々ぁぃぅぇぉっゃゅょァィゥェォッャュョ"
NOT_LAST = "（「『【〈《[("


def opened(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def outline(pdf: bytes) -> list[str]:
    """The titles of the outline, in order."""

    def titles(items: Any) -> Iterator[str]:
        for item in items:
            if isinstance(item, list):
                yield from titles(item)
            else:
                yield item.title

    return list(titles(opened(pdf).outline))


@pytest.fixture(scope="module")
def booklet() -> bytes:
    """The whole booklet of a ruleset in both languages, which several tests look at."""
    fonts = [Path(need(str(JAPANESE_FONT)))]
    order = SheetRequest(["battle-royal"], [BUILT_IN_BOOK], language="both", font_folders=fonts)
    return order.make("pdf").content


def rulings_of(book: Book, prefix: str) -> list[Ruling]:
    return [
        entry
        for entry in book.entries.values()
        if isinstance(entry, Ruling) and entry.id.startswith(f"{prefix}-")
    ]


def test_everything_of_the_selection_is_on_it(booklet: bytes, text_of: TextOf, book: Book) -> None:
    check_everything_is_on_it(squeezed(text_of(booklet)), book, "BR")


@pytest.mark.long
def test_everything_of_another_ruleset_is_on_it(
    printed: Printed, text_of: TextOf, book: Book
) -> None:
    text = squeezed(text_of(printed("raid", language="both").content))
    check_everything_is_on_it(text, book, "RAID")


def check_everything_is_on_it(text: str, book: Book, prefix: str) -> None:
    for ruling in rulings_of(book, prefix):
        assert squeezed(ruling.id) in text
        for words in (ruling.title, ruling.verdict):
            for language in ("en", "ja"):
                assert squeezed(plain_text(words[language])) in text
        for clause in ruling.clauses:
            assert squeezed(clause) in text
            cited = book.entries[clause]
            assert squeezed(cited.title["en"]) in text
            assert squeezed(cited.title["ja"]) in text


def test_fonts_are_embedded_subsets_of_the_expected_family(booklet: bytes, tmp_path: Path) -> None:
    check_fonts(booklet, tmp_path / "a.pdf")


@pytest.mark.long
def test_fonts_of_the_second_family_are_embedded_subsets(printed: Printed, tmp_path: Path) -> None:
    fonts = [Path(need(str(SECOND_FONT)))]
    pdf = printed("battle-royal", language="both", font_folders=fonts).content
    check_fonts(pdf, tmp_path / "a.pdf")


def check_fonts(pdf: bytes, path: Path) -> None:
    path.write_bytes(pdf)
    _, _, *rows = run("pdffonts", path).splitlines()

    assert rows
    for row in rows:
        families = ("BIZUDPGothic", "BIZUDGothic", "IPAexGothic", "DejaVuSansMono")  # its quotes
        assert row.split("+")[1].startswith(families)
        assert "Type 3" not in row
        assert row.split()[-5:-2] == ["yes", "yes", "yes"]  # embedded, subset, with Unicode


@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
def test_paper_and_standard(printed: Printed, paper: str, size: tuple[int, int]) -> None:
    sheet = printed("battle-royal-first-ten", paper=paper)
    pdf = opened(sheet.content)

    assert len(pdf.pages) == sheet.pages
    for page in pdf.pages:
        assert tuple(round(float(edge)) for edge in page.mediabox[2:]) == size
    root: Any = pdf.root_object
    assert b"<pdfuaid:part>1</pdfuaid:part>" in root["/Metadata"].get_data()
    assert root["/Lang"] in ("en", "en-US")
    assert root["/ViewerPreferences"]["/DisplayDocTitle"].value is True


@pytest.mark.parametrize("language", LANGUAGES)
def test_typst_has_nothing_to_warn_of(language: Any) -> None:
    order = SheetRequest(what=["battle-royal"], books=[BUILT_IN_BOOK], language=language)
    renderer = PdfRenderer([Path(need(str(JAPANESE_FONT)))])

    compiler = renderer.compiler(json.dumps([renderer.data(order.planner.make(), SIZES[0])]))
    _, warnings = compiler.compile_with_warnings(format="pdf", pdf_standards=["ua-1"])
    assert [warning.message for warning in warnings] == []


def test_the_outline_is_the_entries(booklet: bytes, book: Book) -> None:
    titles = outline(booklet)

    shown = [title for title in titles if title.startswith("BR-")]
    wanted = rulings_of(book, "BR")
    assert [title.split()[0] for title in shown if "-Q" in title] == [
        *([f"BR-Q{number}" for number in (1, 2, 3, 4, 5, 6, 13, 14, 9, 10, 11, 12)]),
        *([f"BR-Q{number}" for number in (*range(15, 22), 7, 8, 22, 23, 24)]),
    ]
    for ruling in wanted:
        (title,) = (title for title in shown if title.split()[0] == ruling.id)
        assert squeezed(title) == squeezed(ruling.id + ruling.title["en"] + ruling.title["ja"])


@pytest.mark.long
def test_links_lead_somewhere(printed: Printed) -> None:
    pdf = opened(printed("battle-royal").content)
    pages = {page.indirect_reference for page in pdf.pages}
    named = pdf.named_destinations
    inner, outer = 0, set()

    for page in pdf.pages:
        for note in page.annotations or ():
            annotation: Any = note.get_object()
            if "/A" in annotation and annotation["/A"]["/S"] == "/URI":
                outer.add(str(annotation["/A"]["/URI"]))
                continue
            goal = annotation["/Dest"] if "/Dest" in annotation else annotation["/A"]["/D"]
            assert (named[goal].dest_array if isinstance(goal, str) else goal)[0] in pages
            inner += 1

    assert inner > 100
    assert outer
    assert all(url.startswith("https://") for url in outer)


@pytest.mark.long
def test_two_builds_are_equal(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    first = printed("duel-boy-pocket", language="both")
    assert printed("duel-boy-pocket", language="both") == first

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1777593600")
    dated = opened(printed("duel-boy-pocket").content)
    assert dated.metadata
    assert str(dated.metadata["/CreationDate"]).startswith("D:20260501")


@pytest.mark.long
def test_one_very_long_entry_loses_nothing(
    printed: Printed, text_of: TextOf, write_book: Write
) -> None:
    sentences = [f"第{number}文はここで終わる。" for number in range(1, 900)]
    book = write_book(
        {
            "rules/rulings.yaml": f"""
        rulings:
          - id: CH-Q1
            title: {{en: Forced?, ja: 強制か}}
            verdict: {{en: "Yes.", ja: はい。}}
            question: {{en: Must it?, ja: 必ずか。}}
            answer: {{en: "Yes.", ja: {"".join(sentences)}}}
            clauses: [CH 1.1]
            authority: interpretation
            sources: [{{id: handbook, where: "1"}}]
        """
        }
    )
    assert len("".join(sentences)) > 9000

    for options in ({}, {"language": "both"}, {"columns": 3}):
        sheet = printed("CH-Q1", books=(book,), **({"language": "ja"} | options))
        lines = text_of(sheet.content).splitlines()
        running = re.compile(r" \d+ / \d+$|^\f?(本日の裁定|Rulings for tonight)")
        text = squeezed("".join(line for line in lines if not running.search(line)))
        assert [sentence for sentence in sentences if sentence not in text] == []


@pytest.mark.long
def test_no_field_is_too_long(printed: Printed, text_of: TextOf, tmp_path: Path) -> None:
    sentences = [f"第{number}文。" for number in range(1, 700)]
    book = write_whole_book(tmp_path / "long", with_payloads("".join(sentences)))
    sheet = printed("CH", language="ja", books=(book,), included=["CH-V1"])
    text = squeezed(text_of(sheet.content))
    counts = [text.count(sentence) for sentence in sentences]

    fields = counts[len(counts) // 2]
    assert fields >= 28
    # a sentence that is parted by the end of a page or a column is not read as one
    assert all(count >= fields - 4 for count in counts)
    assert sum(counts[100:]) > 0.995 * fields * len(counts[100:])


@pytest.mark.long
@pytest.mark.parametrize(
    "pages", [3, *(pytest.param(many, marks=pytest.mark.long) for many in (4, 6))]
)
def test_a_budget_is_kept_and_never_costs_a_verdict(
    printed: Printed, text_of: TextOf, book: Book, pages: int
) -> None:
    sheet = printed("battle-royal", pages=pages)
    text = squeezed(text_of(sheet.content))

    assert len(opened(sheet.content).pages) <= pages
    assert sheet.left_out.startswith("Left out of this sheet: reasoning")
    for ruling in rulings_of(book, "BR"):
        assert squeezed(ruling.verdict["en"]) in text
    assert text.count("interpretation") >= 17


@pytest.mark.long
def test_a_budget_that_cannot_be_kept_says_which_can(printed: Printed) -> None:
    with pytest.raises(RulingsError, match=r"take \d pages in the smallest type; give --pages \d"):
        printed("battle-royal", language="both", pages=1)


def test_the_procedure_of_the_boss_fits_one_page(printed: Printed, text_of: TextOf) -> None:
    for language in ("en", "ja"):
        sheet = printed("raid-boss-turn", language=language)
        lines = text_of(sheet.content).splitlines()

        assert len(opened(sheet.content).pages) == 1
        (drawn,) = (line for line in lines if line.endswith("RAID 7.1 3 4 5 6"))
        (lost,) = (line for line in lines if line.endswith("30 20 15 12"))
        assert drawn
        assert lost


def test_a_ready_sheet_takes_its_pages_in_each_of_several_languages(printed: Printed) -> None:
    sheet = printed("raid-boss-turn", language="both")

    assert len(opened(sheet.content).pages) == 2


def test_a_character_of_the_name_of_an_event_is_named(printed: Printed) -> None:
    fonts = [Path(need(str(JAPANESE_FONT)))]

    with pytest.raises(
        RulingsError,
        match=r"^the event's name, or the words around the entries: no font here can print '㐀'",
    ):
        printed("BR-Q22", tonight=Event("夜会㐀"), font_folders=fonts)


def test_emoji_are_left_out_of_print(printed: Printed, text_of: TextOf) -> None:
    sheet = printed("BR-Q22", tonight=Event("🎴 夜会👨‍👩‍👧❄️🇯🇵 2026"))

    assert "夜会❄" in text_of(sheet.content).split("2026")[0]


@pytest.mark.long
def test_only_latin_fonts_name_the_entry_the_character_and_the_package(printed: Printed) -> None:
    fonts = [Path(need(str(LATIN_FONT)))]

    with pytest.raises(RulingsError) as refused:
        printed("battle-royal", language="ja", font_folders=fonts)
    named = re.match(
        r"BR-Q1: no font here can print '(.)' \(U\+([0-9A-F]{4})\); ", str(refused.value)
    )
    assert named and 0x3040 <= ord(named[1]) == int(named[2], 16)
    assert "apt install fonts-morisawa-bizud-gothic" in str(refused.value)
    assert printed("battle-royal", language="en", font_folders=fonts).content


@pytest.mark.long
def test_the_system_fonts_are_found_without_being_named(tmp_path: Path) -> None:
    need(str(JAPANESE_FONT))
    path = tmp_path / "faq.pdf"
    subprocess.run(
        [sys.executable, "-m", "rulings_cli", "sheet", "battle-royal", "--lang", "ja", "-o", path],
        check=True,
        cwd=ROOT,
        env=os.environ,
    )

    used = run("pdffonts", path)
    assert "BIZUDPGothic-Bold" in used
    assert "BIZUDGothic-Bold" in used, "narrow brackets and stops would be set on each other"


def test_a_rare_character_is_named(printed: Printed, write_book: Write) -> None:
    title = "title: {en: Promotion, ja: 昇格}"
    rare = write_book(
        {
            "rules/clauses.yaml": f"""
        clauses:
          - id: CH 1.1
            {title.replace("昇格", "昇格㐀")}
            text: {{en: A pawn on the last rank becomes a queen., ja: 最終段でクイーンになる。}}
            authority: official
            sources: [{{id: handbook}}]
        """
        }
    )

    with pytest.raises(RulingsError, match=r"^CH 1\.1: no font here can print '㐀' \(U\+3400\); "):
        printed("chess-rules", language="ja", books=(rare,), omit=["contents"])


@pytest.mark.parametrize(
    "columns", [2, *(pytest.param(each, marks=pytest.mark.long) for each in (1, 3))]
)
def test_japanese_lines_begin_and_end_as_they_should(
    printed: Printed, text_of: TextOf, columns: int
) -> None:
    sheet = printed("battle-royal", language="ja", columns=columns)
    lines = [line.strip() for line in text_of(sheet.content).splitlines()]

    assert [line for line in lines if line and line[0] in NOT_FIRST] == []
    assert [line for line in lines if line and line[-1] in NOT_LAST] == []


def test_hostile_text_comes_out_as_it_is(printed: Printed, text_of: TextOf, tmp_path: Path) -> None:
    data = with_payloads(HOSTILE)
    put(data, ("sources", 0, "url"), "javascript:alert(4)")
    book = write_whole_book(tmp_path / "hostile", data)
    sheet = printed("CH", language="both", books=(book,), included=["CH-V1"])
    text = squeezed(text_of(sheet.content))

    fields = 25
    assert (
        text.count(squeezed(HOSTILE).replace("&amp;", "&")) + text.count(squeezed(HOSTILE)) > fields
    )
    assert b"/JavaScript" not in sheet.content
    assert b"/URI" not in sheet.content


def test_pages_are_numbered_and_tell_the_state_of_the_book(
    printed: Printed, text_of: TextOf
) -> None:
    sheet = printed("raid", tonight=Event("Worlds", "2026-08-28"))
    pages = text_of(sheet.content).rstrip("\f").split("\f")

    for number, page in enumerate(pages, start=1):
        assert f"{number} / {len(pages)}" in page
        assert "2026-08-28" in page
        assert " · book " in page
    assert all("Worlds" in page for page in pages)
