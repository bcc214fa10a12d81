"""What the commands that change books share: where they may write, the diff, the saving."""

import os
from collections.abc import Mapping, Sequence
from difflib import unified_diff
from functools import cache
from pathlib import Path
from typing import NamedTuple

from rulings.disk.changes import FileChange, save_changes
from rulings.editing.rename import BookChanges
from rulings.importing.book_writer import is_imported
from rulings.reading.load import load_book
from rulings_cli.places import locations
from rulings_cli.places.configuration import NAME, project
from rulings_cli.start.translation import translated
from rulings_cli.terminal.output import standard_output


class Refusal(NamedTuple):
    """Why nothing may be written into a folder, to be read after its name, and what to do."""

    reason: str
    remedy: str = "name a book of yours with --book"


def plan_for(book: Sequence[Path] | None) -> BookChanges:
    """Changes to the books in use, in the files that may be written."""
    loading = load_book(locations.books(book))
    refusal_of = cache(why_read_only)
    refused = {}
    for document in loading.documents:
        if refusal := refusal_of(Path(document.path).parent):
            refused[document.path] = f"{document.path} {refusal.reason}; {refusal.remedy}"
    return BookChanges(loading, refused)


def book_for_phrasings() -> Path:
    """The book for new phrasings: the project's last that may be written, or the user's own."""
    named = locations.named_books(None, if_any=True).items()
    ours = [Path(name) for name, by in named if by == NAME and not why_read_only(Path(name))]
    return ours[-1] if (project() or locations.only()) and ours else locations.own_book()


def why_read_only(folder: Path) -> Refusal | None:
    """Why nothing may be written into a folder of a book; None where something may. What another
    project holds, and what this one cites, may only be read.
    """
    if is_imported(folder):
        return Refusal("was imported")
    if folder.name == locations.CITED:
        return Refusal("holds the numbers of cited documents")
    if any(map(folder.absolute().is_relative_to, locations.cited_books([]))):
        return Refusal("is only cited")
    real, own = os.path.realpath(folder), os.path.realpath(locations.own_book())
    is_own = Path(real).is_relative_to(own)  # of no project
    home, ours = project(real), project()
    is_elsewhere = bool(home and ours) and os.path.realpath(home) != os.path.realpath(ours)
    if is_elsewhere and not is_own:
        reason = f"is only changed in its own project, {Path(home).parent}"
        return Refusal(reason, "change to that folder")
    installed = "site-packages" in folder.parts
    if installed or (folder.exists() and not os.access(folder, os.W_OK)):
        return Refusal("cannot be written")
    return None


def carry_out(plan: BookChanges, dry_run: bool) -> None:
    """Show what changes, or write it and name the files."""
    if dry_run:
        show(plan.changes)
        return
    save_changes(plan.changes)
    for path in plan.changes:
        standard_output().write(f"{path}: {translated('rewritten')}\n")


def show(changes: Mapping[Path, FileChange]) -> None:
    """Print what changes as a diff."""
    output = standard_output()
    for path, change in changes.items():
        before, after = (text.decode("utf-8-sig", "replace").splitlines() for text in change)
        for line in unified_diff(before, after, str(path), str(path), lineterm="", n=1):
            output.write(f"{line}\n")
