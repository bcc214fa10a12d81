"""What day it is: today, or the one that a build is dated by."""

import os
from datetime import UTC, datetime

from rulings.errors import RulingsError


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
