"""What of the desk goes into the log of the event: the questions that stood, not each key."""

from __future__ import annotations

import time
from collections.abc import Sequence

from rulings.lookup.event import Event
from rulings_cli.event import tonight

STANDS = 1.5
"""Seconds after which a question was asked, and is no more being typed."""
_SHOWN = 5


class Noting:
    """Keeps what is asked until the next question, then writes it down with what was opened."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self._asked, self._certainty = "", ""
        self._shown: Sequence[str] = ()
        self._opened: dict[str, None] = {}
        self._since = 0.0

    def ask(self, text: str, certainty: str, shown: Sequence[str]) -> None:
        """Take note of a question that is being asked, perhaps the same one again."""
        if text != self._asked and time.monotonic() - self._since > STANDS:
            self.write()
        self._asked, self._certainty, self._shown = text, certainty, shown[:_SHOWN]
        self._opened = {}
        self._since = time.monotonic()

    def open(self, identifier: str) -> None:
        """Take note of an entry that is looked at."""
        self._opened[identifier] = None

    def write(self) -> None:
        """Write down the question, once."""
        if self._asked.strip():
            opened = list(self._opened)
            asked = (self._asked, self._certainty)
            tonight.note(self._event, "ask", *asked, shown=self._shown, opened=opened)
        self._asked = ""
