"""A cache that is damaged, full, read-only or somebody else's: the answers stay right."""

from __future__ import annotations

import os
import pickle
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import faults
import pytest
from running import Write

from rulings_index import open_index
from rulings_index.current_index import Store
from rulings_index.storage.table import Table

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
posix = pytest.mark.skipif(os.name == "nt", reason="owners and limits are a matter of POSIX")


@pytest.fixture
def book(write_book: Write) -> Path:
    return write_book()


@pytest.fixture
def cache(tmp_path: Path, book: Path) -> Path:
    """A cache that holds the index of the book."""
    place = tmp_path / "cache"
    open_index([book], cache_dir=place)
    return place


def answers(book: Path, cache: Path, said: list[str] | None = None) -> None:
    """The book is searched, and the answer is right and whole."""
    warnings: list[str] = [] if said is None else said
    hits = open_index([book], cache_dir=cache, warn=warnings.append).search("pawn queen").hits
    assert [hit.id for hit in hits][:1] == ["CH 1.1"]
    assert "last rank" in hits[0].record()["text"]["en"]
    assert said is not None or not warnings, warnings


def files(cache: Path) -> list[Path]:
    """Everything that is stored but the lock, which holds nothing."""
    return sorted(path for path in cache.rglob("*") if path.is_file() and path.name != "lock")


def flip(path: Path, chance: random.Random) -> None:
    content = bytearray(path.read_bytes())
    if content:
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)


