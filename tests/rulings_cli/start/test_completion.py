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
    ("rulings rules bat", "battle-royal"),
    ("rulings rules BR --with BR-V", "BR-V5"),
    ("rulings refs BR-Q2", "BR-Q22"),
    ("rulings show BR-Q2", "BR-Q22"),
    ("rulings calc RAID-Q1", "RAID-Q14"),
    ("rulings card Esc", "Escape Rope"),
    ("rulings card あなぬ", "あなぬけのヒモ"),
]


@pytest.mark.parametrize(
    ("shell", "line", "offered"),
    [
        *(("bash", *line) for line in LINES),
        *((shell, *LINES[-1]) for shell in ("zsh", "fish")),
        *(
            pytest.param(shell, *line, marks=pytest.mark.long)
            for shell in ("zsh", "fish")
            for line in LINES[:-1]
        ),
    ],
)
def test_the_tab_key_offers_what_is_in_the_book(
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
