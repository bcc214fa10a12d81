"""`rulings schema`: the format of a book's files, for editors."""

from __future__ import annotations

import typer

from rulings_cli.output import print_json

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command()
def schema() -> None:
    """Print the JSON Schema of a book's YAML files.

    Example: rulings schema > book.schema.json

    Editors with a YAML language server read it from the first line of each file.
    """
    from rulings.schema import book_schema

    print_json(book_schema())
