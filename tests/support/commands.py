"""Hostile arguments, books, files and surroundings for every command: ``python commands.py 5000``.

Everything happens below one folder. A command may write below ``named`` there and into its cache;
whatever else it changes is a fault, and so are a traceback, another exit code than 0, 1 and 2,
more than `SECONDS`, and more than `MEGABYTES` in all. Prints each fault, and a line that counts.
"""

from __future__ import annotations

import io
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cases import DATA
from hostile import PAYLOADS, everything, leaves, put, write_book
from once import command_named, commands_made_once

from benchmarks.machine import peak_memory
from rulings.reading import book_files
from rulings_cli import main
from rulings_cli.start.application import COMMANDS

SECONDS, MEGABYTES = 5.0, 500
OUT = ("--output", "--out", "--into", "output")
EDITIONS = sorted((DATA / "editions").glob("*.txt"))
NAMES = ["CH", "chess", "CH 1.1", "CH-Q1", "CH-V1", "CH-N1", "card:clock", "clock", "title", "en"]
NAMES += ["text", "json", "html", "2024", "double", "n=2", "tonight", "W101", "mtg-cr", "5"]
NAMES += ["faq", "numbered", "mtgjson", "call", "ruling", "clause", "card", "list", "status"]
ODD = ["", " ", "-", "--", "-1", "9" * 5000, "²", "1e999", "nan", "x" * 20_000, "\udcff", "\n"]
ODD += ["%s", "[[CH 1.1]]", "\u2028", "\U000e0041", "..", "~", "*", "$HOME", "CON", "{}", "=", "a="]
SOUND = ["book", "outside/book", "rules.txt"]
PLACES = ["book", "book/all.yaml", "file.txt", "folder", "loop", "gone", "file.txt/below"]
PLACES += ["/dev/null", "outside/book", "rules.txt", "bytes", "x" * 300, "/".join(["x" * 200] * 30)]
PLACES += ["", ".", "sheet.yaml", "a\udcff", "a\nb.yaml", "../book", "/proc/self/mem", "/dev/zero"]
PLACES += ["fifo", "empty.json", "deep.json"]
CURATING = {"new", "rename", "move", "--fix"}
"""What is there to write the files of the book in use."""
GOALS = ["named/a.html", "named/a.pdf", "named/a.md", "named/new", "named/full", "named/old.txt"]
GOALS += ["named/gone/a.html", "named/a\nb.md", "named/" + "x" * 300, "named/loop", "named/fifo"]
GOALS += ["book/all.yaml", "book/new.yaml", "/dev/full", "named/old.txt/below", "/proc/new"]
VARIABLES = {
    "COLUMNS": ODD,
    "LINES": ODD,
    "LANG": ["ja_JP.UTF-8", "C", *ODD],
    "SOURCE_DATE_EPOCH": ["0", "-1", *ODD],
    "NO_COLOR": ["1"],
    "TERM": ["dumb", *ODD],
    "TZ": ["nowhere", *ODD],
    "RULINGS_BOOK": PLACES,
    "RULINGS_OWN_BOOK": ["named/own", "named/old.txt", "named/loop", "named/" + "x" * 300],
    "RULINGS_CACHE": ["named/cache", "file.txt", "/dev/null", "named/loop", "named/" + "x" * 300],
    "XDG_DATA_HOME": ["named/data", "relative", *ODD],
    "XDG_CONFIG_HOME": ["named/config", "relative", *ODD],
}


