"""Times as they are compared: medians, and the value that 95 in a hundred stay below."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from time import perf_counter, thread_time
from typing import NamedTuple, TypeVar

_Asked = TypeVar("_Asked")


class Spread(NamedTuple):
    """The middle and the slow end of some times, in the unit of the times."""

    p50: float
    p95: float


def spread(times: Sequence[float]) -> Spread:
    """Median and 95th percentile (nearest rank)."""
    ordered = sorted(times)
    return Spread(median(ordered), ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))])


class Run(NamedTuple):
    """What something took, in milliseconds: on the clock, and of the processor."""

    wall: float
    cpu: float


def each(ask: Callable[[_Asked], object], asked: Iterable[_Asked], rounds: int = 1) -> list[Run]:
    """What each call took: the best of `rounds` passes, which other programs disturb least."""
    questions = list(asked)
    best = [Run(float("inf"), float("inf"))] * len(questions)
    for _ in range(rounds):
        for number, question in enumerate(questions):
            began, began_cpu = perf_counter(), thread_time()
            ask(question)
            wall, cpu = perf_counter() - began, thread_time() - began_cpu
            known = best[number]
            best[number] = Run(min(known.wall, wall * 1000), min(known.cpu, cpu * 1000))
    return best


def process(command: Sequence[str], environment: Mapping[str, str]) -> Run:
    """Run a command to its end, its output thrown away."""
    began = perf_counter()
    child = subprocess.Popen(
        command, env=dict(environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(child.pid, 0)
    wall = perf_counter() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {child.returncode}")
    return Run(wall * 1000, (used.ru_utime + used.ru_stime) * 1000)


def interleaved(
    commands: Mapping[str, Sequence[str]], rounds: int, environment: Mapping[str, str]
) -> dict[str, Run]:
    """The medians of every command, run in turn so that a busy moment meets all of them."""
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            runs[name].append(process(command, environment))
    return {
        name: Run(median(run.wall for run in found), median(run.cpu for run in found))
        for name, found in runs.items()
    }
