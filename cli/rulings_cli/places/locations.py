"""Where the books are: ours, the user's own, imported and cited ones, and which are in use."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from rulings import ids
from rulings.errors import RulingsError
from rulings.reading import book_files
from rulings.user_folders import folder_of_user
from rulings_cli.event import tonight
from rulings_cli.places.configuration import NAME, Cited, cites_of, configured, file_in_use
from rulings_cli.switches import ONLY, given

if TYPE_CHECKING:
    from pathlib import Path

CITED = "cited"
"""The folder of a project with the numbers of the documents that it cites."""

NOT_PUBLISHED = "it is of a document that the book only cites; this is not published"


def own_book() -> Path:
    """The user's own book, where calls are kept; RULINGS_OWN_BOOK overrides its place."""
    return as_path(_own_book())


def _own_book() -> str:
    return os.environ.get("RULINGS_OWN_BOOK") or os.path.join(folder_of_user("data"), "book")


def imported(name: str, edition: str = "") -> Path:
    """Where `rulings import` puts a book: beside the user's own, a folder an edition."""
    return as_path(_place_of_imports()) / name / edition


def imported_books(*, newest: bool = True) -> list[str]:
    """The newest edition of each imported ruleset, or every one."""
    rulesets = _folders(_place_of_imports())
    return [name for ruleset in rulesets for name in _folders(ruleset)[-1 if newest else 0 :]]


def newest_import(ruleset: str) -> str:
    """The newest edition of a ruleset that was imported; empty if none was."""
    editions = _folders(os.path.join(_place_of_imports(), ruleset))
    return os.path.basename(editions[-1]) if editions else ""


def _place_of_imports() -> str:
    return os.path.join(os.path.dirname(_own_book()), "imported")


def _folders(parent: str) -> list[str]:
    names: list[str] = []
    with suppress(OSError), os.scandir(parent) as entries:
        names = [each.name for each in entries if each.is_dir() and each.name[0] != "."]
    return [os.path.join(parent, name) for name in sorted(names, key=ids.edition_key)]


def books_to_audit(added: Sequence[Path] | None) -> list[Path]:
    """The books in use, the lowest first; of an imported book only the file of its ruleset, since
    reading its thousands of entries takes long.
    """
    heads = {path: path / "ruleset.yaml" for path in map(as_path, imported_books())}
    return [head for path in books(added) if (head := heads.get(path, path)).exists()]


def books(added: Sequence[Path] | None, *, with_calls: bool = False) -> list[Path]:
    """The books in use, the lowest first; `with_calls`: with the user's own in any case."""
    own = [own_book()] if with_calls and own_book().exists() else []
    return list(dict.fromkeys([*map(as_path, named_books(added)), *own]))


def published_books(added: Sequence[Path] | None) -> list[Path]:
    """The books to publish, and those that they cite: with `--only` not the user's own, which is
    read only for its calls.
    """
    return [as_path(name) for name, by in named_books(added).items() if by != "own" or not only()]


def cited_books(books: Sequence[Path]) -> dict[Path, Path]:
    """The documents that the project or the `books` cite, each with what may be published of it:
    the file of its numbers, or the document itself if its licence allows quotations. What the
    project names among its books is its own to publish.
    """
    return {
        as_path(place_of(cite)).absolute(): as_path(place_of(cite, whole=cite.quote))
        for cite in newest_cites(books)
        if place_of(cite) not in configured().books
    }


def newest_cites(books: Iterable[str | Path]) -> list[Cited]:
    """The documents that the project and the `books` cite, each in the newest edition of them."""
    cites = cites_of(books)
    newest_first = sorted(cites, key=lambda each: ids.edition_key(each.edition), reverse=True)
    newest = {each.ruleset: each for each in reversed(newest_first)}
    return [each for each in cites if each in newest.values()]


