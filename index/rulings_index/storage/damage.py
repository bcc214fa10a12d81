"""What is stored, and is not what was written."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from whoosh.filedb.filetables import FileFormatError

GARBAGE = (
    *(ArithmeticError, EOFError, LookupError, RecursionError, TypeError, ValueError),
    *(struct.error, zlib.error, FileFormatError),
)
"""What bytes raise that nobody wrote, where they are decoded."""


class DamagedError(Exception):
    """What is stored is not what was written; the index is built again."""


@contextmanager
def decoding(what: str) -> Iterator[None]:
    """Say DamagedError where `what` is garbage. Only around code that decodes what is stored, so
    that no other fault of ours is taken for damage.
    """
    try:
        yield
    except GARBAGE as error:
        raise DamagedError(f"{what}: {error!r}") from error
