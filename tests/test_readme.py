"""README and tutorial tell the truth: their commands run, and print what they show.

So do the Japanese ones, which give the same commands in Japanese words.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable
from functools import partial
from itertools import zip_longest
from pathlib import Path

import pytest
from places import ROOT
from running import Ran, Rulings

DOCS = ROOT / "docs"
READMES = [(ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.ja.md")]
TUTORIALS = [
    (DOCS / name).read_text(encoding="utf-8") for name in ("tutorial.md", "ja/tutorial.md")
]
EXAMPLES = "".join(READMES + TUTORIALS)
SHOWN = list(
    dict.fromkeys(re.findall(r"```console\n\$ (rulings .*?)\n(.*?)```", EXAMPLES, re.DOTALL))
)
IN_TABLE = re.findall(r"^\| `(rulings [^`]*)`", "".join(READMES), re.MULTILINE)
NEEDS_MORE = {"FILE", "QUESTION…", "質問…"}
SLOW = ("rulings page",)
COMMANDS = [command for command in dict.fromkeys(IN_TABLE) if not NEEDS_MORE & set(command.split())]
"""The commands of both tables; what stands in both is run once."""
PAIRS = [(ROOT / "README.md", ROOT / "README.ja.md")] + [
    (DOCS / page.name, page) for page in sorted((DOCS / "ja").glob("*.md"))
]
"""The pages that are there in both languages: English, Japanese."""
TYPED = re.compile(r"^```(?:sh|console)?\n(.*?)^```|`(rulings [^`]*)`", re.DOTALL | re.MULTILINE)


@pytest.fixture
def run(rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Ran]:
    """Runs a command as it stands in the text, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return lambda command: rulings(*shlex.split(command)[1:])


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_what_is_shown_is_printed(run: Callable[[str], Ran], command: str, output: str) -> None:
    printed = run(command).out
    if output.endswith("…\n"):
        assert printed.startswith(output.removesuffix("…\n"))
    else:
        assert printed == output


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(command, marks=[pytest.mark.long] if command.startswith(SLOW) else [])
        for command in COMMANDS
    ],
)
def test_commands_of_the_table_run(run: Callable[[str], Ran], tmp_path: Path, command: str) -> None:
    ran = run(command)

    assert ran.code == 0, ran.err
    assert ran.out or any(tmp_path.iterdir())


@pytest.mark.parametrize(
    "tutorial",
    [
        pytest.param(TUTORIALS[0], marks=pytest.mark.long, id="en"),
        pytest.param(TUTORIALS[1], id="ja"),
    ],
)
def test_the_tutorial_can_be_followed(run: Callable[[str], Ran], tutorial: str) -> None:
    """Its commands one after the other, as a reader types them."""
    blocks = re.findall(r"```sh\n(.*?)```", tutorial, re.DOTALL)
    typed = [line for block in blocks for line in block.splitlines() if line.startswith("rulings ")]
    assert len(typed) >= 5

    for command in typed:
        ran = run(command)
        assert ran.code == 0, f"{command}: {ran.err}"


def test_there_are_commands_to_run() -> None:
    assert len(SHOWN) >= 2
    assert len(COMMANDS) >= 5


@pytest.mark.parametrize("readme", READMES, ids=["en", "ja"])
@pytest.mark.parametrize("mark", ["main", "test"])
def test_the_two_commands_that_set_everything_up_are_marked(mark: str, readme: str) -> None:
    assert re.search(rf"<!-- {mark} -->\n```sh\npython3 -m venv [^\n]*\n```", readme)


@pytest.mark.parametrize("readme", READMES, ids=["en", "ja"])
def test_files_that_the_readme_links_are_there(readme: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)", readme):
        assert (ROOT / target).exists(), target


def typed(page: Path) -> list[str]:
    """The commands of a page, in their order."""
    commands_typed = TYPED.findall(page.read_text(encoding="utf-8"))
    lines = [
        line
        for block, inline in commands_typed
        for line in block.splitlines() or [" ".join(inline.split())]
    ]
    commands = [line.removeprefix("$ ") for line in lines]
    return [command for command in commands if re.match(r"(rulings|python3|pip|export) ", command)]


def is_same(english: str, japanese: str) -> bool:
    """Whether two commands differ only in people's words, their language, and the id of a name.

    A Japanese name makes no id that can be read, so the Japanese command gives one.
    """
    split = partial(shlex.split, comments=True)
    named = re.sub(r" --id [a-z][a-z0-9-]*", "", japanese)
    words = list(zip_longest(split(english), split(named), fillvalue=""))
    return all(
        here == there
        or (here, there) == ("en", "ja")
        or (here and not there.isascii() and key(here) == key(there))
        for here, there in words
    )


def key(word: str) -> str:
    """KEY of a word KEY=TEXT."""
    return "".join(re.findall(r"^[a-z.]+=", word))


@pytest.mark.parametrize(("english", "japanese"), PAIRS, ids=[page.name for _, page in PAIRS])
def test_both_languages_give_the_same_commands(english: Path, japanese: Path) -> None:
    for here, there in zip_longest(typed(english), typed(japanese), fillvalue=""):
        assert is_same(here, there), f"{here}\n{there}"


@pytest.mark.parametrize(("english", "japanese"), PAIRS, ids=[page.name for _, page in PAIRS])
def test_both_languages_link_each_other(english: Path, japanese: Path) -> None:
    for page, other in ((english, japanese), (japanese, english)):
        target = os.path.relpath(other, page.parent).replace(os.sep, "/")
        assert f"]({target})" in page.read_text(encoding="utf-8").partition("\n## ")[0]
