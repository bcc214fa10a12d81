"""What stands where a file or a book should: one line, exit code 2, in bounded time and memory."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cases import load_cases
from hostile import everything, write_book
from places import ROOT
from running import Rulings

from rulings.reading.load import load_book
from rulings.reading.yaml_reader import MOST_VALUES

posix = pytest.mark.skipif(os.name == "nt", reason="links and pipes need rights on Windows")


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2 * 2**30)


def with_a_circle(path: Path) -> None:
    write_book(path, everything())
    (path / "self.yaml").symlink_to("self.yaml")


def folder_of_pipes(path: Path) -> None:
    path.mkdir()
    for name in ("rulings", "references", "groups"):
        os.mkfifo(path / f"{name}.yaml")


MAKE: dict[str, Callable[[Path], object]] = {
    "device": lambda path: path.symlink_to("/dev/zero"),
    "pipe": os.mkfifo,
    "circle": lambda path: path.symlink_to(path.name),
    "folder": Path.mkdir,
    "huge": huge,
    "book with a circle": with_a_circle,
    "folder of pipes": folder_of_pipes,
}


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """A folder that is gone after the test, however deep: pytest's own removal recurses."""
    place = tmp_path / "place"
    place.mkdir()
    yield place
    subprocess.run(["rm", "-rf", str(place)], check=True)


@posix
@pytest.mark.parametrize("case", load_cases("inputs.yaml"))
def test_what_is_no_input(command: Rulings, place: Path, case: dict[str, Any]) -> None:
    arguments = [word.replace("IT", str(place / "it")) for word in case["command"]]
    if case["it"] == "long name":
        arguments = [word.replace("/it", "/" + "x" * 300) for word in arguments]
    else:
        MAKE[case["it"]](Path(next(word for word in arguments if str(place) in word)))
    ran = command(*arguments)
    assert case["says"] in " ".join((ran.out + ran.err).split())
    assert ran.code == int(case.get("code", 2)), ran
    assert len(ran.err.splitlines()) <= 1, ran
    assert "Traceback" not in ran.err


def in_files(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "book" / "a.yaml"
    path.parent.mkdir()
    path.write_text(text)
    return [str(problem) for problem in load_book([path.parent]).all_problems()]


@pytest.mark.parametrize(
    "text",
    [
        "a: [\n- id:" + " " * 1_600 + 'x"y',
        "a: [\n" + "\n" * 40_000,
        "a: [\n" + "- id: " * 40_000,
        'a: "' + "x" * 5_000_000,
    ],
    ids=["spaces", "lines", "ids", "one line"],
)
def test_invalid_yaml_costs_no_more_than_valid(tmp_path: Path, text: str) -> None:
    began = time.process_time()
    (problem,) = in_files(tmp_path, text)
    assert "B005" in problem
    assert time.process_time() - began < 2


def test_of_many_unknown_keys_the_first_are_named(tmp_path: Path) -> None:
    keys = "".join(f"  k{number}: x\n" for number in range(2_000))
    problems = in_files(tmp_path, f"rulings:\n- id: BR-Q99\n{keys}" + keys.replace("  k", "k"))
    unknown = [problem for problem in problems if "B101" in problem]
    assert len(unknown) == 10


def test_check_prints_the_first_faults_and_how_many_more(command: Rulings, tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "a.yaml").write_text("rulings:\n" + "- {id: x}\n" * 1_000)
    lines = command("check", str(tmp_path / "book")).out.splitlines()
    assert len(lines) == 1_001
    assert lines[-1] == "and 1,000 more; correct these first"


MEASURE = """
import sys
from benchmarks.machine import peak_memory
from rulings.reading.load import load_book
from rulings.checks import run
assert not any(problem.code == "B002" for problem in run(load_book([sys.argv[1]])))
print(peak_memory())
"""


@pytest.mark.long
@posix
@pytest.mark.parametrize("line", ["  k{}: x\n", "- {{id: CH-N{}, title: {{en: a}}}}\n"])
def test_a_file_as_large_as_any_stays_within_its_bounds(tmp_path: Path, line: str) -> None:
    values, head = (1, "rulings:\n- id: CH-Q99\n") if line[0] == " " else (4, "notes:\n")
    lines = map(line.format, range(1_000, MOST_VALUES // values))
    (tmp_path / "a.yaml").write_text(head + "".join(lines))
    measured = subprocess.check_output(
        [sys.executable, "-c", MEASURE, tmp_path],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert int(measured) < 500 * 2**20
