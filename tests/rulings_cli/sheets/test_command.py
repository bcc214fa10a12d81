"""`rulings sheet` as people type it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from lanterns import take
from printing import JAPANESE_FONT, need
from running import Rulings


def test_a_ruleset_becomes_a_pdf(rulings: Rulings, tmp_path: Path) -> None:
    need(str(JAPANESE_FONT))
    target = tmp_path / "faq.pdf"
    ran = rulings("sheet", "battle-royal", "-o", str(target))

    assert (ran.code, ran.err) == (0, "")
    assert re.fullmatch(r".*faq\.pdf  \d+ pages, 31 entries\n", ran.out)
    assert target.read_bytes().startswith(b"%PDF-1.7")


def test_what_was_left_out_is_said(rulings: Rulings, tmp_path: Path) -> None:
    need(str(JAPANESE_FONT))
    sheet = ("sheet", "battle-royal-first-ten", "--lang", "en", "--pages", "2")
    ran = rulings(*sheet, "-o", str(tmp_path / "a.pdf"))

    assert ran.code == 0
    assert ran.err.startswith("rulings: Left out of this sheet: reasoning")


def test_markdown_on_standard_output(rulings: Rulings) -> None:
    ran = rulings("sheet", "BR-Q22", "--format", "md", "--lang", "ja")

    assert ran.code == 0
    assert ran.out.startswith("# 本日の裁定\n")
    assert "### BR-Q22 残りHP10でどくとやけど" in ran.out


def test_sheets_are_listed(rulings: Rulings) -> None:
    names = [line.split()[0] for line in rulings("sheet", "--list").out.splitlines()]

    assert {"battle-royal", "battle-royal-first-ten", "raid", "raid-boss-turn"} <= set(names)


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (["battle-royal"], "add -o faq.pdf or -o faq.md"),
        (["battle-royal", "-o", "a.docx"], "end the name in .pdf or .md"),
        (["battle-royal", "-o", "no/such/folder/a.md"], "choose another place"),
        (["raid", "--pages", "2", "-o", "a.md"], "--pages needs a PDF"),
        (["raid", "--omit", "RAID-Q99", "-o", "a.md"], "is not an entry"),
        (["raid", "--calls", "-o", "a.md"], "name nothing else"),
        (["--calls", "-o", "a.md"], "no call is in force"),
        (
            ["raid", "--kind", "song", "-o", "a.md"],
            "there are clause, variant, ruling, note, open, fork",
        ),
        (["raid", "--font-path", "nowhere", "-o", "a.pdf"], "give --font-path a folder"),
        (["BR", "--lang", "de", "-o", "a.md"], "no lang 'de'; there are en, ja"),
    ],
)
def test_mistakes_are_one_line_with_the_remedy(
    rulings: Rulings, arguments: list[str], remedy: str
) -> None:
    ran = rulings("sheet", *arguments)

    assert ran.is_rejected(remedy)


def test_a_rule_without_a_title_is_printed_once(rulings: Rulings, tmp_path: Path) -> None:
    rule = (
        "A player may light two lanterns in a turn, and in a storm one for each wall beside them."
    )
    text = f"# Lantern rules\n\n1.1 A lantern burns for three turns.\n1.2 {rule}\n"
    take(rulings, tmp_path, text, "2025", "--into", str(tmp_path / "fair"))

    sheet = rulings("sheet", "LN", "--book", str(tmp_path / "fair"), "--format", "md").out

    assert sheet.count("may light two") == sheet.count(rule) == 1, "whole, and not cut as a title"
    assert "### LN 1.2\n" in sheet
    assert "Contents" not in sheet, "there is no title to list"


def test_a_note_in_letters_is_labelled_in_the_language_of_the_sheet(rulings: Rulings) -> None:
    call = ("GXを2回?", "--verdict", "使えません。", "--note", "NG", "--clause", "BR 2.2")
    assert rulings("call", *call).code == 0

    sheet = rulings("sheet", "--calls", "--lang", "ja", "--format", "md").out

    assert "**注記:** NG" in sheet


OVERRULED = {
    "a ruling": ("BR-Q22", "Poison and Burn, 10 HP before", "Battle Royal"),
    "a case of a fork": ("RAID-Q4", "Local rule: Memory Skip doesn", "Raid Format (Pokémon TCG)"),
}


@pytest.mark.parametrize("kind", OVERRULED)
def test_what_a_call_overrules_is_not_printed_bolder_than_the_call(
    rulings: Rulings, tmp_path: Path, text_of: Callable[[bytes], str], kind: str
) -> None:
    """And the call says of which rules it is."""
    need(str(JAPANESE_FONT))
    name, verdict, ruleset = OVERRULED[kind]
    rulings(
        "tonight", "--event", "Cup", "--ruleset", "BR", "--ruleset", "RAID", "--with", "RAID-V4"
    )
    made = rulings("call", "Who is it?", "--verdict", "Nobody.", "--overrules", name).out.split()[0]
    sheet = ("sheet", "BR-Q22", "RAID-F17", "--lang", "en")

    text = rulings(*sheet, "--format", "md").out
    path = tmp_path / "a.pdf"
    assert rulings(*sheet, "-o", str(path)).code == 0

    calls, _, rest = text.partition("## Rules and rulings")
    assert "> **Nobody.**" in calls and f"*{ruleset}*" in calls
    assert "**" not in next(line for line in rest.splitlines() if verdict in line)
    printed = " ".join(text_of(path.read_bytes()).split())
    if kind == "a ruling":
        assert printed.index(f"{made} stands above this") < printed.index(verdict)
