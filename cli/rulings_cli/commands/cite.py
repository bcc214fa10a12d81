"""`rulings cite`: the numbers of a document that a book cites and may not copy."""

import os
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from rulings import ids
from rulings.disk.changes import FileChange, save_changes
from rulings.disk.files import content_of
from rulings.editions.edition import read_edition
from rulings.errors import RulingsError
from rulings.importing.book_writer import is_imported
from rulings.reading.cited import decoded, encoded, read_numbers
from rulings.reading.load import open_book
from rulings_cli.places import configuration, locations
from rulings_cli.terminal.output import standard_output


def cite(
    ruleset: Annotated[str, typer.Argument(help="The ruleset that was imported: harbour-cr.")],
) -> None:
    """Cite the newest edition of a document in the project of this folder, without its texts.

    Its numbers go into a file of `cited/`, each with a digest of the text, and the document under
    `cites` of `rulings.toml`. Commit both: `check` and `stale` then work where the document is not.

    Example: rulings cite harbour-cr
    """
    project = configuration.project()
    if not project:
        message = f"no {configuration.NAME} in this folder or above"
        raise RulingsError(f"{message}; `rulings new book` writes one, or begin an empty file")
    own = documents_of_project()
    name, content = numbers_in(_document(ruleset, own))
    cited = {each.ruleset: each.edition for each in configuration.configured().cites}
    if ids.edition_key(name) < ids.edition_key(cited.get(ruleset, "")):
        newer = f"{ruleset} {cited[ruleset]}, which this project cites, is not here; import it"
        raise RulingsError(f"{newer}, or write {name} into {configuration.NAME}")
    numbers = Path(locations.numbers_of(ruleset, name))
    if changed := other_words(numbers, content):
        message = f"{ruleset} {name} had other words when it was cited: {', '.join(changed[:3])}"
        remedy = f"read again what rests on them, then remove {numbers} and cite again"
        raise RulingsError(f"{message}; {remedy}, or import it under another --edition")
    before = content_of(project)
    after = _with_citation(before.decode("utf-8-sig"), ruleset, name, own.get(ruleset))
    changes = {Path(project): FileChange(before, after.encode())}
    changes[numbers] = FileChange(content_of(numbers), content)
    save_changes(changes)
    for path in changes:
        standard_output().write(f"{path}\n")


def numbers_in(document: Path) -> tuple[str, bytes]:
    """The edition of an imported document, and the content of the file of its numbers."""
    book, read = open_book([document]), read_edition(document)
    marks = {key: statement.mark for key, statement in read.statements.items()}
    return read.name, encoded(book, book.rulesets[read.ruleset], marks)


def other_words(kept: Path, content: bytes) -> list[str]:
    """The rules whose text is another one than in a file of numbers of the same edition."""
    old = read_numbers(kept).numbers if kept.exists() else {}
    new = decoded(content, str(kept)).numbers if old else {}
    return [name for name, mark in old.items() if new.get(name) != mark]


def documents_of_project() -> dict[str, Path]:
    """The project's own rules: the imported documents among its books, by their rulesets."""
    folders = filter(is_imported, map(Path, configuration.configured().books))
    return {read_edition(folder).ruleset: folder for folder in folders}


def _document(ruleset: str, own: Mapping[str, Path]) -> Path:
    """Where the document lies; RulingsError where it was not imported."""
    places = {path.parent.name: path for path in map(Path, locations.imported_books())}
    named = configuration.configured().cites
    places |= {each.ruleset: Path(each.path) for each in named if each.path}
    places |= own
    if ruleset not in places:
        known = ", ".join(places) or "none"
        raise RulingsError(f"{ruleset} was not imported; `rulings import` does; known: {known}")
    return places[ruleset]


def _with_citation(text: str, ruleset: str, edition: str, path: Path | None) -> str:
    """The text of a `rulings.toml` that names this edition of a ruleset under `cites`, with its
    `path` if it is not at the usual place; RulingsError if this cannot be written into it.
    """
    settings, table = tomllib.loads(text), {"ruleset": ruleset, "edition": edition}
    before = {each["ruleset"]: each for each in settings.setdefault("cites", [])}.get(ruleset)
    if before:
        old, new = (f'"{each}"' for each in (before["edition"], edition))
        parts = text.split(old)
        splits = ((old.join(parts[:at]), old.join(parts[at:])) for at in range(1, len(parts)))
        written = [text, *(new.join(split) for split in splits)]
        before |= table
    else:
        if path:
            place = os.path.relpath(path, Path(configuration.project()).parent)
            table["path"] = Path(place).as_posix()
        lines = "".join(f'{key} = "{value}"\n' for key, value in table.items())
        written = [f"{text.rstrip()}\n\n[[cites]]\n{lines}".lstrip()]
        settings["cites"].append(table)
    for changed in written:
        with suppress(ValueError):  # no TOML, as the list of `cites` is closed
            if tomllib.loads(changed) == settings:
                return changed
    document = f'{{ruleset = "{ruleset}", edition = "{edition}"}}'
    raise RulingsError(f"{configuration.project()}: write {document} in its cites; cite again")
