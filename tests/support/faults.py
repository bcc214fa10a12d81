"""Trials that stop, crowd or damage the program while it works, and look at what is left.

Each trial takes a number of rounds, and a seed that it prints.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from multiprocessing.process import BaseProcess
from pathlib import Path
from textwrap import dedent

from msgspec import to_builtins

from rulings.editing.calls import calls_of, merge
from rulings.editions.edition import read_edition
from rulings.editions.stale import Audit, audit, update
from rulings.importing.formats.mtg_cr import TARGET, MagicWriter, read_rules
from rulings.lookup.event import NO_EVENT
from rulings.reading.book import Loading
from rulings.reading.load import load_book, open_book
from rulings_cli import main
from rulings_cli.commands import import_book  # noqa: F401 - so that each import begins at once
from rulings_cli.writing.keep_call import TableCall, keep_call
from rulings_index import open_index

SEED = int(os.environ.get("RULINGS_SEED", "0")) or random.SystemRandom().randrange(1, 10**6)
"""Printed with every failure; RULINGS_SEED runs the same trial again."""


@dataclass
class Tally:
    """What a trial counted: rounds, how many were stopped while working, and what went wrong."""

    name: str
    seed: int
    rounds: int = 0
    stopped: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lost = "nothing lost" if not self.faults else f"{len(self.faults)} FAULTS"
        head = f"{self.name}: {self.rounds} rounds, {self.stopped} stopped at work, {lost}"
        return "\n  ".join([f"{head} (seed {self.seed})", *self.faults[:5]])


def program(code: str, *arguments: str, **places: Path) -> subprocess.Popen[bytes]:
    """A Python process that says when it begins its work, after its imports."""
    environment = os.environ | {name: str(place) for name, place in places.items()}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    return subprocess.Popen(
        [sys.executable, "-c", dedent(code), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )


def wait_for_begin(process: subprocess.Popen[bytes]) -> None:
    assert process.stdout is not None
    line = process.stdout.readline()
    if line.strip() != b"begin":
        raise AssertionError(f"did not begin: {process.communicate()[1].decode()[-500:]}")


Begin = Callable[[], None]
Work = Callable[[Begin], object]
"""What a process does; it says when it begins with that at which it shall be killed."""


def begun(work: Work) -> BaseProcess:
    """A process of its own that has begun its work. It is forked with all that is imported here,
    since imports take longer than most works.
    """
    fork = multiprocessing.get_context("fork")
    ours, theirs = fork.Pipe(duplex=False)
    process = fork.Process(target=work, args=(lambda: theirs.send_bytes(b"begin"),))
    process.start()
    theirs.close()
    with ours:
        ours.recv_bytes()  # EOFError where it did not begin; why stands in the output
    return process


def how_long(work: Work) -> float:
    """Seconds from the beginning of the work to its end, undisturbed."""
    process = begun(work)
    began = time.perf_counter()
    process.join(120)
    assert process.exitcode == 0, "why stands in the output"
    return time.perf_counter() - began


def kill_at_random(
    name: str,
    work: Work,
    look: Callable[[], str],
    rounds: int,
    seed: int = SEED,
    prepare: Callable[[], object] = lambda: None,
) -> Tally:
    """Prepare, begin, kill -9 at a random moment of the work, and look; `look` gives what is wrong,
    or nothing.

    The last tenth of the time is tried as often as all before it: there files are put in place. A
    round that came to its end before it was stopped is tried again, up to as many times as there
    are rounds, and tells how long the work takes by now: machines are not equally quick all day.
    """
    tally = Tally(name, seed)
    chance = random.Random(seed)
    prepare()
    whole = how_long(work)
    while tally.stopped < rounds and tally.rounds < 2 * rounds:
        prepare()
        process = begun(work)
        began = time.perf_counter()
        late = chance.random() < 0.5
        share = chance.uniform(0.85, 1.05) if late else chance.random()
        process.join(whole * share)
        if process.exitcode is None:
            process.kill()
            process.join()
            whole *= 1.02 if late else 1  # or a slow moment ends later than is ever tried
        else:
            whole = time.perf_counter() - began
        tally.rounds += 1
        tally.stopped += process.exitcode == -signal.SIGKILL
        if fault := look():
            tally.faults.append(f"round {tally.rounds}: {fault}")
    return tally


def contents(folder: Path, hidden: bool = False) -> dict[str, bytes]:
    """Every file below a folder with what is in it; hidden ones only where asked for."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and (hidden or not any(part.startswith(".") for part in path.relative_to(folder).parts))
    }


