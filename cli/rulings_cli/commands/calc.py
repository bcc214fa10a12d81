"""`rulings calc`: the numbers of a clause, worked out step by step."""

from dataclasses import asdict
from typing import Annotated

import typer

from rulings.editing.calls import calls_in_force
from rulings.errors import RulingsError
from rulings.format.model import AnyEntry, Formula
from rulings.format.record import Record
from rulings.ids import parse
from rulings.languages import text_in
from rulings.lookup.event import Event
from rulings.lookup.links import rules_below
from rulings.lookup.records import Records
from rulings.reading.book import Book
from rulings.text.formulas import Outcome, evaluate, parse_given, show
from rulings_cli.answers.answers import print_outcome
from rulings_cli.answers.trust import reservations, trust_line, with_names
from rulings_cli.event import tonight
from rulings_cli.places.language import reply_languages
from rulings_cli.places.opening import open_books
from rulings_cli.start.options import BookOption, JsonOption, LanguageOption
from rulings_cli.terminal.output import print_answer_json, standard_output

_WithFormula = tuple[AnyEntry, Formula]


def calc(
    formula: Annotated[
        str | None,
        typer.Argument(
            help='A clause ("RAID 9.1") or a formula\'s name; without it, the list of them.'
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
    opened, event = open_books(book), tonight.event()
    records = Records(opened)
    calls = [records.entry(call.id) for call in calls_in_force(opened, event.name)]
    event = event._replace(calls=tuple(calls), elsewhere=event.not_played(rules_below(opened)))
    language = reply_languages(lang or event.language, formula or "")[0]
    known = [(entry, entry.formula) for entry in opened.entries.values() if entry.formula]
    known.sort(key=lambda each: opened.ruleset_of(each[0].id).id not in event.rulesets)
    if formula is None:
        _list(known, language, lang, as_json)
        return
    entry, worked = _find(opened, known, formula)
    outcome = evaluate(worked, parse_given(given or []))
    if as_json:
        head: dict[str, object] = {"id": entry.id, "formula": worked.name}
        print_answer_json(head | asdict(outcome) | {"authority": entry.authority.value})
    else:
        _print(records.entry(entry.id), worked, outcome, language, event)


def _list(known: list[_WithFormula], language: str, lang: str | None, as_json: bool) -> None:
    if as_json:
        keys = ("id", "formula", "inputs", "title")
        rows = [(entry.id, worked.name, [*worked.inputs], entry.title) for entry, worked in known]
        listed = [dict(zip(keys, row, strict=True)) for row in rows]
        print_answer_json({"formulas": listed}, lang)
        return
    output = standard_output()
    for entry, worked in known:
        inputs = " ".join(f"{name}=…" for name in worked.inputs)
        output.labelled(entry.id, f"{worked.name} {inputs}", indent=0)
        output.line(text_in(entry.title, language), "dim", indent=4)


def _find(book: Book, known: list[_WithFormula], name: str) -> _WithFormula:
    candidates = parse(name, book.prefixes()).candidates
    for entry, formula in known:
        if entry.id in candidates or formula.name == name.strip().lower():
            return entry, formula
    entries = [identifier for identifier in candidates if identifier in book.entries]
    what = f"{entries[0]} has no formula" if entries else f"no formula {name!r}"
    raise RulingsError(f"{what}; `rulings calc` lists all that there are")


def _print(record: Record, formula: Formula, outcome: Outcome, language: str, event: Event) -> None:
    output = standard_output()
    output.line(f"{record['id']}  {text_in(record['title'], language)}", "bold", hang=2)
    for line in reservations(record, language, event):
        output.line(line, "warn", indent=2, hang=2)
    for name, number in outcome.given.items():
        label = text_in(formula.inputs[name].text, language)
        output.line(f"{label}: {show(number)}", indent=2, hang=2)
    for (name, value), working in zip(outcome.outputs.items(), outcome.working, strict=True):
        label = text_in(formula.labels.get(name), language) or name
        print_outcome(output, label, show(value), formula.labels, working, language)
    if text := record.get("text") or record.get("answer"):
        output.labelled(record["id"], with_names(record, text, language))
    output.line(trust_line(record, language, event), "dim", indent=2, hang=2)
