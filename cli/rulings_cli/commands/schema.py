"""`rulings schema`: the format of a book's files, for editors, and of what the commands print."""

from __future__ import annotations

from typing import Annotated

import typer

from rulings_cli.terminal.output import print_json


def schema(
    output: Annotated[
        bool, typer.Option("--output", help="That of what the commands print with --json.")
    ] = False,
) -> None:
    """Print the JSON Schema of a book's YAML files.

    Examples: rulings schema > book.schema.json; rulings schema --output > output.schema.json

    Editors with a YAML language server read the first from the first line of each file.
    """
    if output:
        from rulings_cli.json_outputs import output_schema

        print_json(output_schema())
        return
    from rulings.format.book_file import book_schema

    print_json(book_schema())
