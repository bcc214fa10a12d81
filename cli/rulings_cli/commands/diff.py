"""`rulings diff`: what changed between two editions of a ruleset."""

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from rulings.editions.comparison import Change, Kind, Words, compare, differences
from rulings.editions.edition import read_edition
from rulings_cli.start.options import JsonOption
from rulings_cli.start.translation import translated
from rulings_cli.terminal.output import Output, print_answer_json, standard_output

_MARKS = {"removed": "[-{}-]", "added": "{{+{}+}}"}


def diff(
    old: Annotated[Path, typer.Argument(help="The older edition: a book, or the official text.")],
    new: Annotated[Path, typer.Argument(help="The newer edition, in either form.")],
    kind: Annotated[list[Kind] | None, typer.Option(help="Only these (again for more).")] = None,
    as_json: JsonOption = False,
) -> None:
    """Compare two editions of a document, clause by clause.

    Each was created, deleted, edited, moved, or moved and edited; edits that only follow a
    renumbering are a kind of their own, `references`. A text is any document that
    `rulings import` takes. Another form of quotes, dashes and spaces is no change.

    Example: rulings diff 2022-10-07.txt 2023-11-17.txt --kind edited
    """
    before, after = read_edition(old), read_edition(new)
    compared = compare(before, after)
    wanted = kind or [each for each in Kind if each is not Kind.UNCHANGED]
    changes = [change for change in compared if change.kind in wanted]
    count_of = Counter(change.kind for change in compared)
    counts = {each.value: count_of[each] for each in Kind}
    if as_json:
        plain = {"ruleset": after.ruleset, "old": before.name, "new": after.name, "counts": counts}
        print_answer_json(plain | {"changes": [change_as_json(change) for change in changes]})
        return
    output = standard_output()
    for change in changes:
        print_change(output, change)
    summary = ", ".join(translated(f"{count} {kind}") for kind, count in counts.items() if count)
    output.line(summary or translated("empty editions"), "bold")


def change_as_json(change: Change) -> dict[str, Any]:
    """One change: kind, both sides, and the words that differ."""
    return {
        "kind": change.kind.value,
        "id": change.id,
        "old": {"id": change.old.id, "text": change.old.text} if change.old else None,
        "new": {"id": change.new.id, "text": change.new.text} if change.new else None,
        "follows": change.follows,
        "words": [[part, text] for part, text in _words(change)],
    }


def print_change(output: Output, change: Change) -> None:
    """One change: kind, number, words; without colour ``[-removed-]`` and ``{+added+}``."""
    ids = dict.fromkeys(side.id for side in (change.old, change.new) if side)
    follows = " (references follow)" if change.follows and len(ids) > 1 else ""
    head = translated(f"{' → '.join(ids)}  {change.kind.value}{follows}")
    output.stream.write(f"{output.styled(head, 'bold')}\n")
    words = _words(change)  # none where the texts are not at hand
    if words and output.color:
        text = "".join(output.styled(text, part if part in _MARKS else "") for part, text in words)
        output.stream.write(f"  {text}\n")
    elif words:
        text = "".join(_MARKS.get(part, "{}").format(text) for part, text in words)
        output.paragraphs(text, indent=2)


def _words(change: Change) -> list[Words]:
    return differences(*(side.text if side else "" for side in (change.old, change.new)))
