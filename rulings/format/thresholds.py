"""The thresholds between answer, perhaps and none, as `rulings eval --fit` fits them to a book.

They are under `line:` in a file of the book (line.yaml), and hold only for that book's entries.
"""

from __future__ import annotations

import json
from typing import Annotated

import msgspec
from msgspec import Meta

from rulings.format.model import _Part

LINE_FILE = "line.yaml"

_HEAD = """\
# Written by `rulings eval FILE --fit`. Without this file the thresholds that ship hold again.
"""


class Line(_Part, frozen=True, kw_only=True):
    """An entry of this book is an answer from the measure `answer` on, and none below `perhaps`;
    written by `rulings eval --fit`.

    `measured_by` names the measure: another version of the program may have another one.
    """

    answer: float
    perhaps: float
    measured_by: str
    questions: Annotated[int, Meta(ge=0)] = 0
    fitted: str = ""


def line_file(line: Line) -> bytes:
    """The contents of the file for a line."""
    items = msgspec.structs.asdict(line).items()
    written = ", ".join(f"{key}: {json.dumps(value)}" for key, value in items)
    return f"{_HEAD}line: {{{written}}}\n".encode()
