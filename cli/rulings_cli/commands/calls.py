"""`rulings calls`: the calls that were made; corrected, withdrawn, exported, merged."""

import json
from base64 import urlsafe_b64decode
from collections.abc import Callable, Mapping
from pathlib import Path
from shlex import quote
from typing import Annotated, Any
from urllib.parse import unquote

import typer
from msgspec import to_builtins
from msgspec.structs import replace

from rulings.disk.changes import locked_folder
from rulings.disk.files import LARGEST_FILE, read_input
from rulings.editing.calls import CALLS, OwnCalls, calls_of, changed, find_call
from rulings.editing.calls import merge as take_over
from rulings.editing.draft import editions_cited
from rulings.editing.editor import Editor
from rulings.editing.emitter import typed_line
from rulings.errors import RulingsError
from rulings.format.authority_and_status import Status
from rulings.format.model import Ruling
from rulings.languages import text_in
from rulings.lookup.event import OWN_RULESET
from rulings.lookup.links import contradictions, rules_below
from rulings.reading.book import Book
from rulings.reading.load import load_book, problem_lines
from rulings_cli.clock import today
from rulings_cli.event import tonight
from rulings_cli.places import locations
from rulings_cli.places.language import reply_languages, typed_language
from rulings_cli.start.options import BookOption, JsonOption, LanguageOption
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import print_answer_json, standard_output, warn, write_file
from rulings_cli.writing.keep_call import TableCall, asked_in, ids_touched, on_overruled, texts_of

app = typer.Typer(rich_markup_mode=None, add_completion=False)

IdArgument = Annotated[str, typer.Argument(metavar="ID")]
IdsOption = Annotated[list[str] | None, typer.Option(help="As `rulings call` takes them.")]


