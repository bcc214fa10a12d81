"""What running a command in a test takes and gives."""

from __future__ import annotations

import json
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

    def is_rejected(self, said: str) -> bool:
        """Whether it ended in one line that says so, as a user's mistake does."""
        return self.code == 2 and said in self.err and len(self.err.splitlines()) == 1


Rulings = Callable[..., Ran]
"""Runs ``rulings …``."""

Ship = Callable[[Path], None]
"""Lets another book ship."""

Write = Callable[..., Path]
"""Writes a small sound book."""
