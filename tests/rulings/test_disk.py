"""What may be written, replaced, locked and removed, and what stays as it was."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import faults
import pytest

from rulings.disk.changes import alone_in
from rulings.disk.files import is_temporary, read, replace, save
from rulings.disk.folders import new_folder, set_aside
from rulings.disk.locks import locked
from rulings.errors import RulingsError

posix = pytest.mark.skipif(os.name == "nt", reason="links and pipes need rights on Windows")
only_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away"
)
LOCK = ".rulings-lock"


def link(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def file(content: str = "mine") -> Callable[[Path], object]:
    return lambda path: path.write_text(content)


# What a file may replace: (what is at its place, the reason against it, or what comes of it)
PLACES: dict[str, tuple[Callable[[Path], object], str]] = {
    "nothing": (lambda path: None, ""),
    "a file": (file(), ""),
    "a link to a file inside": (link("target"), ""),
    "a link to nothing inside": (link("new"), ""),
    "a link out": (link("../outside"), "leads out of"),
    "a link out to nothing": (link("../nothing"), "leads out of"),
    "a link in a circle": (link("it"), "circle"),
    "a folder": (Path.mkdir, "is a folder"),
    "a pipe": (pipe, "is a pipe or device"),
    "a link to a device": (link("/dev/null"), "leads out of"),
}


@posix
@pytest.mark.parametrize("kind", PLACES)
def test_where_a_file_is_saved(tmp_path: Path, kind: str) -> None:
    make, reason = PLACES[kind]
    folder = tmp_path / "book"
    folder.mkdir()
    (folder / "target").write_text("old")
    (tmp_path / "outside").write_text("mine")
    make(folder / "it")
    before = faults.tree(tmp_path)

    if reason:
        with pytest.raises(RulingsError, match=reason) as told:
            save(folder / "it", b"new", inside=folder)
        assert len(str(told.value).splitlines()) == 1
        assert faults.tree(tmp_path) == before
    else:
        save(folder / "it", b"new", inside=folder)
        assert (folder / "it").read_bytes() == b"new"
        assert (tmp_path / "outside").read_text() == "mine"
        links = [name for name, (what, _) in before.items() if what == "link"]
        assert all((tmp_path / name).is_symlink() for name in links), "the link is kept"


@posix
@pytest.mark.parametrize("place", ["/dev/null", "/dev/full", "/dev/zero", "/proc/self/mem", "/"])
def test_devices_are_never_written(place: str) -> None:
    with pytest.raises(RulingsError):
        save(place, b"new")


@posix
@only_root
def test_a_link_of_another_user_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "it").symlink_to("mine")
    os.lchown(tmp_path / "it", 65534, 65534)
    with pytest.raises(RulingsError, match="another user"):
        save(tmp_path / "it", b"new")
    assert (tmp_path / "mine").read_text() == "mine"


@posix
@pytest.mark.parametrize("room", [0, 1, 4_000])
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, room: int) -> None:
    old = tmp_path / "calls.yaml"
    old.write_text("mine")
    with faults.full_after(room), pytest.raises(RulingsError, match="cannot be written"):
        save(old, b"x" * 5_000)
    assert faults.contents(tmp_path, hidden=True) == {"calls.yaml": b"mine"}


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644])
def test_the_rights_of_a_file_stay(tmp_path: Path, mode: int) -> None:
    (tmp_path / "it").write_text("old")
    (tmp_path / "it").chmod(mode)
    save(tmp_path / "it", b"new")
    assert (tmp_path / "it").stat().st_mode & 0o777 == mode


def test_what_looks_like_a_file_half_saved_is_not_removed(tmp_path: Path) -> None:
    for name in (".rulings-mine.saving", ".it.mine.saving"):
        (tmp_path / name).write_text("mine")
    save(tmp_path / "it", b"new")
    assert len(list(tmp_path.iterdir())) == 3


def test_what_a_killed_save_leaves_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "unlink", lambda path: None)
    monkeypatch.setattr(os, "replace", lambda *paths: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        replace(str(tmp_path / "it"), b"new")
    assert [is_temporary(path.name) for path in tmp_path.iterdir()] == [True]


@posix
@pytest.mark.parametrize(
    ("make", "found"),
    [
        (lambda path: None, None),
        (file("four"), b"four"),
        (file("fives"), "5 bytes; 4 bytes at most"),
        (Path.mkdir, "is a folder"),
        (pipe, "is a pipe"),
        (link("/dev/zero"), "is a pipe or device"),
        (link("it"), "cannot be read"),
    ],
    ids=["nothing", "a file", "too long", "a folder", "a pipe", "a device", "a circle"],
)
def test_what_is_read_before_it_is_written_anew(
    tmp_path: Path, make: Callable[[Path], object], found: bytes | str | None
) -> None:
    make(tmp_path / "it")
    if isinstance(found, str):
        with pytest.raises(RulingsError, match=found):
            read(tmp_path / "it", 4)
    else:
        assert read(tmp_path / "it", 4) == found


# Locks


@posix
@pytest.mark.parametrize(
    "make",
    [link("../outside"), link("../mine"), link("/dev/null"), Path.mkdir, pipe],
    ids=["link to nothing", "link to a file", "link to a device", "folder", "pipe"],
)
def test_a_lock_is_made_nowhere_else(tmp_path: Path, make: Callable[[Path], object]) -> None:
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "book").mkdir()
    make(tmp_path / "book" / LOCK)
    before = faults.tree(tmp_path)
    with pytest.raises(RulingsError, match="cannot be written"), alone_in(tmp_path / "book"):
        pytest.fail("nobody is alone here")
    assert faults.tree(tmp_path) == before


def test_a_lock_is_gone_afterwards_and_a_file_of_the_users_is_not(tmp_path: Path) -> None:
    (tmp_path / ".lock").touch()
    with alone_in(tmp_path):
        assert (tmp_path / LOCK).exists()
    assert not (tmp_path / LOCK).exists()
    (tmp_path / LOCK).write_text("mine")
    with alone_in(tmp_path):
        pass
    assert faults.contents(tmp_path, hidden=True) == {".lock": b"", LOCK: b"mine"}


def test_a_lock_of_the_dead_holds_nobody(tmp_path: Path) -> None:
    (tmp_path / LOCK).touch()
    with alone_in(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_who_is_alone_keeps_the_others_waiting(tmp_path: Path) -> None:
    inside, most = 0, 0

    def enter() -> None:
        nonlocal inside, most
        for _ in range(20):
            with alone_in(tmp_path):
                inside += 1
                most = max(most, inside)
                (tmp_path / "it").write_text("x")
                inside -= 1

    running = [threading.Thread(target=enter) for _ in range(4)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    assert most == 1


def test_nobody_waits_forever(tmp_path: Path) -> None:
    place = str(tmp_path / LOCK)
    with (
        locked(place),
        pytest.raises(TimeoutError, match="too long"),
        locked(place, longest_wait=0.05),
    ):
        pytest.fail("two are alone")


# Whole folders


def nothing_is_foreign(place: Path) -> None:
    """Whatever stands there may go."""


def write(place: Path, content: str) -> None:
    with new_folder(place, nothing_is_foreign) as folder:
        (folder / "it").write_text(content)


# Names that our working folders have, had, or resemble
LOOKALIKES = [
    ".book.old",
    ".book.new-mine",
    ".book.new-999999999",
    ".other.new-1x",
    ".rulings-mine",
    ".rulings-",
    "new",
    "old",
]


@pytest.mark.parametrize("name", ["book", "*", "[a]", "b?ok", "new\nline", "本", "-rf", "x" * 255])
@posix
def test_only_the_folder_of_that_name_is_touched(tmp_path: Path, name: str) -> None:
    for other in LOOKALIKES:
        (tmp_path / other).mkdir()
        (tmp_path / other / "precious").write_text("mine")
    before = faults.tree(tmp_path)
    for content in ("first", "second"):
        write(tmp_path / name, content)
        assert (tmp_path / name / "it").read_text() == content
        after = faults.tree(tmp_path)
        assert after.keys() - before.keys() == {name, f"{name}/it"}
        assert {path: after[path] for path in before} == before


def test_an_empty_working_folder_of_a_killed_writer_is_removed(tmp_path: Path) -> None:
    """Killed before its note was written, or after the note was removed."""
    for name in (".rulings-a1b2_c3d", ".rulings-mine", "rulings-a1b2_c3d"):
        (tmp_path / name).mkdir()
    (tmp_path / ".rulings-full____").mkdir()
    (tmp_path / ".rulings-full____" / "precious").write_text("mine")
    write(tmp_path / "book", "first")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"book", ".rulings-mine", "rulings-a1b2_c3d", ".rulings-full____"}


NOTES = {
    "no note": None,
    "a note of somebody's": b"book",
    "a note that names a path": b"HEAD../book",
    "a note that names the folder around": b"HEAD..",
    "a note without a name": b"HEAD",
    "a note in a link": b"LINK",
    "a note in a pipe": b"PIPE",
}


@posix
@pytest.mark.parametrize("kind", NOTES)
def test_a_folder_without_a_note_of_ours_stays(tmp_path: Path, kind: str) -> None:
    note = NOTES[kind]
    dead = tmp_path / ".rulings-mine"
    leave_dead(tmp_path / "book", dead)
    head = (dead / "place").read_bytes().removesuffix(b"book")
    whole = (dead / "place").read_bytes()
    (dead / "place").unlink()
    if note == b"LINK":
        (tmp_path / "note").write_bytes(whole)
        (dead / "place").symlink_to("../note")
    elif note == b"PIPE":
        os.mkfifo(dead / "place")
    elif note is not None:
        (dead / "place").write_bytes(note.replace(b"HEAD", head))
    (dead / "old").mkdir()
    (dead / "old" / "precious").write_text("mine")
    before = faults.tree(tmp_path)
    assert set_aside(tmp_path) == {}
    write(tmp_path / "other", "x")
    after = faults.tree(tmp_path)
    assert {path: after[path] for path in before} == before


def leave_dead(place: Path, dead: Path) -> None:
    """What a killed writer leaves: a working folder that nobody has locked."""
    with new_folder(place, nothing_is_foreign) as folder:
        (folder / "it").write_text("half")
        shutil.copytree(folder.parent, dead)
    shutil.rmtree(place)


def test_what_the_killed_left_is_removed(tmp_path: Path) -> None:
    leave_dead(tmp_path / "book", tmp_path / ".rulings-dead")
    write(tmp_path / "other", "x")
    assert [path.name for path in tmp_path.iterdir()] == ["other"]


def test_what_the_killed_moved_aside_is_found_and_put_back(tmp_path: Path) -> None:
    dead = tmp_path / ".rulings-dead"
    leave_dead(tmp_path / "book", dead)
    write(dead / "old", "first")
    assert set_aside(tmp_path) == {"book": dead / "old"}
    write(tmp_path / "other", "x")
    assert (tmp_path / "book" / "it").read_text() == "first"
    assert not dead.exists()


def test_what_a_living_process_writes_stays(tmp_path: Path) -> None:
    with new_folder(tmp_path / "book", nothing_is_foreign) as folder:
        (folder / "it").write_text("mine")
        write(tmp_path / "book", "quicker")
        assert (folder / "it").read_text() == "mine"
    assert (tmp_path / "book" / "it").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["book"]


@posix
def test_a_full_disk_leaves_the_old_folder(tmp_path: Path) -> None:
    write(tmp_path / "book", "first")
    with faults.full_after(100), pytest.raises(RulingsError, match="cannot be written"):
        write(tmp_path / "book", "x" * 5_000)
    assert faults.contents(tmp_path, hidden=True) == {"book/it": b"first"}


@pytest.mark.parametrize("place", ["..", "a/..", "/"])
def test_places_without_a_name(tmp_path: Path, place: str) -> None:
    before = faults.tree(tmp_path)
    with pytest.raises(RulingsError, match="no place for a book"):
        write(tmp_path / place, "x")
    assert faults.tree(tmp_path) == before
