"""What the desk shows of an entry: rich text that never reads the book's words as markup."""

import sys
from collections.abc import Sequence
from io import StringIO

from rich.text import Text

from rulings.format.record import Cited, Record
from rulings.languages import text_in, text_of
from rulings.lookup.event import Event
from rulings_cli.answers import trust
from rulings_cli.answers.answers import print_entry
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import Output, clean, one_line, without_marks
from rulings_index.results import Case, Fork


def option(record: Record, language: str, event: Event) -> Text:
    """One line of results: id, verdict (or title), who says so, which other format it is of."""
    verdict = plain(trust.as_played(record, event), "verdict", language)
    title = one_line(plain(record, "title", language))
    line = Text.assemble((record["id"], "bold"), f"  {verdict or title}")
    first = trust.other_format_notice(record, language, event)
    if first := first or trust.bracketed_notices(record, language, event):
        line.append(f"\n  {first}", "yellow")
    line.append(f"\n  {title + ' · ' if verdict else ''}{trust.who_says(record, language)}", "dim")
    return line


def answer(
    record: Record, language: str, event: Event, is_sure: bool = True, others: Sequence[Case] = ()
) -> Text:
    """An answer as `show` prints it, verdict green if `is_sure`; the desk wraps its lines."""
    printed = StringIO()
    output = Output(printed, color=True, width=sys.maxsize)
    print_entry(output, record, [language], event, sure=is_sure)
    if others:
        output.line(strings.phrase("otherwise", language), "dim")
    for case in others:
        output.line(_line_of(case, language), indent=2)
    return Text.from_ansi(printed.getvalue())


def fork(open_fork: Fork, language: str) -> Text:
    """What to ask the player first, each case with the key that shows its entry."""
    shown = Text()
    shown.append(f"{strings.phrase('ask_back', language)}: ", "dim")
    shown.append(f"{clean(text_in(open_fork.ask, language))}\n", "bold yellow")
    for number, case in enumerate(open_fork.cases, 1):
        shown.append(f"  F{number}  ", "bold")
        shown.append(f"{_line_of(case, language)}\n")
    shown.append(f"{strings.phrase('choose_case', language)}\n\n", "dim")
    return shown


def _line_of(case: Case, language: str) -> str:
    when, verdict = text_in(case.when, language), text_in(case.verdict, language)
    return clean(f"{when}: {verdict} ({case.entry})")


def citation(record: Record, language: str, event: Event) -> str:
    """An answer as text to paste: what was decided, by which clause, and who says so."""
    lines = [f"{record['id']}: {one_line(plain(record, 'title', language))}"]
    lines += filter(None, (plain(record, key, language) for key in ("verdict", "answer", "text")))
    clauses = [cited["id"] for cited in record["cited"] if cited["role"] in ("decides", "clause")]
    if clauses:
        lines.append(f"[{'], ['.join(clauses)}]")
    return "\n".join([*lines, without_marks(trust.trust_line(record, language, event))])


def plain(record: Record | Cited, key: str, language: str) -> str:
    """A text of a record in one language, without marks, slugs or control characters."""
    return without_marks(trust.with_names(record, text_of(record, key), language))
