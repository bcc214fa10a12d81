"""`rulings stale`: entries whose cited clauses moved, changed or vanished."""

import os
from collections.abc import Collection, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from rulings.editions import stale as editions
from rulings.editions.edition import read_edition
from rulings.editions.stale import Audit, Finding
from rulings.errors import RulingsError
from rulings.ids import known_id
from rulings.lookup.links import Links
from rulings.reading.book import Loading
from rulings.reading.layers import same_edition
from rulings.reading.load import load_book, problem_lines
from rulings_cli.commands.cite import documents_of_project, numbers_in, other_words
from rulings_cli.commands.diff import change_as_json, print_change
from rulings_cli.places import locations
from rulings_cli.places.configuration import cites_of, project
from rulings_cli.start.options import BookOption, JsonOption
from rulings_cli.start.translation import translated
from rulings_cli.terminal.output import Output, counted, print_answer_json, standard_output, warn
from rulings_cli.writing.changing import why_read_only

_MOST_NAMED = 3
_REWRITTEN = "rewritten; a number that a text writes without [[ ]] stays as it is"

AgainstOption = Annotated[
    list[Path] | None,
    typer.Option(metavar="EDITION", help="A book, or Magic's text; else the newest imported."),
]


def stale(
    against: AgainstOption = None,
    fix: Annotated[
        bool, typer.Option("--fix", help="Let entries follow in which only numbers changed.")
    ] = False,
    accept: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="You have read it: raise its edition.")
    ] = None,
    book: BookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find what rests on clauses that moved, changed or vanished.

    Checks the entries that cite an official document against another edition of it. Older
    editions are looked for among the imported ones, and next to EDITION.
    Exit code 0: every citation still holds; 1: some must be looked at, or could not be audited.

    Example: rulings stale --against 2023-11-17.txt --fix
    """
    books = locations.books_to_audit(book)
    loading = load_book(books)
    warn(*problem_lines(loading, books))
    texts = against or _newest_editions(loading, books)
    audits = [_audit(loading, each, books, given=bool(against)) for each in texts]
    _refuse_uncited(audits if fix or accept else [], book or [])
    prefixes, typed = loading.book.prefixes(), filter(None, ",".join(accept or ()).split(","))
    accepted = [known_id(each, prefixes, loading.book.entries) or each for each in typed]
    changed = editions.update(loading, audits, accepted, fix=fix)
    if as_json:
        plain = [_as_json(loading, done) for done in audits]
        print_answer_json({"audits": plain, "changed": [str(path) for path in changed]})
    for done in audits if not as_json else ():
        _print(standard_output(), loading, done, fix=fix, accepted=accepted)
    warn(*(f"{path}: {_REWRITTEN}" for path in changed))
    if not audits:
        warn(editions.UNCITED)
    unaudited = [*chain.from_iterable(map(_unaudited, audits)), *_of_other_words(loading, books)]
    warn(*unaudited)
    if unaudited or any(done.findings for done in audits):
        raise typer.Exit(1)


def _refuse_uncited(audits: list[Audit], books: list[Path]) -> None:
    """RulingsError if the entries would get numbers of an edition that the book does not cite."""
    cites = {each.ruleset: each.edition for each in locations.newest_cites(books)}
    for done in audits:
        ruleset, new = done.against.ruleset, done.against.name
        cited = cites.get(ruleset, new)
        if not same_edition(cited, new) and (done.findings or done.unchecked):
            message = f"this book cites {ruleset} {cited}, not {new}"
            raise RulingsError(f"{message}; run `rulings cite {ruleset}` first")


def _unaudited(done: Audit) -> Iterator[str]:
    """A line for each group of entries that could not be audited."""
    ruleset = done.against.ruleset
    for name, entries in done.without_text.items():
        text = f"the text of {ruleset} {name} is not at hand"
        yield f"{_with_ids(entries)} not audited: {text}; import it"
    if entries := [*done.unchecked]:
        remedy = f'read it in {done.against.name}, then --accept "{entries[0]}"'
        yield f"{_with_ids(entries)} not audited: cites {ruleset} without an edition; {remedy}"


def _of_other_words(loading: Loading, books: list[Path]) -> Iterator[str]:
    """A line for each cited document that has not the words here by whose digests it was cited."""
    citing = Links(loading.book).to
    for each in cites_of(books):
        numbers = Path(locations.numbers_of(each.ruleset, each.edition, each.project))
        document = Path(locations.place_of(each))
        name, content = numbers_in(document) if numbers.exists() else ("", b"")
        changed = other_words(numbers, content) if same_edition(name, each.edition) else []
        if cited := [f"{name} ({link.origin})" for name in changed for link in citing[name]]:
            head = f"{each.ruleset} {each.edition} had other words when it was cited"
            listed = ", ".join(cited[:_MOST_NAMED])
            remove = f'`rulings import remove {each.ruleset} --edition "{each.edition}"`'
            again = f"remove cited/{numbers.name} and cite it in {Path(each.project).resolve()}"
            yield f"{head}: {listed}; read them again, {again}, or remove it: {remove}"


def _with_ids(entries: list[str]) -> str:
    shown = ", ".join([*entries[:_MOST_NAMED], *(["…"] if len(entries) > _MOST_NAMED else [])])
    return f"{counted(len(entries), 'entry', 'entries')} ({shown})"


def _newest_editions(loading: Loading, books: list[Path]) -> list[Path]:
    """The newest edition at hand of each document that is cited: imported, or a project's."""
    rulesets = {name for item in loading.book.items.values() for name in item.checked_against}
    cites = {each.ruleset: locations.newest_of(each) for each in locations.newest_cites(books)}
    newest = {each.parent.name: each for each in map(Path, locations.imported_books())}
    newest |= cites | documents_of_project()
    editions_cited = [path for ruleset, path in newest.items() if ruleset in (*rulesets, *cites)]
    if not (editions_cited or project()):
        raise RulingsError("no edition to compare with; `rulings import` one, or give --against")
    return editions_cited