DAMAGES: dict[str, Callable[[Path, random.Random], object]] = {
    "deleted": lambda path, _: path.unlink(),
    "emptied": lambda path, _: path.write_bytes(b""),
    "truncated": lambda path, chance: os.truncate(path, chance.randrange(path.stat().st_size + 1)),
    "random bytes": lambda path, chance: path.write_bytes(chance.randbytes(path.stat().st_size)),
    "longer": lambda path, chance: path.write_bytes(path.read_bytes() + chance.randbytes(99)),
    "begun": lambda path, _: path.write_bytes(b"{"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_every_file_damaged(book: Path, cache: Path, damage: str) -> None:
    chance = random.Random(faults.SEED)
    for number in range(len(files(cache))):
        target = files(cache)[number]
        DAMAGES[damage](target, chance)
        try:
            answers(book, cache)
            assert Store([str(book)], str(cache), pytest.fail).state() == "fresh"
        except Exception as error:
            pytest.fail(f"{target.name} {damage} (seed {faults.SEED}): {error!r}")
        shutil.rmtree(cache)
        answers(book, cache)


def test_a_part_that_is_read_late_is_made_anew_if_it_is_damaged(book: Path, cache: Path) -> None:
    """What entries name all the time is read when the first one is judged."""
    (part,) = cache.glob("parts/*")
    constants = bytes(Table(part.read_bytes()).sections["constants"])
    part.write_bytes(part.read_bytes().replace(constants, b"?" * len(constants)))
    answers(book, cache)
    assert Store([str(book)], str(cache), pytest.fail).state() == "fresh"


def test_a_part_whose_keys_have_another_name_is_not_used_again(book: Path, cache: Path) -> None:
    (part,) = cache.glob("parts/*")
    part.write_bytes(part.read_bytes().replace(b'"keys"', b'"kexs"', 1))
    damaged = part.read_bytes()
    (book / "more.yaml").write_text("terms: []", encoding="utf-8")
    answers(book, cache)

    parts = [each.read_bytes() for each in cache.glob("parts/*")]
    assert [each for each in parts if each != damaged and b'"keys"' in each], "a new part"


def test_a_bit_of_an_index_is_seen_by_its_status(book: Path, cache: Path) -> None:
    chance = random.Random(faults.SEED)
    store = Store([str(book)], str(cache), pytest.fail)
    for pattern in ("book-*/idx-*", "parts/*"):
        (target,) = cache.glob(pattern)
        whole = target.read_bytes()
        flip(target, chance)
        assert store.state() == "damaged"
        target.write_bytes(whole)
        assert store.state() == "fresh"


@pytest.mark.long
def test_any_bit_of_the_pointer(book: Path, cache: Path) -> None:
    chance = random.Random(faults.SEED)
    for _ in range(60):
        (pointer,) = cache.glob("book-*/current")
        flip(pointer, chance)
        answers(book, cache)


def test_the_whole_cache_deleted_while_open(book: Path, cache: Path) -> None:
    index = open_index([book], cache_dir=cache)
    shutil.rmtree(cache)
    assert index.search("pawn queen").hits[0].id == "CH 1.1"
    assert index.search("must it be promoted").hits[0].record()["id"] == "CH-Q1"


class Planted:
    def __init__(self, trace: Path) -> None:
        self._trace = trace

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return os.mkdir, (str(self._trace),)


def becomes_foreign(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = folder.stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)


NOT_OURS_ALONE: dict[str, Callable[[Path, pytest.MonkeyPatch], None]] = {
    "others may write": lambda folder, _: folder.chmod(0o777),
    "another user's": becomes_foreign,
}


@posix
@pytest.mark.parametrize("whose", NOT_OURS_ALONE)
def test_a_folder_that_others_may_write_is_not_read(
    book: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    """Nor is what anybody planted there ever opened as a pickle."""
    trace = tmp_path / "it-ran"
    for path in files(cache):
        path.write_bytes(pickle.dumps(Planted(trace)) * 3)
    (folder,) = cache.glob("book-*")
    NOT_OURS_ALONE[whose](folder, monkeypatch)
    warnings: list[str] = []
    answers(book, cache, warnings)
    assert "is not yours alone" in warnings[0]
    assert open_index([book], cache_dir=cache, warn=warnings.append).status()["state"] == "memory"
    assert not trace.exists()


SEARCH = """
import os, sys
os.setgroups([]); os.setgid(65534); os.setuid(65534)
from rulings_index import open_index
index = open_index([sys.argv[1]], cache_dir=sys.argv[2], warn=lambda line: print("said", line))
print(index.search("pawn queen").hits[0].id)
"""


@posix
@pytest.mark.skipif(not ROOT, reason="root reads and writes everything; only root becomes another")
def test_a_cache_of_somebody_else_for_real(book: Path, tmp_path: Path) -> None:
    """Another user searches a book whose index lies in root's cache, which they cannot enter."""
    place = Path(subprocess.check_output(["mktemp", "-d"], text=True).strip())
    try:
        shutil.copytree(book, place / "book")
        open_index([place / "book"], cache_dir=place / "cache")
        place.chmod(0o755)
        (place / "cache").chmod(0o755)
        ran = subprocess.run(
            [sys.executable, "-c", SEARCH, str(place / "book"), str(place / "cache")],
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "HOME": str(place)},
            check=False,
        )
    finally:
        shutil.rmtree(place)
    if "ModuleNotFoundError" in ran.stderr or "Permission" in ran.stderr:
        pytest.skip("another user cannot read this checkout")
    assert ran.stdout.splitlines()[-1:] == ["CH 1.1"], ran.stderr
    assert "in memory only" in ran.stdout


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "small"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(place)]
    if not ROOT or not shutil.which("mount") or subprocess.run(command, check=False).returncode:
        pytest.skip("no right to mount a small disk")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


@posix
def test_a_full_disk(book: Path, small_disk: Path) -> None:
    warnings: list[str] = []
    for _ in range(3):
        answers(book, small_disk / "cache", warnings)
    assert all("in memory only: No space left" in line for line in warnings)
    assert len(warnings) == 3
    assert not list(small_disk.rglob(".rulings-*")), "what was begun is cleared away"


@posix
@pytest.mark.parametrize("room", [0, 1, 100, 1_000, 4_000, 10_000, 40_000])
def test_a_disk_that_is_full_after_any_number_of_bytes(
    book: Path, tmp_path: Path, room: int
) -> None:
    cache = tmp_path / "cache"
    warnings: list[str] = []
    with faults.full_after(room):
        answers(book, cache, warnings)
    answers(book, cache)
    assert len(list(cache.glob("book-*/idx-*"))) == 1
    assert not list(cache.glob("book-*/.rulings-*"))


@posix
def test_a_read_only_disk(book: Path, cache: Path, small_disk: Path) -> None:
    (small_disk / "x").touch()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    warnings: list[str] = []
    answers(book, small_disk / "cache", warnings)
    assert "Read-only" in warnings[0]
