"""Checks of what is written in the texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulings.books import AnyEntry
from rulings.checks.base import EntryCheck
from rulings.links import texts_of
from rulings.model import LANGUAGES, Note
from rulings.problems import Problem

LONGEST_VERDICT = 80
_IMAGE = re.compile(r"!\[[^\]]{0,300}\]\([^)]{0,300}\)")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+")
_HTML = re.compile(r"</?[A-Za-z][^<>\n]*>|<!--")


class VerdictTooLong(EntryCheck):
    """A verdict is what a judge says aloud: one line."""

    code = "B402"
    summary = f"a verdict of more than one line or {LONGEST_VERDICT} characters"
    remedy = "say it shorter; the details belong in the answer"

    def of_entry(self, entry: AnyEntry) -> Iterator[Problem]:
        if isinstance(entry, Note):
            return
        for language in LANGUAGES:
            verdict = getattr(entry.verdict, language).strip()
            if "\n" in verdict:
                message = "the verdict has several lines; keep it to one"
                yield self.fault(entry.id, ("verdict", language), message)
            elif len(verdict) > LONGEST_VERDICT:
                message = f"the verdict has {len(verdict)} characters; {LONGEST_VERDICT} at most"
                yield self.fault(entry.id, ("verdict", language), message)


class LiteralMarks(EntryCheck):
    """``**`` that Markdown leaves standing, as in ``これは**「強調」**です``."""

    code = "B403"
    summary = "** that Markdown does not take as bold"
    remedy = "put the marks outside the brackets, with a space where Japanese needs none: 「**…**」"

    def of_entry(self, entry: AnyEntry) -> Iterator[Problem]:
        from rulings.markdown import inline_tokens  # noqa: PLC0415 - slow to import

        for key, language, text in _texts(entry):
            if "**" not in text:
                continue
            if any(token.type == "text" and "**" in token.content for token in inline_tokens(text)):
                message = "** is left in the text; move the marks inside the brackets: 「**…**」"
                yield self.fault(entry.id, (key, language), message)


class NotPlainMarkdown(EntryCheck):
    """Images and raw HTML have no place on a sheet or a phone."""

    code = "B404"
    summary = "an image or raw HTML in a text"
    remedy = "say it in words; images and HTML are shown as plain text"

    def of_entry(self, entry: AnyEntry) -> Iterator[Problem]:
        for key, language, text in _texts(entry):
            if _IMAGE.search(text):
                yield self.fault(entry.id, (key, language), "an image; say it in words")
            if _HTML.search(text):
                yield self.fault(entry.id, (key, language), "raw HTML; use Markdown or words")


class OtherLanguage(EntryCheck):
    """Japanese script in an English text, which a reader of English alone cannot read."""

    code = "B405"
    summary = "Japanese script in an English text"
    remedy = "use the English name, or a working translation marked as such"

    def of_entry(self, entry: AnyEntry) -> Iterator[Problem]:
        for key, text in texts_of(entry):
            if found := _JAPANESE.search(text.en):
                message = f"{found[0]!r} stands in the English text; use its English name"
                yield self.fault(entry.id, (key, "en"), message)


def _texts(entry: AnyEntry) -> Iterator[tuple[str, str, str]]:
    for key, text in texts_of(entry):
        for language in LANGUAGES:
            yield key, language, getattr(text, language)
