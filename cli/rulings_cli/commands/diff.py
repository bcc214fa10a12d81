"""`rulings diff`: what changed between two editions of a ruleset."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from rulings.errors import RulingsError
from rulings.format.record import VERSION
from rulings_cli.editions import differences
from rulings_cli.start.options import JsonOption
from rulings_cli.terminal.output import Output, print_answer_json, standard_output, write_file

if TYPE_CHECKING:
    from rulings.editions.comparison import Change, Comparison


Format = Literal["text", "json", "markdown", "html"]
_ENDINGS: dict[str, Format] = {".json": "json", ".md": "markdown", ".html": "html"}

ChangesOption = Annotated[
    list[str] | None, typer.Option("--kind", help="Only created, deleted, edited, moved, ….")
]
GlossaryOption = Annotated[
    bool, typer.Option("--glossary", help="Compare the terms in place of the clauses.")
]


def diff(
    old: Annotated[Path, typer.Argument(help="The older edition: a book, or the official text.")],
    new: Annotated[Path, typer.Argument(help="The newer edition, in either form.")],
    kind: ChangesOption = None,
    ruleset: Annotated[
        str, typer.Option(metavar="ID", help="Which ruleset, where a book holds several.")
    ] = "",
    lang: Annotated[str, typer.Option(metavar="en|ja", help="The language compared.")] = "en",
    glossary: GlossaryOption = False,
    form: Annotated[Format | None, typer.Option("--format", help="How to write it.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write a file: .json, .md, .html or .txt.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Compare two editions of a document, clause by clause.

    Each was created, deleted, edited, moved, or moved and edited; edits that only follow a
    renumbering are a kind of their own, `references`.

    Example: rulings diff 2022-10-07.txt 2023-11-17.txt -o changes.html
    """
    from rulings.editions import comparison as comparing
    from rulings.editions.edition import read_edition

    compare = comparing.compare_glossaries if glossary else comparing.compare
    comparison = compare(read_edition(old, lang, ruleset), read_edition(new, lang, ruleset))
    changes = _chosen(comparison, kind)
    form = form or ("json" if as_json else _ENDINGS.get(out.suffix.lower() if out else "", "text"))
    if out is not None:
        write_file(out, _written(form, comparison, changes).encode(errors="replace"))
    elif form == "text":
        differences.print_comparison(standard_output(), comparison, changes)
    elif form == "json":
        print_answer_json(differences.as_json(comparison, changes))
    else:
        standard_output().write(_written(form, comparison, changes))


def _chosen(comparison: Comparison, kinds: list[str] | None) -> list[Change]:
    from rulings.editions.comparison import Kind

    if not kinds:
        return comparison.changes
    for kind in kinds:
        if kind not in list(Kind):
            raise RulingsError(f"no kind {kind!r}; one of {', '.join(Kind)}")
    return [change for change in comparison.all_changes if change.kind in kinds]


def _written(form: Format, comparison: Comparison, changes: list[Change]) -> str:
    if form == "text":
        page = StringIO()
        differences.print_comparison(Output(page, width=100), comparison, changes)
        return page.getvalue()
    if form == "json":
        plain = {"version": VERSION, **differences.as_json(comparison, changes)}
        return json.dumps(plain, ensure_ascii=False, indent=2) + "\n"
    write = differences.as_html if form == "html" else differences.as_markdown
    return write(comparison, changes)
