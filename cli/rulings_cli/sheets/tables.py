"""The tables of a sheet: a formula worked out for each of several numbers."""

from collections.abc import Sequence

from rulings.errors import RulingsError
from rulings.format.model import Text
from rulings.format.sheets import Table
from rulings.reading.book import Book
from rulings.text import formulas
from rulings_cli.sheets.phrases import shown
from rulings_cli.sheets.plan import Numbers, Row


def worked_out(table: Table, book: Book, languages: Sequence[str]) -> Numbers:
    """A table with its results; RulingsError for an unknown formula, input or output."""
    rows = []
    head: Text = {}
    for row in table.rows:
        formula = getattr(book.entries.get(row.formula), "formula", None)
        output = row.output or next(reversed(formula.outputs if formula else {}), "")
        if not formula or table.over not in formula.inputs or output not in formula.outputs:
            both = f"the input {table.over!r} and the output {output!r}"
            raise RulingsError(f"{row.formula!r} has no formula with {both}; correct the table")
        given = ({table.over: number, **row.given} for number in table.values)
        results = (formulas.evaluate(formula, each).outputs[output] for each in given)
        head = head or formula.inputs[table.over].text
        label = shown(row.label or formula.labels.get(output, {"en": output}), languages)
        rows.append(Row(id=row.formula, label=label, values=[*map(formulas.show, results)]))
    values, title = [*map(formulas.show, table.values)], shown(table.title, languages)
    return Numbers(title=title, head=shown(head, languages), values=values, rows=rows)
