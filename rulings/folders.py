"""The files of a book's folder, and what is wrong where there are none."""

from __future__ import annotations

from pathlib import Path

from rulings.inputs import book_files
from rulings.problems import Problem


def files_of(path: Path, problems: list[Problem]) -> list[Path]:
    """The YAML files of a book; adds what is wrong with its folder to the problems."""

    def report(place: str, reason: str) -> None:
        problems.append(Problem(place, 0, 0, "B001", reason))

    try:
        path.stat()
    except FileNotFoundError:
        problems.append(Problem(str(path), 0, 0, "B011", "no such folder; give a book's folder"))
        return []
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        report(str(path), f"cannot be read ({reason}); check its path and rights")
        return []
    before = len(problems)
    files = [Path(file) for file in book_files(path, report)]
    if not files and len(problems) == before:
        message = "no *.yaml file in it; a book is a folder of YAML files"
        problems.append(Problem(str(path), 0, 0, "B012", message))
    return files
