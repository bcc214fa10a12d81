"""Moving entries, cards and terms, with their comments, to another file or another ruleset.

The goal is written first: if nothing more is, the thing stands twice with the same words, and the
same command takes it out of where it was.
"""

from __future__ import annotations

from pathlib import Path

from rulings import ids
from rulings.editing import emitter
from rulings.editing.editor import Editor
from rulings.editing.plan import Plan
from rulings.editing.rename import Name, find, find_former, id_in, places_of, plan_rename
from rulings.errors import RulingsError
from rulings.format.model import Ruleset
from rulings.kinds import KINDS
from rulings.reading.book_files import place_in_book
from rulings.reading.yaml_reader import Pointer


def move_to_file(plan: Plan, typed: str, file: str) -> Name:
    """Plan that what is typed stands in a file of its book: the name of a file alone is one beside
    the file in which it stands. Returns its name; nothing is planned where it stands there already.

    RulingsError where a file may not be written, or its text cannot be taken out.
    """
    if file != emitter.one_line(file):
        raise RulingsError(f"{file!r}: holds line breaks or control characters; choose another")
    name = find(plan.loading, typed)
    origin = plan.loading.origins[name.known]
    source = origin.document.path
    if source not in plan.writable:
        raise RulingsError(f"{name.cited}: {source} cannot be written; name a book with --book")
    path = Path(source).parent / file if Path(file).name == file else Path(file)
    _move(plan, name, Path(place_in_book(plan.loading.paths[origin.layer], path)))
    return name


def move_to_ruleset(plan: Plan, typed: str, ruleset: Ruleset) -> Name:
    """Plan that an entry belongs to another ruleset, and stands in the file of its kind there: with
    the next free id, or its number for a clause. Returns its name as it was.

    RulingsError where it is no entry, or is in that ruleset already, or a file may not be written.
    """
    former = find_former(plan.loading, typed)
    moved = former[1] if former else find(plan.loading, typed)
    folder = _folder_of(plan, ruleset, moved)
    if former and ids.prefix_of(moved.id) == ruleset.prefix:
        name = former[0]
    else:
        name = find(plan.loading, typed)
        moved = name._replace(id=id_in(plan.loading.book, name, ruleset, folder))
    plan_rename(plan, name.id, moved.id)
    _move(plan, moved, folder / f"{KINDS[ids.kind_of(moved.id) or ''].key}.yaml")
    return name


def _folder_of(plan: Plan, ruleset: Ruleset, name: Name) -> Path:
    """Where entries of a ruleset stand: beside its description. Where that may not be written, as
    that of an import, in a folder of its name in the book of the entry, as with `new`.
    """
    head = plan.loading.origins[f"ruleset:{ruleset.id}"]
    if head.document.path in plan.writable:
        return Path(head.document.path).parent
    layer = plan.loading.origins[name.known].layer
    if layer <= head.layer:
        path = head.document.path
        raise RulingsError(f"{ruleset.id}: {path} cannot be written; name a book with --book")
    return plan.loading.paths[layer] / ruleset.id


def _move(plan: Plan, name: Name, goal: Path) -> None:
    if goal.suffix not in (".yaml", ".yml"):
        raise RulingsError(f"{goal}: a file of a book ends in .yaml")
    places = places_of(plan.loading, name)
    items = [_item(document.data, pointer) for document, pointer in places]
    if any(item != items[0] for item in items):
        where = " and ".join(document.line(pointer) for document, pointer in places)
        raise RulingsError(f"{name.cited} stands twice, at {where}; give one of them another id")
    elsewhere = [
        (Path(document.path), pointer)
        for document, pointer in places
        if Path(document.path).resolve() != goal.resolve()
    ]
    editors = {source: Editor(source, plan.content(source)) for source, _ in elsewhere}
    lines = [editors[source].remove_item(pointer) for source, pointer in elsewhere]
    contents = {source: editor.content() for source, editor in editors.items()}
    if len(elsewhere) == len(places):
        editor = Editor(goal, plan.content(goal))
        editor.append(str(places[0][1][0]), lines[0])
        contents = {goal: editor.content()} | contents
    plan.add(contents)


def _item(data: dict[str, list[object]], pointer: Pointer) -> object:
    key, number = pointer
    return data[str(key)][int(number)]
