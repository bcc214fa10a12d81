"""The field of the desk, into which anything may be pasted."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

from rulings_cli.output import clean

LONGEST = 400
"""Characters that are kept; the search reads no more."""


class Field(Input):
    """A line of text without control characters, however it comes in."""

    def on_paste(self, event: events.Paste) -> None:
        """Several lines become one, before the field takes the first."""
        event.text = " ".join(event.text[: 2 * LONGEST].split())

    def replace(self, text: str, start: int, end: int) -> None:
        """Put text in place of what stands there, as far as there is room."""
        room = LONGEST - len(self.value) + abs(end - start)
        super().replace(_sound(text)[: max(0, room)], start, end)


def _sound(text: str) -> str:
    """A text that any terminal can be sent: halves of characters are none."""
    return clean(text.encode(errors="replace").decode())
