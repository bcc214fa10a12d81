"""Checks of texts: their languages, their words and marks, and the numbers they work out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from rulings import ids
from rulings.checks.base import EntryCheck, Fault
from rulings.format.authorities import Authority, Status
from rulings.format.model import AnyEntry, Formula, Text, is_todo
from rulings.kinds import KINDS
from rulings.languages import JAPANESE, SPOKEN, own_name
from rulings.lookup.links import texts_of, words_of
from rulings.reading.yaml_errors import quoted
from rulings.reading.yaml_reader import Pointer
from rulings.text.formulas import FormulaError, differences, evaluate

LONGEST_VERDICT = 80
FEWEST_PHRASINGS = 4
_IMAGE = re.compile(r"!\[[^\]]{0,300}\]\([^)]{0,300}\)")
_HTML = re.compile(r"</?[A-Za-z][^<>\n]*>|<!--")


class MissingLanguage(EntryCheck):
    code = "B401"
    summary = "a text that is missing in one of the ruleset's languages"
    remedy = "write the text in that language as well"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        ruleset = self.book.ruleset_of(entry.id)
        # a judge writes calls in one language; an import may have as many questions
        is_call = entry.authority is Authority.HOUSE
        own = ids.is_own(entry.id) and (is_call or not ruleset.as_published)
        languages = [] if own else ruleset.languages
        for pointer, text in texts_of(entry):
            key = str(pointer[0])
            needed = KINDS[entry.kind].needs(key, ruleset.as_published and not own)
            written = {language for language, words in text.items() if words.strip()}
            if needed and not languages and not written:
                yield Fault(pointer, f"{key} is empty; write it")
            for language in languages:
                if language not in written and (written or needed):
                    message = f"{key} has no {own_name(language)} ({language}); write it"
                    yield Fault(pointer, message)


class AskedTooLittle(EntryCheck):
    code = "B406"
    severity = "warning"
    summary = f"fewer than {FEWEST_PHRASINGS} phrasings of an entry in a language"
    remedy = "write under `asked` how players ask the question at the table"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        own = ids.is_own(entry.id)
        if own or entry.status is Status.DRAFT or not KINDS[entry.kind].phrased:
            return
        ruleset = self.book.ruleset_of(entry.id)
        languages = ruleset.languages
        if ruleset.as_published or (entry.kind == "clause" and set(languages) != set(SPOKEN)):
            return  # imported rules come without phrasings
        for language in languages:
            count = len(entry.asked.get(language, ()))
            if count < FEWEST_PHRASINGS:
                message = f"{count} phrasings; write {FEWEST_PHRASINGS} or more"
                yield Fault(("asked",), f"asked.{language} has {message}")


class VerdictTooLong(EntryCheck):
    code = "B402"
    summary = f"a verdict of more than one line or {LONGEST_VERDICT} characters"
    remedy = "shorten it; the details belong in the answer"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        verdicts: Text = getattr(entry, "verdict", {})
        for language, verdict in verdicts.items():
            size = len(verdict.strip())
            if "\n" in verdict.strip():
                yield Fault(("verdict", language), "the verdict has several lines; keep it to one")
            elif size > LONGEST_VERDICT:
                message = f"the verdict has {size} characters; {LONGEST_VERDICT} at most"
                yield Fault(("verdict", language), message)


class LiteralMarks(EntryCheck):
    code = "B403"
    summary = "** that Markdown does not read as bold"
    remedy = "move it inside the brackets: 「**…**」"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        from rulings.text.markdown import inline_tokens  # slow to import

        for pointer, text in words_of(entry):
            if "**" not in text:
                continue
            if any(token.type == "text" and "**" in token.content for token in inline_tokens(text)):
                message = "** makes nothing bold here; move it inside the brackets: 「**…**」"
                yield Fault(pointer, message)


class NotPlainMarkdown(EntryCheck):
    code = "B404"
    summary = "an image or raw HTML in a text"
    remedy = "write it in words; images and HTML are shown as plain text"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for pointer, text in words_of(entry):
            if _IMAGE.search(text):
                yield Fault(pointer, "an image; write it in words")
            if _HTML.search(text):
                yield Fault(pointer, "raw HTML; use Markdown or words")


class OtherLanguage(EntryCheck):
    code = "B405"
    summary = "Japanese script in an English text"
    remedy = "use the English name, or a working translation marked as such"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for pointer, text in texts_of(entry):
            if match := re.search(JAPANESE, text.get("en", "")):
                message = f"{match[0]!r} is Japanese in an English text; use its English name"
                yield Fault((*pointer, "en"), message)


class CommentInText(EntryCheck):
    code = "B408"
    severity = "warning"
    summary = "a text that ends where a comment begins"
    remedy = "put the text in quotes; outside of quotes a comment begins at ` #`"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        origin = self.loading.origins[entry.id]
        comments = origin.document.comments
        for pointer, text in _written(entry) if comments else ():
            if comment := comments.get((*origin.pointer, *pointer)):
                whole = quoted(str(pointer[-1]), f"{text} {comment}")
                message = f"a comment begins at ` #`; if it is text, write `{whole}`"
                yield Fault(pointer, message)


class TodoLeft(EntryCheck):
    code = "B407"
    summary = "a TODO left in an active entry"
    remedy = "write the text, or set `status: draft` until it is written"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if entry.status != Status.ACTIVE:
            return
        for pointer, text in _written(entry):
            if is_todo(text):
                message = f"{pointer[0]} is not written yet; write it, or set status: draft"
                yield Fault(pointer, message)


class FormulaUnsound(EntryCheck):
    code = "B501"
    summary = "a formula that fails for its smallest or its largest inputs"
    remedy = "correct the expression; a name must be an input or an output above it"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if entry.formula is None:
            return
        for bound in ("min", "max"):
            given = {name: getattr(each, bound) for name, each in entry.formula.inputs.items()}
            try:
                evaluate(entry.formula, given)
            except FormulaError as error:
                yield Fault(("formula", "outputs"), str(error))
                return


class WorkedNumbersDiffer(EntryCheck):
    code = "B503"
    summary = "a worked example with another result than its formula"
    remedy = "correct the numbers, or the formula"
    skip_if_incomplete = True

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for number, worked in enumerate(entry.worked):
            formula = self._formulas.get(worked.formula) if worked.formula else entry.formula
            if formula is None:
                message = "worked numbers need a formula: in this entry, or named under `formula`"
                yield Fault(("worked", number), message)
                continue
            try:
                lines = differences(formula, worked)
            except FormulaError as error:
                lines = [str(error)]
            for line in lines:
                yield Fault(("worked", number), line)

    @cached_property
    def _formulas(self) -> dict[str, Formula]:
        formulas = (entry.formula for entry in self.book.entries.values())
        return {formula.name: formula for formula in formulas if formula}


def _written(entry: AnyEntry) -> Iterator[tuple[Pointer, str]]:
    """The words of an entry, then its phrasings, each with its pointer."""
    yield from words_of(entry)
    for language, listed in entry.asked.items():
        for number, text in enumerate(listed):
            yield ("asked", language, number), text
