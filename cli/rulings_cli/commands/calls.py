"""`rulings calls`: the calls that were made; corrected, withdrawn, exported, merged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulings.errors import RulingsError
from rulings.languages import text_in
from rulings_cli.event import tonight
from rulings_cli.places import language, locations
from rulings_cli.start.options import BookOption, JsonOption, LanguageOption
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import print_answer_json, standard_output, warn, write_file
from rulings_cli.terminal.surroundings import today

if TYPE_CHECKING:
    from rulings.format.model import Ruling

app = typer.Typer(rich_markup_mode=None, add_completion=False)

IdArgument = Annotated[str, typer.Argument(metavar="ID")]


@app.callback(invoke_without_command=True)
def calls(
    context: typer.Context,
    book: BookOption = None,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the calls of the event that is open, or all; correct them, share them between judges.

    Example: rulings calls withdraw EVENT-Q116712345678 --why "The head judge overruled it."
    """
    from rulings.editing.calls import as_json as plain

    context.obj = book
    if context.invoked_subcommand:
        return
    event = tonight.table()
    listed = _calls(context)
    if event.name:
        listed = [call for call in listed if not call.call or call.call.event in ("", event.name)]
    if as_json:
        print_answer_json({"calls": plain(listed)})
        return
    for call in listed:
        _print(call, language.choose(lang or event.language)[0])


@app.command()
def edit(
    context: typer.Context,
    identifier: IdArgument,
    verdict: Annotated[str, typer.Option(help="What is said instead.")] = "",
    question: Annotated[str, typer.Option(help="What was asked.")] = "",
    note: Annotated[str, typer.Option(help="A remark of yours.")] = "",
) -> None:
    """Correct a call; the change is dated."""
    from rulings.editing.emitter import one_line
    from rulings_cli.writing.request import title_of

    verdict, question, note = map(one_line, (verdict, question, note))
    if not (verdict or question or note):
        raise RulingsError("nothing to change; give --verdict, --question or --note")
    spoken = language.choose(None, verdict + question + note)[0]
    changes: dict[str, Any] = {}
    if verdict:
        changes |= {key: {spoken: verdict} for key in ("verdict", "answer")}
    if question:
        changes |= {"title": {spoken: title_of(question)}, "question": {spoken: question}}
    if note:
        changes["remark"] = {spoken: note}
    _change(context, identifier, changes, spoken)


@app.command()
def withdraw(
    context: typer.Context,
    identifier: IdArgument,
    why: Annotated[str, typer.Option(help="The reason, which stays with it.")] = "",
) -> None:
    """Withdraw a call: it stays in the list, marked, and answers nothing."""
    from rulings.format.authority_and_status import Status

    if not why.strip():
        raise RulingsError('a withdrawn call keeps its reason: add --why "…"')
    changes = {"status": Status.WITHDRAWN}
    _change(context, identifier, changes, language.choose(None, why)[0], why.strip())


@app.command()
def export(context: typer.Context, output: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Write the calls into a file for another judge's machine."""
    import json

    from rulings.editing.calls import as_json as plain

    listed = _calls(context)
    content = json.dumps({"calls": plain(listed)}, ensure_ascii=False, indent=1)
    write_file(output, content.encode())
    standard_output().write(f"{output}  {len(listed)}\n")


@app.command()
def merge(context: typer.Context, files: Annotated[list[Path], typer.Argument()]) -> None:
    """Take over the calls that other machines exported; what contradicts stands side by side."""
    from rulings.disk.files import LARGEST_FILE, read_input
    from rulings.editing.calls import merge as take_over

    contents = [(str(file), read_input(file, LARGEST_FILE)) for file in files]
    books, own = locations.books(context.obj), locations.own_book()
    taken, contradictions = take_over(books, own, contents)
    output, spoken = standard_output(), language.choose(None)[0]
    for call in taken:
        _print(call, spoken)
    if not taken:
        output.line(strings.phrase("nothing_new", spoken))
    for pair in contradictions:
        output.line(strings.phrase("contradiction", spoken), "warn")
        for call in pair:
            _print(call, spoken)
    if contradictions:
        raise typer.Exit(1)


def _calls(context: typer.Context) -> list[Ruling]:
    from rulings.editing.calls import calls_of
    from rulings.reading.load import faults_of, load_book

    own = locations.own_book()  # also where --only leaves it out
    books = locations.books([*(context.obj or ()), *([own] if own.is_dir() else [])])
    loading = load_book([path.absolute() for path in books])
    apart = [each for each in loading.all_problems() if each.place in loading.calls_without_ruleset]
    for line in (*faults_of(loading, books), *map(str, apart[:1])):
        warn(line)
    return calls_of(loading.book)


def _change(
    context: typer.Context, typed: str, changes: Mapping[str, Any], spoken: str, why: str = ""
) -> None:
    """Keep a call with the changes, the day and the reason in its history, and print it."""
    from rulings.disk.changes import alone_in
    from rulings.editing.calls import OwnCalls, changed, find_call
    from rulings.editing.emitter import one_line

    identifier = find_call(_calls(context), typed).id
    note = {spoken: one_line(why)} if why else {}
    books, own = locations.books(context.obj), locations.own_book()
    with alone_in(own):
        calls = OwnCalls(books, own)
        if calls[identifier].status == "withdrawn":
            raise RulingsError(f"{identifier} is withdrawn already; `rulings call` makes a new one")
        after = changed(calls[identifier], changes, today(), note)
        calls.save([after])
    _print(after, spoken)


def _print(call: Ruling, spoken: str) -> None:
    output = standard_output()
    status = "" if call.status == "active" else f" [{strings.status(call.status, spoken)}]"
    made = (call.call.made.replace("T", " "), call.call.event) if call.call else ()
    at = f" ({', '.join(filter(None, made))})" if made else ""
    output.labelled(f"{call.id}{status}", text_in(call.question, spoken) + at, indent=0)
    output.labelled("→", text_in(call.verdict, spoken))
    for item in call.history:
        if note := text_in(item.note, spoken):
            output.line(f"{item.date} {strings.status(item.status, spoken)}: {note}", "dim", 4)
