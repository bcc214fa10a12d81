"""Checks that a reader of one language meets a whole book."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rulings import ids
from rulings.checks.base import EntryCheck, Fault
from rulings.format.model import AnyEntry, Status
from rulings.kinds import KINDS
from rulings.languages import SPOKEN, own_name
from rulings.lookup.links import texts_of
from rulings.reading.convert import MISTAKEN
from rulings.reading.problems import Fix
from rulings.reading.yaml_reader import Pointer

FEWEST_PHRASINGS = 4


class MissingLanguage(EntryCheck):
    """A text that one of the ruleset's languages lacks."""

    code = "B401"
    summary = "a text that is missing in one of the ruleset's languages"
    remedy = "write the text in that language as well"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        own = ids.is_own(entry.id)  # a table call is written in the judge's own language
        ruleset = self.book.ruleset_of(entry.id)
        languages = [] if own else ruleset.languages
        for pointer, text in texts_of(entry):
            key = str(pointer[0])
            needed = KINDS[entry.kind].needs(key, ruleset.as_published and not own)
            written = {language for language, said in text.items() if said.strip()}
            if needed and not languages and not written:
                yield Fault(pointer, f"{key} is empty; write it")
            mistaken = {MISTAKEN.get(code, code) for code in written}
            for language in languages:
                if language not in mistaken and (written or needed):
                    message = f"{key} has no {own_name(language)} ({language}); write it"
                    yield Fault(pointer, message)


class WrongLanguage(EntryCheck):
    """A country where a language is meant."""

    code = "B409"
    summary = "a country in place of a language"
    remedy = "write the code of the language: ja, not jp"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        texts: list[tuple[Pointer, Collection[str]]] = [*texts_of(entry), (("asked",), entry.asked)]
        for pointer, codes in texts:
            for code in codes:
                if meant := MISTAKEN.get(code):
                    message = f"{code} is no language; write `{meant}`"
                    fix = Fix(code, meant, is_key=True) if meant not in codes else None
                    yield Fault((*pointer, code), message, fix)


class AskedTooLittle(EntryCheck):
    """Too few ways in which an entry is really asked; players do not use the rules' words."""

    code = "B406"
    severity = "warning"
    summary = f"fewer than {FEWEST_PHRASINGS} ways in which an entry is asked, in some language"
    remedy = "write under `asked` how players put the question at the table"

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
