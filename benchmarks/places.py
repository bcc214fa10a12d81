"""Where the documents are that benchmarks read and this repository does not hold."""

from __future__ import annotations

import os
from pathlib import Path

import rulings

ROOT = Path(__file__).parent.parent
QUESTIONS = ROOT / "tests" / "data"
OWN_QUESTIONS = QUESTIONS / "questions.yaml"
HELD_OUT = [QUESTIONS / f"questions-held-out{part}.yaml" for part in ("", "-2")]
TABLE = QUESTIONS / "questions-table.yaml"
STORIES = QUESTIONS / "questions-stories.yaml"
FACTS = [QUESTIONS / f"questions-fact-{which}.yaml" for which in ("missing", "stated")]
UNANSWERED = QUESTIONS / "questions-unanswered.yaml"
BOOK = Path(rulings.__file__).parent / "book"
VARIABLE = "RULINGS_BENCHMARK_DATA"


class MissingError(Exception):
    """A document that a table needs is not here; says which, and where it would be looked for."""


def megabytes(folder: Path) -> float:
    """What the files of a folder take on disk."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 2**20


def document(*parts: str) -> Path:
    """A document beside the checkout (``../shared``), or below RULINGS_BENCHMARK_DATA."""
    path = Path(os.environ.get(VARIABLE) or ROOT.parent / "shared").joinpath(*parts)
    if not path.exists():
        raise MissingError(f"needs {'/'.join(parts)}: set {VARIABLE} to the folder that holds it")
    return path
