"""What the shells get when somebody presses the tab key."""

from __future__ import annotations

import pytest

from rulings_cli.start.application import app

ASK = {
    "bash": lambda line: {
        "_RULINGS_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(line.count(" ")),
    },
    "zsh": lambda line: {"_RULINGS_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line},
    "fish": lambda line: {
        "_RULINGS_COMPLETE": "complete_fish",
        "_TYPER_COMPLETE_ARGS": line,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    },
}


LINES = [
    ("rulings sea", "search"),
    ("rulings show --la", "--lang"),
    ("rulings refs --no-e", "--no-event"),
]


@pytest.mark.parametrize("shell", ASK)
@pytest.mark.parametrize(("line", "offered"), LINES)
def test_the_tab_key_offers_commands_and_options(
    shell: str,
    line: str,
    offered: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, text in ASK[shell](line).items():
        monkeypatch.setenv(name, text)

    with pytest.raises(SystemExit):
        app([], prog_name="rulings")

    assert offered in capsys.readouterr().out
