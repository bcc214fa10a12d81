"""`rulings rules`: a ruleset as a numbered document, with or without its variants."""

from itertools import groupby
from typing import Annotated, NamedTuple

import msgspec
import typer

from rulings.editing.calls import calls_in_force
from rulings.format.authority_and_status import Authority
from rulings.format.model import Text
from rulings.format.record import Record
from rulings.ids import section_of
from rulings.languages import text_in
from rulings.lookup import rules_in_force
from rulings.lookup.event import Event
from rulings.lookup.records import Records
from rulings_cli.answers.trust import calls_on, with_names
from rulings_cli.event import tonight
from rulings_cli.places.language import reply_languages
from rulings_cli.places.opening import open_books
from rulings_cli.start import options
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import Output, print_answer_json, standard_output


def rules(
    ruleset: Annotated[str, typer.Argument(help="battle-royal, BR, レイド, …")],
    effective: Annotated[bool, typer.Option(help="Lay the variants over the clauses.")] = False,
    included: options.WithOption = None,
    excluded: options.WithoutOption = None,
    book: options.BookOption = None,
    lang: options.LanguageOption = None,
    as_json: options.JsonOption = False,
) -> None:
    """Print a ruleset, numbered, as it is in force.

    The variants in force, the event's and those of --with, are laid over the clauses;
    --effective shows those that are only proposed as well. Example:
    rulings rules battle-royal --with BR-V5
    """
    opened, event = open_books(book), tonight.event()
    named_ruleset = rules_in_force.find_ruleset(opened, ruleset)
    chosen = rules_in_force.choose_variants(
        opened, named_ruleset, event.variants, included or (), excluded or ()
    )
    laid_over = effective or bool(chosen or excluded)
    in_force = rules_in_force.rules_in_force(opened, named_ruleset, chosen)
    if as_json:
        print_answer_json(_as_json(in_force, laid_over), lang)
        return
    names: Record = {"id": "", "kind": "", "title": {}, "names": opened.names(named_ruleset.game)}
    languages = reply_languages(lang or event.language, ruleset)
    records = Records(opened)
    calls = (records.entry(call.id) for call in calls_in_force(opened, event.name))
    event = event._replace(calls=tuple(calls))
    _RulesPrinter(in_force, laid_over, languages, event, names, records, standard_output()).print()


class _RulesPrinter(NamedTuple):
    """Prints a ruleset; `names` are those of its cards and terms."""

    rules: rules_in_force.RulesInForce
    laid_over: bool
    languages: tuple[str, ...]
    event: Event
    names: Record
    records: Records
    output: Output

    def print(self) -> None:
        self._print_head()
        if self.laid_over:
            shown = ", ".join(variant.id for variant in self.rules.variants) or self._phrase("none")
            self.output.labelled(self._phrase("in_force"), shown, "accent", indent=0)
        for name, variants in self.rules.conflicts.items():
            message = f"{name}: {', '.join(variants)} ({self._phrase('conflict')})"
            self.output.labelled(self._phrase("attention"), message, "warn", indent=0)
        titles = {section.id: section.title for section in self.rules.ruleset.sections}
        for name, clauses in groupby(self.rules.clauses, lambda each: section_of(each.clause.id)):
            self.output.line()
            if name in titles:
                self.output.line(f"{name}  {self._in_each(titles[name])}", "bold", hang=2)
            for clause in clauses:
                self._print_clause(clause)
        if self.laid_over and self.rules.not_in_force:
            self.output.line()
            self.output.line(self._phrase("not_in_force"), "warn")
            for ruling, missing in self.rules.not_in_force.items():
                self.output.labelled(ruling, f"{self._phrase('rests_on')} {', '.join(missing)}")

    def _print_head(self) -> None:
        """The ruleset in each language, and who says so, the strongest authority first."""
        ruleset = self.rules.ruleset
        self.output.line(f"{self._in_each(ruleset.name)} ({ruleset.edition})", "bold", hang=2)
        authorities = {each.clause.authority for each in self.rules.clauses}
        ranked = [each for each in Authority if each in authorities]
        for code in self.languages:
            for text in (ruleset.text, ruleset.notice, ruleset.silent):
                if words := self._named(text, code):
                    self.output.paragraphs(words, "dim", indent=2)
            name = f"{text_in(ruleset.name, code)} ({ruleset.edition})"
            who = ", ".join(strings.phrase(f"authority_{each}", code) for each in ranked)
            event = f"{strings.phrase('tonight', code)}: {self.event.label()}"
            about = [name, who, event if self.event.name else ""]
            self.output.line(" · ".join(filter(None, about)), "dim", hang=2)

    def _print_clause(self, in_force: rules_in_force.ClauseInForce) -> None:
        clause, label = in_force.clause, in_force.clause.id
        for code in self.languages:
            who = strings.phrase(f"authority_{clause.authority}", code)
            parts = filter(None, (text_in(clause.title, code), self._named(clause.text, code)))
            self.output.labelled(label, f"{': '.join(parts)} ({who})")
            label = " " * len(label)
        self._print_calls_on(clause.id)
        for mark in ("changed_by", "added_by", *(("proposed_by",) if self.laid_over else ())):
            for variant in getattr(in_force, mark):
                for code in self.languages:
                    who = strings.phrase(f"authority_{variant.authority}", code)
                    text = f"[{strings.phrase(mark, code)}] {self._named(variant.text, code)}"
                    self.output.labelled(variant.id, f"{text} ({who})", "accent", 6)
                self._print_calls_on(variant.id)

    def _print_calls_on(self, entry: str) -> None:
        for phrase, named, call in calls_on(self.records.entry(entry), self.event.calls):
            question, verdict = map(self._in_each, (call["title"], call["verdict"]))
            blanks = {"id": named, "call": call["id"], "question": question, "title": verdict}
            note = strings.phrase(f"sheet_{phrase}", self.languages[0], **blanks)
            self.output.labelled("", note, "accent", 6)

    def _in_each(self, text: Text) -> str:
        return " / ".join(text_in(text, code) for code in self.languages)

    def _named(self, text: Text, code: str) -> str:
        return with_names(self.names, text, code)

    def _phrase(self, name: str) -> str:
        return strings.phrase(name, self.languages[0])


def _as_json(rules: rules_in_force.RulesInForce, laid_over: bool) -> dict[str, object]:
    marks = ("changed_by", "added_by", "proposed_by")
    return {
        "ruleset": msgspec.to_builtins(rules.ruleset),
        "effective": laid_over,
        "variants": [variant.id for variant in rules.variants],
        "conflicts": rules.conflicts,
        "not_in_force": rules.not_in_force,
        "clauses": [
            msgspec.to_builtins(each.clause)
            | {"kind": each.clause.kind}
            | {mark: [variant.id for variant in getattr(each, mark)] for mark in marks}
            for each in rules.clauses
        ],
    }
