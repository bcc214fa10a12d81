"""Moving an entry, with its comments, to another file, and splitting one entry in two.

Nothing is written here, as in `rulings.editing.rename`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from rulings import ids
from rulings.disk.files import held_by
from rulings.disk.several import Change
from rulings.editing.citations import Rewriting
from rulings.editing.editor import (
    item_at,
    joined,
    line_end_of,
    mark_and_text,
    refuse_unless,
    with_item,
)
from rulings.editing.rename import Name, new_id, refuse_taken
from rulings.errors import RulingsError
from rulings.format.model import AnyEntry, Ruleset, Status
from rulings.kinds import KINDS
from rulings.reading.book import Loading
from rulings.reading.book_files import place_in_book
from rulings.reading.yaml_reader import Pointer, parse_document


def move(
    loading: Loading, name: Name, goal: Path, before: Mapping[Path, Change]
) -> dict[Path, Change]:
    """What the files hold once an entry, card or term has been moved to the file `goal`.

    `before` are changes that are made first. RulingsError where its text cannot be taken out, or
    would mean something else there.
    """
    origin = loading.origins[name.known]
    source, pointer = Path(origin.document.path), origin.pointer
    if source.resolve() == goal.resolve():
        raise RulingsError(f"{name.id} stands in {goal} already")
    if goal.suffix not in (".yaml", ".yml"):
        raise RulingsError(f"{goal}: a file of a book ends in .yaml")
    changes = dict(before)
    for path in (source, goal):
        held = held_by(path)
        changes.setdefault(path, Change(held, held))
    cut, left = _without(changes[source].after, source, pointer)
    there = changes[goal].after.decode()
    added = with_item(there, str(pointer[0]), "".join(cut), goal).encode()
    changes[source] = changes[source]._replace(after=left)
    changes[goal] = changes[goal]._replace(after=added)
    return changes


def place_of(loading: Loading, name: Name, typed: str, writable: Collection[str]) -> Path:
    """The file that is typed: its name alone is one beside the file in which the thing stands.

    RulingsError where that may not be written, or the reader of its book would not read the other.
    """
    origin = loading.origins[name.known]
    source = origin.document.path
    if source not in writable:
        raise RulingsError(f"{name.cited}: {source} cannot be written; name a book with --book")
    path = Path(source).parent / typed if Path(typed).name == typed else Path(typed)
    return Path(place_in_book(loading.paths[origin.layer], path))


def place_in(loading: Loading, ruleset: Ruleset, name: Name, writable: Collection[str]) -> Path:
    """The file in which the entries of a kind stand beside a ruleset; RulingsError where that may
    not be written.
    """
    kind = ids.kind_of(name.id) or ""
    head = loading.origins[f"ruleset:{ruleset.id}"].document.path
    if head not in writable:
        raise RulingsError(f"{ruleset.id}: {head} cannot be written; name a book with --book")
    return Path(head).parent / f"{KINDS[kind].key}.yaml"


def split(loading: Loading, name: Name, new: str) -> tuple[str, dict[Path, Change]]:
    """A second entry right behind the first, a draft that starts as its copy; returns its id.

    RulingsError where the new id is no id, or is taken.
    """
    if name.kind != "entry":
        raise RulingsError(f"{name.id}: only an entry can be split")
    wanted = new_id(loading.book, name, new)
    refuse_taken(loading, name, wanted)
    origin = loading.origins[name.known]
    path, (key, number) = Path(origin.document.path), origin.pointer
    held = held_by(path)
    mark, text = mark_and_text(held)
    document = parse_document(held, str(path))
    item = item_at(text, path, document, origin.pointer)
    end = line_end_of(text)
    body = joined(item.lines[item.own - item.first :], "", end)
    content = _as_draft(path, f"{key}:{end}{body}", loading.book.entries[name.id], wanted)
    made = content.decode().split(end, 1)[1]
    comment = f"{' ' * item.indent}# split from {name.id}: keep in each what belongs there"
    lines = text.splitlines(keepends=True)
    lines.insert(item.end, f"{end}{comment}{end}{made.rstrip()}{end}")
    after = (mark + "".join(lines)).encode()
    items = [*document.data[key]]
    items[int(number) + 1 : int(number) + 1] = parse_document(content, str(path)).data[key]
    refuse_unless(after, path, {**document.data, key: items})
    return wanted, {path: Change(held, after)}


def _as_draft(path: Path, text: str, entry: AnyEntry, wanted: str) -> bytes:
    """A list with a single entry in it, made a draft with another id."""
    key, _, _ = text.partition(":")
    copy = Rewriting(path, text.encode())
    place: Pointer = (key, 0)
    copy.renumber((*place, "id"), entry.id, wanted, whole=True)
    if entry.formerly:
        copy.remove_line(place, "formerly")
    copy.set_word(place, "status", Status.DRAFT)
    return copy.content()


def _without(content: bytes, path: Path, pointer: Pointer) -> tuple[list[str], bytes]:
    """The lines of an item, its indent taken off, and the file without them."""
    document = parse_document(content, str(path))
    mark, text = mark_and_text(content)
    item = item_at(text, path, document, pointer)
    lines = text.splitlines(keepends=True)
    del lines[item.first : item.end]
    if item.first < len(lines) and not lines[item.first].strip():
        del lines[item.first]  # the empty line that stood between it and the next
    after = (mark + "".join(lines).rstrip() + line_end_of(text)).encode()
    key, number = pointer
    left = [item for at, item in enumerate(document.data[key]) if at != number]
    refuse_unless(after, path, {**document.data, key: left or None})
    cut = [line[item.indent :] if line.strip() else "\n" for line in item.lines]
    return cut, after
