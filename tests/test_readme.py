"""README and tutorial tell the truth: their commands run, and print what they show."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from places import ROOT
from running import Ran, python

README = (ROOT / "README.md").read_text(encoding="utf-8")
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ (rulings .*?)\n(.*?)```", README + TUTORIAL, re.DOTALL)
IN_TABLE = re.findall(r"^\| `(rulings [^`]*)`", README, re.MULTILINE)
NEEDS_MORE = {"FILE", '"QUESTION"', "QUESTION…"}
SLOW = ("rulings page",)
COMMANDS = [one for one in dict.fromkeys(IN_TABLE) if not NEEDS_MORE & set(one.split())]


def run(command: str, folder: Path) -> Ran:
    return python("-m", "rulings_cli", *shlex.split(command)[1:], cwd=folder)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_what_is_shown_is_printed(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")

    printed = run(command, tmp_path).out
    if output.endswith("…\n"):
        assert printed.startswith(output.removesuffix("…\n"))
    else:
        assert printed == output


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(one, marks=[pytest.mark.long] if one.startswith(SLOW) else [])
        for one in COMMANDS
    ],
)
def test_commands_of_the_table_run(command: str, tmp_path: Path) -> None:
    ran = run(command, tmp_path)

    assert ran.code == 0, ran.err
    assert ran.out or any(tmp_path.iterdir())


def test_the_tutorial_can_be_followed(tmp_path: Path) -> None:
    """Its commands one after the other, as a reader types them."""
    blocks = re.findall(r"```sh\n(.*?)```", TUTORIAL, re.DOTALL)
    typed = [line for block in blocks for line in block.splitlines() if line.startswith("rulings ")]
    assert len(typed) >= 5

    for command in typed:
        ran = run(command, tmp_path)
        assert ran.code == 0, f"{command}: {ran.err}"


def test_there_are_commands_to_run() -> None:
    assert len(SHOWN) >= 2
    assert len(COMMANDS) >= 5


@pytest.mark.parametrize("mark", ["main", "test"])
def test_the_two_commands_that_set_everything_up_are_marked(mark: str) -> None:
    assert re.search(rf"<!-- {mark} -->\n```sh\npython3 -m venv [^\n]*\n```", README)


def test_files_that_the_readme_links_are_there() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
