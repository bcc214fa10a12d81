"""Trials that stop commands which change several files: the same command again ends them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

from faults import SEED, Begin, Tally, contents, how_long, kill_at_random

from rulings.checks import run
from rulings.disk.changes import save_changes
from rulings.editing.editor import changes_that_fix
from rulings.editing.rename import BookChanges, move_to_file, plan_rename
from rulings.reading.load import load_book, open_readable

OLD, NEW = "CH 1.1", "CH 7.2"
GO_RULES = """\
ruleset: {id: go-rules, prefix: GO, game: chess, name: {en: Go, ja: 碁}, edition: "1"}
"""


def cited_often(book: Path) -> Path:
    """Give the small book another ruleset, and forty rulings, in ten files of two folders, that
    cite one clause, by an id that it had before too.
    """
    clauses = book / "rules" / "clauses.yaml"
    text = clauses.read_text(encoding="utf-8")
    clauses.write_text(text.replace("  - id: CH 1.1\n", "  - id: CH 1.1\n    formerly: [CH 1.0]\n"))
    (book / "go").mkdir()
    (book / "go" / "ruleset.yaml").write_text(GO_RULES, encoding="utf-8")
    for number in range(10, 50):
        path = book / "rules" / ("more" if number % 2 else "") / f"{number % 10}.yaml"
        path.parent.mkdir(exist_ok=True)
        before = path.read_text() if path.exists() else "rulings:\n"
        path.write_text(
            f"{before}  - id: CH-Q{number}  # the {number}th\n    title: {{en: x, ja: x}}\n"
            "    verdict: {en: x, ja: x}\n    question: {en: x, ja: x}\n"
            '    answer: {en: "By [[CH 1.1]], [[CH 1.0]].", ja: x}\n    clauses: [CH 1.1]\n'
            "    authority: author\n    sources: [{id: handbook}]\n"
        )
    return book


def _planned(change: Callable[[BookChanges], object]) -> Callable[[Path], None]:
    def command(book: Path) -> None:
        loading = load_book([book])
        plan = BookChanges(loading, {})
        change(plan)
        save_changes(plan.changes)

    return command


def _move(plan: BookChanges) -> None:
    for name in ("CH-Q10", "CH-Q11", "CH-Q21"):
        move_to_file(plan, name, str(plan.loading.paths[0] / "rules" / "moved.yaml"))


def _fix(book: Path) -> None:
    while changes := changes_that_fix(run(load_book([book]))):
        save_changes(changes)


COMMANDS: Mapping[str, Callable[[Path], None]] = {
    "rename": _planned(lambda plan: plan_rename(plan, OLD, NEW)),
    "move": _planned(_move),
    "check --fix": _fix,
}


def ended_at_every_step(book: Path, command: Callable[[Path], None]) -> list[str]:
    """End a command right before each time that a file takes its place; says what was wrong then:
    a file or an entry that is lost, or that the same command again does not end it.
    """
    before = contents(book)
    names = load_book([book]).book.entries.keys()
    command(book)
    after, faults, step = contents(book), list[str](), 0
    while True:
        for path in book.rglob("*.yaml"):
            path.unlink()
        for name, content in before.items():
            (book / name).write_bytes(content)
        if _ended_before(step, command, book):
            return faults if step > 2 else [*faults, "it came to its end at once"]
        read, _ = open_readable([book])
        if lost := names - read.entries.keys() - read.now_called().keys():
            faults.append(f"step {step}: {sorted(lost)} are lost")
        command(book)
        if contents(book) != after:
            faults.append(f"step {step}: the same command again does not end it")
        step += 1


def _ended_before(step: int, command: Callable[[Path], None], book: Path) -> bool:
    """Run a command in a process of its own that ends, as if killed, before so many files have
    taken their places; whether it came to its end.
    """
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    left, replace = iter(range(step)), os.replace

    def replacing(*places: str) -> None:
        if next(left, None) is None:
            os._exit(9)
        replace(*places)

    os.replace = replacing  # type: ignore[assignment]
    try:
        command(book)
    except BaseException:
        os._exit(8)
    os._exit(0)


def killed_while_renaming(book: Path, rounds: int, seed: int = SEED) -> Tally:
    """Kill `rename` of what ten files cite: the same command again ends it."""
    before = contents(book)

    def restore() -> None:
        for name, content in before.items():
            (book / name).write_bytes(content)

    def work(begin: Begin) -> None:
        begin()
        COMMANDS["rename"](book)

    how_long(work)
    after = contents(book)
    assert sum(before[name] != after[name] for name in before) >= 10

    def look() -> str:
        COMMANDS["rename"](book)
        left = sorted(set(contents(book, hidden=True)) - set(after))
        odd = [name for name in left if not name.endswith((".rulings-lock", ".saving"))]
        if odd or len(left) > 3 * rounds:
            return f"left behind: {left}"
        for path in book.rglob(".rulings-*.saving"):
            path.unlink()
        return "" if contents(book) == after else "the same command again does not end it"

    return kill_at_random("rename", work, look, rounds, seed, restore)
