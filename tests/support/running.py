"""What running a command in a test takes and gives."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Ran:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def is_rejected(self, *said: str) -> bool:
        """Whether it ended in one line that says so, as a user's mistake does."""
        one_line = len(self.err.splitlines()) == 1
        return self.code == 2 and one_line and all(words in self.err for words in said)


def program(*command: str | Path, cwd: Path | None = None, **variables: str) -> Ran:
    """Runs a program in a process of its own, below a folder."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **variables}
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env=environment,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def python(*arguments: str | Path, cwd: Path | None = None, **variables: str) -> Ran:
    """Runs this Python in a process of its own."""
    return program(sys.executable, *arguments, cwd=cwd, **variables)


Rulings = Callable[..., Ran]
"""Runs ``rulings …``."""

Ship = Callable[[Path], None]
"""Lets another book ship."""

Write = Callable[..., Path]
"""Writes a small sound book."""


def exported_call(rulings: Rulings, folder: Path, *more: str) -> dict[str, Any]:
    """A call as another machine exports it."""
    rulings("call", "A phone rings", "--verdict", "Warning", "--ruleset", "CH", *more)
    rulings("calls", "export", str(folder / "theirs.json"))
    (folder / "own-book" / "calls.yaml").unlink()
    (call,) = json.loads((folder / "theirs.json").read_text(encoding="utf-8"))["calls"]
    return dict(call)


def write_calls(place: Path, *calls: Any) -> str:
    """Writes calls as they are exported; gives the path to type."""
    place.write_text(json.dumps({"calls": calls}), encoding="utf-8")
    return str(place)
