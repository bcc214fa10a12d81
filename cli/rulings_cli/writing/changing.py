"""What `rename`, `move` and `split` share: the books they may write, the diff, the saving."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from rulings.disk.several import Change, save_all
from rulings.reading.book import Loading
from rulings.reading.load import load_book
from rulings_cli.places import locations
from rulings_cli.terminal.output import standard_output, warn


def read(book: Sequence[Path] | None) -> tuple[Loading, list[str]]:
    """The books in use, and which of their files may be written: not those that were imported or
    came with the program's installation.
    """
    loading = load_book(locations.books(book))
    imported = locations.imported_books()
    writable = [
        document.path
        for document in loading.documents
        if os.access(document.path, os.W_OK)
        and "site-packages" not in Path(document.path).parts
        and not any(Path(document.path).is_relative_to(one) for one in imported)
    ]
    return loading, writable


def carry_out(changes: Mapping[Path, Change], dry_run: bool) -> None:
    """Show what changes, or write it, all or nothing, and name the files."""
    made = {path: one for path, one in changes.items() if one.before != one.after}
    if dry_run:
        show(made)
        return
    save_all(made)
    for path in made:
        standard_output().write(f"{path}: rewritten\n")


def show(changes: Mapping[Path, Change]) -> None:
    """Print what changes as a diff."""
    output = standard_output()
    for path, change in changes.items():
        for line in _diff(path, change):
            output.write(f"{line}\n")


def warn_of_others(citing: Iterable[str], writable: Sequence[str], name: str) -> None:
    """Say which of the files that cite a thing cannot be written."""
    for path in citing:
        if path not in writable:
            warn(f"{path} cites {name} and cannot be written; it stays as it is")


def _diff(path: Path, change: Change) -> Iterator[str]:
    before, after = (one.decode("utf-8-sig", "replace").splitlines() for one in change)
    return difflib.unified_diff(before, after, str(path), str(path), lineterm="", n=1)
