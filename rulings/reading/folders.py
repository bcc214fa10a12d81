"""Reads the folders of books, and says what is wrong with a folder that holds no book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rulings.reading.book_files import Contents, contents_of
from rulings.reading.problems import Problem


def read_folders(paths: Sequence[Path], problems: list[Problem]) -> Iterator[Contents]:
    """The files of each book, all as they are at one moment; faults of the folders are added to the
    problems.
    """

    def report(place: str, reason: str, code: str = "B001") -> None:
        problems.append(Problem(place, 0, 0, code, reason))

    for path, found in zip(paths, contents_of([*map(str, paths)], report), strict=True):
        try:
            path.stat()
        except FileNotFoundError:
            report(str(path), "no such folder; give a book's folder", "B011")
            yield {}
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            report(str(path), f"cannot be read ({reason}); check its path and rights")
            yield {}
        else:
            if not found and not any(Path(one.path).is_relative_to(path) for one in problems):
                message = "no *.yaml file in it; a book is a folder of YAML files"
                report(str(path), message, "B012")
            yield found
