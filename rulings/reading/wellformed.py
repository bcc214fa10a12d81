"""What a ruleset or an entry needs to become part of a book; every fault is noted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shlex import quote

import msgspec

from rulings import ids
from rulings.format.model import AnyEntry, Ruleset
from rulings.kinds import KINDS
from rulings.reading.values import mistyped
from rulings.reading.yaml_reader import Document, Pointer
from rulings.text import formulas


def owner_of_prefix(document: Document, ruleset: Ruleset, others: Mapping[str, Ruleset]) -> str:
    """The id of the other ruleset that has the prefix already; empty where it is free."""
    for other in others.values():
        if other.prefix == ruleset.prefix and other.id != ruleset.id:
            message = f"prefix {ruleset.prefix} belongs to {other.id}; choose another"
            document.fault(("ruleset", "prefix"), "B201", message)
            return other.id
    return ""


def keeps_its_names(document: Document, ruleset: Ruleset, below: Ruleset) -> bool:
    """Whether a ruleset has the prefix and game of the one that it is laid over."""
    for key in ("prefix", "game"):
        before = getattr(below, key)
        if getattr(ruleset, key) != before:
            message = f"{ruleset.id} has the {key} {before} in a lower book; keep it"
            document.fault(("ruleset", key), "B201", message)
            return False
    return True


def with_own_sections(document: Document, ruleset: Ruleset) -> Ruleset:
    """A ruleset with only those sections that have the prefix of its clauses."""
    kept = []
    for number, section in enumerate(ruleset.sections):
        kind, prefix = ids.kind_of(section.id), ids.prefix_of(section.id)
        if (kind, prefix) == ("clause", ruleset.prefix):
            kept.append(section)
            continue
        message = f"{section.id!r} is no section of {ruleset.id}; name it like {ruleset.prefix} 8"
        document.fault(("ruleset", "sections", number, "id"), "B205", message)
    return msgspec.structs.replace(ruleset, sections=kept)


def is_well_formed(document: Document, pointer: Pointer, entry: AnyEntry, known: set[str]) -> bool:
    """Whether an entry has an id of its kind, with a `known` prefix; else the fault is noted."""
    kind = ids.kind_of(entry.id)
    if kind != entry.kind:
        what = f"is the id of a {kind}" if kind else "is no id"
        example = f"a {entry.kind} is named like {KINDS[entry.kind].example}"
        message = f"{entry.id!r} {what}; {mistyped(entry.id) or example}"
        document.fault((*pointer, "id"), "B205", message)
        return False
    prefix = ids.prefix_of(entry.id)
    if prefix not in known:
        choices = ", ".join(sorted(known)) or "none"
        message = f"no ruleset has the prefix {prefix}; known: {choices}; "
        message += "if a book of another folder has it, add that with --book"
        document.fault((*pointer, "id"), "B206", message)
        return False
    return True


def note_duplicate(
    document: Document, pointer: Pointer, name: str, first: tuple[Document, Pointer], book: Path
) -> None:
    """Note that a book has an id twice (`first` is the first place), and the remedy."""
    remedy, (other, there) = "give it another", first
    line, column = other.place(there)
    if ids.kind_of(name):
        remedy = f"`rulings rename '{name}' next --book {quote(str(book))}`"
    if document.path != other.path and len(pointer) == 2 and _same(document, pointer, other, there):
        kind, colon, rest = name.partition(":")  # card:chess/clock is typed as card:clock
        typed = kind + colon + rest.rpartition("/")[2]
        remedy = f"half of a move: run `rulings move {quote(typed)} {quote(document.path)}` again"
    plain, first_place = name.split(":", 1)[-1], f"{other.path}:{line}:{column}"
    document.fault(
        (*pointer, "id"), "B204", f"duplicate id {plain}; first defined at {first_place}; {remedy}"
    )


def _same(document: Document, pointer: Pointer, other: Document, there: Pointer) -> bool:
    (key, number), (other_key, other_number) = pointer, there
    return bool(document.data[key][number] == other.data[other_key][other_number])


def has_faulty_formula(document: Document, pointer: Pointer, entry: AnyEntry) -> bool:
    """Whether an entry's formula has faults; each is noted."""
    faults = list(formulas.faults(entry.formula)) if entry.formula else []
    for path, message in faults:
        document.fault((*pointer, "formula", *path), "B105", message)
    return bool(faults)


def game_of(file: Path, root: Path, games: dict[Path, str]) -> str | None:
    """The game of a file's folder, or of the nearest one above it within the book."""
    for folder in file.parents:
        if folder in games:
            return games[folder]
        if folder == root:
            break
    return None
