"""What `rulings sheet` prints of an open event where nothing is named: posters and a booklet."""

from __future__ import annotations

from pathlib import Path

import pytest
from printing import JAPANESE_FONT, TextOf, need, squeezed
from running import Rulings


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_papers_of_an_event(rulings: Rulings, text_of: TextOf, here: Path) -> None:
    need(str(JAPANESE_FONT))
    rulings("tonight", "--event", "City / 大会", "--ruleset", "BR", "--with", "BR-V5")
    ran = rulings("sheet")

    assert ran.code == 0, ran.err
    assert [line.split("  ")[0] for line in ran.out.splitlines()] == [
        "City-大会-poster.pdf",
        "City-大会.pdf",
    ]
    poster = squeezed(text_of((here / "City-大会-poster.pdf").read_bytes()))
    booklet = squeezed(text_of((here / "City-大会.pdf").read_bytes()))
    for text in ("City/大会", "turnattach1SpecialEnergy", "手貼りは番ごとに、特殊エネルギー1枚か"):
        assert text in poster
    assert "Emolga" not in poster
    assert "Emolga" in booklet
    assert "エモンガ" in booklet


@pytest.mark.long
def test_the_papers_of_an_event_of_two_rulesets(
    rulings: Rulings, text_of: TextOf, here: Path
) -> None:
    need(str(JAPANESE_FONT))
    rulings("tonight", "--event", "City / 大会", "--ruleset", "BR", "--with", "BR-V5")
    rulings("tonight", "--ruleset", "BR", "--ruleset", "RAID", "--with", "RAID-V2", "--lang", "en")
    ran = rulings("sheet", "--paper", "letter")
    assert [line.split("  ")[0] for line in ran.out.splitlines()] == [
        "City-大会-poster-battle-royal.pdf",
        "City-大会-poster-raid.pdf",
        "City-大会.pdf",
    ]
    of_the_raid = squeezed(text_of((here / "City-大会-poster-raid.pdf").read_bytes()))
    assert "RAID-V2" in of_the_raid
    assert "BR-V5" not in of_the_raid
    assert "ボス" not in of_the_raid


@pytest.mark.long
def test_the_papers_of_an_event_without_a_language_are_in_that_of_their_reader(
    rulings: Rulings, text_of: TextOf, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need(str(JAPANESE_FONT))
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    rulings("tonight", "--event", "City", "--ruleset", "raid")
    assert rulings("sheet").err == ""
    poster = text_of((here / "City-poster.pdf").read_bytes())
    assert "サイド" in poster
    assert "Prize" not in poster

    ran = rulings("sheet", "raid", "--lang", "both", "--pages", "4", "-o", "raid.pdf")
    assert ran.err.startswith("rulings: この紙で省いたもの:")
    assert "Prize" in text_of((here / "raid.pdf").read_bytes())
