"""The measuring itself, on what takes no time; no figure is ever held to."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext

import pytest

from benchmarks import __main__ as command
from benchmarks import places, start
from benchmarks.tables import Table
from benchmarks.timing import Run, each, interleaved, process, spread
from rulings_index import Index


def test_the_spread_of_times_is_their_median_and_95th_percentile() -> None:
    times = [float(number) for number in range(1, 101)]

    assert spread(times) == (50.5, 96.0)
    assert spread([7.0]) == (7.0, 7.0)


def test_every_question_is_asked_in_every_round() -> None:
    asked: list[str] = []

    times = each(asked.append, ["a", "b"], rounds=2)

    assert asked == ["a", "b", "a", "b"]
    assert len(times) == 2


def test_processes_run_in_turn_and_must_succeed() -> None:
    bare = [sys.executable, "-c", "pass"]

    medians = interleaved({"bare": bare, "again": bare}, 1, os.environ)

    assert set(medians) == {"bare", "again"}
    assert all(isinstance(run, Run) and run.wall > 0 for run in medians.values())
    with pytest.raises(RuntimeError, match="ended with 3"):
        process([sys.executable, "-c", "raise SystemExit(3)"], os.environ)


@pytest.mark.long
def test_start_measures_each_command(monkeypatch: pytest.MonkeyPatch, index: Index) -> None:
    """Uses the index of all tests; a new environment would build one first."""
    with start.quiet_environment() as environment:
        assert environment["RULINGS_CACHE"] != os.environ["RULINGS_CACHE"]
    monkeypatch.setattr(start, "quiet_environment", lambda: nullcontext(os.environ))

    (table,) = start.tables(rounds=1)

    assert len(table.rows) == 1 + len(start.COMMANDS)


def test_a_table_is_markdown() -> None:
    table = Table(
        "Times", ("what", "ms", "entries"), [("a", 1.234, 31596), ("b", 123.4, None)], "x"
    )

    assert table.markdown().splitlines() == [
        "### Times",
        "",
        "| what | ms | entries |",
        "| --- | ---: | ---: |",
        "| a | 1.23 | 31,596 |",
        "| b | 123 |  |",
        "",
        "x",
    ]


def test_a_part_that_needs_what_is_not_here_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(places.VARIABLE, "/nowhere")
    monkeypatch.setattr("sys.argv", ["benchmarks", "warm"])

    command.main()

    assert f"set {places.VARIABLE}" in capsys.readouterr().out


def test_an_unknown_part_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["benchmarks", "colour"])

    with pytest.raises(SystemExit):
        command.main()
