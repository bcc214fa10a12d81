"""Merges of calls: which state of a call stays, and what is no export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import faults
import pytest
from running import Rulings, Ship, Write, exported_call, write_calls

MADE = {"made": "2026-05-01T21:03", "event": "City"}


@pytest.fixture(autouse=True)
def chess(write_book: Write, ship: Ship) -> None:
    """A small book that ships."""
    ship(write_book())


@pytest.fixture
def exported(rulings: Rulings, tmp_path: Path) -> dict[str, Any]:
    return exported_call(rulings, tmp_path)


@pytest.mark.parametrize(
    "content",
    ["[]", "null", "x", '{"calls": null}', '{"calls": {"a": 1}}', '{"calls": "x"}', "[" * 9_999],
    ids=lambda content: content[:20],
)
def test_what_is_no_export_of_calls_is_named_in_plain_words(
    rulings: Rulings, tmp_path: Path, content: str
) -> None:
    file = tmp_path / "x.json"
    file.write_text(content, encoding="utf-8")

    ran = rulings("calls", "merge", str(file))

    assert ran.is_rejected("x.json: holds no calls of `rulings calls export`")
    assert ran.err.rstrip().endswith("export`")


def test_a_link_that_was_cut_or_escaped_on_its_way(rulings: Rulings) -> None:
    whole = "file:///page.html#calls=eyJjYWxscyI6W119"  # {"calls":[]}

    assert rulings("calls", "merge", whole).out == "nothing new\n"
    assert rulings("calls", "merge", f"{whole[:-1]}%3D").is_rejected("the link is not whole")
    assert rulings("calls", "merge", f"{whole}%3D%3D").out == "nothing new\n"
    cut = rulings("calls", "merge", whole[:-4])
    assert cut.is_rejected("page.html: the link is not whole; have it sent again, or the file")


EDIT, WITHDRAW = ("edit", "--verdict"), ("withdraw", "--why")

# What D and E did to a call that both have, and what D's merge of E's export prints
STATES = [
    ([], [(*EDIT, "Yes.")], 0, "Yes."),
    ([], [(*EDIT, "Yes."), (*EDIT, "Yes, always.")], 0, "Yes, always."),
    ([], [(*EDIT, "Yes.")], 0, "In place of yours: No.\n"),
    ([], [(*WITHDRAW, "Too hard")], 0, "withdrawn: Too hard"),
    ([], [("edit", "--note", "Asked twice")], 0, "{call}"),
    ([], [("edit", "--question", "Another one?")], 0, "Another one?"),
    ([], [], 0, "nothing new\n"),
    ([(*EDIT, "Never.")], [], 0, "nothing new\n"),
    ([(*EDIT, "Never.")], [(*EDIT, "Yes."), (*EDIT, "Yes, always.")], 1, "not taken over:\n{call}"),
    ([(*EDIT, "Never.")], [(*EDIT, "Yes."), (*EDIT, "Yes, always.")], 1, "Yes, always."),
    ([(*EDIT, "Yes."), (*EDIT, "Yes, always.")], [(*EDIT, "Never.")], 1, "Never."),
    ([(*WITHDRAW, "Too hard")], [(*EDIT, "Yes."), (*EDIT, "Yes, always.")], 1, "contradict"),
]


@pytest.mark.parametrize(("ours", "theirs", "code", "printed"), STATES)
def test_another_state_is_taken_over_only_where_it_was_made_by_changing_ours(
    rulings: Rulings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ours: list[tuple[str, ...]],
    theirs: list[tuple[str, ...]],
    code: int,
    printed: str,
) -> None:
    call = rulings("call", "May I hum?", "--verdict", "No.").out.split("  ")[0]
    file = str(tmp_path / "x.json")
    rulings("calls", "export", file)
    monkeypatch.setenv("RULINGS_OWN_BOOK", str(tmp_path / "other-machine"))
    rulings("calls", "merge", file)
    for command, *change in theirs:
        rulings("calls", command, call, *change)
    rulings("calls", "export", file)
    states = rulings("calls", "--json").json["calls"]
    monkeypatch.setenv("RULINGS_OWN_BOOK", str(tmp_path / "own-book"))
    for command, *change in ours:
        rulings("calls", command, call, *change)
    before = faults.tree(tmp_path / "own-book")

    ran = rulings("calls", "merge", file)

    assert ran.code == code, ran
    expected = printed.format(call=call)
    assert expected in ran.out
    if code or "nothing new" in printed:
        assert faults.tree(tmp_path / "own-book") == before
        assert rulings("calls", "merge", file).code == code, "what contradicts is named again"
    else:
        assert rulings("calls", "--json").json["calls"] == states


ENDED = [
    ("other-machine", (*WITHDRAW, "The other judge is right"), "Never."),
    ("own-book", (*WITHDRAW, "The other judge is right"), "Yes."),
    ("own-book", (*EDIT, "Yes."), "Yes."),
    ("other-machine", (*EDIT, "Never."), "Never."),
]


@pytest.mark.parametrize(("machine", "change", "stands"), ENDED)
def test_two_states_contradict_each_other_until_one_is_withdrawn_or_edited_to_agree(
    rulings: Rulings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    machine: str,
    change: tuple[str, ...],
    stands: str,
) -> None:
    call = rulings("call", "May I hum?", "--verdict", "No.").out.split("  ")[0]
    files = {name: str(tmp_path / f"{name}.json") for name in ("own-book", "other-machine")}

    def on(name: str, *arguments: str) -> Any:
        monkeypatch.setenv("RULINGS_OWN_BOOK", str(tmp_path / name))
        ran = rulings("calls", *arguments)
        rulings("calls", "export", files[name])
        return ran

    on("own-book")
    on("other-machine", "merge", files["own-book"])
    on("own-book", "edit", call, "--verdict", "Never.")
    on("other-machine", "edit", call, "--verdict", "Yes.")
    assert on("own-book", "merge", files["other-machine"]).code == 1
    assert on("other-machine", "merge", files["own-book"]).code == 1

    on(machine, change[0], call, *change[1:])

    ran = [
        on(*each)
        for each in (
            ("own-book", "merge", files["other-machine"]),
            ("other-machine", "merge", files["own-book"]),
        )
    ]
    assert [each.code for each in ran] == [0, 0], ran
    states = [on(name, "--json").json["calls"] for name in files]
    assert states[0] == states[1]
    assert (states[0][0]["status"], states[0][0]["verdict"]["en"]) == ("active", stands)
    on("own-book", *WITHDRAW[:1], call, "--why", "Too hard")
    assert on("other-machine", "merge", files["own-book"]).code == 0
    assert on("other-machine", "--json").json["calls"][0]["status"] == "withdrawn"


# What a stranger's file makes of a call, with a row more in its history
FORGED = [
    {"verdict": {"en": "Yes!"}, "answer": {"en": "Yes!"}},
    {"question": {"en": "Another one?"}},
    {"call": MADE | {"event": "Another"}},
]


@pytest.mark.parametrize("change", FORGED, ids=str)
def test_a_longer_history_alone_changes_nothing(
    rulings: Rulings, exported: dict[str, Any], tmp_path: Path, change: dict[str, Any]
) -> None:
    rulings("calls", "merge", write_calls(tmp_path / "x.json", exported))
    row = {"date": "2026-11-23", "status": "active"}
    forged = exported | change | {"history": [*exported["history"], row]}
    before = faults.tree(tmp_path / "own-book")

    ran = rulings("calls", "merge", write_calls(tmp_path / "y.json", forged))

    assert ran.code == 1
    assert "contradict" in ran.out
    assert faults.tree(tmp_path / "own-book") == before


def test_two_calls_that_got_one_id_are_both_printed(
    rulings: Rulings, exported: dict[str, Any], tmp_path: Path
) -> None:
    other = {"question": {"en": "May I hum?"}, "title": {"en": "May I hum?"}, "call": MADE}
    rulings("calls", "merge", write_calls(tmp_path / "ours.json", exported | other))

    ran = rulings("calls", "merge", write_calls(tmp_path / "theirs.json", exported))

    assert ran.code == 1
    assert "A phone rings" in ran.out and "May I hum?" in ran.out
    (ours,) = rulings("calls", "--json").json["calls"]
    assert ours["question"]["en"] == "May I hum?"


@pytest.mark.parametrize(
    "asked",
    [
        (),
        ("export", "mine.json"),
        ("merge", "mine.json"),
        ("withdraw", "1", "--why", "x"),
        ("edit", "1", "--note", "x"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("what", ["folder", "garbage"])
def test_calls_that_cannot_be_read_are_not_taken_for_none(
    rulings: Rulings, tmp_path: Path, asked: tuple[str, ...], what: str
) -> None:
    rulings("call", "May I hum?", "--verdict", "No.")
    place = tmp_path / "own-book" / "calls.yaml"
    place.unlink()
    place.mkdir() if what == "folder" else place.write_text("rulings: [", encoding="utf-8")
    mine = tmp_path / "mine.json"
    mine.write_text('{"calls": []}', encoding="utf-8")

    ran = rulings("calls", *(str(mine) if each == mine.name else each for each in asked))

    assert (ran.code, ran.out) == (2, ""), ran
    assert f"{place}: is a folder" in ran.err or f"{place}:" in ran.err
    assert mine.read_text(encoding="utf-8") == '{"calls": []}'


def test_calls_of_another_event_are_named(
    rulings: Rulings, tmp_path: Path, exported: dict[str, Any]
) -> None:
    file = write_calls(tmp_path / "x.json", exported | {"call": exported["call"] | MADE})
    named = "the calls of another event hold only there: City"
    assert named in rulings("calls", "merge", file).err, "no event is open"
    rulings("tonight", "--event", "Cup", "--ruleset", "CH")

    newer = exported | {"call": exported["call"] | MADE, "id": "CH-Q7001"}
    warning = rulings("calls", "merge", write_calls(tmp_path / "y.json", newer)).err
    assert f"{named}; `rulings tonight --event City` opens City" in warning
    rulings("tonight", "--event", "cup")
    assert "Cup" in rulings("tonight").out, "capitals make no other event"
