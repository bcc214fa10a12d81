"""Moving entries, cards and terms, with their comments, to another file.

The new file is written first. If the command is stopped after that, the entry is in both files with
the same words, and the same command again takes it out of the old one.
"""

from pathlib import Path

from rulings.editing.rename import Name, Plan, find, places_of
from rulings.errors import RulingsError
from rulings.reading.book_files import YAML_ENDINGS, place_in_book


def move_to_file(plan: Plan, typed: str, file: str) -> Name:
    """Plan to move what is typed to a file of its book; a bare name means a file beside its own.
    Returns its name. RulingsError if a file may not be written, or the text cannot be taken out.
    """
    name = find(plan.loading, typed)
    origin = plan.loading.origins[name.known]
    source = origin.document.path
    if source not in plan.writable:
        raise RulingsError(f"{name.cited}: {source} cannot be written; name a book with --book")
    path = Path(source).parent / file if Path(file).name == file else Path(file)
    goal = Path(place_in_book(plan.loading.paths[origin.layer], path))
    if goal.suffix not in YAML_ENDINGS:
        raise RulingsError(f"{goal}: a file of a book ends in .yaml")
    places = places_of(plan.loading, name)
    items = [document.data[str(key)][int(number)] for document, (key, number) in places]
    if any(item != items[0] for item in items):
        where = " and ".join(f"{each.path}:{each.place(at)[0]}" for each, at in places)
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
    return name
