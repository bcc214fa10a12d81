"""Moving entries, cards and terms, with their comments, to another file or another ruleset.

The goal is written first: if nothing more is, the thing stands twice with the same words, and the
same command takes it out of where it was.
"""

from __future__ import annotations

from pathlib import Path

from rulings import ids
from rulings.editing import rename
from rulings.editing.rename import NEXT, Name, Plan, find
from rulings.errors import RulingsError
from rulings.format.model import Ruleset
from rulings.kinds import KINDS
from rulings.reading.book_files import place_in_book


def move_to_file(plan: Plan, typed: str, file: str) -> Name:
    """Plan that what is typed stands in a file of its book: the name of a file alone is one beside
    the file in which it stands. Returns its name; nothing is planned where it stands there already.

    RulingsError where a file may not be written, or its text cannot be taken out.
    """
    name = find(plan.loading, typed)
    origin = plan.loading.origins[name.known]
    source = origin.document.path
    path = Path(source).parent / file if Path(file).name == file else Path(file)
    _move(plan, name, source, Path(place_in_book(plan.loading.paths[origin.layer], path)))
    return name


def move_to_ruleset(plan: Plan, typed: str, ruleset: Ruleset) -> Name:
    """Plan that an entry belongs to another ruleset, and stands in the file of its kind there: with
    the next free id, or its number for a clause. Returns its name as it was.

    RulingsError where it is no entry, or is in that ruleset already, or a file may not be written.
    """
    former = rename.find_former(plan.loading, typed)
    if former and ids.prefix_of(former[1].id) == ruleset.prefix:  # by a move that was interrupted
        name, moved = former
    else:
        name = moved = find(plan.loading, typed)
        if name.kind != "entry" or ids.prefix_of(name.id) == ruleset.prefix:
            raise RulingsError(f"{name.cited} cannot be moved to {ruleset.id}; name a file instead")
        number = name.id.partition(" ")[2]
        new = f"{ruleset.prefix} {number}" if number else NEXT
        moved = name._replace(id=rename.new_id(plan.loading, name, new, ruleset))
    home = plan.loading.origins[f"ruleset:{ruleset.id}"].document.path
    rename.plan_rename(plan, name.id, moved.id)
    kind = KINDS[ids.kind_of(moved.id) or ""]
    _move(plan, moved, home, Path(home).parent / f"{kind.key}.yaml")
    return name


def _move(plan: Plan, name: Name, source: str, goal: Path) -> None:
    """Plan that a thing stands in the file `goal`, which is in the same book as `source`."""
    if source not in plan.writable:
        raise RulingsError(f"{name.cited}: {source} cannot be written; name a book with --book")
    if goal.suffix not in (".yaml", ".yml"):
        raise RulingsError(f"{goal}: a file of a book ends in .yaml")
    book = plan.loading.paths[plan.loading.origins[name.known].layer]
    places = [  # a lower book that holds the same thing keeps it
        (document, pointer)
        for document, pointer in rename.places_of(plan.loading, name)
        if Path(document.path).is_relative_to(book)
    ]
    items = [document.data[str(key)][int(number)] for document, (key, number) in places]
    if any(item != items[0] for item in items):
        where = " and ".join(document.line(pointer) for document, pointer in places)
        raise RulingsError(f"{name.cited} stands twice, at {where}; give one of them another id")
    contents, lines = dict[Path, bytes](), list[str]()
    for document, pointer in places:
        if Path(document.path).resolve() != goal.resolve():
            editor = plan.editor(Path(document.path))
            lines.append(editor.remove_item(pointer))
            contents[editor.path] = editor.content()
    if len(lines) == len(places):
        editor = plan.editor(goal)
        editor.append(str(places[0][1][0]), lines[0])
        contents = {goal: editor.content()} | contents
    if contents:
        plan.add(contents, renames=False)
