"""How an answer looks on the terminal: verdict first, the clause that decides, who says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

from rulings.kinds import BODY
from rulings.languages import in_language, text_in, text_of, width_of
from rulings.lookup.event import Event
from rulings_cli.answers import trust
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import Output, one_line, shortened, without_marks

if TYPE_CHECKING:
    from rulings.format.record import Cited, Record, Text

SIGNS = {" // ": " ÷ ", " / ": " ÷ ", " * ": " × ", " == ": " = ", " >= ": " ≥ ", " <= ": " ≤ "}
"""How people write the operators of a formula."""

_ALIASES = 8
"""How many aliases are shown: names come first; the slang behind them is only for the search."""

_CARDS = 20
_MOST_LINES, _MOST_OF_RULE = 3, 2
"""Lines of a text, and of the rule that decides, on an answer card."""

_LONGER = 2.0
"""A rule this many times as long as its verdict is printed below it."""

_SAYS_ENOUGH = 20
"""The columns that a verdict needs to stand in a list without its title."""

_DECIDING = ("decides", "variant", "modifies", "adds-to", "nearest")
"""The roles in which a clause may be the one that decides, the strongest first."""


def print_answer(
    output: Output, record: Record, languages: Sequence[str], event: Event, *, sure: bool = True
) -> None:
    """An answer card in a few lines; the verdict is bold if it is `sure` to be the answer."""
    record = trust.as_played(record, event)
    languages = [code for code in languages if code in record["title"]] or languages[:1]
    _print_head(output, record, languages, event)
    if record.get("untitled"):
        _print_sections(output, record, languages[0])
    for language in languages:
        verdict = text_in(record.get("verdict"), language)
        for number, key in enumerate(trust.keys_read_first(record)):
            text = trust.with_names(record, text_of(record, key), language)
            says_more = text and len(text) > _LONGER * len(verdict)
            if number == 0 or says_more:
                style = "strong" if sure and key == "verdict" else ""
                output.line(text, style, indent=2, most=_MOST_LINES)
    _print_cards(output, record, languages[0])
    cited = [each for each in record.get("cited", ()) if each["role"] in _DECIDING]
    if deciding := min(cited, key=lambda each: _DECIDING.index(each["role"]), default=None):
        for language in languages:
            rule = trust.with_names(deciding, deciding.get("text"), language)
            book = strings.who("", deciding.get("book", ""), language)
            label = f"{deciding['id']} ({book})" if book else deciding["id"]
            output.labelled(label, rule or text_in(deciding["title"], language), most=_MOST_OF_RULE)
    moves = [text_in(move["name"], code) for move in record.get("moves", ()) for code in languages]
    if moves:
        output.line(", ".join(moves), indent=2, most=_MOST_OF_RULE)
    output.line(trust.trust_line(record, languages[0], event, brief=True), "dim", 2, hang=2, most=2)


def print_in_a_line(output: Output, record: Record, language: str, event: Event) -> None:
    """One line: id, notices, and the verdict or title; both of a call or a mere yes or no."""
    title = text_in(record["title"], language)
    text = text_in(trust.as_played(record, event).get("verdict"), language) or title
    if record.get("call") or (text != title and width_of(text) < _SAYS_ENOUGH):
        text = f"{title} → {text}"
    shown = trust.bracketed_notices(record, language, event)
    shown += trust.with_names(record, {language: text}, language)
    if trust.other_format_notice(record, language, event):
        shown = f"[{text_in(record['ruleset_name'], language)}] {shown}"
    room = output.width - width_of(record["id"]) - 2
    output.labelled(record["id"], shortened(one_line(without_marks(shown)), room), indent=0)


def print_entry(
    output: Output, record: Record, languages: Sequence[str], event: Event, *, sure: bool = True
) -> None:
    """A whole entry: every text, the clauses it rests on in full, who cites it, its sources."""
    record = trust.as_played(record, event)
    languages = [code for code in languages if code in record["title"]] or languages[:1]
    _print_head(output, record, languages, event)
    _print_sections(output, record, languages[0])
    for language in languages:
        for key in ("verdict", "ask", *BODY):
            if text := trust.with_names(record, text_of(record, key), language):
                label = strings.phrase(key, language)
                output.labelled(label, text, "strong" if sure and key == "verdict" else "")
        for when, holds, entry in trust.cases_of(record, event):
            words = ": ".join(text_in(text, language) for text in (when, holds))
            output.labelled(entry, words, indent=4)
        for example in record.get("examples", ()):
            text = trust.with_names(record, example, language)
            output.labelled(strings.phrase("examples", language), text)
        _print_named(output, record, language)
    if formula := record.get("formula"):
        inputs = " ".join(f"{name}=…" for name in formula["inputs"])
        label = strings.phrase("calc", languages[0])
        output.labelled(label, f'rulings calc "{record["id"]}" {inputs}')
    _print_links(output, "cited", record.get("cited", ()), languages, roles=False)
    _print_links(output, "cited_by", record.get("cited_by", ()), languages[:1], roles=True)
    if record.get("sources"):
        output.line(strings.phrase("sources", languages[0]), "bold", indent=2)
    for source in record.get("sources", ()):
        output.line(trust.source_line(source, languages[0]), indent=4, hang=2)
        if note := text_in(source.get("note"), languages[0]):
            output.paragraphs(note, "dim", indent=6)
    output.line(trust.trust_line(record, languages[0], event), "dim", indent=2, hang=2)


def _print_head(output: Output, record: Record, languages: Sequence[str], event: Event) -> None:
    """Print id, status and title, since when and why it is not in force, and the reservations."""
    titles = [text_in(record["title"], code) for code in languages if not record.get("untitled")]
    title = " / ".join(dict.fromkeys(filter(None, titles)))
    head = output.styled(record["id"], "bold")
    if (status := record.get("status", "active")) != "active":
        head += " " + output.styled(f"[{strings.status(status, languages[0])}]", "warn")
    output.stream.write(f"{head}  " if title else head)
    rest = Output(output.stream, output.color, output.width - len(record["id"]) - 2)
    rest.line(title, "accent", hang=2)
    for change in record.get("history", ()):
        if change["status"] == status != "active":
            why = text_in(change.get("note"), languages[0])
            output.line(f"{change['date']}  {why}".rstrip(), "warn", indent=2, hang=2)
    for line in trust.reservations(record, languages[0], event):
        output.line(line, "warn", indent=2, hang=2)


def _print_sections(output: Output, record: Record, language: str) -> None:
    within = record.get("within", ())
    if names := [f"{each['id']} {text_in(each['title'], language)}" for each in within]:
        output.line(" › ".join(names), "dim", indent=2, hang=2)


def _print_cards(output: Output, record: Record, language: str) -> None:
    """Print the cards of a ruling without a verdict; its title names only one, or a group."""
    names = (record["names"].get(f"card:{slug}") for slug in record.get("cards", ()))
    cards = [text_in(name, language) for name in names if name]
    if len(cards) > 1 and "answer" in trust.keys_read_first(record):
        more = f", +{len(cards) - _CARDS}" if len(cards) > _CARDS else ""
        output.labelled(strings.phrase("cards", language), ", ".join(cards[:_CARDS]) + more)


def _print_named(output: Output, record: Record, language: str) -> None:
    """Print what a card does, and its other names."""
    if effect := text_in(record.get("effect"), language):
        output.labelled(strings.phrase("effect", language), effect)
    for move in record.get("moves", ()):
        name = text_in(move["name"], language)
        output.labelled(name, text_in(move.get("effect"), language) or move.get("type", ""))
    if record.get("translation") == "working":
        output.line(strings.phrase("working", language), "warn", indent=2)
    if aliases := in_language(record.get("aliases"), language, [])[:_ALIASES]:
        output.line(" / ".join(aliases), "dim", indent=2)


def _print_links(
    output: Output, label: str, links: Sequence[Cited], languages: Sequence[str], *, roles: bool
) -> None:
    """Print what an entry cites, or what cites it, below a label; with the `roles` of citing it."""
    if links:
        output.line(strings.phrase(label, languages[0]), "bold", indent=2)
    for each, language in product(links, languages):
        text = trust.with_names(each, each.get("text"), language)
        text = text or trust.with_names(each, each["title"], language)
        role = strings.phrase(f"role_{each['role']}", language) if roles else ""
        who = ", ".join(filter(None, (role, trust.who_says(each, language))))
        output.labelled(each["id"], f"{text} ({who})", indent=4)


def print_outcome(
    output: Output, label: str, value: str, names: Mapping[str, Text], working: str, language: str
) -> None:
    """Print an output of a formula, ``label: value (working)``; `names` are words for values."""
    truth = strings.phrase(value, language) if value in ("true", "false") else value
    name = text_in(names.get(value), language) or truth
    steps = in_signs(working.partition(" = ")[2].rpartition(" = ")[0])
    shown = f" ({steps})" if steps not in ("", value) else ""
    output.line(f"{label}: {name}{shown}", "strong", indent=2, hang=2)


def in_signs(expression: str) -> str:
    """``380 // 40`` as people write it: ``380 ÷ 40``; empty for one with conditions."""
    if " if " in expression:
        return ""
    for sign, written in SIGNS.items():
        expression = expression.replace(sign, written)
    return expression
