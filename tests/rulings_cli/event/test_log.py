"""The log of an evening: on with an event, off without; a question in it becomes a phrasing."""

from __future__ import annotations

import json
import time
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from running import Rulings, Ship, Write

from rulings_cli.event import log, tonight
from rulings_index.weights import LONGEST_QUERY

QUESTION, UNKNOWN = "must a pawn be promoted?", "xyzzy frobnitz quux"


@pytest.fixture(autouse=True)
def _chess(write_book: Write, ship: Ship) -> None:
    ship(write_book())


@pytest.fixture
def evening(rulings: Rulings) -> Rulings:
    """An evening at which four things were looked up."""
    assert "rulings log" in rulings("tonight", "--event", "City 大会").out
    for asked in (("search", QUESTION), ("search", UNKNOWN), ("show", "CH-Q1"), ("card", "時計")):
        rulings(*asked)
    return rulings


def logged(rulings: Rulings, *options: str) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = rulings("log", *options, "--json").json["log"]
    return lines


def test_a_question_is_kept_before_its_answer_is_read(
    evening: Rulings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object, **__: object) -> None:
        raise BrokenPipeError

    with monkeypatch.context() as patched:
        patched.setattr("rulings_cli.terminal.output.Output.line", closed)
        patched.setattr("rulings_cli.terminal.output.Output.write", closed)
        evening("search", f"{QUESTION} now")
        evening("show", "CH-Q1")

    assert [line["asked"] for line in logged(evening)][-2:] == [f"{QUESTION} now", "CH-Q1"]


def test_what_was_asked_shown_and_opened_is_kept_with_the_event(evening: Rulings) -> None:
    lines = logged(evening)

    assert [(row["number"], row["command"], row["asked"]) for row in lines] == [
        (1, "search", QUESTION),
        (2, "search", UNKNOWN),
        (3, "show", "CH-Q1"),
        (4, "card", "時計"),
    ]
    assert [row["certainty"] for row in lines] == ["perhaps", "none", "", ""]
    assert lines[0]["shown"][0] == "CH-Q1"
    assert lines[2]["opened"] == ["CH-Q1"]
    assert lines[3]["opened"] == ["card:clock"]
    assert [row["number"] for row in logged(evening, "--unanswered")] == [1, 2]
    printed = evening("log", "--lang", "en").out.splitlines()
    assert printed[0].startswith("1  ")
    assert printed[0].endswith(f"{QUESTION} → perhaps; CH-Q1, CH 1.1")
    assert printed[1].endswith(f"{UNKNOWN} → no answer")

    evening("search", UNKNOWN.upper())
    unanswered = evening("log", "--unanswered", "--lang", "en").out
    assert [line[:2] for line in unanswered.splitlines()[:2]] == ["1 ", "5 "]
    assert f"{UNKNOWN.upper()} (2×) → no answer" in unanswered
    evening("log", "--forget", "5")

    story = "x" * LONGEST_QUERY
    evening("search", story)
    assert logged(evening)[-1]["asked"] == story, "as much as was searched"
    evening("log", "--forget", "6")

    evening("tonight", "--end")
    evening("search", QUESTION)
    assert evening("log", "--json").json == {"version": 2, "event": None, "log": []}
    assert len(logged(evening, "--event", "City 大会")) == 4
    evening("tonight", "--event", "City 大会")
    evening("search", QUESTION, "--no-event")
    assert len(logged(evening)) == 4


@pytest.mark.parametrize(
    ("asked", "language"), [(UNKNOWN, "en"), ("あいうえかきくけ", "ja")], ids=["en", "ja"]
)
def test_a_question_becomes_a_phrasing_of_ones_own(
    rulings: Rulings, asked: str, language: str, tmp_path: Path
) -> None:
    rulings("tonight", "--event", "City")
    assert rulings("search", asked).code == 1

    assert asked in rulings("log", "--unanswered").out
    assert rulings("log", "1", "--to-asked", "chq1").code == 0
    assert rulings("log", "--to-asked", "CH-Q1").code == 0, "the last question, and not twice"
    assert asked not in rulings("log", "--unanswered").out, "it is answered now"

    assert rulings("search", asked, "--json").json["hits"][0]["id"] == "CH-Q1"
    assert (
        rulings("show", "CH-Q1", "--json").json["entries"][0]["asked"][language].count(asked) == 1
    )
    assert rulings("check", str(tmp_path / "own-book")).code == 0
    rulings("search", QUESTION)
    assert rulings("log", "--to-asked", "CH 1.1").code == 0
    text = (tmp_path / "own-book" / "asked.yaml").read_text(encoding="utf-8")
    assert text.splitlines()[0] == "asked:"
    assert len(text.splitlines()) == 3


def test_a_question_that_was_taught_the_wrong_entry_goes_to_the_right_one(
    evening: Rulings, tmp_path: Path
) -> None:
    evening("log", "1", "--to-asked", "CH 1.1")
    ran = evening("log", "1", "--to-asked", "CH-Q1")

    assert "it was a phrasing of CH 1.1, and is no longer" in ran.err
    written = (tmp_path / "own-book" / "asked.yaml").read_text(encoding="utf-8")
    assert "CH 1.1: {en: []}" in written and "CH-Q1: {en: [" in written
    assert evening("check", str(tmp_path / "own-book")).code == 0


