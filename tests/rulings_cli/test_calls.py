"""Calls: a head judge's rulings of the evening, above the book while they are in force."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import faults
import pytest
from msgspec import convert, to_builtins
from running import Rulings, Write, exported_call, write_calls

from rulings.editing.calls import changed
from rulings.format.model import Ruling


@pytest.fixture
def chess(write_book: Write, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small book, alone, so that each call is indexed at once."""
    path = write_book()
    asked = """asked:
  CH-Q1:
    en: [does my pawn have to become a queen, pawn at the end what now]
    ja: [端まで行ったら成らなきゃだめ, 成らずは選べる]
"""
    (path / "asked.yaml").write_text(asked, encoding="utf-8")
    monkeypatch.setattr("rulings.reading.book_files.BUILT_IN_BOOK", str(path))
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
    tmp_path: Path,
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
    assert above not in rulings("card", "clock").out
    assert rulings("show", above).code == 0
    assert rulings("check", str(tmp_path / "own-book")).out == ""


@pytest.mark.usefixtures("one_game")
def test_a_call_without_an_event_says_that_it_stands_at_every_event(rulings: Rulings) -> None:
    line = "No event is open"
    rulings("tonight", "--event", "City", "--ruleset", "BR")
    assert line not in rulings("call", "A phone rings", "--verdict", "A warning.").out
    rulings("tonight", "--end")

    question = (
        "A sleeve splits in the middle of a turn and the card in it can be told from the others"
    )
    assert line in rulings("call", question, "--verdict", "Replace it.").out

    rulings("tonight", "--event", "Friday", "--ruleset", "BR")
    poster = rulings("sheet", "br", "--style", "poster", "--format", "md", "--lang", "en").out
    assert "Replace it." in poster
    assert question in poster, "whole, on a wall"
    assert "A warning." not in poster


