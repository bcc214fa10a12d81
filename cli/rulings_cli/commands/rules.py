"""`rulings rules`: a ruleset as a numbered document, with or without its variants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from rulings.languages import said, with_language
from rulings_cli import language, strings, tonight
from rulings_cli.book_index import open_books
from rulings_cli.completion import complete_ruleset
from rulings_cli.options import (
    BookOption,
    JsonOption,
    LanguageOption,
    WithOption,
    WithoutOption,
)
from rulings_cli.output import Output, print_answer_json, standard_output
from rulings_cli.trust import named

if TYPE_CHECKING:
    from rulings.books import Book
    from rulings.contract import Record
    from rulings.effective import ClauseInForce, RulesInForce
    from rulings.event import Event
    from rulings.model import Variant


def rules(
    ruleset: Annotated[
        str, typer.Argument(help="battle-royal, BR, レイド, …", autocompletion=complete_ruleset)
    ],
    effective: Annotated[bool, typer.Option(help="Lay the variants over the clauses.")] = False,
    included: WithOption = None,
    excluded: WithoutOption = None,
    book: BookOption = None,
    lang: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print a ruleset, numbered, as it is in force.

    The variants in force, the event's and those of --with, are laid over the clauses;
    --effective shows those that are only proposed as well. Example:
    rulings rules battle-royal --with BR-V5
    """
    from rulings.effective import choose_variants, find_ruleset, rules_in_force

    opened = open_books(book)
    found = find_ruleset(opened, ruleset)
    event = tonight.table()
    chosen = choose_variants(opened, found, event.variants, included or (), excluded or ())
    laid_over = effective or bool(chosen or excluded)
    in_force = rules_in_force(opened, found, chosen)
    if as_json:
        print_answer_json(with_language(_plain(in_force, laid_over), lang))
    else:
        languages = language.choose(lang or event.language, ruleset)
        output, names = standard_output(), _names(opened, found.game)
        _print(in_force, laid_over, output, languages, event, names)


def _names(book: Book, game: str) -> Record:
    """What the cards and terms of a game are called, for texts that name them."""
    return {"id": "", "kind": "", "title": {}, "names": book.names(game)}


def _print(
    rules: RulesInForce,
    laid_over: bool,
    output: Output,
    languages: tuple[str, ...],
    event: Event,
    names: Record,
) -> None:
    first = languages[0]
    name = " / ".join(said(rules.ruleset.name, one) for one in languages)
    output.line(f"{name} ({rules.ruleset.edition})", "bold", hang=2)
    for one in languages:
        for text in (rules.ruleset.text, rules.ruleset.notice, rules.ruleset.silent):
            if told := named(names, said(text, one), one):
                output.paragraphs(told, "dim", indent=2)
        output.line(_trust_line(rules, one, event), "dim", hang=2)
    if laid_over:
        chosen = ", ".join(variant.id for variant in rules.variants) or strings.phrase(
            "none", first
        )
        output.labelled(strings.phrase("in_force", first), chosen, "accent", indent=0)
    for clause, variants in rules.conflicts.items():
        message = f"{clause}: {', '.join(variants)} ({strings.phrase('conflict', first)})"
        output.labelled(strings.phrase("attention", first), message, "warn", indent=0)
    for section in rules.sections:
        output.line()
        if section.section:
            title = " / ".join(said(section.section.title, one) for one in languages)
            output.line(f"{section.section.id}  {title}", "bold", hang=2)
        for clause_in_force in section.clauses:
            _print_clause(clause_in_force, output, languages, laid_over, names)
    if laid_over and rules.not_in_force:
        output.line()
        output.line(strings.phrase("not_in_force", first), "warn")
        for ruling, missing in rules.not_in_force.items():
            output.labelled(ruling, f"{strings.phrase('rests_on', first)} {', '.join(missing)}")


def _trust_line(rules: RulesInForce, spoken: str, event: Event) -> str:
    """Who says so: every authority that the clauses have, the strongest first."""
    clauses = [one.clause for section in rules.sections for one in section.clauses]
    ranked = sorted({clause.authority for clause in clauses}, key=lambda who: who.rank)
    who = ", ".join(strings.authority(authority, spoken) for authority in ranked)
    line = f"{said(rules.ruleset.name, spoken)} ({rules.ruleset.edition}) · {who}"
    return f"{line} · {strings.phrase('tonight', spoken)}: {event.said()}" if event.name else line


def _print_clause(
    one: ClauseInForce,
    output: Output,
    languages: tuple[str, ...],
    laid_over: bool,
    names: Record,
) -> None:
    clause = one.clause
    for number, spoken in enumerate(languages):
        label = clause.id if number == 0 else " " * len(clause.id)
        who = strings.authority(clause.authority, spoken)
        text = named(names, said(clause.text, spoken), spoken)
        parts = filter(None, (said(clause.title, spoken), text))
        output.labelled(label, f"{': '.join(parts)} ({who})")
    proposed = one.proposed_by if laid_over else ()
    for variants, mark in (
        (one.changed_by, "changed_by"),
        (one.added_by, "added_by"),
        (proposed, "proposed_by"),
    ):
        for variant in variants:
            for spoken in languages:
                line = named(names, _variant_line(variant, mark, spoken), spoken)
                output.labelled(variant.id, line, "accent", 6)


def _variant_line(variant: Variant, mark: str, spoken: str) -> str:
    who = strings.authority(variant.authority, spoken)
    return f"[{strings.phrase(mark, spoken)}] {said(variant.text, spoken)} ({who})"


def _plain(rules: RulesInForce, laid_over: bool) -> dict[str, object]:
    import msgspec

    return {
        "ruleset": msgspec.to_builtins(rules.ruleset),
        "effective": laid_over,
        "variants": [variant.id for variant in rules.variants],
        "conflicts": rules.conflicts,
        "not_in_force": rules.not_in_force,
        "clauses": [
            msgspec.to_builtins(one.clause)
            | {
                "kind": one.clause.kind,
                "changed_by": [variant.id for variant in one.changed_by],
                "added_by": [variant.id for variant in one.added_by],
                "proposed_by": [variant.id for variant in one.proposed_by],
            }
            for section in rules.sections
            for one in section.clauses
        ],
    }
