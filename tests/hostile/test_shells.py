"""The tab key in real shells: a name of a book becomes words on the line, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest
from hostile import everything, write_book

from rulings_cli.places import locations
from rulings_cli.start import options

pytest.importorskip("pty", reason="a terminal of its own")

from shells import SHELLS, Shell

TOUCH = "touch owned"
OFFERED = {  # by name: what the shells that differ from it make of it
    "a, b-c.d/e:f": {"bash": "a,][b-c.d/e:f"},
    "毒・「サイド」": {},
    "50%=+_x": {},
}
NEVER = [f"(a) && {TOUCH}!", "it's", f"a;{TOUCH}", f'"$({TOUCH})`{TOUCH}`', f"a\n{TOUCH}\r"]
MORE = [f"$({TOUCH})", f"`{TOUCH}`", f"a|{TOUCH}", "a>owned", "a<owned", "*", "?x", "[x]", "{a,b}"]
MORE += ["~root", "#a", "^a^b", f"';{TOUCH};'", f"<({TOUCH})", "$HOME", "a\x1b[31m"]
MORE += [f"a\\;{TOUCH}", f'a";{TOUCH};"']


def named(number: int, name: str) -> str:
    """Each name has a beginning of its own to type; in capitals, as no name of the program has."""
    return f"XQ{chr(ord('a') + number)}{name}"


ALL = [*OFFERED, *NEVER, *MORE]
CARDS = {name: named(number, name) for number, name in enumerate(ALL)}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book whose cards carry all of the names."""
    data = everything()
    card = data["cards"][0]
    data["cards"] += [
        {**card, "id": f"c{number}", "name": {"en": text}}
        for number, text in enumerate([*CARDS.values(), "-rf", "=ls"])
    ]
    return write_book(tmp_path_factory.mktemp("book"), data)


@pytest.fixture(
    scope="module",
    params=[SHELLS[0], *(pytest.param(kind, marks=pytest.mark.long) for kind in SHELLS[1:])],
)
def shell(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, hostile: Path
) -> Iterator[tuple[str, Shell]]:
    if not which(request.param) and "CI" not in os.environ:
        pytest.skip(f"{request.param} is not installed here")
    home = tmp_path_factory.mktemp(request.param)
    opened = Shell(request.param, home, hostile)
    yield request.param, opened
    opened.close()


def press_tab(shell: tuple[str, Shell], name: str, expected: str) -> None:
    kind, opened = shell
    start = CARDS[name][:3]
    assert opened.type(f"rulings card {start}\t") == f"[card][{start}{expected}]"
    assert not (opened.home / "owned").exists(), f"{kind} ran the text of a book"


@pytest.mark.parametrize("name", OFFERED)
def test_a_name_is_typed_as_words(shell: tuple[str, Shell], name: str) -> None:
    press_tab(shell, name, OFFERED[name].get(shell[0], name))


@pytest.mark.parametrize("name", NEVER)
def test_a_name_that_commands_is_not_typed(shell: tuple[str, Shell], name: str) -> None:
    press_tab(shell, name, "")


@pytest.mark.long
@pytest.mark.parametrize("name", MORE)
def test_no_other_sign_of_a_shell_is_typed(shell: tuple[str, Shell], name: str) -> None:
    press_tab(shell, name, "")


@pytest.mark.parametrize("kind", [*SHELLS, "powershell"])
def test_what_is_offered(kind: str, hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locations, "BUILT_IN_BOOK", hostile)
    monkeypatch.setenv("_RULINGS_COMPLETE", f"complete_{kind}")
    spared = {name for name, made in OFFERED.items() if made.get(kind) == ""}
    kept = [CARDS[name] for name in OFFERED if name not in spared]
    assert options.complete_card("XQ") == kept
    assert not options.complete_card("-")
    assert not options.complete_card("=")
