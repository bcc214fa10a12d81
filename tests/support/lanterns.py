"""A document of others in two editions, imported and cited by a book."""

from __future__ import annotations

import shutil
from pathlib import Path

from running import Ran, Rulings

OLD = """\
# Lantern rules

## 1. Lanterns
1.1 A lantern burns for three turns.
1.2 A player may light two lanterns in a turn.
1.3 A lantern that is out is turned over.

## 2. Wind
2.1 Wind puts out every lantern in its row.
2.2 A wall stops wind.
"""
NEW = OLD.replace("three turns", "four turns").replace("1.3 A", "1.4 A").replace("1.2 A", "1.3 A")
ANSWERS = "question,answer\nMay sleeves be clear?,No.\nMay sleeves be worn?,No sleeve may.\n"
QUOTED = "may light two lanterns"
RULINGS = "harbour/harbour-rules/rulings.yaml"


def take(rulings: Rulings, folder: Path, text: str, edition: str, *more: str) -> str:
    """Import an edition of the lantern rules; returns the warnings."""
    document = folder / f"lanterns-{edition}.md"
    document.write_text(text, encoding="utf-8")
    names = ("--prefix", "LN", "--game", "night-fair", "--ruleset", "lantern-rules", "--lang", "en")
    ran = rulings("import", "numbered", str(document), *names, "--edition", edition, *more)
    assert ran.code == 0, ran.err
    return ran.err


def forget(folder: Path) -> None:
    """Leave the machine without the imported documents."""
    shutil.rmtree(folder.parent / "imported")


def printed(folder: Path) -> str:
    """All that was written to a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return "".join(path.read_text(encoding="utf-8", errors="replace") for path in files)


def keep_a_fork(project: Path) -> None:
    """Add a fork one of whose cases the document decides."""
    (project / "harbour" / "harbour-rules" / "forks.yaml").write_text(
        "forks:\n  - id: HB-F1\n    ask: {en: Is the lantern out?}\n"
        "    asked: {en: [is a lantern kept, what of my lantern]}\n    cases:\n"
        "      - {when: {en: it is out}, entry: LN 1.3}\n"
        "      - {when: {en: it burns}, entry: HB-Q1}\n",
        encoding="utf-8",
    )


def ask(
    rulings: Rulings, folder: Path, answers: str, edition: str, ruleset: str = "fair-faq"
) -> Ran:
    """Import an edition of published questions and answers."""
    table = folder / "faq.csv"
    table.write_text(answers, encoding="utf-8")
    names = ("--prefix", "FQ", "--game", "night-fair", "--ruleset", ruleset, "--lang", "en")
    return rulings("import", "faq", str(table), *names, "--edition", edition)
