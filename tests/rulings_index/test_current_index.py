"""Where the index lives, when it is built again, and what it survives."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from weakref import ref

import pytest
from running import Write

from rulings.reading.book_files import book_files, manifest
from rulings_index import Index, open_index
from rulings_index.storage.cache import pointer_as_bytes


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


@pytest.fixture
def open_small(write_book: Write, cache: Path) -> Callable[..., Index]:
    book = write_book()

    def opened(warn: Callable[[str], None] = pytest.fail) -> Index:
        return open_index([book], cache_dir=cache, warn=warn)

    return opened


def first(index: Index, query: str = "pawn queen") -> str:
    hits = index.search(query).hits
    return hits[0].id if hits else ""


def current(cache: Path) -> Path:
    """The register of the index that is in use."""
    (pointer,) = cache.glob("book-*/current")
    return pointer.parent / str(json.loads(pointer.read_text().split("\n", 1)[1])["index"])


def test_builds_itself_once(open_small: Callable[..., Index], cache: Path) -> None:
    assert first(open_small()) == "CH 1.1"
    built = current(cache)
    assert first(open_small()) == "CH 1.1"
    assert current(cache) == built


def test_what_another_version_wrote_is_passed_over_and_swept(
    open_small: Callable[..., Index], cache: Path
) -> None:
    of_old_version = pointer_as_bytes({"code": "5afe2b69", "files": {}, "parts": {"a": [1, 2]}})
    folder = cache / "book-d28ac4bbd43b79b9"
    folder.mkdir(parents=True, mode=0o700)
    folder.joinpath("current").write_bytes(of_old_version)
    assert first(open_small()) == "CH 1.1"
    assert not folder.exists()

    current(cache).with_name("current").write_bytes(of_old_version)
    assert first(open_small()) == "CH 1.1"


def test_is_built_again_when_the_book_changes(
    open_small: Callable[..., Index], cache: Path, tmp_path: Path
) -> None:
    open_small()
    before = current(cache)
    clauses = tmp_path / "book" / "rules" / "clauses.yaml"
    clauses.write_text(clauses.read_text().replace("becomes a queen", "becomes a zebra"))
    assert first(open_small(), "zebra") == "CH 1.1"
    assert current(cache) != before
    assert not before.exists()


def test_a_new_and_a_removed_file_are_changes(
    open_small: Callable[..., Index], cache: Path, tmp_path: Path
) -> None:
    open_small()
    before = current(cache)
    more = tmp_path / "book" / "more.yaml"
    more.write_text("terms:\n- id: rook\n  name: {en: rook, ja: ルーク}\n")
    open_small()
    between = current(cache)
    more.unlink()
    open_small()
    assert len({before, between, current(cache)}) == 3


@pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")
def test_reads_the_files_that_the_book_reads(write_book: Write, tmp_path: Path) -> None:
    book = write_book({"rules/.hidden.yaml": "", ".git/x.yaml": "", "notes.txt": "", "a.yml": ""})
    outside = tmp_path / "outside.yaml"
    outside.write_text("")
    (book / "link.yaml").symlink_to(outside)
    (book / "inner.yaml").symlink_to(book / "terms.yaml")
    assert sorted(listed[0] for listed in manifest([str(book)])) == sorted(
        map(str, book_files(book))
    )


@pytest.mark.parametrize("file", ["book-*/idx-*", "parts/*"])
def test_rebuilds_what_turns_out_to_be_garbage(
    open_small: Callable[..., Index], cache: Path, file: str
) -> None:
    """Its size says nothing, nor does its head."""
    open_small()
    before = current(cache)
    (target,) = cache.glob(file)
    content = target.read_bytes()
    target.write_bytes(content[:500].ljust(len(content), b"\xff"))

    assert first(open_small()) == "CH 1.1"
    assert current(cache) != before


def test_a_fault_of_ours_is_not_taken_for_damage(
    open_small: Callable[..., Index], cache: Path, write_book: Write
) -> None:
    index = open_small()
    before = current(cache)
    write_book({"terms.yaml": "terms: []"})

    with pytest.raises(TypeError):
        index.search("pawn queen", limit="two")  # type: ignore[arg-type]

    assert current(cache) == before, "nothing was built again, though the book has changed"


def test_cleans_up_what_a_killed_build_left(open_small: Callable[..., Index], cache: Path) -> None:
    index = open_small()
    left = current(cache).parent / "idx-left"
    left.touch()
    index.rebuild()
    assert not left.exists()


def test_a_cache_that_cannot_be_made(write_book: Write, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    warnings: list[str] = []
    index = open_index([write_book()], cache_dir=tmp_path / "file", warn=warnings.append)
    assert first(index) == "CH 1.1"
    assert index.status()["state"] == "memory"
    assert len(warnings) == 1
    assert "\n" not in warnings[0]


def test_a_full_disk(open_small: Callable[..., Index], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    warnings: list[str] = []
    assert first(open_small(warnings.append)) == "CH 1.1"
    assert "No space left" in warnings[0]


def test_a_readable_cache_that_cannot_be_written(
    open_small: Callable[..., Index], monkeypatch: pytest.MonkeyPatch
) -> None:
    open_small()

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refused)
    assert first(open_small()) == "CH 1.1"


SEARCH = """
import sys
from rulings_index import open_index
index = open_index([sys.argv[1]], cache_dir=sys.argv[2], warn=print)
print(index.search("pawn queen").hits[0].id)
"""


def test_several_processes_at_once(write_book: Write, cache: Path) -> None:
    command = [sys.executable, "-c", SEARCH, str(write_book()), str(cache)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        for _ in range(5)
    ]
    assert [process.communicate(timeout=60)[0] for process in running] == ["CH 1.1\n"] * 5
    assert len(list(cache.glob("book-*/idx-*"))) == 1


def test_an_index_is_freed_as_soon_as_nobody_uses_it(open_small: Callable[..., Index]) -> None:
    index = open_small()
    assert first(index) == "CH 1.1"
    opened = ref(index.opened)
    gc.disable()
    try:
        del index
        assert opened() is None, "no cycle keeps it until garbage is looked for"
    finally:
        gc.enable()