def test_calls_are_corrected_withdrawn_and_merged(
    rulings: Rulings, chess: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, verdict = "does my pawn have to become a queen?", "Any piece 何でも"
    above = kept(rulings("call", "Queen only?", "--verdict", verdict, "--overrules", "CH-Q1"))
    phones = kept(rulings("call", "A phone rings 電話", "--verdict", "Warning 注意"))
    rulings("calls", "export", str(tmp_path / "one.json"))
    assert ", corrected" not in rulings("search", question, "--lang", "en").out
    rulings("calls", "edit", above, "--verdict", "No, 訂正")
    assert rulings("search", question).out.count("No, 訂正") == 1
    ruled = re.search("Ruled .*, corrected", rulings("search", question, "--lang", "en").out)
    assert ruled, "who was told the first verdict can see that it was changed"
    assert rulings("calls", "withdraw", phones, "--why", " ").is_rejected("--why")
    rulings("calls", "withdraw", phones, "--why", "Too hard きつい")
    listed = {call["id"]: call for call in rulings("calls", "--json").json["calls"]}
    assert listed[phones]["status"] == "withdrawn"
    assert "  Too hard きつい" in rulings("show", phones).out.splitlines()[1], "why stands on top"
    assert "Too hard きつい" in rulings("calls").out
    assert f"{phones} [withdrawn]" in rulings("list", "--authority", "house", "--lang", "en").out

    assert rulings("calls", "merge", str(tmp_path / "one.json")).code == 0, "nothing is doubled"
    monkeypatch.setenv("RULINGS_OWN_BOOK", str(tmp_path / "other-machine"))
    other = kept(rulings("call", "x", "--verdict", "Queen only", "--overrules", "CH-Q1"))
    merged = rulings("calls", "merge", str(tmp_path / "one.json"), str(tmp_path / "one.json"))
    assert merged.code == 1, "the two rule differently on CH-Q1"
    assert "Queen only" in merged.out
    assert verdict in merged.out
    ids = [call["id"] for call in rulings("calls", "--json").json["calls"]]
    assert sorted(ids) == sorted([above, phones, other])


@pytest.mark.parametrize("change", [("edit", "--note", "Twice"), ("withdraw", "--why", "Again")])
def test_a_withdrawn_call_is_changed_no_more(
    rulings: Rulings, chess: Path, change: tuple[str, ...]
) -> None:
    call = kept(rulings("call", "A phone rings", "--verdict", "Warning"))
    rulings("calls", "withdraw", call, "--why", "Too hard")
    before = rulings("calls", "--json").out

    ran = rulings("calls", change[0], call, *change[1:])

    assert ran.is_rejected(f"{call} is withdrawn already"), ran
    assert rulings("calls", "--json").out == before


def test_what_a_call_touches_is_edited_as_it_was_typed(rulings: Rulings, chess: Path) -> None:
    call = kept(rulings("call", "Queen only?", "--verdict", "Any piece.", "--ruleset", "CH"))
    touched = ("--overrules", "ch q1", "--card", "clock", "--clause", "ch1.1")

    ran = rulings("calls", "edit", call, *touched)

    assert "overruling CH-Q1 · CH 1.1, clock" in ran.out, ran
    assert rulings("search", "does my pawn have to become a queen?").out.startswith(call)
    assert rulings("calls", "edit", call, "--card", "Lotus").is_rejected("rulings card")
    ran = rulings("calls", "edit", call, "--overrules", "", "--card", "")
    assert re.search(r"→  Any piece.\n    CH 1.1 · corrected 2\S+\n$", ran.out), ran


def test_calls_that_cannot_be_read_are_not_exported(
    rulings: Rulings, chess: Path, tmp_path: Path
) -> None:
    kept(rulings("call", "Queen only?", "--verdict", "Any piece.", "--ruleset", "CH"))
    backup = tmp_path / "mine.json"
    assert rulings("calls", "export", str(backup)).code == 0
    before = backup.read_bytes()
    with (tmp_path / "own-book" / "calls.yaml").open("a") as calls:
        calls.write("x: [\n")

    ran = rulings("calls", "export", str(backup))
    assert (ran.code, "nothing is written" in ran.err) == (2, True)
    assert backup.read_bytes() == before


def test_a_card_says_which_rules_a_call_is_about(rulings: Rulings, chess: Path) -> None:
    assert (
        kept(rulings("call", "May it stop?", "--verdict", "No.", "--card", "clock"))[:4] == "CH-Q"
    )


def test_only_the_calls_of_the_event_are_handed_over(
    rulings: Rulings, chess: Path, tmp_path: Path
) -> None:
    for event in ("Yesterday", "City"):
        rulings("tonight", "--event", event)
        call = kept(rulings("call", f"At {event}?", "--verdict", "Yes."))
    rulings("calls", "export", str(tmp_path / "x.json"))

    content = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert [each["id"] for each in content["calls"]] == [call]


@pytest.mark.parametrize("form", ["EVENT-Q{}", "event q{}", "ＥＶＥＮＴ－Ｑ{}", "{}"])
def test_an_id_is_taken_as_every_screen_prints_it(rulings: Rulings, chess: Path, form: str) -> None:
    call = kept(rulings("call", "A phone rings", "--verdict", "Warning"))
    screens = [("calls",), ("search", "phone rings"), ("show", call), ("list",)]
    printed = {re.findall(r"EVENT-Q\w+", rulings(*screen).out)[0] for screen in screens}

    assert printed == {call}
    ran = rulings("calls", "edit", form.format(call.removeprefix("EVENT-Q")), "--verdict", "No.")
    assert ran.code == 0, ran.err
    assert "No." in rulings("calls").out


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
    monkeypatch.setattr("rulings.reading.book_files.BUILT_IN_BOOK", str(other))

    assert rulings("show", "XX-Q1").code == 0
    listed = rulings("calls")
    assert listed.code == 0
    assert "CH" in listed.err
    assert len(listed.err.splitlines()) == 1
    assert call not in listed.out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("call", "Why?"), "a call needs its question and --verdict"),
        (("call", " ", "--verdict", "x"), "a call needs its question and --verdict"),
        (("call", "Why?", "--verdict", "x", "--overrules", "CH-Q9"), "not in the book"),
        (("call", "Why?", "--verdict", "x", "--ruleset", "CH", "--card", "Lotus"), "rulings card"),
        (("calls", "withdraw", "1"), "no call"),
        (("calls", "withdraw", "1", "--why", " "), "no call"),
        (("calls", "edit", "1", "--verdict", "x"), "no call"),
        (("calls", "merge", "none.json"), "no such file"),
    ],
    ids=str,
)
def test_mistakes_end_in_one_line(
    rulings: Rulings, chess: Path, typed: tuple[str, ...], said: str
) -> None:
    ran = rulings(*typed)

    assert ran.is_rejected(said)


