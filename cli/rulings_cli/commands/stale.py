"""`rulings stale`: entries whose cited clauses moved, changed or vanished."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rulings.errors import RulingsError
from rulings_cli.commands.diff import change_as_json, print_change
from rulings_cli.places import locations
from rulings_cli.start.options import BookOption, JsonOption
from rulings_cli.terminal.output import Output, print_answer_json, standard_output, warn

if TYPE_CHECKING:
    from rulings.editions.stale import Audit, Finding
    from rulings.reading.book import Loading


AgainstOption = Annotated[
    list[Path] | None,
    typer.Option(metavar="EDITION", help="A book or text; else the newest ones imported."),
]
SinceOption = Annotated[
    list[Path] | None,
    typer.Option(metavar="EDITION", help="Where older editions are: books, texts, folders."),
]
FixOption = Annotated[
    bool, typer.Option("--fix", help="Rewrite what only moved; mark the rest for review.")
]
AcceptOption = Annotated[
    list[str] | None, typer.Option(metavar="ID", help="You have read it: raise its edition.")
]


def stale(
    against: AgainstOption = None,
    since: SinceOption = None,
    fix: FixOption = False,
    accept: AcceptOption = None,
    book: BookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find what rests on clauses that moved, changed or vanished.

    Checks the entries that cite an official document against another edition of it. Older
    editions are looked for in --since, among the imported ones, and next to EDITION.
    Exit code 0: every citation still holds; 1: some must be looked at.

    Example: rulings stale --against 2023-11-17.txt --fix
    """
    from rulings.reading.load import load_book

    loading = load_book(locations.written_books(book))
    audits = [_audit(loading, path, since) for path in against or _newest(loading)]
    changed = _carry_out(loading, audits, fix, accept or [])
    if as_json:
        plain = [_plain(loading, audit) for audit in audits]
        print_answer_json({"audits": plain, "changed": changed})
    for audit in audits if not as_json else ():
        _print(standard_output(), loading, audit)
    for path in changed:
        warn(f"{path}: rewritten")
    for audit in audits:
        for name, entries in audit.without_text.items():
            text = f"the text of {audit.against.ruleset} {name} is not at hand"
            warn(f"{len(entries)} entries not audited: {text}; import it, or give --since")
    if any(audit.findings or audit.without_text for audit in audits):
        raise typer.Exit(1)


def _newest(loading: Loading) -> list[Path]:
    entries = loading.book.entries.values()
    cited = {ruleset for entry in entries for ruleset in entry.checked_against}
    found = [path for path in locations.imported_books() if path.parent.name in cited]
    if not found:
        raise RulingsError("no edition to compare with; `rulings import` one, or give --against")
    return found


def _audit(loading: Loading, against: Path, since: list[Path] | None) -> Audit:
    from rulings.editions.edition import Library, read_edition
    from rulings.editions.stale import audit

    edition = read_edition(against)
    imported = locations.imported(edition.ruleset)
    library = Library([*(since or ()), imported, Path(os.path.realpath(against)).parent])
    return audit(loading, edition, library.find)


def _carry_out(loading: Loading, audits: list[Audit], fix: bool, accept: list[str]) -> list[str]:
    from rulings.editions import review

    changed: list[Path] = []
    for audit in audits if accept else ():
        ids = review.concerned(loading, audit, accept) if len(audits) > 1 else accept
        changed.extend(review.accept(loading, audit, ids))
    for audit in audits if fix and not accept else ():
        changed.extend(review.fix(loading, audit))
    return [str(path) for path in dict.fromkeys(changed)]


def _print(output: Output, loading: Loading, audit: Audit) -> None:
    for finding in audit.findings:
        verb = "restates" if finding.entry == finding.citation else "cites"
        head = f"{_where(loading, finding)}: {finding.entry} {verb} {finding.citation}: "
        since = f"({finding.checked} → {audit.against.name})"
        kind = finding.kind if finding.change else "not in the edition it was checked against"
        output.write(f"{head}{kind} {since}\n")
        if finding.change:
            print_change(output, finding.change)
        output.labelled("fix", _remedy(finding))
    checked = f"{audit.looked_at} entries cite {audit.against.ruleset}"
    output.line(f"{checked}; {len(audit.findings)} citations to look at", "bold")


def _where(loading: Loading, finding: Finding) -> str:
    origin = loading.origins[finding.entry]
    line, column = origin.document.place((*origin.pointer, *finding.places[0].pointer))
    return f"{origin.document.path}:{line}:{column}"


def _remedy(finding: Finding) -> str:
    if finding.new_number:
        return f"write {finding.new_number} (--fix does)"
    if not finding.moved_to:
        return "it was deleted; cite the rule that replaces it"
    new = "" if finding.moved_to == finding.citation else f"write {finding.moved_to}; "
    return f'{new}read it again, then --accept "{finding.entry}"'


def _plain(loading: Loading, audit: Audit) -> dict[str, Any]:
    return {
        "ruleset": audit.against.ruleset,
        "against": audit.against.name,
        "looked_at": audit.looked_at,
        "without_text": audit.without_text,
        "findings": [
            {
                "entry": finding.entry,
                "citation": finding.citation,
                "kind": finding.kind,
                "checked_against": finding.checked,
                "place": _where(loading, finding),
                "moved_to": finding.moved_to or None,
                "mend": finding.new_number or None,
                "change": change_as_json(finding.change) if finding.change else None,
            }
            for finding in audit.findings
        ],
    }
