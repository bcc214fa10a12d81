"""How far a long work is, for whoever watches: the command line draws it, a program may too.

Who works only says it; nobody hands a watcher down through all that lies between.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

_Item = TypeVar("_Item")

Watcher = Callable[[str, int, int], None]
"""Gets what is done, how much of it, and how much there is; the two are equal at its end."""

_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


def tell(what: str, done: int, total: int) -> None:
    """Say how far a work is."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(what, done, total)


def counted(what: str, items: Collection[_Item]) -> Iterator[_Item]:
    """The items of a long work; the watcher hears of each, and of the end."""
    for done, item in enumerate(items):
        tell(what, done, len(items))
        yield item
    tell(what, len(items), len(items))


@contextmanager
def watched_by(watcher: Watcher) -> Iterator[None]:
    """Let a watcher hear of the work that is done inside."""
    before = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(before)
