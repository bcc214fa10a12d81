"""How an answer looks on the terminal: verdict first, the clause that decides, who says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulings.contract import text_of
from rulings.languages import in_language, said
from rulings_cli import strings
from rulings_cli.output import Output

if TYPE_CHECKING:
    from rulings.contract import Cited, Record, Source

_ALIASES = 8
"""Aliases shown: the first are names; the others are talk of players, which only search needs."""

_CARDS = 20

_BODY = ("verdict", "question", "ask", "answer", "text", "why", "differs", "remark")


def print_answer(output: Output, record: Record, languages: Sequence[str]) -> None:
    """An answer card: id and title, verdict (or rule), deciding clause, trust line."""
    _print_head(output, record, languages)
    _print_within(output, record, languages[0])
    for language in languages:
        for key in first_read(record):
            if spoken := said(text_of(record, key), language):
                output.paragraphs(spoken, "strong" if key == "verdict" else "", indent=2)
    _print_cards(output, record, languages[0])
    deciding = _deciding(record)
    if deciding:
        for language in languages:
            rule = said(deciding.get("text"), language)
            output.labelled(deciding["id"], rule or said(deciding["title"], language))
    _print_needed_variants(output, record, languages[0])
    if moves := _moves(record, languages):
        output.line(moves, indent=2)
    output.line(trust_line(record, languages[0]), "dim", indent=2, hang=2)


def _print_cards(output: Output, record: Record, language: str) -> None:
    """The cards that share a ruling without a verdict: its title names one, or their group."""
    cards = [
        said(name, language) for key, name in record.get("names", {}).items() if key[:5] == "card:"
    ]
    if len(cards) > 1 and "answer" in first_read(record):
        more = f", +{len(cards) - _CARDS}" if len(cards) > _CARDS else ""
        output.labelled(strings.phrase("cards", language), ", ".join(cards[:_CARDS]) + more)


def first_read(record: Record) -> tuple[str, ...]:
    """The keys of what is read first: the verdict, or the whole answer where there is none."""
    summed_up = any((record.get("verdict") or {}).values())
    return ("verdict" if summed_up else "answer", "text", "ask", "effect")


def print_entry(output: Output, record: Record, languages: Sequence[str]) -> None:
    """A whole entry: every text, the clauses it rests on in full, who cites it, its sources."""
    _print_head(output, record, languages)
    _print_within(output, record, languages[0])
    for language in languages:
        for key in _BODY:
            if text := _named(record, said(text_of(record, key), language), language):
                label = strings.phrase(key, language)
                output.labelled(label, text, "strong" if key == "verdict" else "")
        _print_cases(output, record, language)
        for example in record.get("examples", ()):
            output.labelled(strings.phrase("examples", language), said(example, language))
        _print_named(output, record, language)
    _print_worked(output, record, languages[0])
    _print_cited(output, record, languages)
    _print_cited_by(output, record, languages)
    _print_sources(output, record, languages[0])
    output.line(trust_line(record, languages[0]), "dim", indent=2, hang=2)


def trust_line(record: Record, language: str) -> str:
    """Ruleset and edition, authority, source: ``Battle Royal, EUIC 2024 · official · …``."""
    parts = []
    if name := said(record.get("ruleset_name"), language):
        edition = edition_in_words(
            record.get("edition", ""), record.get("unchanged_in", ""), language
        )
        parts.append(f"{name} ({edition})" if edition else name)
    if authority := record.get("authority"):
        parts.append(strings.authority(authority, language))
    if (status := record.get("status", "active")) != "active":
        parts.append(strings.status(status, language))
    parts.extend(source_line(source, language) for source in record.get("sources", ())[:2])
    return " · ".join(parts)


def edition_in_words(edition: str, later: str, language: str) -> str:
    """An edition, and the later one in which its numbers still stand."""
    if not (edition and later):
        return edition
    return strings.phrase("unchanged_in", language).format(edition=edition, later=later)


def print_history(output: Output, record: Record, language: str) -> None:
    """The life of an entry: each change of its status, when, by whom and why."""
    items = sorted(record.get("history", ()), key=lambda item: item["date"])
    output.line(strings.phrase("history", language), "bold", indent=2)
    if not items:
        output.line(strings.phrase("no_history", language), indent=4)
    for item in items:
        status = strings.status(item["status"], language)
        parts = [status, item.get("by", ""), said(item.get("note"), language)]
        output.labelled(item["date"], " · ".join(part for part in parts if part), indent=4)


def _print_head(output: Output, record: Record, languages: Sequence[str]) -> None:
    own = {} if record.get("untitled") else record["title"]
    titles = [title for language in languages if (title := said(own, language))]
    title = " / ".join(dict.fromkeys(titles))
    head = output.styled(record["id"], "bold")
    if (status := record.get("status", "active")) != "active":
        head += " " + output.styled(f"[{strings.status(status, languages[0])}]", "warn")
    output.stream.write(f"{head}  ")
    rest = Output(output.stream, output.color, output.width - len(record["id"]) - 2)
    rest.line(title, "accent", hang=2)


def _print_needed_variants(output: Output, record: Record, language: str) -> None:
    for cited in record.get("cited", ()):
        if cited["role"] == "variant":
            title, who = (
                said(cited["title"], language),
                strings.authority(cited["authority"], language),
            )
            needed = strings.phrase("needs_variant", language)
            output.labelled(cited["id"], f"{title} ({who}; {needed})", "warn")


def print_section(output: Output, records: Sequence[Record], found: str, language: str) -> None:
    """The clauses of a section in short, with the one that was found marked."""
    for record in records:
        mark = "▸" if record["id"] == found else " "
        output.labelled(f"{mark} {record['id']}", said(record["text"], language))


def _print_within(output: Output, record: Record, language: str) -> None:
    within = record.get("within", ())
    if within:
        path = " › ".join(f"{one['id']} {said(one['title'], language)}" for one in within)
        output.line(path, "dim", indent=2, hang=2)


def _deciding(record: Record) -> Cited | None:
    cited = record.get("cited", [])
    for role in ("decides", "variant", "modifies", "adds-to"):
        for clause in cited:
            if clause["role"] == role:
                return clause
    return None


def _print_named(output: Output, record: Record, language: str) -> None:
    if effect := said(record.get("effect"), language):
        output.labelled(strings.phrase("effect", language), effect)
    for move in record.get("moves", ()):
        name = said(move["name"], language)
        output.labelled(name, said(move.get("effect"), language) or move.get("type", ""))
    if record.get("translation") == "working":
        output.line(strings.phrase("working", language), "warn", indent=2)
    aliases = in_language(record.get("aliases"), language, [])[:_ALIASES]
    if aliases:
        output.line(" / ".join(aliases), "dim", indent=2)


def _print_worked(output: Output, record: Record, language: str) -> None:
    formula = record.get("formula")
    if not formula:
        return
    inputs = " ".join(f"{name}=…" for name in formula["inputs"])
    output.labelled("calc", f'rulings calc "{record["id"]}" {inputs}')
    for name, label in formula["labels"].items():
        if name in formula["outputs"]:
            output.labelled(f"  {name}", said(label, language))


def _print_cases(output: Output, record: Record, language: str) -> None:
    """The cases of a fork: the condition, and what holds then."""
    verdicts = {
        cited["id"]: cited.get("verdict") or cited["title"] for cited in record.get("cited", ())
    }
    for case in record.get("cases", ()):
        holds = said(verdicts.get(case["entry"]), language)
        output.labelled(case["entry"], f"{said(case['when'], language)}: {holds}", indent=4)


def _print_cited(output: Output, record: Record, languages: Sequence[str]) -> None:
    cited = record.get("cited", [])
    if not cited:
        return
    output.line(strings.phrase("cited", languages[0]), "bold", indent=2)
    for clause in cited:
        for language in languages:
            text = said(clause.get("text"), language) or said(clause["title"], language)
            who = strings.authority(clause["authority"], language)
            output.labelled(clause["id"], f"{text} ({who})", indent=4)


def _print_cited_by(output: Output, record: Record, languages: Sequence[str]) -> None:
    cited_by = record.get("cited_by", [])
    if not cited_by:
        return
    output.line(strings.phrase("cited_by", languages[0]), "bold", indent=2)
    for entry in cited_by:
        language = languages[0]
        role = strings.role(entry["role"], language)
        output.labelled(entry["id"], f"{said(entry['title'], language)} ({role})", indent=4)


def _print_sources(output: Output, record: Record, language: str) -> None:
    sources = record.get("sources", [])
    if not sources:
        return
    output.line(strings.phrase("sources", language), "bold", indent=2)
    for source in sources:
        output.line(source_line(source, language), indent=4, hang=2)
        if note := said(source.get("note"), language):
            output.paragraphs(note, "dim", indent=6)


def source_line(source: Source, language: str) -> str:
    """A source in one line: title, author, date, and where in it."""
    title = said(source.get("title"), language) or source["id"]
    about = ", ".join(part for part in (source.get("author"), source.get("date")) if part)
    line = f"{title} ({about})" if about else title
    return f"{line}, {source['where']}" if source.get("where") else line


def _named(record: Record, text: str, language: str) -> str:
    """A text in which ``[[card:escape-rope]]`` stands under its name."""
    for identifier, name in record.get("names", {}).items():
        text = text.replace(f"[[{identifier}]]", said(name, language))
    return text


def _moves(record: Record, languages: Sequence[str]) -> str:
    names = [
        said(move["name"], language) for move in record.get("moves", ()) for language in languages
    ]
    return ", ".join(names)
