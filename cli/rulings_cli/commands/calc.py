"""`rulings calc`: the numbers of a clause, worked out before your eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rulings.errors import RulingsError
from rulings.languages import said, with_language
from rulings_cli.answers.trust import named, trust_line
from rulings_cli.event import tonight
from rulings_cli.places import language
from rulings_cli.places.book_index import open_books
from rulings_cli.start.completion import complete_formula
from rulings_cli.start.options import BookOption, JsonOption, LanguageOption
from rulings_cli.terminal.output import Output, print_answer_json, standard_output

if TYPE_CHECKING:
    from rulings.format.model import AnyEntry, Formula
    from rulings.format.record import Record
    from rulings.lookup.event import Event
    from rulings.reading.book import Book
    from rulings.text.formulas import Outcome


def calc(
    formula: Annotated[
        str | None,
        typer.Argument(
            help='A clause ("RAID 9.1") or a formula\'s name; without it, the list of them.',
            autocompletion=complete_formula,
        ),
    ] = None,
    given: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=NUMBER…", help="The inputs.")
    ] = None,
    book: BookOption = None,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Work out a clause's numbers, with the working.

    Example: rulings calc "RAID 9.1" players=4 damage=380
    """
    from rulings.lookup.records import Records
    from rulings.text.formulas import evaluate, parse_given

    opened = open_books(book)
    output = standard_output()
    event = tonight.table()
    spoken = language.choose(lang or event.language, formula or "")[0]
    if formula is None:
        listed = _with_formulas(opened, event)
        if as_json:
            print_answer_json(with_language({"formulas": list(map(_listed, listed))}, lang))
        else:
            _print_list(listed, output, spoken)
        return
    entry, found = _find(opened, formula, event)
    outcome = evaluate(found, parse_given(given or []))
    if as_json:
        print_answer_json(_plain(entry, found, outcome))
    else:
        _print(Records(opened).entry(entry.id), found, outcome, output, spoken, event)


def _with_formulas(book: Book, event: Event) -> list[tuple[AnyEntry, Formula]]:
    """The entries that work something out, those of the event's rulesets first."""
    found = [(entry, entry.formula) for entry in book.entries.values() if entry.formula]
    return sorted(found, key=lambda one: book.ruleset_of(one[0].id).id not in event.rulesets)


def _find(book: Book, name: str, event: Event) -> tuple[AnyEntry, Formula]:
    from rulings.ids import parse

    reference = parse(name, book.prefixes())
    wanted = set(reference.candidates) if reference else set()
    for entry, formula in _with_formulas(book, event):
        if entry.id in wanted or formula.name == name.strip().lower():
            return entry, formula
    known_here = sorted(wanted & book.entries.keys())
    what = f"{known_here[0]} has no formula" if known_here else f"no formula {name!r}"
    raise RulingsError(f"{what}; `rulings calc` lists all that there are")


def _listed(found: tuple[AnyEntry, Formula]) -> dict[str, object]:
    entry, formula = found
    named = {"formula": formula.name, "inputs": list(formula.inputs)}
    return {"id": entry.id, **named, "title": entry.title}


def _print_list(found: list[tuple[AnyEntry, Formula]], output: Output, spoken: str) -> None:
    for entry, formula in found:
        inputs = " ".join(f"{name}=…" for name in formula.inputs)
        output.labelled(entry.id, f"{formula.name} {inputs}", indent=0)
        output.line(said(entry.title, spoken), "dim", indent=4)


def _print(
    record: Record,
    formula: Formula,
    outcome: Outcome,
    output: Output,
    spoken: str,
    event: Event,
) -> None:
    from rulings.text.formulas import show

    output.line(f"{record['id']}  {said(record['title'], spoken)}", "bold", hang=2)
    for name, number in outcome.given.items():
        label = said(formula.inputs[name].text, spoken)
        output.line(f"{name} = {show(number)}  {label}", indent=2)
    for (name, value), working in zip(outcome.outputs.items(), outcome.working, strict=True):
        label = said(formula.labels[name], spoken) if name in formula.labels else ""
        shown = show(value)
        word = said(formula.labels[shown], spoken) if shown in formula.labels else ""
        output.line(f"{working}  {label}{': ' + word if word else ''}", "strong", indent=2)
    if text := record.get("text") or record.get("answer"):
        output.labelled(record["id"], named(record, said(text, spoken), spoken))
    output.line(trust_line(record, spoken, event), "dim", indent=2, hang=2)


def _plain(entry: AnyEntry, formula: Formula, outcome: Outcome) -> dict[str, object]:
    return {
        "id": entry.id,
        "formula": formula.name,
        "given": outcome.given,
        "outputs": outcome.outputs,
        "working": outcome.working,
        "authority": entry.authority.value,
    }
