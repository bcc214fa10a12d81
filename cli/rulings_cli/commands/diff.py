"""`rulings diff`: what changed between two editions of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulings.errors import RulingsError
from rulings_cli.start.options import JsonOption
from rulings_cli.terminal.output import Output, print_answer_json, standard_output

if TYPE_CHECKING:
    from rulings.editions.comparison import Change, Comparison, Words

_MARKS = {"removed": "[-{}-]", "added": "{{+{}+}}"}

ChangesOption = Annotated[
    list[str] | None, typer.Option("--kind", help="Only created, deleted, edited, moved, ….")
]


def diff(
    old: Annotated[Path, typer.Argument(help="The older edition: a book, or the official text.")],
    new: Annotated[Path, typer.Argument(help="The newer edition, in either form.")],
    kind: ChangesOption = None,
    ruleset: Annotated[
        str, typer.Option(metavar="ID", help="Which ruleset, where a book holds several.")
    ] = "",
    lang: Annotated[str, typer.Option(metavar="en|ja", help="The language compared.")] = "en",
    as_json: JsonOption = False,
) -> None:
    """Compare two editions of a document, clause by clause.

    Each was created, deleted, edited, moved, or moved and edited; edits that only follow a
    renumbering are a kind of their own, `references`.

    Example: rulings diff 2022-10-07.txt 2023-11-17.txt --kind edited
    """
    from rulings.editions.comparison import compare
    from rulings.editions.edition import read_edition

    comparison = compare(read_edition(old, lang, ruleset), read_edition(new, lang, ruleset))
    changes = _chosen(comparison, kind)
    counts = comparison.counts()
    if as_json:
        print_answer_json(
            {
                "ruleset": comparison.new.ruleset,
                "old": comparison.old.name,
                "new": comparison.new.name,
                "counts": counts,
                "changes": [change_as_json(change) for change in changes],
            }
        )
        return
    output = standard_output()
    for change in changes:
        print_change(output, change)
    summary = ", ".join(f"{number} {kind}" for kind, number in counts.items() if number)
    output.line(summary or "empty editions", "bold")


def _chosen(comparison: Comparison, kinds: list[str] | None) -> list[Change]:
    from rulings.editions.comparison import Kind

    if not kinds:
        return comparison.changes
    for kind in kinds:
        if kind not in list(Kind):
            raise RulingsError(f"no kind {kind!r}; one of {', '.join(Kind)}")
    return [change for change in comparison.all_changes if change.kind in kinds]


def change_as_json(change: Change) -> dict[str, Any]:
    """One change: kind, both sides, and the words that differ."""
    return {
        "kind": change.kind.value,
        "id": change.id,
        "old": {"id": change.old.id, "text": change.old.text} if change.old else None,
        "new": {"id": change.new.id, "text": change.new.text} if change.new else None,
        "follows": change.follows,
        "words": [[part.value, text] for part, text in _words(change, short=False)],
    }


def print_change(output: Output, change: Change) -> None:
    """One change: kind, number, words; without colour ``[-removed-]`` and ``{+added+}``."""
    ids = dict.fromkeys(side.id for side in (change.old, change.new) if side)
    follows = " (references follow)" if change.follows and len(ids) > 1 else ""
    head = f"{' → '.join(ids)}  {change.kind.value}{follows}"
    output.stream.write(f"{output.styled(head, 'bold')}\n")
    parts = [(part.value, words) for part, words in _words(change, short=True)]
    if output.color:
        text = "".join(
            output.styled(words, kind if kind in _MARKS else "") for kind, words in parts
        )
        output.stream.write(f"  {text}\n")
    else:
        text = "".join(_MARKS.get(kind, "{}").format(words) for kind, words in parts)
        output.paragraphs(text, indent=2)


def _words(change: Change, short: bool) -> Iterator[Words]:
    from rulings.editions.comparison import Part, Words, differences, shortened

    old, new = (side.text if side else "" for side in (change.old, change.new))
    if not old or not new:
        yield Words(Part.ADDED if new else Part.REMOVED, new or old)
    elif old == new:
        yield Words(Part.SAME, new)
    else:
        parts = differences(old, new)
        yield from shortened(parts) if short else parts
