"""Fixtures that several test files share."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path
from shutil import rmtree
from textwrap import dedent
from typing import Any

import pytest
from once import indexes_of, made_once, work_shared_in_a_process
from places import SHARED
from running import Ran, Rulings

from rulings.reading.book import BUILT_IN_BOOK
from rulings_cli import main
from rulings_index import Index, open_index
from rulings_index.building.build import new_parts

left_out: set[str] = set()
"""The long tests that this run leaves out."""
places_made = count()
"""Numbers for the folders of tests."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Thousands of tests stay in memory to the end; nothing is gained by visiting them."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000)  # a sixth of the time of all tests went into looking
    return collected


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    left_out.update(item.nodeid for item in items if item.get_closest_marker("long"))


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = sorted(left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    left_out.update(getattr(node, "workeroutput", {}).get("left_out", ()))  # a crashed one has none


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if left_out:
        command = "python -m pytest -m long"
        terminalreporter.write_line(f"long tests left out: {len(left_out)}; {command} runs them")


@pytest.fixture
def shared() -> Path:
    """The documents that lie beside a developer's checkout; a user's clone does not have them."""
    if not SHARED.is_dir():
        pytest.skip("the documents beside the checkout are not here")
    return SHARED


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache for all tests of all processes of a run, so that the book that ships is indexed
    once; whoever damages an index, or looks at its folder, takes another. Several runs of the same
    code share one where RULINGS_TEST_CACHE names a folder.
    """
    run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        run = run.parent
    place = Path(os.environ.get("RULINGS_TEST_CACHE") or run / "shared-cache")
    place.mkdir(exist_ok=True)
    made_once(place / "parts-made", _make_parts)
    os.environ["RULINGS_CACHE"] = str(place)  # for fixtures of the session, which come before tests
    return place


def _make_parts(mark: Path) -> None:
    """The parts of the index of the book that ships, made on all cores, while every process waits.
    What a cache names no more is removed from it, so that they are kept only with indexes that hold
    them. Each run makes its own: what an earlier one damaged would pass for whole.
    """
    parts = mark.with_name("parts")
    if not parts.exists():  # .ci/run takes them from the wheel that it installed
        parts.mkdir(mode=0o700)
        games = [file.parent for file in BUILT_IN_BOOK.glob("*/game.yaml")]
        games.sort(key=lambda game: sum(file.stat().st_size for file in game.rglob("*")))
        with ProcessPoolExecutor() as pool:  # the largest first, for it takes as long as the others
            for made in pool.map(new_parts, [[str(game)] for game in reversed(games)]):
                for name, content in made.items():
                    (parts / name).write_bytes(content)
    for book in (BUILT_IN_BOOK, BUILT_IN_BOOK / "pokemon-tcg"):
        open_index([book], cache_dir=mark.parent)
    mark.touch()


@pytest.fixture(scope="session")
def index(shared_cache: Path) -> Index:
    """The index of the book that ships."""
    return open_index([BUILT_IN_BOOK], cache_dir=shared_cache)


@pytest.fixture
def place_of_test(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the folder of the test is, or would be: most write nothing, and need none."""
    name = re.sub(r"\W", "_", request.node.name)[:30]
    return tmp_path_factory.getbasetemp() / f"{name}{next(places_made)}"


@pytest.fixture
def tmp_path(place_of_test: Path) -> Path:
    """A folder of the test. pytest's own looks through all the others to number it, which takes
    longer with every test.
    """
    place_of_test.mkdir(mode=0o700, exist_ok=True)
    return place_of_test


@pytest.fixture(scope="session")
def indexes_kept() -> set[str]:
    """The indexes in the cache that may serve other tests."""
    return set()


@pytest.fixture(autouse=True)
def own_places(
    place_of_test: Path,
    shared_cache: Path,
    indexes_kept: set[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[None]:
    """No test reads or writes the cache, the books or the language of whoever runs it. Its indexes
    serve no other: a full cache would remove those of the book that ships for them.
    """
    ours = ("RULINGS_BOOK", "RULINGS_ONLY", "NO_COLOR")
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)  # its commands start twice as fast
    for name in (*ours, "LC_ALL", "LC_MESSAGES", "LANG", "EDITOR", "VISUAL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RULINGS_OWN_BOOK", str(place_of_test / "own-book"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(place_of_test / "configuration"))
    monkeypatch.setenv("RULINGS_CACHE", str(shared_cache))
    monkeypatch.setenv("XDG_DATA_HOME", str(place_of_test / "data"))
    yield
    for index in indexes_of(place_of_test, shared_cache, indexes_kept):
        rmtree(index, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def kept_in_the_process() -> Iterator[None]:
    with work_shared_in_a_process():
        yield


@pytest.fixture
def rulings(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Rulings:
    """Runs ``rulings …`` in this process, with bugs let through."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: str) -> Ran:
        monkeypatch.setattr("sys.argv", ["rulings", *arguments])
        with pytest.raises(SystemExit) as stopped:
            main.run()
        captured = capsys.readouterr()
        return Ran(int(stopped.value.code or 0), captured.out, captured.err)

    os.environ.pop("RULINGS_BOOK", None)
    return run


SMALL_BOOK = {
    "game.yaml": """
        game:
          id: chess
          name: {en: Chess, ja: チェス}
        """,
    "terms.yaml": """
        terms:
          - id: pawn
            name: {en: pawn, ja: ポーン}
            reading: ぽーん
        """,
    "cards.yaml": """
        cards:
          - id: clock
            name: {en: Clock, ja: 時計}
        """,
    "rules/ruleset.yaml": """
        ruleset:
          id: chess-rules
          prefix: CH
          game: chess
          name: {en: Rules of Chess, ja: チェスのルール}
          edition: "2024"
          sections:
            - {id: CH 1, title: {en: Pawns, ja: ポーン}}
        sources:
          - id: handbook
            title: {en: Handbook, ja: 手引き}
        """,
    "rules/clauses.yaml": """
        clauses:
          - id: CH 1.1
            title: {en: Promotion, ja: 昇格}
            text: {en: A pawn on the last rank becomes a queen., ja: 最終段でクイーンになる。}
            asked:
              en: [e, f, g, h]
              ja: [ほ, へ, と, ち]
            terms: [pawn]
            authority: official
            sources: [{id: handbook}]
        """,
    "rules/rulings.yaml": """
        rulings:
          - id: CH-Q1
            title: {en: Forced?, ja: 強制か}
            verdict: {en: "Yes, it must be promoted.", ja: はい、必ず昇格する。}
            question: {en: Must it be promoted?, ja: 必ず昇格するのか。}
            answer: {en: "Yes, by [[CH 1.1]].", ja: "[[CH 1.1]]により昇格する。"}
            asked:
              en: [a, b, c, d]
              ja: [い, ろ, は, に]
            clauses: [CH 1.1]
            cards: [clock]
            terms: [pawn]
            authority: interpretation
            checked_against: {chess-rules: "2024"}
            sources: [{id: handbook, where: "1"}]
        """,
}


@pytest.fixture
def write_book(tmp_path: Path) -> Callable[..., Path]:
    """Writes a small sound book; a keyword replaces a file's text: ``{"terms.yaml": "…"}``."""

    def write(changes: dict[str, str] | None = None, name: str = "book") -> Path:
        folder = tmp_path / name
        for file, text in (SMALL_BOOK | (changes or {})).items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
        return folder

    return write
