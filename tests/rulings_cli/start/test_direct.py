"""What is read without Typer comes to the same, and nothing slow is imported for it."""

from __future__ import annotations

import pytest
from running import Rulings, python

from rulings_cli.start import direct

PLAIN = [
    ["search", "poison and burn"],
    ["search", "毒とやけど", "サイド", "--limit", "2", "--lang", "en"],
    ["search", "--json", "--ruleset", "raid", "--kind", "ruling", "ボスの番"],
    ["search", "--authority", "event+", "--game", "pokemon-tcg", "prize"],
    ["search", "zzzz"],
    ["show", "BR", "9.1"],
    ["show", "brq22", "--lang", "both"],
    ["show", "--json", "BR-Q22", "BR-Q999"],
    ["search", "--kind", "nonsense", "prize"],
]
FOR_TYPER = [
    [],
    ["search"],
    ["search", "--help"],
    ["search", "--limit=1", "prize"],
    ["search", "--unknown", "prize"],
    ["search", "prize", "--limit"],
    ["search", "prize", "--lang", "en", "--lang", "ja"],
    ["search", "--", "-prize"],
    ["check", "."],
]


@pytest.mark.parametrize("arguments", PLAIN, ids=" ".join)
def test_the_short_way_prints_what_typer_prints(
    rulings: Rulings, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert direct.call(arguments) is not None
    short = rulings(*arguments)
    monkeypatch.setattr(direct, "call", lambda _: None)
    long = rulings(*arguments)

    assert _without_time(short) == _without_time(long)


@pytest.mark.parametrize("arguments", FOR_TYPER, ids=" ".join)
def test_the_rest_is_left_to_typer(arguments: list[str]) -> None:
    assert direct.call(arguments) is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["list", "--unknown"], "see `rulings list --help`"),
        (["import", "faq", "--unknown"], "see `rulings import --help`"),
        (["--book", "mine", "search", "prize"], "a command comes first, then its options"),
        (["search", "--lang", "en", "--lang", "ja", "prize"], "--lang is given twice"),
        (["call", "A?", "--verdict", "B.", "--ruleset", "BR", "--ruleset", "raid"], "given twice"),
        (["calls", "edit", "X-Q1", "--verdict", "A", "--verdict", "B"], "--verdict is given twice"),
    ],
    ids=lambda value: "" if isinstance(value, str) else " ".join(value),
)
def test_what_cannot_be_read_names_the_help(
    rulings: Rulings, arguments: list[str], message: str
) -> None:
    assert message in str(rulings(*arguments))


@pytest.mark.parametrize(
    ("mistyped", "fault"),
    [
        (["--limit", "0"], "--limit: '0' is not a number from 1 to 1000"),
        (["--limit", "many"], "--limit: 'many' is not a number from 1 to 1000"),
        (["--lang", "French"], "--lang: 'French' is not a language; write en, ja, another code"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("read_by", ["direct", "Typer"])
def test_a_value_that_cannot_be_read_says_what_can(
    rulings: Rulings, mistyped: list[str], fault: str, read_by: str
) -> None:
    left_to_typer = ["--kind=ruling"] if read_by == "Typer" else []

    assert rulings("search", *left_to_typer, "prize", *mistyped).is_rejected(fault)


def test_completion_is_left_to_typer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(direct.COMPLETING, "complete_bash")

    assert direct.call(["search", "prize"]) is None


SEARCH = (
    "import sys; sys.argv = ['rulings', 'search', 'poison']\n"
    "from rulings_cli.main import run\n"
    "try: run()\n"
    "except SystemExit: pass\n"
)


def test_a_search_imports_nothing_slow() -> None:
    code = f"{SEARCH}print(*sys.modules, file=sys.stderr)"
    for _ in range(2):  # the first builds the index
        ran = python("-c", code)
    slow = {"yaml", "markdown_it", "rich", "msgspec", "typer", "inspect", "pathlib", "platformdirs"}

    assert "rulings_index" in ran.err
    assert not slow & {name.split(".")[0] for name in ran.err.split()}


def test_a_search_compiles_no_annotations() -> None:
    """typing compiles the fields of named tuples where annotations are left as strings."""
    python("-c", SEARCH)  # builds the index, which does
    ran = python("-c", f"import typing; typing.ForwardRef = None\n{SEARCH}")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out


def _without_time(ran: object) -> list[str]:
    return [line for line in str(ran).split("\\n") if "took_ms" not in line]
