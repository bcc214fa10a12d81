"""Streams as systems set them up: an encoding without Japanese ends no command in a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO

import pytest

from rulings_cli.terminal.output import Output, wrap

COMMANDS = [
    ["card", "--help"],
    ["sheet", "--example"],
    ["search", "ジャッジマン"],
    ["show", "BR-Q18", "--json"],
    ["rules", "raid", "--lang", "ja"],
    ["card", "存在しないカード"],
    ["show", "存在しない"],
]
OTHERS = ("cp932", "ascii")


@pytest.mark.parametrize("sign", "、。」）？！：；?!)ーっ")
def test_no_line_begins_with_a_sign_that_ends(sign: str) -> None:
    assert wrap(f"引いてよい{sign}どうぞ", width=10) == ["引いてよ", f"い{sign}どうぞ"]


@pytest.mark.parametrize("sign", "「『（【(")
def test_no_line_ends_with_a_sign_that_opens(sign: str) -> None:
    assert wrap(f"引くのは{sign}山札", width=10) == ["引くのは", f"{sign}山札"]


@pytest.mark.parametrize(
    ("command", "encoding"),
    [
        *((command, "cp1252") for command in COMMANDS),
        *((COMMANDS[2], encoding) for encoding in OTHERS),
        *(
            pytest.param(command, encoding, marks=pytest.mark.long)
            for command in (*COMMANDS[:2], *COMMANDS[3:])
            for encoding in OTHERS
        ),
    ],
)
def test_any_encoding_of_the_streams(command: list[str], encoding: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-m", "rulings_cli", *command],
        capture_output=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": encoding},
    )

    assert b"Traceback" not in ran.stderr
    assert ran.returncode in (0, 1)
    assert ran.stdout or ran.stderr


def test_an_example_of_a_sheet_is_utf_8_wherever_it_goes() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "rulings_cli", "sheet", "--example"],
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONIOENCODING": "cp1252"},
    )

    assert "金曜サイドイベント" in ran.stdout.decode("utf-8")


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\u0085"], ids=ascii)
def test_a_sign_that_ends_a_line_stands_as_a_space(sign: str) -> None:
    stream = StringIO()
    output = Output(stream)

    output.line(f"May a ship{sign}dock twice?")
    output.labelled("HB-Q1", f"It{sign}may.")

    assert stream.getvalue() == "May a ship dock twice?\n  HB-Q1  It may.\n"
