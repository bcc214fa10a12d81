"""Files of a book that change together, as whoever reads them meanwhile finds them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulings.disk import files, several
from rulings.disk.several import Change, alone_in, save_all
from rulings.errors import RulingsError
from rulings.reading.book_files import contents_of, manifest

NOTE = ".rulings-changes"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    folder = tmp_path / "book"
    (folder / "below").mkdir(parents=True)
    (folder / "one.yaml").write_bytes(b"old")
    (folder / "below" / "two.yaml").write_bytes(b"old")
    return folder


@pytest.fixture
def broken_off(book: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book in which a change of three files, of which one is new, was decided and no more."""
    changes = {
        book / "one.yaml": Change(b"old", b"new"),
        book / "below" / "two.yaml": Change(b"old", b"new"),
        book / "below" / "three.yaml": Change(b"", b"new"),
    }

    def killed(*places: object) -> None:
        raise SystemExit(9)

    with monkeypatch.context() as broken:
        broken.setattr(several, "_put_in_place", killed)
        with pytest.raises(SystemExit):
            save_all(changes)
    return book


def read(*paths: Path, said: Callable[[str, str], None] = lambda *what: None) -> dict[str, Any]:
    found = contents_of([*map(str, paths)], said)
    return {Path(path).name: what for each in found for path, what in each.items()}


def on_disk(book: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in book.rglob("*") if path.is_file()}


def refused(*places: object) -> None:
    raise PermissionError


@pytest.mark.parametrize("may_write", [True, False])
@pytest.mark.parametrize("part", ["", "below", "below/three.yaml"])
def test_what_is_decided_is_read(
    broken_off: Path, monkeypatch: pytest.MonkeyPatch, part: str, may_write: bool
) -> None:
    if not may_write:
        monkeypatch.setattr(several, "finish", refused)
    assert on_disk(broken_off)["one.yaml"] == b"old"

    found = read(broken_off / part)

    assert "three.yaml" in found and {*found.values()} == {b"new"}
    if may_write:
        assert on_disk(broken_off) == dict.fromkeys(["one.yaml", "two.yaml", "three.yaml"], b"new")
    else:
        assert on_disk(broken_off)["one.yaml"] == b"old"


def test_looking_whether_something_changed_writes_nothing(broken_off: Path) -> None:
    before = on_disk(broken_off)

    assert {line[-1] for line in manifest([str(broken_off)])} == {3}
    assert len(manifest([str(broken_off)])) == 3
    assert on_disk(broken_off) == before


def test_what_was_edited_since_is_kept_and_told(broken_off: Path) -> None:
    (broken_off / "one.yaml").write_bytes(b"edited")
    said: list[tuple[str, str]] = []

    found = read(broken_off, said=lambda *what: said.append(what))

    assert found == {"one.yaml": b"edited", "two.yaml": b"new", "three.yaml": b"new"}
    assert on_disk(broken_off) == found
    ((path, reason),) = said
    assert path == str(broken_off / "one.yaml") and "was edited while a change" in reason
    assert read(broken_off, said=lambda *what: said.append(what)) == found and len(said) == 1


def test_one_who_writes_a_file_finishes_before(broken_off: Path) -> None:
    with alone_in(broken_off):
        assert on_disk(broken_off)["two.yaml"] == b"new"


def test_files_edited_meanwhile_are_left_alone(book: Path) -> None:
    changes = {
        book / "one.yaml": Change(b"old", b"new"),
        book / "below" / "two.yaml": Change(b"other", b"new"),
    }

    with pytest.raises(RulingsError, match="edited meanwhile"):
        save_all(changes)

    assert on_disk(book) == {"one.yaml": b"old", "two.yaml": b"old"}


def full_after(count: int) -> Callable[..., None]:
    """Writes so many files, and no more."""
    write, left = files.write, iter(range(count))

    def writing(*places: Any, **like: Any) -> None:
        if next(left, None) is None:
            raise OSError(28, "No space left on device")
        write(*places, **like)

    return writing


def test_a_disk_that_is_full_leaves_the_old_files(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for step in range(5):
        write = full_after(step)
        with monkeypatch.context() as full, pytest.raises(RulingsError, match="No space left"):
            full.setattr(several, "write", write)
            full.setattr("rulings.disk.files.write", write)
            changes = {
                book / name: Change(b"old", b"new") for name in ("one.yaml", "below/two.yaml")
            }
            save_all(changes)
        assert on_disk(book) == {"one.yaml": b"old", "two.yaml": b"old"}, step


BESIDE = ".rulings-00.saving"
PLANTED = [
    "",
    "[]",
    "{",
    "[" * 100_000,
    {"decided": 1},
    {"files": [["../mine", BESIDE, ""]]},
    {"files": [["one.yaml", "../mine", ""]]},
    {"files": [["one.yaml", "one.yaml", ""]]},
    {"files": [["..", BESIDE, ""]]},
    {"files": [["one.yaml", BESIDE]]},
    {"folders": [3]},
    {"more": ""},
]


@pytest.mark.parametrize("planted", PLANTED, ids=lambda told: repr(told)[:30])
def test_a_list_that_we_did_not_write_is_told_and_changes_nothing(
    book: Path, tmp_path: Path, planted: Any
) -> None:
    note = {"change": "x", "first": ".", "decided": True, "folders": ["."], "files": []}
    text = planted if isinstance(planted, str) else json.dumps(note | planted)
    (tmp_path / "mine").write_bytes(b"mine")
    (book / NOTE).write_text(text)
    (book / BESIDE).write_bytes(b"planted")
    said: list[tuple[str, str]] = []

    assert read(book, said=lambda *what: said.append(what))["one.yaml"] == b"old"

    assert said == [(str(book / NOTE), "is not a list of changes of ours; remove it")]
    assert (tmp_path / "mine").read_bytes() == b"mine"
    with pytest.raises(RulingsError, match="remove it"), alone_in(book):
        pass


@pytest.mark.skipif(os.name == "nt", reason="links and pipes of POSIX")
@pytest.mark.parametrize("what", ["link", "pipe", "folder"])
def test_nothing_but_a_file_is_a_list(book: Path, tmp_path: Path, what: str) -> None:
    place = book / NOTE
    if what == "pipe":
        os.mkfifo(place)
    elif what == "folder":
        place.mkdir()
    else:
        place.symlink_to(tmp_path / "elsewhere")
    said: list[tuple[str, str]] = []

    assert read(book, said=lambda *what: said.append(what))["one.yaml"] == b"old"

    assert said == [(str(place), "is not a list of changes of ours; remove it")]


def test_a_list_changes_nothing_in_another_folder(broken_off: Path, tmp_path: Path) -> None:
    """Only its own files change, whatever other folders it names."""
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "one.yaml").write_bytes(b"mine")
    first = json.loads((broken_off / NOTE).read_text())
    (broken_off / NOTE).write_text(json.dumps(first | {"folders": [".", "below", "../../mine"]}))

    read(broken_off)

    assert on_disk(mine) == {"one.yaml": b"mine"}
    assert on_disk(broken_off)["two.yaml"] == b"new"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="root alone gives files away")
def test_where_all_may_write_another_users_list_changes_nothing(broken_off: Path) -> None:
    """As in `/tmp`, where nobody may replace the files of others."""
    broken_off.chmod(0o1777)
    os.chown(broken_off / NOTE, 65534, 65534)
    said: list[tuple[str, str]] = []

    found = read(broken_off / "one.yaml", said=lambda *what: said.append(what))

    assert found == {"one.yaml": b"old"} and len(said) == 1