def tree(folder: Path) -> dict[str, tuple[str, str]]:
    """Everything below a folder: what it is, and what it holds or leads to; opens no pipe."""
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            what = ("link", str(path.readlink()))
        elif path.is_dir():
            what = ("folder", "")
        else:
            what = ("file", path.read_bytes().hex()) if path.is_file() else ("other", "")
        files[str(path.relative_to(folder))] = what
    return files


@contextmanager
def full_after(room: int) -> Iterator[None]:
    """No file of this process grows beyond that many bytes, as on a disk that is full."""
    import resource  # Windows has none

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


CALL = """
    import sys
    from pathlib import Path
    from rulings.lookup.event import NO_EVENT
    from rulings_cli.writing.keep_call import TableCall, keep_call
    print("begin", flush=True)
    for number in range(int(sys.argv[2])):
        keep_call([Path(sys.argv[1])], "CH", TableCall(f"Call {number}?", "Yes."), NO_EVENT)
    """
SEARCH = """
    import sys, time
    from rulings_index import open_index
    print("begin", flush=True)
    until, asked, wrong, warnings = time.monotonic() + float(sys.argv[3]), 0, 0, []
    while time.monotonic() < until:
        index = open_index([sys.argv[1]], cache_dir=sys.argv[2], warn=warnings.append)
        hits = [hit.record() for hit in index.search("pawn queen").hits]
        asked += 1
        wrong += not hits or hits[0]["id"] != "CH 1.1" or "last rank" not in hits[0]["text"]["en"]
    print(asked, wrong, len(warnings), *set(warnings))
    """


def killed_while_importing(
    texts: tuple[Path, Path], place: Path, rounds: int, seed: int = SEED
) -> Tally:
    """Kill an import over an older one: the old or the new book is there, whole."""
    whole = {}
    for text in texts:
        MagicWriter(TARGET, read_rules(text)).write(place, text.name)
        whole[text] = contents(place)
    beside = place.parent / "mine.yaml"
    beside.write_text("terms: []\n")
    turn, text = cycle(texts), texts[0]

    def prepare() -> None:
        nonlocal text
        text = next(turn)

    def work(begin: Begin) -> None:
        sys.argv = ["rulings", "import", "mtg-cr", str(text), "--into", str(place)]
        begin()
        main.run()

    def look() -> str:
        aside = place.with_name(f".rulings-old-{place.name}")
        files = contents(place if place.exists() else aside)
        if files not in whole.values():
            return f"half a book: {len(files)} files"
        MagicWriter(TARGET, read_rules(texts[0])).write(place, texts[0].name)
        if contents(place) != whole[texts[0]] or beside.read_text() != "terms: []\n":
            return "the next import does not repair it"
        left = {path.name for path in place.parent.iterdir()} - {place.name, beside.name}
        return f"left behind: {left}" if left else ""

    return kill_at_random("import", work, look, rounds, seed, prepare)


def stale_book(folder: Path) -> Path:
    """Four files of rulings, whose clauses have moved in the newer of the test editions."""
    folder.mkdir(parents=True)
    head = 'ruleset: {id: house, prefix: HB, game: harbour, name: {en: House}, edition: "1"}\n'
    for file in range(4):
        lines = [head if file == 0 else "", "rulings:\n"]
        lines += [
            f"  - {{id: HB-Q{file * 50 + number}, title: {{en: Quay}}, verdict: {{en: Yes.}},\n"
            "     question: {en: How many}, answer: {en: Any.}, clauses: [CR 314.2],\n"
            "     authority: house, checked_against: {mtg-cr: 2022-10-07}}\n"
            for number in range(1, 51)
        ]
        (folder / f"rulings-{file}.yaml").write_text("".join(lines))
    return folder


