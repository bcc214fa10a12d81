"""`rulings rules`: a ruleset as a numbered document, with or without its variants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from rulings.languages import said, with_language
from rulings_cli.answers.trust import named
from rulings_cli.event import tonight
from rulings_cli.places import language
from rulings_cli.places.book_index import open_books
from rulings_cli.start.completion import complete_ruleset
from rulings_cli.start.options import (
    BookOption,
    JsonOption,
    LanguageOption,
    WithOption,
    WithoutOption,
)
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import Output, print_answer_json, standard_output

if TYPE_CHECKING:
    from rulings.format.model import Text
    from rulings.format.record import Record
    from rulings.lookup.event import Event
    from rulings.lookup.rules_in_force import ClauseInForce, RulesInForce
    from rulings.reading.book import Book


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
    from rulings.lookup.rules_in_force import choose_variants, find_ruleset, rules_in_force

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
        shown = _Shown(in_force, laid_over, languages, event, _names(opened, found.game))
        shown.print(standard_output())


def _names(book: Book, game: str) -> Record:
    """What the cards and terms of a game are called, for texts that name them."""
    return {"id": "", "kind": "", "title": {}, "names": book.names(game)}


class _Shown(NamedTuple):
    """A ruleset as it is printed for one reader; `names` is what its cards and terms are called."""

    rules: RulesInForce
    laid_over: bool
    languages: tuple[str, ...]
    event: Event
    names: Record

    def print(self, output: Output) -> None:
        """The whole ruleset: what it is, what is in force, its clauses, what no longer holds."""
        self._print_head(output)
        self._print_in_force(output)
        for section in self.rules.sections:
            output.line()
            if section.section:
                title = self._in_each(section.section.title)
                output.line(f"{section.section.id}  {title}", "bold", hang=2)
            for clause in section.clauses:
                self._print_clause(clause, output)
        if self.laid_over and self.rules.not_in_force:
            output.line()
            output.line(self._phrase("not_in_force"), "warn")
            for ruling, missing in self.rules.not_in_force.items():
                output.labelled(ruling, f"{self._phrase('rests_on')} {', '.join(missing)}")

    def _print_head(self, output: Output) -> None:
        ruleset = self.rules.ruleset
        output.line(f"{self._in_each(ruleset.name)} ({ruleset.edition})", "bold", hang=2)
        for one in self.languages:
            for text in (ruleset.text, ruleset.notice, ruleset.silent):
                if told := self._named(text, one):
                    output.paragraphs(told, "dim", indent=2)
            output.line(self._trust_line(one), "dim", hang=2)

    def _print_in_force(self, output: Output) -> None:
        if self.laid_over:
            chosen = ", ".join(variant.id for variant in self.rules.variants)
            shown = chosen or self._phrase("none")
            output.labelled(self._phrase("in_force"), shown, "accent", indent=0)
        for clause, variants in self.rules.conflicts.items():
            message = f"{clause}: {', '.join(variants)} ({self._phrase('conflict')})"
            output.labelled(self._phrase("attention"), message, "warn", indent=0)

    def _print_clause(self, one: ClauseInForce, output: Output) -> None:
        clause = one.clause
        for number, spoken in enumerate(self.languages):
            label = clause.id if number == 0 else " " * len(clause.id)
            who = strings.authority(clause.authority, spoken)
            parts = filter(None, (said(clause.title, spoken), self._named(clause.text, spoken)))
            output.labelled(label, f"{': '.join(parts)} ({who})")
        for variants, mark in (
            (one.changed_by, "changed_by"),
            (one.added_by, "added_by"),
            (one.proposed_by if self.laid_over else (), "proposed_by"),
        ):
            for variant in variants:
                for spoken in self.languages:
                    who = strings.authority(variant.authority, spoken)
                    told = f"[{strings.phrase(mark, spoken)}] {self._named(variant.text, spoken)}"
                    output.labelled(variant.id, f"{told} ({who})", "accent", 6)

    def _trust_line(self, spoken: str) -> str:
        """Who says so: every authority that the clauses have, the strongest first."""
        clauses = [one.clause for section in self.rules.sections for one in section.clauses]
        ranked = sorted({clause.authority for clause in clauses}, key=lambda who: who.rank)
        who = ", ".join(strings.authority(authority, spoken) for authority in ranked)
        ruleset = self.rules.ruleset
        parts = [f"{said(ruleset.name, spoken)} ({ruleset.edition})", who]
        if self.event.name:
            parts.append(f"{strings.phrase('tonight', spoken)}: {self.event.said()}")
        return " · ".join(parts)

    def _in_each(self, text: Text) -> str:
        """A short text in each language, on one line."""
        return " / ".join(said(text, one) for one in self.languages)

    def _named(self, text: Text, spoken: str) -> str:
        return named(self.names, said(text, spoken), spoken)

    def _phrase(self, name: str) -> str:
        return strings.phrase(name, self.languages[0])


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
