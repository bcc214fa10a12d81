"""Checks that a reader of one language meets a whole book."""

from __future__ import annotations

from collections.abc import Iterator

from rulings import identifiers
from rulings.checks.base import EntryCheck
from rulings.kinds import KINDS
from rulings.languages import SPOKEN, own_name
from rulings.links import texts_of
from rulings.model import AnyEntry
from rulings.problems import Problem

FEWEST_PHRASINGS = 4
_ALWAYS = ("answer", "text")


class MissingLanguage(EntryCheck):
    """A text that one of the ruleset's languages lacks."""

    code = "B401"
    summary = "a text that is missing in one of the ruleset's languages"
    remedy = "write the text in that language as well"

    def of_entry(self, entry: AnyEntry) -> Iterator[Problem]:
        own = identifiers.is_own(entry.id)  # a table call is written in the judge's own language
        ruleset = self.book.ruleset_of(entry.id)
        languages = [] if own else ruleset.languages
        for pointer, text in texts_of(entry):
            key = pointer[0]
            needed = key in KINDS[entry.kind].needed
            needed &= key in _ALWAYS or own or not ruleset.as_published
            written = {language for language, said in text.items() if said.strip()}
            if needed and not languages and not written:
                yield self.fault(entry.id, pointer, f"{key} is empty; write it")
            for language in languages:
                if language not in written and (written or needed):
                    message = f"{key} has no {own_name(language)} ({language}); write it"
                    yield self.fault(entry.id, pointer, message)


class AskedTooLittle(EntryCheck):
    """Too few ways in which an entry is really asked; players do not use the rules' words."""

    code = "B406"
    severity = "warning"
    summary = f"fewer than {FEWEST_PHRASINGS} ways in which an entry is asked, in some language"
    remedy = "write under `asked` how players put the question at the table"

    def of_entry(self, entry: AnyEntry) -> Iterator[Problem]:
        own = identifiers.is_own(entry.id)
        if entry.kind in ("note", "fork") or own or entry.status == "draft":
            return
        languages = self.book.ruleset_of(entry.id).languages
        if set(languages) != set(SPOKEN):
            return  # imported rules come without phrasings
        for language in languages:
            count = len(entry.asked.get(language, ()))
            if count < FEWEST_PHRASINGS:
                message = (
                    f"asked.{language} has {count} phrasings; write {FEWEST_PHRASINGS} or more"
                )
                yield self.fault(entry.id, ("asked",), message)
