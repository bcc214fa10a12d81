"""What the desk shows of an entry: rich text that never reads the book's words as markup."""

from collections.abc import Sequence

from rich.text import Text

from rulings.format.record import Cited, Record
from rulings.languages import text_in, text_of
from rulings.lookup.event import Event
from rulings_cli.answers import trust
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import clean, one_line, without_marks
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
    """A whole answer: verdict (green if `is_sure`), other cases, texts, clauses, trust line."""
    record = trust.as_played(record, event)
    title = "" if record.get("untitled") else one_line(plain(record, "title", language))
    shown = Text.assemble((f"{record['id']}  {title}\n", "bold"))
    for line in trust.reservations(record, language, event):
        shown.append(f"{line}\n", "yellow")
    if verdict := plain(record, "verdict", language):
        shown.append(f"{verdict}\n", "bold green" if is_sure else "")
    if others:
        shown.append(f"{strings.phrase('otherwise', language)}\n", "dim")
        for case in others:
            shown.append(f"  {_line_of(case, language)}\n")
    for key in trust.BODY:
        if text := plain(record, key, language):
            shown.append(f"\n{strings.phrase(key, language)}\n", "dim")
            shown.append(f"{text}\n")
    if record["cited"]:
        shown.append(f"\n{strings.phrase('cited', language)}\n", "dim")
    for cited in record["cited"]:
        shown.append(f"{cited['id']}  ", "bold")
        text = plain(cited, "text", language) or plain(cited, "title", language)
        shown.append(f"{text} ({trust.who_says(cited, language)})\n")
    shown.append(f"\n{trust.trust_line(record, language, event)}", "dim")
    return shown


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
    return without_marks(
        trust.with_names(record, text_in(text_of(record, key), language), language)
    )