def killed_while_fixing(
    texts: tuple[Path, Path], book: Path, rounds: int, seed: int = SEED
) -> Tally:
    """Kill `stale --fix`: each file is as it was or as it shall be, and the next run ends it."""
    before = contents(book)
    old, new = texts
    edition = read_edition(new)

    def audited() -> tuple[Loading, list[Audit]]:
        loading = load_book([book])
        return loading, [audit(loading, edition, [old.parent])]

    def restore() -> None:
        for name, content in before.items():
            (book / name).write_bytes(content)

    work = _fixing(*audited())  # once for all rounds, which begin with the same book
    how_long(work)
    after = contents(book)
    assert before != after

    def look() -> str:
        for name, content in contents(book).items():
            if content not in (before[name], after[name]):
                return f"{name} is neither old nor new"
        how_long(_fixing(*audited()))
        left = set(contents(book, hidden=True)) - set(after)
        if any(not name.endswith(".saving") for name in left - {".rulings-lock"}):
            return f"left behind: {left}"
        return "" if contents(book) == after else "the next run does not end it"

    return kill_at_random("stale --fix", work, look, rounds, seed, restore)


def _fixing(loading: Loading, audits: list[Audit]) -> Work:
    def work(begin: Begin) -> None:
        begin()
        update(loading, audits, [], fix=True)

    return work


def calls_in(book: Path, own: Path) -> int:
    """How many calls the own book holds; its files have no fault."""
    return len(open_book([book, *([own] if any(own.glob("*.yaml")) else [])]).entries) - 2


def killed_while_keeping_calls(book: Path, own: Path, rounds: int, seed: int = SEED) -> Tally:
    """Kill while table calls are kept: every call that was kept stays, the file is always whole."""
    kept = 0

    def look() -> str:
        nonlocal kept
        calls = calls_in(book, own)
        was, kept = kept, calls
        if calls > 60:
            (own / "calls.yaml").unlink()
            kept = 0
        return f"{calls} calls after {was}" if calls < was else ""

    return kill_at_random("table calls", _keeping(book, own, 4), look, rounds, seed)


def _keeping(book: Path, own: Path, count: int) -> Work:
    def work(begin: Begin) -> None:
        os.environ["RULINGS_OWN_BOOK"] = str(own)
        begin()
        for number in range(count):
            keep_call([book], "CH", TableCall(f"Call {number}?", "Yes."), NO_EVENT)

    return work


def killed_while_merging_calls(book: Path, own: Path, rounds: int, seed: int = SEED) -> Tally:
    """Kill while the calls of another machine are taken over: all of them are there, or none."""
    how_long(_keeping(book, own.with_name("theirs"), 20))
    theirs = to_builtins(calls_of(open_book([book, own.with_name("theirs")])))
    file = own.with_name("theirs.json")
    file.write_text(json.dumps({"calls": theirs}))

    def look() -> str:
        calls = calls_in(book, own)
        (own / "calls.yaml").unlink(missing_ok=True)
        return "" if calls in (0, len(theirs)) else f"{calls} of {len(theirs)} calls"

    def work(begin: Begin) -> None:
        begin()
        merge([book], own, [(file.name, file.read_bytes())])

    return kill_at_random("merged calls", work, look, rounds, seed)


def crowded(book: Path, cache: Path, searchers: int, seconds: float) -> Iterator[str]:
    """Search in many processes while one rebuilds again and again; gives what each one says."""
    index = open_index([book], cache_dir=cache)
    running = [program(SEARCH, str(book), str(cache), str(seconds)) for _ in range(searchers)]
    for process in running:
        wait_for_begin(process)
    until, rebuilt = time.monotonic() + seconds, 0
    clauses = book / "rules" / "clauses.yaml"
    text = clauses.read_text()
    while time.monotonic() < until or rebuilt < 6:
        if rebuilt % 5 == 4:  # an editor saves the book, in one step as editors do
            aside = clauses.with_name(".clauses.new")
            aside.write_text(f"{text}# {rebuilt}\n")
            aside.replace(clauses)
        index.rebuild()
        rebuilt += 1
    for process in running:
        out, errors = process.communicate(timeout=60)
        yield (out or errors).decode().strip().splitlines()[-1]
    yield f"rebuilt {rebuilt}"