def test_a_ruling_below_a_newer_document_is_found_by_what_it_is_taught(
    evening: Rulings, tmp_path: Path
) -> None:
    head = tmp_path / "book" / "rules" / "ruleset.yaml"
    published = head.read_text("utf-8").replace(
        "  game: chess", "  game: chess\n  as_published: true"
    )
    head.write_text(published, "utf-8")
    document = tmp_path / "chess.md"
    document.write_text("# Chess\n\n## 1. Pawns\n1.1 A pawn becomes any piece.\n")
    names = ("--prefix", "CH", "--game", "chess", "--ruleset", "chess-rules", "--lang", "en")
    ran = evening("import", "numbered", str(document), *names, "--edition", "2026")
    assert ran.code == 0, ran.err

    for entry in ("CH-Q1", "CH 1.1"):
        assert evening("log", "2", "--to-asked", entry).code == 0
        assert evening("search", UNKNOWN, "--json").json["hits"][0]["id"] == entry
    written = (tmp_path / "own-book").glob("asked-chess-rules-2026.yaml")
    assert 'checked_against: {chess-rules: "2026"}' in next(written).read_text("utf-8")


def test_a_question_that_was_taught_a_call_goes_to_the_rule_of_a_project(
    evening: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = evening("call", "May it?", "--verdict", "No.", "--clause", "CH 1.1").out.split()[0]
    club = tmp_path / "club"
    evening("new", "book", str(club), "--prefix", "CB", "--lang", "en")
    settings = club / "rulings.toml"
    settings.write_text(settings.read_text().replace("# only = false ", "only = false "))
    monkeypatch.chdir(club)
    for taught, before in ((call, ""), ("CH-Q1", call), ("CH 1.1", "CH-Q1")):
        ran = evening("log", "1", "--to-asked", taught)
        assert ran.code == 0
        lost = f"it was a phrasing of {before}, and is no longer" if before else ""
        assert lost in ran.err


def test_what_a_person_wrote_there_stays(evening: Rulings, tmp_path: Path) -> None:
    own = tmp_path / "own-book" / "asked.yaml"
    own.parent.mkdir()
    own.write_text("# mine\nasked:\n  CH 1.1:\n    en: [mine]\n  CH-Q1:\n    en:\n      - yours\n")

    evening("log", "1", "--to-asked", "CH-Q1")

    text = own.read_text(encoding="utf-8")
    assert text.startswith("# mine\nasked:\n  CH 1.1:\n    en: [mine]\n  CH-Q1:")
    assert f'[yours, "{QUESTION}"]' in text


def test_a_question_without_words_is_not_kept(evening: Rulings) -> None:
    before = logged(evening)
    for asked in ("", " ", "\u3000"):
        evening("search", asked)

    assert logged(evening) == before


def test_it_is_forgotten_whole_or_by_the_line(evening: Rulings) -> None:
    evening("log", "2", "--forget")
    kept = [(line["number"], line["asked"]) for line in logged(evening)]
    assert kept == [(1, QUESTION), (3, "CH-Q1"), (4, "時計")], "the others keep their numbers"
    assert evening("log", "2", "--forget").is_rejected("the log has no line 2")
    assert evening("log", "--forget", "--lang", "en").out == "lines forgotten: 3\n"
    assert logged(evening) == []
    assert evening("log", "0").is_rejected("lines are numbered from 1")
    assert evening("log", "0", "--forget").is_rejected("lines are numbered from 1")
    assert "No such question is logged." in evening("log", "--lang", "en").out
    assert [evening("log", "99").code, evening("log", "99", "--json").code] == [1, 1]


@pytest.mark.parametrize("obstacle", ["full", "file", "folder"])
def test_a_log_that_cannot_be_written_costs_one_line(
    rulings: Rulings, tmp_path: Path, obstacle: str
) -> None:
    rulings("tonight", "--event", "City")
    rulings("search", QUESTION)
    (path,) = tmp_path.rglob("*.jsonl")
    path.unlink()
    if obstacle == "full":
        path.symlink_to("/dev/full")
    elif obstacle == "file":
        path.parent.rmdir()
        path.parent.touch()
    else:
        path.mkdir()

    ran = rulings("search", QUESTION, "--lang", "en")

    assert ran.code == 0
    assert ran.out.count("\nCH-Q1  Forced?")
    assert len(ran.err.splitlines()) == 1
    assert "the log is not written" in ran.err


def test_damaged_lines_are_left_out(evening: Rulings, tmp_path: Path) -> None:
    (path,) = tmp_path.rglob("*.jsonl")
    whole = path.read_bytes()
    mistyped = json.loads(whole.splitlines()[0]) | {"asked": None}
    damaged = (b'{"at": 1}', b"\xff", b"[]", json.dumps(mistyped).encode(), whole[:-20])
    path.write_bytes(b"\n".join(damaged))

    assert [line["number"] for line in logged(evening)] == [5, 6, 7]
    assert evening("log", "--unanswered").code == 0
    evening("search", "after the power cut")
    assert logged(evening)[-1]["asked"] == "after the power cut", "not glued to what was cut off"


@pytest.mark.parametrize("sign", ["\u2028", "\u0085", "\x0b", "\r", "\n"], ids=ascii)
def test_a_question_with_an_odd_line_end_is_one_line(evening: Rulings, sign: str) -> None:
    evening("search", f"two{sign}lines")
    evening("search", "the last")

    assert [line["number"] for line in logged(evening)] == [1, 2, 3, 4, 5, 6]
    evening("log", "5", "--forget")
    assert [line["asked"] for line in logged(evening)][3:] == ["時計", "the last"]


@pytest.mark.long
def test_nothing_is_lost_where_one_forgets_while_others_ask(evening: Rulings) -> None:
    event = tonight.event()

    def ask() -> None:
        for number in range(60):
            log.add(event, "search", str(number))
            time.sleep(0.001)

    asking = Thread(target=ask)
    asking.start()
    while asking.is_alive():
        log.add(event, "search", "forgotten")
        lines = log.read(event)
        log.forget(event, next(line.number for line in lines if line.asked == "forgotten"))

    assert [line.asked for line in log.read(event)][4:] == [str(count) for count in range(60)]


def test_what_no_longer_fits_on_the_disk_spoils_nothing(
    evening: Rulings, capsys: pytest.CaptureFixture[str]
) -> None:
    import resource  # Windows has none

    event = tonight.event()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = log.place(event).stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 50, limits[1]))
    log.add(event, "search", "too much")
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    log.add(event, "search", "the next")

    assert [line.asked for line in log.read(event)][3:] == ["時計", "the next"]
    warning = capsys.readouterr().err
    assert "the log is not written" in warning and "--forget" not in warning, (
        "nothing is to be lost"
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("9", "--to-asked", "CH-Q1"), "the number 9"),
        (("3", "--to-asked", "CH-Q1"), "the number 3"),
        (("1", "--to-asked", "CH-Q9"), "no entry of the book that"),
        (("1", "--to-asked", "card:clock"), "no entry of the book"),
        (("--event", "Nowhere"), "no event"),
        (("x",), "not a valid int"),
    ],
    ids=" ".join,
)
def test_mistakes_end_in_one_line(evening: Rulings, typed: tuple[str, ...], said: str) -> None:
    ran = evening("log", *typed)

    assert ran.is_rejected(said)


