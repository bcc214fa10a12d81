"""Whole processes: what a judge waits for after Enter, against a Python that does nothing."""

from __future__ import annotations

import compileall
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from benchmarks.tables import Table
from benchmarks.timing import interleaved, process

ROUNDS = 15
PACKAGES = ("rulings", "rulings_index", "rulings_cli", "typer", "whoosh", "platformdirs")
BARE = "python -c pass"
COMMANDS = {
    'rulings search "poison and burn …"': ["search", "poison and burn, who takes the prize?"],
    "rulings search 毒とやけど…": ["search", "毒とやけどで同時に気絶 サイドは誰が取る"],
    'rulings search --json "Escape Rope"': ["search", "--json", "--limit", "3", "Escape Rope"],
    "rulings show BR-Q22": ["show", "BR-Q22"],
}


def tables(rounds: int = ROUNDS) -> list[Table]:
    """The medians of whole processes with a warm index and compiled code."""
    compile_packages()
    with quiet_environment() as environment:
        process([*launcher(), "show", "BR-Q22"], environment)  # builds the index
        commands = {BARE: [sys.executable, "-c", "pass"]}
        commands |= {name: [*launcher(), *words] for name, words in COMMANDS.items()}
        medians = interleaved(commands, rounds, environment)
    bare = medians[BARE]
    rows = [
        (f"`{name}`", run.wall, run.wall / bare.wall, run.cpu, run.cpu / bare.cpu)
        for name, run in medians.items()
    ]
    head = ("whole process", "ms", "times bare", "CPU ms", "times bare")
    return [Table(f"Start: medians of {rounds} interleaved runs", head, rows)]


def launcher() -> list[str]:
    """The installed command, or the package run as a module where it is not installed."""
    script = Path(sys.executable).with_name("rulings")
    return [str(script)] if script.exists() else [sys.executable, "-m", "rulings_cli"]


def compile_packages() -> None:
    """Write .pyc files for all that a search imports: without them a start takes five times."""
    for name in PACKAGES:
        spec = find_spec(name)
        for place in spec.submodule_search_locations or () if spec else ():
            compileall.compile_dir(place, quiet=2)


@contextmanager
def quiet_environment() -> Iterator[dict[str, str]]:
    """An environment without books, caches and settings of whoever runs this."""
    with tempfile.TemporaryDirectory(prefix="rulings-benchmark-") as folder:
        kept = {name: text for name, text in os.environ.items() if name[:8] != "RULINGS_"}
        yield kept | {
            "RULINGS_CACHE": str(Path(folder, "cache")),
            "RULINGS_OWN_BOOK": str(Path(folder, "book")),
        }