NUMBER = 123456789012
HOUSE_CALL = """call: {made: "2026-05-01T21:03"}
    authority: house"""
MADE = {"made": "2026-05-01T21:03", "event": "City"}
# What another machine's call says, and why it is not taken
NO_CALL = [
    ({"id": "CH-Q1"}, "no id of a call"),
    ({"id": "CH-Q1", "authority": "official"}, "no id of a call"),
    ({"id": "CH-Q2"}, "no id of a call"),
    ({"id": "CH 1.1"}, "no id of a call"),
    ({"id": f"CH-V{NUMBER}"}, "no id of a call"),
    ({"id": "not an id"}, "no id of a call"),
    ({"id": 5}, "id: "),
    ({"id": "CH-Q5000"}, "is in the book already"),
    ({"id": f"XX-Q{NUMBER}"}, "no ruleset has the prefix XX"),
    ({"authority": "official"}, "is no call of a judge"),
    ({"authority": "interpretation"}, "is no call of a judge"),
    ({"clauses": ["CH 9.9"]}, "'CH 9.9' is not in the book"),
    ({"cards": ["lotus"]}, "no card 'lotus'"),
    ({"sources": [{"id": "nowhere"}]}, "is no call of a judge"),
    ({"sources": [{"id": "table-calls", "where": "official FAQ 7"}]}, "is no call of a judge"),
    ({"sources": []}, "is no call of a judge"),
    ({"call": None}, "is no call of a judge"),
    ({"call": {"made": "yesterday"}}, "is no call of a judge"),
    ({"call": MADE | {"overrules": ["CH-Q99"]}}, "'CH-Q99' is not in the book"),
    ({"call": MADE | {"overrules": ["the official FAQ"]}}, "'the official FAQ' is not in the book"),
    ({"call": MADE | {"overrules": [f"CH-Q{NUMBER + 3}"]}}, "cites itself"),
    ({"verdict": {"en": "x" * 241}}, "241 columns"),
    ({"question": {"en": "x" * 20_001}}, "longer than 20000 characters"),
    ({"answer": {"en": "[[CH 9.9]]"}}, "[[CH 9.9]] is not in the book"),
    ({"verdict": {"en": " "}}, "verdict is empty"),
    ({"answer": {}}, "answer"),
    ({"colour": "red"}, "unknown key 'colour'"),
    ({"call": "tonight"}, "call: "),
    ({"status": "withdrawn"}, "withdrawn since when, and why"),
    ({"history": [{"date": "2026-13-01", "status": "active"}]}, "is not a date"),
]


@pytest.fixture(scope="module")
def kept_export() -> dict[str, Any]:
    """Where the first test that needs an exported call leaves it for the others."""
    return {}


@pytest.fixture
def exported(
    rulings: Rulings, chess: Path, tmp_path: Path, kept_export: dict[str, Any]
) -> dict[str, Any]:
    if not kept_export:
        kept_export |= exported_call(rulings, tmp_path, "--note", "Once")
    return dict(kept_export)


