"""Writing files of the user's: whole or not at all, and by one process at a time.

Who is killed while saving leaves the old file, and a hidden one beside it that the next save of
the same file removes.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rulings.problems import RulingsError
from rulings.retrying import retry

_MARK = "saving"


def save(path: Path, content: bytes) -> None:
    """Put `content` in place of a file in one step, or write it to a pipe or device.

    RulingsError where that cannot be done; the old file is then as it was.
    """
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _replace(path.resolve(), content)
    except OSError as error:
        reason = error.strerror or error
        raise RulingsError(f"{path}: cannot be written ({reason}); choose another place") from error


def _replace(path: Path, content: bytes) -> None:
    _clear_up(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=f".{_MARK}")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(path.stat().st_mode & 0o7777 if path.exists() else _usual_mode())
        retry(lambda: Path(name).replace(path))
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _clear_up(path: Path) -> None:
    """Remove what killed processes left; what another is writing just now is young, and stays."""
    for left in path.parent.glob(f".{_plain(path.name)}.*.{_MARK}"):
        with contextlib.suppress(OSError):
            if path.exists() and left.stat().st_mtime < path.stat().st_mtime:
                left.unlink()


def _plain(name: str) -> str:
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in name)


def _usual_mode() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Lets one process at a time read and save files of a folder; others wait, the dead do not."""
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / ".lock"
    while True:
        handle = os.open(place, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            _lock(handle)
            if _is_still(place, handle):
                yield
                with contextlib.suppress(OSError):  # Windows removes no open file
                    place.unlink()
                return
        finally:
            os.close(handle)


def _is_still(place: Path, handle: int) -> bool:
    """Whether the file that we locked is the one that the next process will open."""
    try:
        return os.path.samestat(place.stat(), os.fstat(handle))
    except OSError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        while True:
            try:
                return msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
            except OSError as error:
                if error.errno != errno.EDEADLK:  # which is how it ends ten seconds of waiting
                    raise

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)