@app.callback(invoke_without_command=True)
def calls(
    context: typer.Context,
    book: BookOption = None,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the calls of the event that is open, or all; correct them, share them between judges.

    Example: rulings calls withdraw EVENT-Q4711 --why "The head judge overruled it."
    """
    context.obj = book
    if context.invoked_subcommand:
        return
    listed = _of_event(_calls(context))
    if as_json:
        print_answer_json({"calls": to_builtins(listed)})
        return
    against, language = contradictions(listed), reply_languages(lang or tonight.event().language)[0]
    for call in listed:
        _print(call, language)
        if others := ", ".join(other.id for other in against.get(call.id, ())):
            marked = strings.phrase("contradicts", language, entries=others)
            standard_output().line(marked, "warn", indent=4)


@app.command()
def edit(
    context: typer.Context,
    identifier: IdArgument,
    verdict: Annotated[str, typer.Option(help="What is said instead.")] = "",
    question: Annotated[str, typer.Option(help="What was asked.")] = "",
    overrules: IdsOption = None,
    card: IdsOption = None,
    clause: IdsOption = None,
    note: Annotated[str, typer.Option(help="A remark, shown with the call.")] = "",
    asked: IdsOption = None,
) -> None:
    """Correct a call; the change is dated. Lists take the place of those it had; "" empties one."""
    has_new_links = any(each is not None for each in (overrules, card, clause))
    if not (typed_line(verdict + question + note) or has_new_links or asked is not None):
        raise RulingsError("nothing to change; give --verdict, --question, --clause, …")
    language = reply_languages(None, verdict + question + note)[0]

    def touch(call: Ruling, book: Book) -> dict[str, Any]:
        ruleset = book.ruleset_of(call.id)
        typed_in = typed_language(verdict + question + note, ruleset.languages)
        changes: dict[str, Any] = texts_of(question, verdict, note, typed_in)
        changes |= {} if asked is None else asked_in(asked, ruleset.languages)
        if not has_new_links:
            return changes
        lists = ((overrules, call.overruled), (clause, call.clauses), (card, call.cards))
        overruled, clauses, cards = (
            before if given is None else list(filter(None, given)) for given, before in lists
        )
        typed = TableCall("", "", clauses, overruled, cards)
        touched, above = ids_touched(book, ruleset.game, typed)
        home = (ruleset.id, *rules_below(book)[ruleset.id])
        away = [name for name in above if book.ruleset_of(name).id not in home]
        if overrules and away and ruleset.id != OWN_RULESET:
            raise RulingsError(f"{call.id} is of {ruleset.id}, and {away[0]} is not; call again")
        cited = editions_cited(touched | {"overrules": above}, book) | call.checked_against
        in_use = editions_cited({"clauses": touched["clauses"] if clause else ()}, book)
        changes["checked_against"] = cited | in_use
        return {**changes, **touched, "call": call.call and replace(call.call, overrules=above)}

    _change(context, identifier, touch, language)


@app.command()
def withdraw(
    context: typer.Context,
    identifier: IdArgument,
    why: Annotated[str, typer.Option(help="The reason, which stays with it.")] = "",
) -> None:
    """Withdraw a call: it stays in the list, marked, and answers nothing."""
    language = reply_languages(None, why)[0]
    _change(context, identifier, lambda *_: {"status": Status.WITHDRAWN}, language, why)


@app.command()
def export(context: typer.Context, output: Annotated[Path, typer.Argument(metavar="FILE")]) -> None:
    """Write the calls of the event into a file for another judge's machine."""
    listed = _of_event(_calls(context, whole=True))
    content = json.dumps({"calls": to_builtins(listed)}, ensure_ascii=False, indent=1)
    write_file(output, content.encode())
    standard_output().write(f"{output}  {len(listed)}\n")


@app.command()
def merge(
    context: typer.Context,
    files: Annotated[list[str], typer.Argument(help="Files, or links that a phone made.")],
) -> None:
    """Take over the calls that others exported; what contradicts stands side by side."""
    contents = [_content_of(file) for file in files]
    books = locations.books(context.obj)
    taken, contradicting = take_over(books, locations.own_book(), contents)
    output, language = standard_output(), reply_languages(None)[0]
    for call, ours in taken:
        _print(call, language)
        if ours and ours.verdict != call.verdict:
            verdict = text_in(ours.verdict, language)
            output.line(strings.phrase("in_place_of_ours", language, verdict=verdict), "warn", 4)
    others = {call.call.event for call, _ in taken if call.call} - {"", tonight.event().name}
    for event in sorted(others):
        opens = f"`rulings tonight --event {quote(event)}` opens {event}"
        warn(f"the calls of another event hold only there: {event}; {opens}")
    if not taken:
        output.line(strings.phrase("nothing_new", language))
    for ours, theirs in contradicting:
        output.line(strings.phrase("contradiction", language), "warn")
        _print(ours, language)
        if ours.id == theirs.id:
            output.line(strings.phrase("not_taken", language), "dim")
        _print(theirs, language)
    if contradicting:
        raise typer.Exit(1)


def _content_of(file: str) -> tuple[str, bytes]:
    """What a file holds, or a link of the phone page, with its name for messages."""
    page, mark, digits = file.partition("#calls=")
    if not mark:
        return file, read_input(Path(file), LARGEST_FILE)
    try:
        content = urlsafe_b64decode(f"{unquote(digits)}==")  # more padding than it needs is ignored
        json.loads(content)
    except ValueError:
        message = f"{page}: the link is not whole; have it sent again, or the file"
        raise RulingsError(message) from None
    return page, content


def _calls(context: typer.Context, *, whole: bool = False) -> list[Ruling]:
    """The calls that can be read; `whole`: RulingsError if some cannot."""
    folder = locations.own_book()  # also where --only leaves it out
    if not whole:
        Editor(folder / CALLS)  # RulingsError where it cannot be read, instead of an empty list
    books = locations.books([*(context.obj or ()), *([folder] if folder.is_dir() else [])])
    loading = load_book([path.absolute() for path in books])
    apart = [each for each in loading.all_problems() if each.where in loading.calls_without_ruleset]
    warn(*problem_lines(loading, books))
    if apart:
        warn(f"calls left out: {len(apart)}; {apart[0].message}")
    if whole and problem_lines(loading, [folder]):
        raise RulingsError("some calls cannot be read; correct them first: nothing is written")
    return calls_of(loading.book)


def _of_event(listed: list[Ruling]) -> list[Ruling]:
    """The calls of the open event and those without one; all calls if no event is open."""
    event = tonight.event().name
    return [each for each in listed if not (event and each.call) or each.call.event in ("", event)]


def _change(
    context: typer.Context,
    typed: str,
    changes_of: Callable[[Ruling, Book], Mapping[str, Any]],
    language: str,
    why: str | None = None,
) -> None:
    """Change a call, and print it before and after; `why`: the reason, None if none is needed."""
    meant = find_call(_calls(context), typed)
    if why is not None and not why.strip():
        raise RulingsError('a withdrawn call keeps its reason: add --why "…"')
    _print(meant, language)
    note = {language: typed_line(why)} if why else {}
    books, folder = locations.books(context.obj), locations.own_book()
    with locked_folder(folder):
        calls = OwnCalls(books, folder)
        before = calls[meant.id]
        if before.status == "withdrawn":
            raise RulingsError(f"{meant.id} is withdrawn already; `rulings call` makes a new one")
        after = changed(before, changes_of(before, calls.book), today(), note)
        calls.save([after])
    standard_output().line(strings.phrase("changed_by", language), "dim")
    _print(after, language)
    if after.overruled != before.overruled:
        for line in on_overruled(after, calls.book, language):
            standard_output().line(line)


def _print(call: Ruling, language: str) -> None:
    output = standard_output()
    status = "" if call.status == "active" else f" [{strings.status(call.status, language)}]"
    made_at = (call.call.made.replace("T", " "), call.call.event) if call.call else ()
    at = f" ({', '.join(filter(None, made_at))})" if made_at else ""
    output.labelled(f"{call.id}{status}", text_in(call.question, language) + at, indent=0)
    output.labelled("→", text_in(call.verdict, language))
    overruled, cited = ", ".join(call.overruled), ", ".join([*call.clauses, *call.cards])
    details = [overruled and strings.phrase("overruling", language, entries=overruled), cited]
    details += (f"“{text}”" for texts in call.asked.values() for text in texts)
    details.append(call.corrected and f"{strings.phrase('corrected', language)} {call.corrected}")
    if any(details):
        output.line(" · ".join(filter(None, details)), "dim", indent=4)
    if remark := text_in(call.remark, language):
        output.labelled(strings.phrase("remark", language), remark, "dim", indent=4)
    for item in call.history:
        if note := text_in(item.note, language):
            output.line(f"{item.date} {strings.status(item.status, language)}: {note}", "dim", 4)
