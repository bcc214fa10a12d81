"""The line between answer, perhaps and none, as `rulings eval --fit` fitted it to one book.

`line:` in a file of the book (line.yaml): it holds for the entries of that book alone.
"""

from __future__ import annotations

import json
from typing import Annotated

import msgspec
from msgspec import Meta

from rulings.model import _Part

LINE_FILE = "line.yaml"

_HEAD = """\
# Written by `rulings eval FILE --fit`. Without this file the line that ships holds again.
"""


class Line(_Part, frozen=True, kw_only=True):
    """From which measure on an entry of this book is an answer, and below which it is none;
    written by `rulings eval --fit`.

    `measured_by` says what measure it was: another version of the program may have another.
    """

    answer: float
    perhaps: float
    measured_by: str
    questions: Annotated[int, Meta(ge=0)] = 0
    fitted: str = ""


def line_file(line: Line) -> bytes:
    """What the file holds that says a line."""
    said = msgspec.structs.asdict(line).items()
    told = ", ".join(f"{key}: {json.dumps(value)}" for key, value in said)
    return f"{_HEAD}line: {{{told}}}\n".encode()
