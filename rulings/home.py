"""The user's home folder; apart, so that a search starts quickly."""

from __future__ import annotations

import os

from rulings.errors import RulingsError


def below_home(*names: str) -> str:
    """A path in the user's home folder; RulingsError where the system knows of none."""
    home = os.path.expanduser("~")
    if not os.path.isabs(home):
        message = "no home folder: this user has none; set HOME, or XDG_DATA_HOME and RULINGS_CACHE"
        raise RulingsError(message)
    return os.path.join(home, *names)
