"""What the machine says: what the system refused, as one line, and what day it is."""

import errno
import os
from datetime import UTC, datetime

from rulings.disk.files import REMEDIES
from rulings.errors import RulingsError


def refusal(error: OSError) -> str | None:
    """What the system refused, and the remedy; None for errors that may be bugs of ours."""
    if error.errno == errno.ENOENT and error.filename is None:  # from os.getcwd alone
        return "the folder that you are in is gone; change to another"
    remedy = REMEDIES.get(error.errno or 0)
    if remedy is None:
        return None
    where = "" if error.filename is None else f"{os.fsdecode(error.filename)!r}: "
    return f"{where}{error.strerror}; {remedy}"


def today() -> str:
    """Today, or the day that SOURCE_DATE_EPOCH names."""
    return (build_time() or datetime.now().astimezone()).date().isoformat()


def build_time() -> datetime | None:
    """The moment that SOURCE_DATE_EPOCH names, for files that come out the same; None if unset."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if not epoch:
        return None
    try:
        return datetime.fromtimestamp(int(epoch[:20]), UTC)
    except (ValueError, OverflowError, OSError):
        message = f"SOURCE_DATE_EPOCH={epoch[:20]!r} is not a number of seconds; unset it"
        raise RulingsError(message) from None
