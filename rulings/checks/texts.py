"""Checks of what is written in the texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulings.checks.base import EntryCheck, Fault
from rulings.format.model import AnyEntry, Status, Text
from rulings.languages import JAPANESE
from rulings.lookup.links import texts_of, words_of
from rulings.reading.values import is_todo
from rulings.reading.yaml_errors import quoted
from rulings.reading.yaml_reader import Pointer

LONGEST_VERDICT = 80
_IMAGE = re.compile(r"!\[[^\]]{0,300}\]\([^)]{0,300}\)")
_HTML = re.compile(r"</?[A-Za-z][^<>\n]*>|<!--")


class VerdictTooLong(EntryCheck):
    """A verdict is what a judge says aloud: one line."""

    code = "B402"
    summary = f"a verdict of more than one line or {LONGEST_VERDICT} characters"
    remedy = "say it shorter; the details belong in the answer"

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
    """``**`` that Markdown leaves standing, as in ``これは**「強調」**です``."""

    code = "B403"
    summary = "** that Markdown does not take as bold"
    remedy = "put the marks outside the brackets, with a space where Japanese needs none: 「**…**」"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        from rulings.text.markdown import inline_tokens  # slow to import

        for pointer, text in words_of(entry):
            if "**" not in text:
                continue
            if any(token.type == "text" and "**" in token.content for token in inline_tokens(text)):
                message = "** is left in the text; move the marks inside the brackets: 「**…**」"
                yield Fault(pointer, message)


class NotPlainMarkdown(EntryCheck):
    """Images and raw HTML have no place on a sheet or a phone."""

    code = "B404"
    summary = "an image or raw HTML in a text"
    remedy = "say it in words; images and HTML are shown as plain text"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for pointer, text in words_of(entry):
            if _IMAGE.search(text):
                yield Fault(pointer, "an image; say it in words")
            if _HTML.search(text):
                yield Fault(pointer, "raw HTML; use Markdown or words")


class OtherLanguage(EntryCheck):
    """Japanese script in an English text, which a reader of English alone cannot read."""

    code = "B405"
    summary = "Japanese script in an English text"
    remedy = "use the English name, or a working translation marked as such"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for pointer, text in texts_of(entry):
            if found := re.search(JAPANESE, text.get("en", "")):
                message = f"{found[0]!r} stands in the English text; use its English name"
                yield Fault((*pointer, "en"), message)


class CommentInText(EntryCheck):
    """`` #`` in a text without quotes: YAML takes what follows for a comment."""

    code = "B408"
    severity = "warning"
    summary = "a text that ends where a comment begins"
    remedy = "put the text between quotes; what follows ` #` outside of them is a comment"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        origin = self.loading.origins[entry.id]
        comments = origin.document.comments
        for pointer, text in _written(entry) if comments else ():
            if comment := comments.get((*origin.pointer, *pointer)):
                whole = quoted(str(pointer[-1]), f"{text} {comment}")
                message = f"what follows ` #` is a comment; if it is text, write `{whole}`"
                yield Fault(pointer, message)


class TodoLeft(EntryCheck):
    """A TODO in an entry that is in use: what `rulings new` leaves for its author to write."""

    code = "B407"
    summary = "a TODO left in an active entry"
    remedy = "write the text, or set `status: draft` until it is written"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if entry.status != Status.ACTIVE:
            return
        for pointer, text in _written(entry):
            if is_todo(text):
                message = f"{pointer[0]} is still to be written; write it, or set status: draft"
                yield Fault(pointer, message)


def _written(entry: AnyEntry) -> Iterator[tuple[Pointer, str]]:
    """The words of an entry, then its phrasings, each with the way to it."""
    yield from words_of(entry)
    for language, listed in entry.asked.items():
        for number, text in enumerate(listed):
            yield ("asked", language, number), text