@pytest.mark.parametrize(
    ("change", "reason"), NO_CALL, ids=[json.dumps(change)[:50] for change, _ in NO_CALL]
)
def test_only_calls_are_taken_from_another_machine_all_or_none(
    rulings: Rulings,
    chess: Path,
    exported: dict[str, Any],
    tmp_path: Path,
    change: dict[str, Any],
    reason: str,
) -> None:
    rulings_of_the_book = chess / "rules" / "rulings.yaml"
    text = rulings_of_the_book.read_text(encoding="utf-8")
    taken = text[text.index("  - id: CH-Q1") :].replace("CH-Q1", "CH-Q5000")
    rulings_of_the_book.write_text(text + taken, encoding="utf-8")
    sound = [exported | {"id": f"CH-Q{NUMBER + number}"} for number in (1, 2)]
    bad = exported | {"id": f"CH-Q{NUMBER + 3}"} | change
    place = write_calls(tmp_path / "x.json", sound[0], bad, sound[1])
    before = faults.tree(tmp_path / "own-book")

    ran = rulings("calls", "merge", place)

    assert ran.is_rejected(str(bad["id"]) if bad["id"] != 5 else "call 2", reason), ran
    assert sound[0]["id"] not in ran.err
    assert faults.tree(tmp_path / "own-book") == before
    assert rulings("calls", "merge", write_calls(tmp_path / "y.json", *sound)).code == 0


def test_every_call_that_is_not_taken_is_named(
    rulings: Rulings, exported: dict[str, Any], tmp_path: Path
) -> None:
    bad: list[Any] = [
        exported | {"id": f"CH-Q{NUMBER + 1}", "authority": "official"},
        exported | {"id": f"CH-Q{NUMBER + 2}", "clauses": ["CH 9.9"]},
        "nonsense",
    ]
    files = [write_calls(tmp_path / f"{n}.json", exported, call) for n, call in enumerate(bad)]

    ran = rulings("calls", "merge", *files)

    assert ran.is_rejected(bad[0]["id"], bad[1]["id"], "call 2 of", "2.json"), ran
    assert rulings("calls").out == ""


def test_a_house_rule_of_a_book_that_both_machines_have_is_no_matter(
    rulings: Rulings, chess: Path, tmp_path: Path
) -> None:
    text = (chess / "rules" / "rulings.yaml").read_text(encoding="utf-8")
    house = text.replace("CH-Q1", "CH-Q5000").replace("authority: interpretation", HOUSE_CALL)
    (chess / "rules" / "house.yaml").write_text(house, encoding="utf-8")
    rulings("calls", "export", str(tmp_path / "x.json"))

    assert "CH-Q5000" in (tmp_path / "x.json").read_text(encoding="utf-8")
    assert rulings("calls", "merge", str(tmp_path / "x.json")).code == 0


@pytest.mark.long
def test_four_hundred_calls_are_taken_at_once(
    rulings: Rulings, exported: dict[str, Any], tmp_path: Path
) -> None:
    many = [exported | {"id": f"CH-Q{NUMBER + number}"} for number in range(400)]
    twice = {"remark": {"en": "Twice"}}
    states = [changed(convert(call, Ruling), twice, "2026-05-02", {}) for call in many]
    began = time.perf_counter()

    assert rulings("calls", "merge", write_calls(tmp_path / "x.json", *many)).code == 0
    ran = rulings(
        "calls", "merge", write_calls(tmp_path / "y.json", *to_builtins(states), exported)
    )

    assert ran.code == 0, ran.err
    assert len(re.findall("^CH-Q", ran.out, re.MULTILINE)) == 401
    assert time.perf_counter() - began < 12, "a second or two; it took half a minute"
    listed = {call["id"]: call for call in rulings("calls", "--json").json["calls"]}
    assert len(listed) == 401
    assert {call["remark"]["en"] for call in listed.values()} == {"Twice", "Once"}
    assert rulings("check", str(tmp_path / "own-book")).out == ""


@pytest.mark.parametrize("where", [("--overrules", "Q1"), ("--clause", "1.1")])
def test_a_call_on_an_id_of_several_rulesets_asks_which_is_meant(
    rulings: Rulings, where: tuple[str, str]
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR")

    assert rulings("call", "Sleeves?", "--verdict", "Red only.", *where).is_rejected("may mean")


def test_a_question_is_not_taught_to_an_id_of_several_rulesets(rulings: Rulings) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR")
    rulings("search", "who takes the Prize")

    assert rulings("log", "1", "--to-asked", "Q1").is_rejected("'Q1' may mean")
