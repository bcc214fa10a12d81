"""The progress of long tasks, for the command line and other programs to show.

A task only calls `tell`; the functions between need not know of the watcher.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

_Item = TypeVar("_Item")

Watcher = Callable[[str, int, int], None]
"""Gets the name of the task, how much is done, and the total; both are equal at the end."""

_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


def tell(what: str, done: int, total: int) -> None:
    """Tell the watcher, if any, how far a task is."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(what, done, total)


def counted(what: str, items: Collection[_Item]) -> Iterator[_Item]:
    """The items of a long task; the watcher is told before each, and at the end."""
    for done, item in enumerate(items):
        tell(what, done, len(items))
        yield item
    tell(what, len(items), len(items))


@contextmanager
def watched_by(watcher: Watcher) -> Iterator[None]:
    """Tell a watcher of the tasks inside the `with` block."""
    before = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(before)
