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

from rulings.checks import EXPLANATIONS
from rulings.format.authority_and_status import Authority, Status
from rulings.format.book_file import book_schema
from rulings.format.record import VERSION
from rulings.format.words import WORDS
from rulings_cli.json_outputs import output_schema
from rulings_cli.start.application import COMMANDS, app

FOLDER = Path(__file__).parent / "reference"
MADE = "<!-- Made by docs/make_reference.py; change the code and run it again. -->\n"
STRUCTS = (
    *(
        "Clause",
        "Variant",
        "Ruling",
        "Note",
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
    parts = [MADE, "# The book format\n", "A `*` marks keys that must be there.\n"]
    for name in STRUCTS:
        definition = definitions[name]
        parts.append(f"## {name}\n\n{definition.get('description', '')}\n")
        required = definition.get("required", ())
        for key, value in definition["properties"].items():
            mark = "*" if key in required else ""
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
        for code, (severity, summary, remedy) in sorted(EXPLANATIONS.items())
    ]
    head = "# Checks\n\n| code | | finds | to fix it |\n|---|---|---|---|\n"
    return f"{MADE}\n{head}{chr(10).join(rows)}\n"


def output() -> str:
    """What every command prints with --json, and the types that it is made of."""
    schema = output_schema()
    definitions = schema["$defs"]
    parts = [MADE, f"# JSON for programs\n\n{_PROMISE}"]
    for command, place in schema["x-commands"].items():
        parts.append(f"## rulings {command}\n")
        parts.append(_keys(definitions[place.rsplit("/", 1)[-1]]))
    answers = {place.rsplit("/", 1)[-1] for place in schema["x-commands"].values()}
    for name in (name for name in definitions if name not in answers):
        parts.append(f"## {name}\n\n{_keys(definitions[name])}")
    return "\n".join(parts)


_PROMISE = f"""Every command that answers takes `--json` and prints one object; `rulings export`
prints one a line. Its first key is `version`, now {VERSION}. The version rises when a key goes or
changes its meaning; a new key does not raise it, so ignore those you do not know.
`rulings schema --output` prints all of this page as a JSON Schema, and the tests hold what is
printed against it.

A text is a mapping from a language to words (`names with text` below): `{{"ja": "はい。"}}`. It
holds the languages that are written. With `--lang fr` it also holds `fr`, in the words that stand
in for it where nobody wrote any, so that you need no fallback of your own. A `?` marks keys
that may be missing.

Exit codes: 0 found or clean, 1 nothing found or a check failed, 2 bad input, told in one line on
standard error. `rulings site` writes the same records: `entries.json` as `show` prints them, and
one file an entry.
"""


def _keys(definition: dict[str, Any]) -> str:
    """What a type is, and its keys."""
    lines = [definition.get("description", ""), ""]
    required = definition.get("required", ())
    for key, value in definition["properties"].items():
        lines.append(f"- `{key}`{'' if key in required else '?'}: {_type(value)}")
    return "\n".join([*lines, ""])


def words() -> str:
    """What a book can bring in its own language: all words of pages, sheets and sites."""
    rows = "".join(f"      {name}: {json.dumps(each['en'])}\n" for name, each in WORDS.items())
    return (
        f"{MADE}\n# Words of pages and sheets\n\n{_WORDS}\n```yaml\n  words:\n    de:\n{rows}```\n"
    )


_WORDS = """A book in another language than English and Japanese brings these words in `book.yaml`,
in the place of the English ones. What stands in braces, and `#`, is filled in by the program.
"""
PAGES = {
    **{"commands.md": commands, "format.md": book_format, "checks.md": checks, "json.md": output},
    "words.md": words,
}


def _help(name: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit, typer.Exit):
        app([name, "--help"], prog_name="rulings", standalone_mode=False)
    return "\n".join(line.rstrip() for line in printed.getvalue().rstrip().splitlines())


def _type(value: dict[str, Any]) -> str:
    if "$ref" in value:
        return str(value["$ref"]).rsplit("/", 1)[-1]
    for key, between in (("anyOf", " or "), ("prefixItems", " and ")):
        if key in value:
            return between.join(_type(one) for one in value[key])
    if "enum" in value:
        return " or ".join(f"`{one}`" for one in value["enum"])
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