def test_phrasings_follow_an_entry_that_was_given_another_id(
    rulings: Rulings, write_book: Write, ship: Ship, tmp_path: Path
) -> None:
    clauses = (tmp_path / "book" / "rules" / "clauses.yaml").read_text(encoding="utf-8")
    named = clauses.replace("terms: [pawn]", "terms: [pawn]\n    formerly: [CH 9.9]")
    ship(write_book({"rules/clauses.yaml": named}, name="renamed"))
    (tmp_path / "own-book").mkdir()
    asked = f"asked: {{CH 9.9: {{en: [{UNKNOWN}]}}}}"
    (tmp_path / "own-book" / "asked.yaml").write_text(asked, encoding="utf-8")

    message = "CH 9.9 is CH 1.1 now; write that"
    for key in ("--overrules", "--clause"):
        assert rulings("call", "Why?", "--verdict", "So.", key, "CH 9.9").is_rejected(message)
    assert rulings("search", UNKNOWN, "--json").json["hits"][0]["id"] == "CH 1.1"
    assert rulings("check", str(tmp_path / "own-book")).out == ""


@pytest.mark.parametrize("other", [("--unanswered",), ("--to-asked", "CH-Q1")])
def test_nothing_is_forgotten_where_another_option_asks_for_something_else(
    evening: Rulings, other: tuple[str, ...]
) -> None:
    before = logged(evening)

    assert evening("log", "--forget", *other).is_rejected("leave the other option out")
    assert logged(evening) == before


@pytest.mark.parametrize("status", ["withdrawn", "superseded"])
def test_nothing_is_taught_to_an_entry_that_holds_no_longer(
    evening: Rulings, tmp_path: Path, status: str
) -> None:
    path = tmp_path / "book" / "rules" / "rulings.yaml"
    history = f"    status: {status}\n    history: [{{date: 2026-01-01, status: {status}}}]\n"
    path.write_text(path.read_text(encoding="utf-8") + history, encoding="utf-8")
    evening("log", "1", "--to-asked", "CH 1.1")
    own = tmp_path / "own-book" / "asked.yaml"
    before = own.read_text(encoding="utf-8")

    taught = evening("log", "1", "--to-asked", "CH-Q1")

    assert taught.is_rejected(
        "CH-Q1 holds no longer; teach what holds in its place, if `rulings refs CH-Q1`"
    )
    assert own.read_text(encoding="utf-8") == before
