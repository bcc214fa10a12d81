"""Reading and writing one plain file: whole or not at all.

Nothing here waits for a pipe. A process that is killed while saving leaves the old file, and a
hidden ``.rulings-….saving`` beside it, which later runs leave alone. Neither YAML nor pathlib is
imported, because a search uses this to see whether its index is fresh.
"""

import errno
import os
import stat
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, TypeVar

from rulings.errors import RulingsError

StrPath = str | os.PathLike[str]
_Result = TypeVar("_Result")

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes of a file of a book, or of any other text that is read at once."""
WAITS: tuple[float, ...] = (0.01, 0.03, 0.1, 0.3, 1.0) if sys.platform == "win32" else ()
"""Seconds before each further try to replace a file that another process, such as a virus scanner,
reads: Windows refuses that for a moment. On other systems a refusal is final."""

REMEDIES = {
    errno.EACCES: "check its rights and those of the folders above it",
    errno.EPERM: "check its rights and those of the folders above it",
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.ELOOP: "its links lead in a circle; name the file itself",
    errno.ENOTDIR: "a part of that path is not a folder; choose another",
    errno.ENOSPC: "make room, or choose another place",
    errno.EDQUOT: "make room, or choose another place",
    errno.EROFS: "choose another place",
}
"""What the user can do about a refusal of the system, by the number of its error."""

_HEAD, _TAIL = ".rulings-", ".saving"
_BINARY = getattr(os, "O_BINARY", 0)
_TO_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _BINARY
_TO_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY


class InputError(RulingsError):
    """A file that cannot be read; `reason` is what is wrong without its path."""

    def __init__(
        self, path: StrPath, reason: str, *, missing: bool = False, too_large: bool = False
    ) -> None:
        super().__init__(f"{os.fspath(path)}: {reason}")
        self.reason = reason
        self.missing = missing
        self.too_large = too_large


def open_input(path: StrPath, largest: int) -> BinaryIO:
    """A plain file of at most `largest` bytes, open for reading; raises InputError."""
    try:
        handle = os.open(path, _TO_READ)
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
        raise InputError(path, reason, too_large=True)
    raise InputError(path, f"{kind_of(status.st_mode)}; check the path: it takes a file")


def _size(count: int) -> str:
    return f"{count:,} bytes" if count < 2**20 else f"{count / 2**20:.3g} MB"


def read_input(path: StrPath, largest: int) -> bytes:
    """The bytes of a plain file, at most `largest`; raises InputError."""
    with open_input(path, largest) as stream:
        try:
            return stream.read(largest)
        except OSError as error:
            reason = f"cannot be read ({error.strerror}); check its disk and rights"
            raise InputError(path, reason) from error


def kind_of(mode: int) -> str:
    """What is there in place of a plain file, for a message."""
    if stat.S_ISLNK(mode):
        return "is a link that leads in a circle"
    return "is a folder" if stat.S_ISDIR(mode) else "is a pipe or device, no file"


def book_name(path: StrPath) -> str:
    """The name of a book's folder, by which messages name the book."""
    above, name = os.path.split(os.path.realpath(path))
    return f"{os.path.basename(above)}/{name}" if name[:1].isdigit() else name


def save(path: StrPath, content: bytes, inside: StrPath | None = None) -> None:
    """Put `content` in place of a file in one step.

    RulingsError where that cannot be done, or leads out of the folder `inside`; the old file is
    then as it was.
    """
    try:
        replace(real_path(path, inside), content)
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: StrPath, error: OSError) -> RulingsError:
    """What to say where the system refuses to write."""
    reason = f"cannot be written ({error.strerror or error})"
    return RulingsError(f"{os.fspath(path)}: {reason}; {remedy_of(error)}")


def remedy_of(error: OSError) -> str:
    """What the user can do where the system refuses to write."""
    return REMEDIES.get(error.errno or 0, "check its rights, or choose another place")


def real_path(path: StrPath, inside: StrPath | None = None) -> str:
    """Where a file really is, links followed: a plain file is there, or nothing.

    RulingsError where anything else is, or a link leads out of `inside`.
    """
    real = os.path.realpath(path)
    if inside is not None and not real.startswith(os.path.join(os.path.realpath(inside), "")):
        raise RulingsError(f"{path}: is a link that leads out of {inside}; remove the link")
    try:
        status = os.lstat(real).st_mode
    except FileNotFoundError:
        return real
    except OSError as error:
        raise unwritable(path, error) from error
    if stat.S_ISREG(status):
        return real
    raise RulingsError(f"{path}: {kind_of(status)}; choose another place")


def replace(path: str, content: bytes) -> None:
    """Replace whatever is at `path` by a file with `content`; OSError where refused."""
    temporary = os.path.join(os.path.dirname(path), f"{_HEAD}{os.urandom(8).hex()}{_TAIL}")
    mode = None
    with suppress(OSError):  # a new file gets the usual rights
        status = os.lstat(path).st_mode
        mode = stat.S_IMODE(status) if stat.S_ISREG(status) else None
    handle = os.open(temporary, _TO_WRITE, 0o666 if mode is None else mode)
    try:
        with open(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(handle)
        if mode is not None:
            os.chmod(temporary, mode)
        retry(lambda: os.replace(temporary, path))
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def retry(action: Callable[[], _Result]) -> _Result:
    """What `action` returns; PermissionError if the last try is refused too."""
    for wait in WAITS:
        try:
            return action()
        except PermissionError:
            time.sleep(wait)
    return action()


def content_of(path: StrPath, largest: int = LARGEST_FILE) -> bytes:
    """The contents of a file that will be rewritten; nothing where there is none.

    RulingsError where it is no plain file, or holds more than `largest` bytes.
    """
    try:
        return read_input(path, largest)
    except InputError as error:
        if error.missing:
            return b""
        raise
