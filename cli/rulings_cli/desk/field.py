"""The field of the desk, into which anything may be pasted."""

from __future__ import annotations

import sys
from codecs import getincrementaldecoder
from collections.abc import Callable
from functools import partial
from typing import Any

from textual import events
from textual.widgets import Input

from rulings_cli.terminal.output import clean
from rulings_index.weights import LONGEST_QUERY


class Field(Input):
    """A line of text without control characters, however it comes in: as much as is searched."""

    def __init__(self, take_digit: Callable[[str], bool], **options: Any) -> None:
        super().__init__(**options)
        self._take_digit = take_digit

    def on_key(self, event: events.Key) -> None:
        """Let a digit choose a case of a fork, in place of being typed."""
        if event.key in "123456789" and self._take_digit(event.key):
            event.stop()
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Several lines become one, before the field takes the first."""
        event.text = " ".join(event.text[: 2 * LONGEST_QUERY].split())

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace what is there by a text, as far as there is room."""
        room = LONGEST_QUERY - len(self.value) + abs(end - start)
        super().replace(_sound(text)[: max(0, room)], start, end)


def take_any_bytes() -> None:
    """Read bytes that are not UTF-8 as marks; Textual's reader would end the desk at the first."""
    if sys.platform != "win32":
        from textual.drivers import linux_driver  # of POSIX alone

        decoder = partial(getincrementaldecoder("utf-8"), "replace")
        linux_driver.getincrementaldecoder = lambda encoding: decoder  # type: ignore[attr-defined]


def _sound(text: str) -> str:
    """A text that any terminal takes: without control characters and half characters."""
    return clean(text.encode(errors="replace").decode())
