"""Calls: a head judge's rulings of the evening, above the book while they are in force."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from running import Rulings, Write


@pytest.fixture
def chess(write_book: Write, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small book, alone, so that each call is indexed at once."""
    asked = """
        rulings:
          - id: CH-Q1
            title: {en: Promotion on the last rank, ja: 最終段での昇格}
            verdict: {en: "Yes, it must be promoted.", ja: はい、必ず昇格する。}
            question: {en: Must a pawn be promoted?, ja: ポーンは必ず昇格するのか。}
            answer: {en: "Yes, by [[CH 1.1]].", ja: "[[CH 1.1]]により昇格する。"}
            asked:
              en: [does my pawn have to become a queen, pawn at the end what now, c, d]
              ja: [端まで行ったら成らなきゃだめ, 成らずは選べる, は, に]
            clauses: [CH 1.1]
            cards: [clock]
            terms: [pawn]
            authority: interpretation
            checked_against: {chess-rules: "2024"}
            sources: [{id: handbook, where: "1"}]
        """
    path = write_book({"rules/rulings.yaml": asked})
    monkeypatch.setattr("rulings_cli.locations.BUILT_IN_BOOK", path)
    return path


def kept(ran: Any) -> str:
    assert ran.code == 0, ran.err
    return str(ran.out.split("  ")[0])


@pytest.mark.parametrize(
    ("spoken", "question", "verdict", "asked_elsewhere"),
    [
        ("en", "Is it a queen only?", "Any piece tonight.", "端まで行ったら成らなきゃだめ?"),
        ("ja", "成り先は選べる?", "今夜は何にでも。", "does my pawn have to become a queen?"),
    ],
    ids=["en", "ja"],
)
def test_an_evening_from_the_event_to_its_end(
    rulings: Rulings,
    chess: Path,
    spoken: str,
    question: str,
    verdict: str,
    asked_elsewhere: str,
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "CH")
    assert rulings("search", asked_elsewhere, "--json").json["hits"][0]["id"] == "CH-Q1"

    above = kept(rulings("call", question, "--verdict", verdict, "--overrules", "CH-Q1"))
    phones = kept(rulings("call", "A phone rings 電話", "--verdict", "Warning 注意"))

    answer = rulings("search", asked_elsewhere, "--json").json
    hits = answer["hits"]
    assert [hit["id"] for hit in hits[:2]] == [above, "CH-Q1"], "found in the other language"
    assert answer["fork"] is None, "what was ruled is not asked back"
    assert hits[0]["authority"] == "house"
    shown = rulings("search", asked_elsewhere, "--lang", spoken).out
    ruled = {
        "en": r"Ruled at your table at \d\d:\d\d, overruling CH-Q1\n",
        "ja": "裁定、CH-Q1に優先",
    }
    assert re.search(f"{ruled[spoken]}.*{verdict}", shown, re.DOTALL)
    for asked in (("show", "CH-Q1"), ("card", "clock")):
        assert rulings(*asked).out.startswith(above), asked
    assert phones.startswith("EVENT-Q")
    assert rulings("search", "電話 phone", "--json").json["hits"][0]["id"] == phones

    rulings("tonight", "--end")
    hits = rulings("search", asked_elsewhere, "--json").json["hits"]
    assert hits[0]["id"] == "CH-Q1", "the calls of a closed event answer nothing"
    assert rulings("show", above).code == 0


