"""Checks of the life of entries, and of what a book has beside them: names, sheets, its imprint."""

import re
from collections import defaultdict
from collections.abc import Iterator

from rulings import ids
from rulings.checks.base import Context, of_book, of_entry
from rulings.errors import RulingsError
from rulings.format.authority_and_status import Status
from rulings.format.imprint import logo_of
from rulings.format.model import AnyEntry, is_date
from rulings.format.words import faults_in
from rulings.lookup.links import is_unfinished
from rulings.reading.book import Origin
from rulings.reading.book_files import texts_in
from rulings.reading.layers import ASKED_KEY, is_in_use
from rulings.reading.problems import Fault
from rulings.reading.yaml_reader import Document

MOST_NAMED = 5
_MISNAMED = re.compile(r"(?:[^./][^/]*/)*[^./][^/]*\.(?:(?i:ya?ml\.txt)|(?!ya?ml$)(?i:ya?ml))")


@of_entry("B601", "add to `history`: {date, status, by, note}")
def unexplained(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A superseded or withdrawn entry without its date and reason."""
    if entry.status not in (Status.SUPERSEDED, Status.WITHDRAWN):
        return
    items = [item for item in entry.history if item.status == entry.status]
    if not items:
        yield Fault(("status",), f"{entry.status} since when, and why? add both under history")
    elif not any(map(any, (item.note.values() for item in items))):
        yield Fault(("history",), f"why is it {entry.status}? add a note to its history")


@of_entry("B602", "write the id of the ruleset, with the edition you read")
def unknown_edition(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """Checked against a ruleset not in the book, or an edition whose date does not exist."""
    for name, edition in entry.checked_against.items():
        padded = re.sub(r"-(?=\d\b)", "-0", edition)
        if name not in context.book.rulesets:
            message = f"no ruleset {name!r}; known: {', '.join(context.book.rulesets)}"
            yield Fault(("checked_against", name), message)
        elif re.fullmatch(r"\d{4}-\d\d-\d\d", padded) and not is_date(padded):
            message = f"{edition} is no date; write the edition that you read"
            yield Fault(("checked_against", name), message)


@of_book("B308", "correct the id in the sheet, or remove it")
def sheet_without_entry(context: Context) -> Iterator[tuple[Origin, Fault]]:
    """A sheet names what is not in the book."""
    for name, sheet in context.book.sheets.items():
        sections = [{"entries": each.entries} for each in sheet.sections]
        for pointer, target in texts_in({"variants": sheet.variants, "sections": sections}):
            exists = target in context.book.entries or target in context.loading.unread
            if not exists and not context.book.section(target):
                message = f"{target!r} is not in the book; correct the id"
                yield context.loading.origins[f"sheet:{name}"], Fault(pointer, message)
        if sheet.poster and sheet.poster not in {*context.book.rulesets, *context.loading.unread}:
            message = f"no ruleset {sheet.poster!r}; known: {', '.join(context.book.rulesets)}"
            yield context.loading.origins[f"sheet:{name}"], Fault(("poster",), message)


@of_book("B311", "correct the id, or check it together with the book that holds the entry")
def asked_of_nothing(context: Context) -> Iterator[tuple[Origin, Fault]]:
    """Phrasings under `asked:` of an entry that does not exist."""
    book, known = context.book, {*context.book.entries, *context.loading.unread}
    for added in (each for each in context.loading.added_phrasings if each.entry not in known):
        if ids.meant(added.entry, book.prefixes(), book.entries) or is_in_use(added, book):
            remedy = context.remedy(added.entry)  # others wait until their document is imported
            message = f"{added.entry!r} is not in the book; {remedy}"
            yield Origin(added.document, added.pointer, 0), Fault((), message)


@of_book("B318", "keep it under the entry that answers it", "warning")
def asked_of_two(context: Context) -> Iterator[tuple[Origin, Fault]]:
    """A phrasing that another entry of the game has too."""
    asked_of = defaultdict[tuple[str, str], list[str]](list)
    games = {name: context.book.ruleset_of(name).game for name in context.book.entries}
    for name, entry in context.book.entries.items():
        for _, text in texts_in(entry.asked):
            asked_of[games[name], ids.letters_of(text)].append(name)
    for added in context.loading.added_phrasings:
        for pointer, text in texts_in(added.phrasings) if added.entry in games else ():
            names = asked_of[games[added.entry], ids.letters_of(text)]
            if others := sorted({*names} - {added.entry}):
                fault = Fault(pointer, f"{text!r} is a phrasing of {others[0]} too")
                yield Origin(added.document, added.pointer, 0), fault
    for name, game in games.items():
        origin = context.loading.origins[name]
        key, number = origin.pointer
        written = origin.document.data[key][number].get(ASKED_KEY)
        for pointer, text in texts_in(written, (ASKED_KEY,)):
            first, *_ = asked_of[game, ids.letters_of(text)]
            if first != name and not getattr(context.book.entries[name], "call", None):
                yield origin, Fault(pointer, f"{text!r} is a phrasing of {first} too")


@of_book("B410", "write what is marked TODO, and set `status: active`", "note")
def unfinished(context: Context) -> Iterator[tuple[Origin, Fault]]:
    """Drafts with a TODO, which searches, pages and sheets leave out."""
    entries = context.book.entries.values()
    drafts = [each.id for each in entries if each.status is Status.DRAFT and is_unfinished(each)]
    if drafts:
        named = ", ".join(drafts[:MOST_NAMED]) + (", …" if drafts[MOST_NAMED:] else "")
        message = f"searches, pages and sheets leave out what holds a TODO: {named}"
        yield context.loading.origins[drafts[0]], Fault((), message)


@of_book("B014", "rename it, so that its name ends with .yaml", "warning")
def misnamed_file(context: Context) -> Iterator[tuple[Origin, Fault]]:
    """A file like those of a book, whose name has another ending, so that it is not read."""
    message = "is not read, since its name does not end with .yaml; rename it"
    for root in context.loading.paths:
        for file in sorted(root.rglob("*.*")):
            if _MISNAMED.fullmatch(file.relative_to(root).as_posix()):  # outside hidden folders
                yield Origin(Document(str(file)), (), 0), Fault((), message)


@of_book("B902", "put a PNG, JPEG or SVG of at most 100 KB beside book.yaml")
def unusable_logo(context: Context) -> Iterator[tuple[Origin, Fault]]:
    """A logo that cannot be used."""
    try:
        logo_of(context.book.imprint, context.book.imprint_folder)
    except RulingsError as error:
        yield context.loading.origins["book"], Fault(("logo",), str(error))


@of_book("B903", "correct it; the reference lists all words of pages and sheets")
def unusable_words(context: Context) -> Iterator[tuple[Origin, Fault]]:
    """A word for pages and sheets that cannot be used."""
    for code, name, reason in faults_in(context.book.imprint.words):
        yield context.loading.origins["book"], Fault(("words", code, name), reason)
