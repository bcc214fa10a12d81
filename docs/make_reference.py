"""Writes docs/reference/ from the commands and the model: python docs/make_reference.py"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import typer

from rulings.checks import base
from rulings.format.authority_and_status import Authority, Status
from rulings.format.book_file import book_schema
from rulings.format.model import ENTRY_TYPES
from rulings.format.words import WORDS
from rulings.kinds import KINDS
from rulings_cli.start.application import COMMANDS, app

FOLDER = Path(__file__).parent / "reference"
MADE = "<!-- Made by docs/make_reference.py; change the code and run it again. -->\n"
STRUCTS = (
    *(
        "Clause",
        "Variant",
        "Ruling",
        "Note",
        "OpenPoint",
        "Fork",
        "Case",
        "Card",
        "Term",
        "Source",
        "Ruleset",
        "Game",
    ),
    *("Imprint", "Colours"),
    *("Sheet", "SheetSection", "Select", "Table", "TableRow"),
    *("Formula", "Input", "Worked", "HistoryItem", "Relation"),
)


def commands() -> str:
    """Every command with its help as it is printed."""
    parts = [MADE, "# Commands\n"]
    for name in COMMANDS:
        parts.append(f"## rulings {name}\n\n```text\n{_help(name)}\n```\n")
    return "\n".join(parts)


def book_format() -> str:
    """Every struct of the book format with its keys, and the meanings of the enums."""
    definitions = book_schema()["$defs"]
    legend = (
        "A `*` marks keys that must be there, a `+` texts that `check` asks for in each language "
        "of the ruleset (B401); rules that were imported as they are published may lack them.\n"
    )
    kinds = {entry.__name__: KINDS[kind] for kind, entry in ENTRY_TYPES.items()}
    parts = [MADE, "# The book format\n", legend]
    for name in STRUCTS:
        definition = definitions[name]
        parts.append(f"## {name}\n\n{definition.get('description', '')}\n")
        required = definition.get("required", ())
        for key, value in definition["properties"].items():
            needed = name in kinds and kinds[name].needs(key, as_published=False)
            mark = "*" if key in required else "+" if needed else ""
            parts.append(f"- `{key}`{mark}: {_type(value)}")
        parts.append("")
    for values in (Authority, Status):
        parts.append(f"## {values.__name__}\n")
        parts += [f"- `{value}`: {value.meaning}" for value in values]
        parts.append("")
    return "\n".join(parts)


def checks() -> str:
    """Every code that `rulings check` knows."""
    rows = [
        f"| `{code}` | {severity} | {summary} | {remedy} |".replace("[[", "\\[\\[")
        for code, (severity, summary, remedy) in sorted(base.EXPLANATIONS.items())
    ]
    head = "# Checks\n\n| code | | finds | to fix it |\n|---|---|---|---|\n"
    return f"{MADE}\n{head}{chr(10).join(rows)}\n"


def words() -> str:
    """What a book can bring in its own language: all words of pages, sheets and sites."""
    rows = "".join(f"      {name}: {json.dumps(each['en'])}\n" for name, each in WORDS.items())
    return (
        f"{MADE}\n# Words of pages and sheets\n\n{_WORDS}\n```yaml\n  words:\n    de:\n{rows}```\n"
    )


_WORDS = """A book in another language than English and Japanese brings these words in `book.yaml`,
in the place of the English ones. What stands in braces, and `#`, is filled in by the program.
"""
PAGES = {"commands.md": commands, "format.md": book_format, "checks.md": checks, "words.md": words}


def _help(name: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit, typer.Exit):
        app([name, "--help"], prog_name="rulings", standalone_mode=False)
    return "\n".join(line.rstrip() for line in printed.getvalue().rstrip().splitlines())


def _type(value: dict[str, Any]) -> str:
    if "$ref" in value:
        return str(value["$ref"]).rsplit("/", 1)[-1]
    if "anyOf" in value:
        return " or ".join(_type(kind) for kind in value["anyOf"])
    if "enum" in value:
        return " or ".join(f"`{kind}`" for kind in value["enum"])
    if value.get("type") == "array":
        return f"list of {_type(value['items'])}"
    if value.get("type") == "object" and "additionalProperties" in value:
        return f"names with {_type(value['additionalProperties'])}"
    return str(value.get("type", "text")).replace("string", "text").replace("null", "nothing")


def main() -> None:
    """Write the pages."""
    os.environ["COLUMNS"] = "80"
    FOLDER.mkdir(exist_ok=True)
    for name, make in PAGES.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")
        sys.stdout.write(f"{FOLDER / name}\n")


if __name__ == "__main__":
    main()