def test_calls_are_corrected_withdrawn_and_merged(
    rulings: Rulings, chess: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, verdict = "does my pawn have to become a queen?", "Any piece 何でも"
    above = kept(rulings("call", "Queen only?", "--verdict", verdict, "--overrules", "CH-Q1"))
    phones = kept(rulings("call", "A phone rings 電話", "--verdict", "Warning 注意"))
    rulings("calls", "export", str(tmp_path / "one.json"))
    rulings("calls", "edit", above, "--verdict", "No, 訂正")
    assert rulings("search", question).out.count("No, 訂正") == 1
    rulings("calls", "withdraw", phones, "--why", "Too hard きつい")
    listed = {one["id"]: one for one in rulings("calls", "list", "--json").json["calls"]}
    assert listed[phones]["status"] == "withdrawn"
    assert "Too hard きつい" in rulings("calls").out
    assert f"{phones} [withdrawn]" in rulings("list", "--authority", "house", "--lang", "en").out
    rulings("calls", "undo")
    listed = {one["id"]: one for one in rulings("calls", "list", "--json").json["calls"]}
    assert listed[phones]["status"] == "active"

    assert rulings("calls", "merge", str(tmp_path / "one.json")).code == 0, "nothing is doubled"
    monkeypatch.setenv("RULINGS_OWN_BOOK", str(tmp_path / "other-machine"))
    other = kept(rulings("call", "x", "--verdict", "Queen only", "--overrules", "CH-Q1"))
    merged = rulings("calls", "merge", str(tmp_path / "one.json"), str(tmp_path / "one.json"))
    assert merged.code == 1, "the two rule differently on CH-Q1"
    assert "Queen only" in merged.out
    assert verdict in merged.out
    found = [one["id"] for one in rulings("calls", "--json").json["calls"]]
    assert sorted(found) == sorted([above, phones, other])


def test_a_withdrawn_call_that_is_edited_stays_withdrawn(rulings: Rulings, chess: Path) -> None:
    call = kept(rulings("call", "A phone rings", "--verdict", "Warning"))
    rulings("calls", "withdraw", call, "--why", "Too hard")
    rulings("calls", "edit", call, "--note", "Asked twice")

    entry = rulings("show", call, "--json").json["entries"][0]
    assert entry["status"] == "withdrawn"
    assert [one["status"] for one in entry["history"]] == ["active", "withdrawn", "withdrawn"]


def test_a_call_about_a_book_that_is_not_in_use_stops_nothing(
    rulings: Rulings,
    chess: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    write_book: Write,
) -> None:
    call = kept(rulings("call", "Why?", "--verdict", "So.", "--ruleset", "CH"))
    other = write_book(name="other")
    ruleset = other / "rules" / "ruleset.yaml"
    for file in other.rglob("*.yaml"):
        text = file.read_text(encoding="utf-8").replace("CH", "XX").replace("chess-rules", "xx")
        file.write_text(text, encoding="utf-8")
    assert ruleset.exists()
    monkeypatch.setattr("rulings_cli.locations.BUILT_IN_BOOK", other)

    assert rulings("show", "XX-Q1").code == 0
    listed = rulings("calls")
    assert listed.code == 0
    assert "CH" in listed.err
    assert len(listed.err.splitlines()) == 1
    assert call not in listed.out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("call", "Why?"), "--verdict"),
        (("call", "Why?", "--verdict", "x", "--overrules", "CH-Q9"), "not in the book"),
        (("call", "Why?", "--verdict", "x", "--ruleset", "CH", "--card", "Lotus"), "rulings card"),
        (("calls", "withdraw", "1"), "--why"),
        (("calls", "edit", "1", "--verdict", "x"), "no call"),
        (("calls", "undo"), "nothing to undo"),
        (("calls", "merge", "none.json"), "no such file"),
    ],
    ids=str,
)
def test_mistakes_end_in_one_line(
    rulings: Rulings, chess: Path, typed: tuple[str, ...], said: str
) -> None:
    ran = rulings(*typed)

    assert ran.is_rejected(said)


def test_a_file_that_holds_no_calls_is_rejected_whole(
    rulings: Rulings, chess: Path, tmp_path: Path
) -> None:
    file = tmp_path / "x.json"
    file.write_text(json.dumps({"calls": [{"id": "CH-Q1"}]}), encoding="utf-8")

    assert rulings("calls", "merge", str(file)).code == 2
    assert rulings("calls").out == ""
