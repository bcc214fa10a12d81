"""What a command line or a sheet file puts on a sheet."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cases import load_cases
from running import Rulings

from rulings.errors import RulingsError
from rulings.format.sheets import Select
from rulings.reading.book import BUILT_IN_BOOK, Book
from rulings_cli.sheets.request import SheetRequest


def ordered(case: dict[str, Any], tmp_path: Path) -> SheetRequest:
    what = case.get("what", [])
    if "file" in case:
        path = tmp_path / "mine.yaml"
        path.write_text(case["file"], encoding="utf-8")
        what = [str(path)]
    where = msgspec.convert(case.get("where", {}), Select)
    given = {"language": "en"} | case.get("options", {})
    queries = case.get("queries", [])
    return SheetRequest(what=what, queries=queries, where=where, books=[BUILT_IN_BOOK], **given)


@pytest.mark.parametrize("case", load_cases("sheets.yaml"))
def test_what_is_on_a_sheet(case: dict[str, Any], tmp_path: Path) -> None:
    order = ordered(case, tmp_path)
    if "says" in case:
        with pytest.raises(RulingsError) as refused:
            order.planner.make()
        assert case["says"] in str(refused.value)
        assert "\n" not in str(refused.value)
        return
    ids = [item.id for item in order.planner.make().selected]

    assert len(ids) == len(set(ids))
    assert ids == case.get("ids", ids)
    assert ids[0] == case.get("first", ids[0])
    assert len(ids) == int(case.get("count", len(ids)))


def test_the_example_is_a_sheet(rulings: Rulings, tmp_path: Path) -> None:
    path = tmp_path / "tonight.yaml"
    path.write_text(rulings("sheet", "--example").out, encoding="utf-8")
    plan = SheetRequest(what=[str(path)], books=[BUILT_IN_BOOK]).planner.make()

    assert plan.languages == ("en", "ja")
    assert [section.kind for section in plan.sections] == [
        *("in force", "selected", "selected", "selected", "cited")
    ]
    assert [item.id for item in plan.sections[0].items] == ["BR-V2"]


def test_every_ruleset_has_a_sheet(book: Book) -> None:
    assert book.rulesets.keys() <= book.sheets.keys()


def test_every_ready_sheet_can_be_planned(book: Book) -> None:
    for name in book.sheets:
        plan = SheetRequest(what=[name], books=[BUILT_IN_BOOK]).planner.make()

        places = {item.id for section in plan.sections for item in section.items}
        assert plan.selected
        for item in plan.selected:
            for cited in item.cites:
                assert cited in places, f"{item.id} cites {cited}"


def test_variants_are_told_to_be_in_force_or_not(book: Book) -> None:
    def notes(variants: list[str]) -> list[str]:
        order = SheetRequest(
            what=["BR-Q8", "BR 9.1"], books=[BUILT_IN_BOOK], language="en", included=variants
        )
        return [note["en"] for item in order.planner.make().selected for note in item.notes]

    title = book.entries["BR-V5"].title["en"]
    assert notes([]) == [f"Only with BR-V5: {title}"]
    assert notes(["BR-V1"]) == [f"Only with BR-V5: {title} (not in force tonight)"]
    assert notes(["BR-V5"])[0] == f"With BR-V5: {title} (in force tonight)"
    assert f"Changed tonight by BR-V5: {title}" in notes(["BR-V5"])


CALLS_ON = {
    "--ruleset BR": ["On BR", "A phone"],
    "BR --kind clause": ["On BR", "A phone"],
    "RAID": ["On raid", "A phone"],
    "BR-Q2": ["On BR", "A phone"],
    "battle-royal-first-ten": ["On BR"],
    "raid-boss-turn": [],
    "--calls": ["On BR", "On raid", "A phone"],
}


@pytest.mark.long
@pytest.mark.usefixtures("one_game")
def test_only_the_calls_that_belong_to_a_sheet(rulings: Rulings) -> None:
    rulings("tonight", "--event", "City", "--lang", "en")
    rulings("call", "Both?", "--verdict", "On BR.", "--overrules", "BR-Q2")
    rulings("call", "All?", "--verdict", "On raid.", "--ruleset", "RAID")
    rulings("call", "It rings", "--verdict", "A phone.")

    for asked, shown in CALLS_ON.items():
        printed = rulings("sheet", *asked.split(), "--format", "md").out
        calls_printed = [each for each in CALLS_ON["--calls"] if f"{each}." in printed]
        assert calls_printed == shown, asked
        is_brief = asked in ("--calls", "raid-boss-turn")
        assert ("Unofficial" in printed) != is_brief, "what a ruleset says of itself"


@pytest.mark.usefixtures("one_game")
def test_a_ready_sheet_of_a_part_has_the_calls_on_its_rules_and_room_for_them(
    rulings: Rulings, tmp_path: Path
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "RAID", "--lang", "en")
    rulings("call", "Empty twice?", "--verdict", "Shuffle again.", "--overrules", "RAID-O13")
    rulings("call", "Empty?", "--verdict", "Shuffle at once.", "--overrules", "RAID 7.3")

    printed = rulings("sheet", "raid-boss-turn", "--format", "md").out
    ran = rulings("sheet", "raid-boss-turn", "-o", str(tmp_path / "boss.pdf"))

    assert "Shuffle again." in printed, "the point is next to a rule on the sheet"
    assert "Shuffle at once." in printed
    assert ran.code == 0, ran.err


def test_a_book_on_top_replaces_a_sheet(tmp_path: Path) -> None:
    (tmp_path / "raid.yaml").write_text(
        "sheet: {title: {en: Ours}, sections: [{entries: [RAID-Q1]}]}", encoding="utf-8"
    )
    plan = SheetRequest(
        what=["raid"], books=[BUILT_IN_BOOK, tmp_path], language="en"
    ).planner.make()

    assert plan.title["en"] == "Ours"
    assert [item.id for item in plan.selected] == ["RAID-Q1"]


def test_a_booklet_of_several_rulesets_says_where_each_begins(rulings: Rulings) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "DB", "--ruleset", "NS", "--lang", "en")

    printed = rulings("sheet", "--format", "md").out
    headings = re.findall("^## (.*)", printed, re.M)
    assert "Duel Boy Pocket: Questions" in headings
    assert any(heading.startswith("Ninja Slayer TCG") for heading in headings)
