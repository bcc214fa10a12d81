"""The live desk under random keys, pastes and windows: it never falls."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulings.lookup.event import NO_EVENT
from rulings_index import Index, open_index

pytest.importorskip("textual", reason="pip install 'tcg-rulings[desk]'")

from textual import events
from textual.widgets import Input

from rulings_cli.desk.app import Desk
from rulings_index.weights import LONGEST_QUERY

if TYPE_CHECKING:
    from textual.pilot import Pilot

Act = tuple[str, object]
Books = Callable[[], Index]

KEYS = (
    *("down", "up", "left", "right", "home", "end", "pageup", "pagedown", "tab", "shift+tab"),
    *("enter", "escape", "backspace", "delete", "ctrl+r", "ctrl+a", "ctrl+l", "ctrl+y", "ctrl+n"),
    *("ctrl+w", "ctrl+u", "ctrl+k", "ctrl+@", "ctrl+p", "f1", "insert", "space", "shift+left"),
)
HOSTILE = (
    *("", "\n", "\0\x1b[31m\x07", "\ud800\udfff", "a\udcff", "[bold]x[/]", "kind:nonsense", '"'),
    *(
        "x" * 100_000,
        "毒\n" * 50_000,
        "\u0301" * 1000,
        "𠮟👨‍👩‍👧‍👦",
        "\u202e\u2066",
        "サイド ruleset:",
        "br q22",
    ),
)
TEXTS = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(), max_size=30))
ACTS = st.one_of(
    st.tuples(st.just("press"), st.sampled_from(KEYS)),
    st.tuples(st.just("paste"), TEXTS),
    st.tuples(st.just("type"), st.characters()),
    st.tuples(st.just("resize"), st.tuples(st.integers(1, 200), st.integers(1, 80))),
)


@pytest.fixture(scope="module")
def books(hostile_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Books:
    """A book with hostile text in every field, in an index."""
    cache = tmp_path_factory.mktemp("cache")
    return lambda: open_index([hostile_book], cache_dir=cache)


@pytest.mark.long
@settings(
    max_examples=int(os.environ.get("RULINGS_EXAMPLES", "3")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(st.lists(ACTS, min_size=5, max_size=15))
def test_any_keys_pastes_and_windows(books: Books, acts: list[Act]) -> None:
    play(books, acts)


@pytest.mark.long
def test_each_hostile_paste(books: Books) -> None:
    play(
        books,
        [act for text in HOSTILE for act in (("paste", text), ("press", "ctrl+n"))],
    )


@pytest.mark.long
def test_each_key_in_the_smallest_windows(books: Books) -> None:
    sizes: list[Act] = [("resize", size) for size in ((2, 1), (1, 1), (200, 80), (1, 80))]
    pressed: list[Act] = [("press", key) for key in KEYS]
    play(books, [("paste", "[31m]"), *sizes, *pressed])


def play(books: Books, acts: Iterable[Act]) -> None:
    """Acts at the desk, in a thread, since the browser tests keep a loop of their own."""

    async def run() -> None:
        desk = Desk(books, "en", lambda *call: "".join(call), NO_EVENT)
        async with desk.run_test(size=(80, 24)) as pilot:
            for kind, what in acts:
                await act(pilot, desk, kind, what)
                value = desk.query_one("#question", Input).value
                assert len(value) <= LONGEST_QUERY
                assert value == value.encode().decode()
            assert desk.is_running

    with ThreadPoolExecutor(1) as threads:
        threads.submit(asyncio.run, run()).result()


async def act(pilot: Pilot[None], desk: Desk, kind: str, what: object) -> None:
    if kind == "press":
        await pilot.press(str(what))
    elif kind == "paste":
        desk.post_message(events.Paste(str(what)))
    elif kind == "type":
        desk.post_message(events.Key(str(what), str(what)))
    elif isinstance(what, tuple):
        await pilot.resize_terminal(*what)
    await pilot.pause()
