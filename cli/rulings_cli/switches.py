"""The switches that every command takes, wherever they stand on the command line."""

import sys

NO_COLOR, NO_EVENT, ONLY = "--no-color", "--no-event", "--only"
SWITCHES = {
    NO_COLOR: "Print without colours.",
    NO_EVENT: "As if no event were set.",
    ONLY: "Read only the books that you name; RULINGS_ONLY=1 does too.",
}


def given(switch: str) -> bool:
    """Whether a switch was typed."""
    return switch in _options(sys.argv[1:])


def arguments() -> list[str]:
    """What was typed, without the switches; the command may end with a full-width space."""
    before = _options(sys.argv[1:])
    words = [word for word in before if word not in SWITCHES] + sys.argv[1 + len(before) :]
    return [*words[0].split("\u3000"), *words[1:]] if words else words


def _options(words: list[str]) -> list[str]:
    """The words before ``--``; what follows it is never an option."""
    return words[: words.index("--")] if "--" in words else words
