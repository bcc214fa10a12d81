"""Reading plain files, up to a size.

Nothing here waits for a pipe, and what goes wrong is always an InputError.
It imports neither YAML nor pathlib, because a search uses it to see whether its index is fresh.
"""

from __future__ import annotations

import os
import stat
from typing import BinaryIO

from rulings.errors import RulingsError

Place = str | os.PathLike[str]

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes of a file of a book, or of any other text that is read at once."""
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class InputError(RulingsError):
    """A file that cannot be read; `reason` is what is wrong without its path."""

    def __init__(
        self, path: Place, reason: str, *, missing: bool = False, too_large: bool = False
    ) -> None:
        super().__init__(f"{os.fspath(path)}: {reason}")
        self.reason = reason
        self.missing = missing
        self.too_large = too_large


def open_input(path: Place, largest: int) -> BinaryIO:
    """A plain file of at most `largest` bytes, open for reading; raises InputError."""
    try:
        handle = os.open(path, _FLAGS)
    except FileNotFoundError:
        reason = "cannot be read (no such file); check the path"
        raise InputError(path, reason, missing=True) from None
    except (OSError, ValueError) as error:
        reason = f"cannot be read ({getattr(error, 'strerror', None) or error})"
        raise InputError(path, f"{reason}; check its path and rights") from error
    status = os.fstat(handle)
    is_file = stat.S_ISREG(status.st_mode)
    if is_file and status.st_size <= largest:
        return os.fdopen(handle, "rb")
    os.close(handle)
    if is_file:
        reason = f"has {_size(status.st_size)}; {_size(largest)} at most"
    else:
        reason = f"{kind_of(status.st_mode)}; check the path: it takes a file"
    raise InputError(path, reason, too_large=is_file)


def _size(count: int) -> str:
    if count < 2**20:
        return f"{count:,} bytes"
    return f"{count / 2**20:.1f}".removesuffix(".0") + " MB"


def read_input(path: Place, largest: int) -> bytes:
    """The bytes of a plain file, at most `largest`; raises InputError."""
    with open_input(path, largest) as stream:
        return stream.read(largest)


def kind_of(mode: int) -> str:
    """What is there in place of a plain file, for a message."""
    if stat.S_ISLNK(mode):
        return "is a link that leads in a circle"
    return "is a folder" if stat.S_ISDIR(mode) else "is a pipe or device, no file"


def book_name(place: Place) -> str:
    """The name of a book's folder, which names the book where it replaces what another says."""
    above, name = os.path.split(os.path.realpath(place))
    return f"{os.path.basename(above)}/{name}" if name[:1].isdigit() else name