def place_of(cited: Cited, *, whole: bool = True) -> str:
    """Where a cited document lies. If it is missing, or only its numbers are wanted (not `whole`),
    the committed file of its numbers; if that is missing too, our book, if it has the ruleset.
    """
    usual = os.path.join(_place_of_imports(), cited.ruleset, cited.edition)
    numbers = numbers_of(cited.ruleset, cited.edition, cited.project)
    for path in filter(None, (cited.path, usual, numbers) if whole else (numbers,)):
        if os.path.exists(path):
            return path
    shipped = (os.path.join(game, cited.ruleset) for game in _folders(book_files.BUILT_IN_BOOK))
    return book_files.BUILT_IN_BOOK if any(map(os.path.isdir, shipped)) else numbers


def newest_of(cited: Cited) -> Path:
    """The place of the newest edition of a cited document: an import here, or the one cited."""
    newest = newest_import(cited.ruleset)
    is_next = not cited.path and ids.edition_key(newest) > ids.edition_key(cited.edition)
    return imported(cited.ruleset, newest) if is_next else as_path(place_of(cited))


def numbers_of(ruleset: str, edition: str, folder: str | None = None) -> str:
    """The file in the `folder` of a project (default: the one in use) with a document's numbers."""
    folder = os.path.dirname(file_in_use()) if folder is None else folder
    return os.path.normpath(os.path.join(folder, CITED, f"{ruleset}-{edition}.json"))


def named_books(added: Sequence[Path] | None, *, if_any: bool = False) -> Mapping[str, str]:
    """The books in use, the lowest first, each with what names it: ours, what the user imported,
    RULINGS_BOOK or the configuration, the user's own, and those of `--book`.

    With `--only` they are those of RULINGS_BOOK or the configuration and of `--book`, and what
    these cite; while an event is open the user's own holds its calls, and is read too. RulingsError
    for a `--book` that does not exist, and unless `if_any` if no book is left.
    """
    books = {} if only() else _unnamed()
    variable = list(filter(None, os.environ.get("RULINGS_BOOK", "").split(os.pathsep)))
    named = dict.fromkeys(variable, "RULINGS_BOOK") or dict.fromkeys(configured().books, NAME)
    cites = [  # not those whose newest imported edition is read anyway
        each
        for each in newest_cites([*named, *(added or ())])
        if only() or each in configured().cites or not newest_import(each.ruleset)
    ]
    books |= {place_of(each): "cited" for each in cites} | named
    if not (books or added or if_any):
        raise RulingsError(f"{only()} reads only the books that you name; add yours: --book DIR")
    if os.path.isdir(_own_book()) and not (only() and tonight.current() is None):
        books[_own_book()] = "own"
    for path in map(os.fspath, added or ()):
        if not (os.path.isdir(path) or os.path.isfile(path)):
            fault = "is a pipe or device" if os.path.exists(path) else "B011 no such folder"
            raise RulingsError(f"{path}: {fault}; give a book's folder")
        real = os.path.realpath(path)  # a book that is in use already stays at its place
        books = {path if os.path.realpath(each) == real else each: by for each, by in books.items()}
        books.setdefault(path, "--book")
    return books


def _unnamed() -> dict[str, str]:
    """The books that are read without being named."""
    imports = dict.fromkeys(imported_books(), "imported")
    return {book_files.BUILT_IN_BOOK: "ours"} | imports


def left_out() -> list[str]:
    """The books on this machine that `--only` leaves out, where it is given."""
    unnamed = [*_unnamed(), *filter(os.path.isdir, [_own_book()])]
    return [path for path in unnamed if only() and path not in named_books(None, if_any=True)]


def as_path(text: str) -> Path:
    """A path; `pathlib` is imported only here, since most searches do not need it."""
    from pathlib import Path

    return Path(text)


def only() -> str:
    """What limits the books to those that are named: a switch, a variable, a file, or nothing."""
    if given(ONLY):
        return ONLY
    if variable := os.environ.get("RULINGS_ONLY"):
        return "RULINGS_ONLY" if variable != "0" else ""
    return NAME if configured().only else ""
