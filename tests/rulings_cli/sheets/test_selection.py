"""What a command line or a sheet file puts on a sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from cases import load_cases

from rulings.errors import RulingsError
from rulings.format.sheets import Select
from rulings.reading.book import BUILT_IN_BOOK, Book
from rulings_cli.sheets.request import SheetRequest, example


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
            order.plan()
        assert case["says"] in str(refused.value)
        assert "\n" not in str(refused.value)
        return
    ids = [item.id for item in order.plan().items]

    assert len(ids) == len(set(ids))
    assert ids == case.get("ids", ids)
    assert ids[0] == case.get("first", ids[0])
    assert len(ids) == int(case.get("count", len(ids)))


def test_the_example_is_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "tonight.yaml"
    path.write_text(example(), encoding="utf-8")
    plan = SheetRequest(what=[str(path)], where=Select(), books=[BUILT_IN_BOOK]).plan()

    assert plan.languages == ("en", "ja")
    assert [item.id for item in plan.in_force] == ["BR-V2"]
    assert len(plan.sections) == 3


def test_every_ruleset_has_a_sheet(book: Book) -> None:
    assert book.rulesets.keys() <= book.sheets.keys()


def test_every_ready_sheet_can_be_planned(book: Book) -> None:
    for name in book.sheets:
        plan = SheetRequest(what=[name], where=Select(), books=[BUILT_IN_BOOK]).plan()

        assert plan.items
        for item in plan.items:
            for cited in item.cites:
                assert cited in plan.places(frozenset()), f"{item.id} cites {cited}"


def test_variants_are_told_to_be_in_force_or_not(book: Book) -> None:
    def notes(variants: list[str]) -> list[str]:
        order = SheetRequest(
            what=["BR-Q8", "BR 9.1"], where=Select(), books=[BUILT_IN_BOOK], included=variants
        )
        return [note["en"] for item in order.plan().items for note in item.notes]

    title = book.entries["BR-V5"].title["en"]
    assert notes([]) == [f"Only with BR-V5: {title}"]
    assert notes(["BR-V1"]) == [f"Only with BR-V5: {title} (not in force tonight)"]
    assert notes(["BR-V5"])[0] == f"With BR-V5: {title} (in force tonight)"
    assert f"Changed tonight by BR-V5: {title}" in notes(["BR-V5"])


def test_a_book_on_top_replaces_a_sheet(tmp_path: Path) -> None:
    (tmp_path / "raid.yaml").write_text(
        "sheet: {title: {en: Ours}, sections: [{entries: [RAID-Q1]}]}", encoding="utf-8"
    )
    plan = SheetRequest(what=["raid"], where=Select(), books=[BUILT_IN_BOOK, tmp_path]).plan()

    assert plan.sheet.title["en"] == "Ours"
    assert [item.id for item in plan.items] == ["RAID-Q1"]