def _audit(loading: Loading, against: Path, books: list[Path], *, given: bool) -> Audit:
    """An audit of what the `books` cite, where what may not be written is foreign."""
    edition = read_edition(against)
    beside = Path(os.path.realpath(against)).parent
    projects = [None, *dict.fromkeys(each.project for each in cites_of(books))]
    numbers = (Path(locations.numbers_of("", "", each)).parent for each in projects)
    places = [locations.imported(edition.ruleset), beside, *numbers]
    done = editions.audit(loading, edition, places)
    if given and not (done.looked_at or done.unchecked):
        cited = f"nothing of the book cites {edition.ruleset}"
        raise RulingsError(f"{cited}; import that under the --ruleset that is cited")
    refusal_of = cache(why_read_only)
    for name in (*done.checked, *done.unchecked):
        path = Path(editions.origin_of(name, loading).document.path)
        if refusal_of(path.parent):
            done.foreign.add(name)
    return done


def _print(
    output: Output, loading: Loading, done: Audit, *, fix: bool, accepted: Collection[str]
) -> None:
    for finding in done.findings:
        verb = "restates" if finding.entry == finding.citation else "cites"
        since = f"({finding.checked} → {finding.against})"
        kind = finding.kind if finding.change else "not in the edition it was checked against"
        message = translated(f"{finding.entry} {verb} {finding.citation}: {kind} {since}")
        output.write(f"{_place_of(loading, finding)}: {message}\n")
        if finding.change:
            print_change(output, finding.change)
        may_write = finding.entry not in done.foreign
        new = finding.against if finding.moved_to == finding.citation else finding.moved_to
        if may_write and (finding.entry in accepted or (fix and finding.new_number)):
            output.labelled(translated("done"), translated(f"{new} is written"))
        else:
            output.labelled(translated("fix"), translated(_remedy(finding, may_write, new)))
    cite = counted(done.looked_at, "entry cites", "entries cite")
    findings = counted(len(done.findings), "citation", "citations")
    output.line(translated(f"{cite} {done.against.ruleset}; {findings} to look at"), "bold")


def _place_of(loading: Loading, finding: Finding) -> str:
    origin = editions.origin_of(finding.entry, loading)
    line, column = origin.document.position((*origin.pointer, *finding.places[0]))
    return f"{origin.document.path}:{line}:{column}"


def _remedy(finding: Finding, may_write: bool, new: str) -> str:
    if not may_write:
        return f"{finding.entry} {editions.FOREIGN}"
    if finding.new_number:
        return f"--fix writes {new}"
    if not finding.moved_to:
        return f"cite the rule that replaces it, and write checked_against {finding.against}"
    return f'read it again, then --accept "{finding.entry}", which writes {new}'


def _as_json(loading: Loading, done: Audit) -> dict[str, Any]:
    return {
        "ruleset": done.against.ruleset,
        "against": done.against.name,
        "looked_at": done.looked_at,
        "without_text": done.without_text,
        "unchecked": [*done.unchecked],
        "findings": [
            {
                "entry": finding.entry,
                "citation": finding.citation,
                "kind": finding.kind,
                "checked_against": finding.checked,
                "place": _place_of(loading, finding),
                "moved_to": finding.moved_to or None,
                "mend": (finding.entry not in done.foreign and finding.new_number) or None,
                "change": change_as_json(finding.change) if finding.change else None,
            }
            for finding in done.findings
        ],
    }