class Trial:
    """One folder, in which one book is tried by many commands."""

    def __init__(self, chance: random.Random, root: Path) -> None:
        self.chance = chance
        self.wildness = 1.0
        self.root = root
        self._lay_out()
        self.before = dict(self._outside())
        self.codes: Counter[object] = Counter()

    def _lay_out(self) -> None:
        chance, root = self.chance, self.root
        data = everything()
        ways = [way for way, _ in leaves(data)]
        for way in chance.sample(ways, chance.choice((0, 0, 1, 3))):
            put(data, way, self.text())
        book = write_book(root / "book", data)
        if chance.random() < 0.2:
            content = bytearray((book / "all.yaml").read_bytes())
            for _ in range(chance.randint(1, 5)):
                content[chance.randrange(len(content))] = chance.choice(
                    (chance.randrange(32, 127), chance.randrange(256))
                )
            (book / "all.yaml").write_bytes(content)
        write_book(root / "outside" / "book", everything())
        rules = chance.choice(EDITIONS).read_bytes()
        (root / "rules.txt").write_bytes(rules[: chance.randint(0, 2 * len(rules))])
        (root / "bytes").write_bytes(chance.randbytes(2000))
        (root / "sheet.yaml").write_text(
            "title: x\nonly: {kinds: [ruling]}\n" + self.text(), "utf-8", "replace"
        )
        (root / "empty.json").write_text(
            chance.choice(["{}", "[]", '{"data": []}', '{"data": {"x": 1}}'])
        )
        (root / "deep.json").write_text('{"data":' * 50_000)
        for name in ("folder", "named/full", "home"):
            (root / name).mkdir(parents=True)
            (root / name / "mine.txt").write_text("mine")
        for name in ("file.txt", "named/old.txt"):
            (root / name).write_text("mine")
        for name in ("loop", "named/loop"):
            (root / name).symlink_to("loop")
        for name in ("fifo", "named/fifo"):
            os.mkfifo(root / name)

    def _outside(self) -> Iterator[tuple[str, object]]:
        for folder, folders, names in os.walk(self.root):
            if folder == str(self.root):
                folders[:] = [name for name in folders if name not in ("named", "cache")]
            for name in (*folders, *names):
                path = Path(folder, name)
                content = path.read_bytes() if path.is_file() else b""
                yield str(path), (path.lstat().st_mode, content)

    def text(self) -> str:
        chance = self.chance
        kind = chance.random()
        if kind > self.wildness or kind < 0.3:
            return chance.choice(NAMES)
        if kind < 0.7:
            return chance.choice(ODD)
        if kind < 0.85:
            return chance.choice(PAYLOADS)
        return "".join(chr(chance.randrange(1, 0xD800)) for _ in range(chance.randint(1, 40)))

    def arguments(self) -> list[str]:
        """A command with options that it has, and values that it may not expect."""
        chance = self.chance
        name = chance.choice([name for name in COMMANDS if name != "ask"])
        words = [name]
        command = command_named(name)
        while getattr(command, "commands", None):
            below = chance.choice(sorted(command.commands))
            words.append(below)
            command = command.commands[below]
        for parameter in command.params:
            if parameter.name == "address" or "--help" in parameter.opts:
                continue
            needed = parameter.param_type_name == "argument" and parameter.required
            if needed or set(parameter.opts) & {"--output"} or chance.random() < self.wildness / 4:
                words += self._given(parameter)
        if chance.random() < self.wildness / 8:
            words.insert(chance.randint(0, len(words)), self.text())
        return words

    def _given(self, parameter: Any) -> list[str]:
        times = (
            self.chance.randint(1, 3)
            if parameter.nargs == -1 or getattr(parameter, "multiple", 0)
            else 1
        )
        values = [self._value(parameter) for _ in range(times)]
        if parameter.param_type_name == "argument":
            return values
        option = self.chance.choice(parameter.opts)
        if parameter.is_flag:
            return [option]
        return [word for value in values for word in (option, value)]

    def _value(self, parameter: Any) -> str:
        chance = self.chance
        choices = getattr(parameter.type, "choices", ())
        if choices and chance.random() < 0.8:
            return str(getattr(chance.choice(list(choices)), "value", chance.choice(list(choices))))
        if set(parameter.opts) & set(OUT):
            return chance.choice(GOALS)
        if "path" in parameter.type.name.lower() or chance.random() < self.wildness / 8:
            return chance.choice(PLACES if chance.random() < self.wildness else SOUND)
        return self.text()

    def surroundings(self) -> dict[str, str]:
        chance = self.chance
        chosen = chance.sample(sorted(VARIABLES), chance.choice((0, 0, 1, 2)))
        return {name: chance.choice(VARIABLES[name]) for name in chosen}

    def run(self) -> str | None:
        """Run a command; what is wrong, or None."""
        self.wildness = self.chance.choice((0.1, 0.5, 1.0))
        arguments, variables = self.arguments(), self.surroundings()
        home = {"HOME": str(self.root / "home"), "RULINGS_CACHE": str(self.root / "cache")}
        home |= {"RULINGS_OWN_BOOK": str(self.root / "named" / "own")}
        home |= {"XDG_DATA_HOME": str(self.root / "named" / "data"), "PATH": os.environ["PATH"]}
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
        command_line = f"{[word[:60] for word in arguments]} {variables}"
        began = time.process_time()
        with (
            patch.dict(os.environ, home | variables, clear=True),
            patch.object(sys, "argv", ["rulings", *arguments]),
            patch.object(sys, "stdin", io.StringIO()),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            try:
                signal.alarm(60)
                main.run()
            except SystemExit as stopped:
                code = stopped.code
            except BaseException:  # whatever it is, it is a find
                return f"{command_line}\n{traceback.format_exc()}"
            finally:
                signal.alarm(0)
        took = time.process_time() - began
        self.codes[code] += 1
        if code not in (0, 1, 2):
            return f"{command_line}: exit code {code}"
        if took > SECONDS:
            return f"{command_line}: {took:.1f} s"
        if changed := self._changed(arguments):
            return f"{command_line}: changed {changed}"
        return None

    def _changed(self, arguments: list[str]) -> list[str]:
        """What is not as it was, but for new things where the command was to make them."""
        before, self.before = self.before, dict(self._outside())
        goals = tuple(str(self.root / goal) for goal in GOALS if goal in arguments)
        goals += (str(self.root / "home" / ".local"),)  # where XDG_DATA_HOME is no absolute path
        ours: tuple[str, ...] = ()  # the books that the command may write: ours, those it names
        if CURATING & set(arguments):
            named = [word for flag, word in pairwise(arguments) if flag == "--book"]
            ours = tuple(str(self.root / book) for book in ("book", *named))
        if ours:  # a book or a file that is begun where it was named
            goals += tuple(f"{self.root}/{word}" for word in arguments if word in NAMES)
        if arguments[:2] == ["new", "book"]:  # its words together name the folder
            words = takewhile(lambda word: not word.startswith("--"), arguments[2:])
            folder = " ".join(words)
            goals += (f"{self.root}/{folder}",) if folder.strip() else ()
        return [
            path
            for path in {**self.before, **before}
            if self.before.get(path) != before.get(path)
            and not (path not in before and path.startswith(goals))
            and not (ours and path.startswith(ours) and path.endswith(".yaml"))
        ]


def run(count: int, seed: int) -> tuple[int, Counter[object]]:
    """Run so many commands, 20 on a book; returns how many went wrong, and the exit codes."""
    faults, codes = 0, Counter[object]()
    place = Path(tempfile.mkdtemp(prefix="rulings-"))
    for number in range(0, count, 20):
        root = place / str(number)
        root.mkdir()
        os.chdir(root)
        trial = Trial(random.Random(seed + number), root)
        with commands_made_once(), patch.object(book_files, "BUILT_IN_BOOK", str(root / "book")):
            for _ in range(min(20, count - number)):
                fault = trial.run()
                if fault:
                    faults += 1
                    print(f"book {seed + number}: {fault}", flush=True)
        codes += trial.codes
        os.chdir(place)
        shutil.rmtree(root)
    place.rmdir()
    return faults, codes


def _hang(*_: object) -> None:
    raise TimeoutError("hangs")


if __name__ == "__main__":
    import resource

    # what takes much more than it may ends in a MemoryError, before the machine suffers
    resource.setrlimit(resource.RLIMIT_AS, (4 * MEGABYTES << 20,) * 2)
    signal.signal(signal.SIGALRM, _hang)
    wanted, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    wrong, codes = run(wanted, first)
    held = peak_memory() >> 20
    ended = ", ".join(f"{number} with {code}" for code, number in sorted(codes.items(), key=str))
    print(f"{wanted} commands from seed {first}: {ended}; {wrong} faults, {held} MB at most")
    sys.exit(wrong > 0 or held > MEGABYTES)
