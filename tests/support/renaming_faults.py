"""Trials that stop `rename` at work, or read its book meanwhile: every reader sees old or new."""

from __future__ import annotations

import itertools
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from unittest import mock

from faults import SEED, Tally, contents, kill_at_random, program, wait_for_begin

from rulings.format.model import Ruling
from rulings.reading.book import Book
from rulings.reading.load import open_book
from rulings_index import open_index

OLD, NEW = "CH 1.1", "CH 7.2"

RENAME = """
    import sys
    from pathlib import Path
    from rulings.loading import load_book
    from rulings.renaming import with_new_id
    from rulings.disk.several import save_all
    book, old, new = map(Path, sys.argv[1:])
    loading = load_book([book])
    changes = with_new_id(loading, old.name, new.name, [one.path for one in loading.documents])
    print("begin", flush=True)
    save_all(changes)
    """
THERE_AND_BACK = """
    import sys, time
    from pathlib import Path
    from rulings.loading import load_book
    from rulings.renaming import with_new_id
    from rulings.disk.several import Change, save_all
    book, old, new, seconds = sys.argv[1:]
    loading = load_book([Path(book)])
    changes = with_new_id(loading, old, new, [one.path for one in loading.documents])
    back = {path: Change(one.after, one.before) for path, one in changes.items()}
    print("begin", flush=True)
    until, count = time.monotonic() + float(seconds), 0
    while time.monotonic() < until or count < 6:
        save_all(changes)
        time.sleep(0.03)
        save_all(back)
        time.sleep(0.03)
        count += 2
    print(count)
    """
READ = """
    import sys, time
    from pathlib import Path
    from renaming_faults import READERS
    book, cache, how, seconds = sys.argv[1:]
    read = READERS[how]
    print("begin", flush=True)
    until, seen = time.monotonic() + float(seconds), []
    while time.monotonic() < until or len(seen) < 6:
        seen.append(read(Path(book), Path(cache)))
    print(len(seen), *sorted(set(seen)))
    """


def cited_often(book: Path) -> Path:
    """Give the small book forty rulings, in ten files of two folders, that cite one clause."""
    for number in range(10, 50):
        path = book / "rules" / ("more" if number % 2 else "") / f"{number % 10}.yaml"
        path.parent.mkdir(exist_ok=True)
        before = path.read_text() if path.exists() else "rulings:\n"
        path.write_text(
            f"{before}  - id: CH-Q{number}  # the {number}th\n    title: {{en: x, ja: x}}\n"
            "    verdict: {en: x, ja: x}\n    question: {en: x, ja: x}\n"
            '    answer: {en: "By [[CH 1.1]].", ja: x}\n    clauses: [CH 1.1]\n'
            "    authority: author\n    sources: [{id: handbook}]\n"
        )
    return book


def _by_finishing(book: Path, cache: Path) -> str:
    return _state(_cited(open_book([book])))


def _by_reading_through(book: Path, cache: Path) -> str:
    with mock.patch("rulings.disk.several.finish", side_effect=PermissionError):
        return _state(_cited(open_book([book])))


def _by_searching(book: Path, cache: Path) -> str:
    index = open_index([book], cache_dir=cache, warn=_refuse)
    found = (record for name in ("CH-Q10", "CH-Q31", "CH-Q48") for record in index.show(name))
    return _state(cited for record in found for cited in record["clauses"])


def _refuse(warning: str) -> None:
    raise AssertionError(warning)


READERS: Mapping[str, Callable[[Path, Path], str]] = {
    "through": _by_reading_through,
    "searching": _by_searching,
    "finishing": _by_finishing,
}


def _cited(book: Book) -> Iterator[str]:
    for entry in book.entries.values():
        yield from entry.clauses if isinstance(entry, Ruling) else [entry.id]


def _state(cited: Iterator[str]) -> str:
    """``old``, ``new``, or which ids stand beside each other."""
    found = "+".join(sorted({*cited}))
    return {OLD: "old", NEW: "new"}.get(found, found.replace(" ", "_"))


def killed_while_renaming(book: Path, cache: Path, rounds: int, seed: int = SEED) -> Tally:
    """Kill `rename` of what ten files cite: whoever reads next sees all of them old or all new, and
    then so they are on the disk, with nothing beside them.
    """
    before = contents(book)
    readers = itertools.cycle(READERS)

    def start() -> subprocess.Popen[bytes]:
        for path in book.rglob(".*"):
            path.unlink()
        for name, content in before.items():
            (book / name).write_bytes(content)
        return program(RENAME, str(book), OLD, NEW)

    errors = start().communicate()[1]
    after = contents(book)
    assert sum(before[name] != after[name] for name in before) >= 10, errors.decode()

    def look() -> str:
        how = next(readers)
        seen = READERS[how](book, cache)
        if seen not in ("old", "new"):
            return f"{how}: {seen}"
        if how != "finishing" and seen != READERS["finishing"](book, cache):
            return f"{how} saw it {seen}, the next reader not"
        if contents(book) != (before if seen == "old" else after):
            return f"it was seen {seen}, and is not so on the disk"
        return _left_behind(book, after)

    return kill_at_random("rename", start, look, rounds, seed)


def _left_behind(book: Path, known: Mapping[str, bytes]) -> str:
    """What a killed process left: its lock, and one hidden file if it was just writing a list."""
    left = sorted(set(contents(book, hidden=True)) - set(known))
    odd = [name for name in left if not name.endswith(".rulings-lock")]
    return f"left behind: {odd}" if len(odd) > 1 or not all("saving" in one for one in odd) else ""


def read_while_renaming(
    book: Path, cache: Path, seconds: float, each: int = 1
) -> tuple[int, dict[str, tuple[int, list[str]]]]:
    """Rename there and back while others read, for so long and at least six times, however slow the
    machine is: how often it was, and for each kind of reader how often it read and which states it
    saw.
    """
    renaming = program(THERE_AND_BACK, str(book), OLD, NEW, str(seconds))
    reading = [
        (how, program(READ, str(book), str(cache / f"{how}{number}"), how, str(seconds)))
        for how in READERS
        for number in range(each)
    ]
    for process in (renaming, *(process for _, process in reading)):
        wait_for_begin(process)
    found: dict[str, tuple[int, list[str]]] = {}
    for how, process in reading:
        count, *states = _said(process)
        reads, seen = found.get(how, (0, []))
        found[how] = (reads + int(count), sorted({*seen, *states}))
    return int(_said(renaming)[0]), found


def _said(process: subprocess.Popen[bytes]) -> list[str]:
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors.decode()[-800:]
    return out.decode().split()
