"""What may be written, replaced, locked and removed, and what stays as it was."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import faults
import pytest

from rulings.disk.changes import locked, locked_folder
from rulings.disk.files import content_of, replace, save
from rulings.disk.folders import new_folder
from rulings.errors import RulingsError

posix = pytest.mark.skipif(os.name == "nt", reason="links and pipes need rights on Windows")
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
    (tmp_path / "link").symlink_to("it")
    for place in ("it", "link"):
        save(tmp_path / place, b"new")
        assert (tmp_path / "it").stat().st_mode & 0o777 == mode
    assert (tmp_path / "link").is_symlink()


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
    assert [path.name[:9] + path.suffix for path in tmp_path.iterdir()] == [".rulings-.saving"]


@posix
@pytest.mark.parametrize(
    ("make", "found"),
    [
        (lambda path: None, b""),
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
    tmp_path: Path, make: Callable[[Path], object], found: bytes | str
) -> None:
    make(tmp_path / "it")
    if isinstance(found, str):
        with pytest.raises(RulingsError, match=found):
            content_of(tmp_path / "it", 4)
    else:
        assert content_of(tmp_path / "it", 4) == found


# Locks


@posix
@pytest.mark.parametrize(
    "make",
    [link("../outside"), link("../mine"), link("/dev/null"), Path.mkdir],
    ids=["link to nothing", "link to a file", "link to a device", "folder"],
)
def test_a_lock_is_made_nowhere_else(tmp_path: Path, make: Callable[[Path], object]) -> None:
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "book").mkdir()
    make(tmp_path / "book" / LOCK)
    before = faults.tree(tmp_path)
    with pytest.raises(RulingsError, match="cannot be written"), locked_folder(tmp_path / "book"):
        pytest.fail("nobody is alone here")
    assert faults.tree(tmp_path) == before


def test_a_lock_is_gone_afterwards(tmp_path: Path) -> None:
    (tmp_path / ".lock").touch()
    with locked_folder(tmp_path):
        assert (tmp_path / LOCK).exists()
    assert [path.name for path in tmp_path.iterdir()] == [".lock"]


def test_a_lock_of_the_dead_holds_nobody(tmp_path: Path) -> None:
    (tmp_path / LOCK).touch()
    with locked_folder(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_one_thread_at_a_time_is_in_a_locked_folder(tmp_path: Path) -> None:
    inside, most = 0, 0

    def enter() -> None:
        nonlocal inside, most
        for _ in range(20):
            with locked_folder(tmp_path):
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


LOOKALIKES = [".book.old", ".rulings-mine", ".rulings-new-other", ".rulings-", "new", "old"]


@pytest.mark.parametrize("name", ["book", "*", "[a]", "b?ok", "new\nline", "本", "-rf", "x" * 200])
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


def test_what_the_killed_moved_aside_is_put_back(tmp_path: Path) -> None:
    aside = tmp_path / ".rulings-old-book"
    write(aside, "first")
    write(tmp_path / ".rulings-new-book", "half")

    with pytest.raises(ZeroDivisionError), new_folder(tmp_path / "book", nothing_is_foreign):
        _ = 1 / 0

    assert (tmp_path / "book" / "it").read_text() == "first"
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
    with pytest.raises(RulingsError, match="not a place for a book"):
        write(tmp_path / place, "x")
    assert faults.tree(tmp_path) == before
