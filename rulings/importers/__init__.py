"""Importers of documents that others publish: one file a format, each makes a book of its own.

What they share: `decoding` (bytes to lines), `emitter` (data to YAML), `naming` (ids and
titles) and `writing` (a book appears whole or not at all).
"""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Called with what is done and what there is to do, in the same unit."""


def no_progress(done: int, total: int) -> None:
    """A progress that nobody watches."""
