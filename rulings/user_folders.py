"""The user's folders for this program; in a module that is quickly imported."""

import os
import sys
from typing import Literal

from rulings.errors import RulingsError

_NAME = "tcg-rulings"
_ON_LINUX = {
    "cache": ("XDG_CACHE_HOME", (".cache",)),
    "config": ("XDG_CONFIG_HOME", (".config",)),
    "data": ("XDG_DATA_HOME", (".local", "share")),
}


def folder_of_user(kind: Literal["cache", "config", "data"]) -> str:
    """The folder for this user's files of a kind; RulingsError if the user has no home."""
    if sys.platform != "linux":
        import platformdirs  # on Linux, what follows gives the same folders without its import

        return str(getattr(platformdirs, f"user_{kind}_dir")(_NAME, appauthor=False))
    variable, below = _ON_LINUX[kind]
    base = os.environ.get(variable, "")
    home = os.path.expanduser("~")
    if not os.path.isabs(base) and not os.path.isabs(home):
        message = "no home folder: this user has none; set HOME, or XDG_DATA_HOME and RULINGS_CACHE"
        raise RulingsError(message)
    return os.path.join(base if os.path.isabs(base) else os.path.join(home, *below), _NAME)
