"""`rulings schema`: the format of a book's files, for editors."""

from rulings.format.book_file import book_schema
from rulings_cli.terminal.output import print_json


def schema() -> None:
    """Print the JSON Schema of a book's YAML files.

    Example: rulings schema > book.schema.json

    Editors with a YAML language server read it from the first line of each file.
    """
    print_json(book_schema())
