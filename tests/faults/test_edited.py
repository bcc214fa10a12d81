"""A book that is edited while it is read, or whose files lie about their time of change."""

from __future__ import annotations

import os
from pathlib import Path

import faults
import pytest
from running import Write

from rulings.editing.calls import calls_of
from rulings.reading.load import open_book
from rulings_index import Index, open_index
from rulings_index.building import build as building

FAR_PAST, FAR_FUTURE = 0, 4_000_000_000


@pytest.fixture
def book(write_book: Write) -> Path:
    return write_book()


def opened(book: Path, tmp_path: Path) -> Index:
    return open_index([book], cache_dir=tmp_path / "cache", warn=pytest.fail)


def says(index: Index, word: str) -> bool:
    return any(word in hit.record()["text"]["en"] for hit in index.search(f"pawn {word}").hits[:1])


def edit(book: Path, old: str, new: str) -> Path:
    clauses = book / "rules" / "clauses.yaml"
    text = clauses.read_text()
    assert old in text
    clauses.write_text(text.replace(old, new))
    return clauses


def test_edited_while_it_is_indexed(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The edit comes between the reading of the book and the writing of its index."""
    build = building.build_from

    def edited(*arguments: object) -> object:
        built = build(*arguments)  # type: ignore[arg-type]
        edit(book, "queen", "zebra")
        return built

    monkeypatch.setattr(building, "build_from", edited)
    opened(book, tmp_path)
    monkeypatch.undo()
    assert says(opened(book, tmp_path), "zebra")


def test_edited_under_an_open_index(book: Path, tmp_path: Path) -> None:
    """An open index answers as of its opening; the next one as of the edit."""
    index = opened(book, tmp_path)
    edit(book, "queen", "zebra")
    assert says(index, "queen")
    assert says(opened(book, tmp_path), "zebra")
    assert says(index, "queen"), "its files are gone by now, its answers are not"


@pytest.mark.parametrize("kept", ["in the cache", "in memory"])
def test_an_open_index_takes_up_edits_when_told(book: Path, tmp_path: Path, kept: str) -> None:
    cache = tmp_path / "cache"
    if kept == "in memory":
        cache.write_text("no folder")
    index = open_index([book], cache_dir=cache)
    assert not index.refresh()

    edit(book, "queen", "zebra")
    assert says(index, "queen")
    assert index.refresh()
    assert says(index, "zebra")
    assert not index.refresh()


def test_a_fault_is_taken_up_and_goes_with_its_correction(book: Path, tmp_path: Path) -> None:
    index = opened(book, tmp_path)
    edit(book, "title: {en: Promotion", "titel: {en: Promotion")
    assert index.refresh()
    assert [line.count("B101 unknown key 'titel'") for line in index.faults] == [1]
    assert index.show("CH-Q1")
    assert not index.show("CH 1.1")

    edit(book, "titel", "title")
    assert index.refresh()
    assert index.faults == []
    assert says(index, "queen")


def test_what_cannot_be_built_leaves_the_old_index(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    index = opened(book, tmp_path)
    edit(book, "queen", "zebra")
    monkeypatch.setattr(building, "build_from", fail)
    with pytest.raises(MemoryError):
        index.refresh()
    monkeypatch.undo()

    assert says(index, "queen")
    assert index.refresh()
    assert says(index, "zebra")


@pytest.mark.parametrize("when", [FAR_PAST, FAR_FUTURE], ids=["set back", "set ahead"])
def test_the_clock_is_wrong(book: Path, tmp_path: Path, when: int) -> None:
    opened(book, tmp_path)
    os.utime(edit(book, "queen", "zebra"), (when, when))
    assert says(opened(book, tmp_path), "zebra")
    os.utime(edit(book, "zebra", "tiger"), (when, when))
    assert says(opened(book, tmp_path), "tiger")


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no time of its own")
def test_a_file_of_the_same_size_with_its_old_time(book: Path, tmp_path: Path) -> None:
    opened(book, tmp_path)
    clauses = book / "rules" / "clauses.yaml"
    before = clauses.stat()
    edit(book, "queen", "zebra")
    os.utime(clauses, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert clauses.stat().st_size == before.st_size
    assert says(opened(book, tmp_path), "zebra")


def test_a_book_half_saved_is_told_and_then_read(book: Path, tmp_path: Path) -> None:
    clauses = book / "rules" / "clauses.yaml"
    whole = clauses.read_text()
    opened(book, tmp_path)
    for end in range(1, len(whole), 41):
        clauses.write_text(whole[:end])
        assert not any("\n" in line for line in opened(book, tmp_path).faults)
    clauses.write_text(whole)
    assert says(opened(book, tmp_path), "queen")


def test_two_keep_calls_at_once(book: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    running = [faults.program(faults.CALL, str(book), "10", RULINGS_OWN_BOOK=own) for _ in range(2)]
    for process in running:
        assert process.communicate(timeout=60)[1] == b""
    assert faults.calls_in(book, own) == 20


def test_changes_of_one_call_at_once_are_all_kept(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULINGS_ONLY", "1")
    own = tmp_path / "own"
    assert faults.program(faults.CALL, str(book), "1", RULINGS_OWN_BOOK=own).wait() == 0
    (call,) = calls_of(open_book([book, own]))
    changes = [
        *(["edit", call.id, "--verdict", "No."], ["edit", call.id, "--question", "Tonight?"]),
        ["edit", call.id, "--note", "Asked twice."],
        ["edit", call.id, "--verdict", "No.", "--note", "Asked twice."],
    ]
    assert exit_codes([["calls", *change] for change in changes], book, own) == [0] * 4

    (after,) = calls_of(open_book([book, own]))
    assert (after.verdict, after.question) == ({"en": "No."}, {"en": "Tonight?"})
    assert after.remark == {"en": "Asked twice."}
    assert len(after.history) == 5


def test_drafts_begun_at_once_are_kept_with_different_ids_or_refused(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULINGS_ONLY", "1")
    drafts = [["new", "ruling", f"What of {number}?"] for number in range(3)]

    codes = exit_codes(drafts, book, tmp_path / "own")
    assert {0} <= {*codes} <= {0, 2}

    rulings = [name for name in open_book([book]).entries if name.startswith("CH-Q")]
    assert sorted(rulings) == ["CH-Q1", "CH-Q2", "CH-Q3", "CH-Q4"][: 1 + codes.count(0)]


def test_one_of_several_renames_at_once_is_made(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULINGS_ONLY", "1")
    renames = [["rename", "CH-Q1", f"CH-Q5{number}"] for number in range(3)]

    assert sorted(exit_codes(renames, book, tmp_path / "own")) == [0, 2, 2]

    (ruling,) = (each for each in open_book([book]).entries.values() if each.kind == "ruling")
    assert ruling.formerly == ["CH-Q1"]


def exit_codes(commands: list[list[str]], book: Path, own: Path) -> list[int]:
    """The exit codes of commands that begin at the same moment."""
    started = "import sys; from rulings_cli import main; sys.argv[:1] = ['rulings']"
    running = [
        faults.program(
            f"{started}; print('begin', flush=True); sys.stdin.read(); main.run()",
            *words,
            RULINGS_OWN_BOOK=own,
            RULINGS_BOOK=book,
        )
        for words in commands
    ]
    for process in running:
        faults.wait_for_begin(process)
        assert process.stdin is not None
        process.stdin.close()
    return [process.wait(60) for process in running]
