"""What `rename`, `move` and `split` share: the books they may write, the diff, the saving."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulings.books import Loading
from rulings.loading import load_book
from rulings.saving.several import Change, save_all
from rulings_cli import locations
from rulings_cli.output import standard_output, warn

if TYPE_CHECKING:
    from rulings.renaming import Name


def read(book: Sequence[Path] | None) -> tuple[Loading, list[str]]:
    """The books in use, and those of their files that may be written: none that was imported, or
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
    save(made)
    for path in made:
        standard_output().write(f"{path}: rewritten\n")


def save(changes: Mapping[Path, Change]) -> None:
    """Write what changes, all or nothing."""
    save_all(locations.journal(), changes)


def show(changes: Mapping[Path, Change]) -> None:
    """Print what changes as a diff."""
    output = standard_output()
    for path, change in changes.items():
        for line in _diff(path, change):
            output.write(f"{line}\n")


def warn_of_others(loading: Loading, writable: Sequence[str], name: Name) -> None:
    """Say which files cite a thing and cannot be written."""
    from rulings.renaming import cited_in

    for path in cited_in(loading, name):
        if path not in writable:
            warn(f"{path} cites {name.cited} and is not for writing; it is left as it is")


def _diff(path: Path, change: Change) -> Iterator[str]:
    before, after = (one.decode("utf-8-sig", "replace").splitlines() for one in change)
    return difflib.unified_diff(before, after, str(path), str(path), lineterm="", n=1)
