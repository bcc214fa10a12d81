"""Which entries a sheet holds: by id, by filter, by query."""

import difflib
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from rulings import ids as identifiers
from rulings.errors import RulingsError
from rulings.format.authority_and_status import Status
from rulings.format.model import AnyEntry, Ruleset, Ruling, Text
from rulings.format.sheets import Select, Sheet, SheetSection, Style
from rulings.format.words import WORDS
from rulings.kinds import KINDS
from rulings.languages import text_in
from rulings.lookup.filters import choices_of, matching
from rulings.reading.book import Book
from rulings.reading.convert import convert
from rulings.reading.problems import BookError
from rulings.reading.yaml_reader import read_document
from rulings_cli.places.locations import NOT_PUBLISHED

Search = Callable[[str, int], list[str]]
"""Takes a query and a limit; returns the ids that answer it, the best first."""

RULINGS = WORDS["sheet_rulings"]
"""The title of a sheet that has no name."""
_PRINTED = (Status.ACTIVE, Status.DRAFT)


def sheet_for(
    book: Book, words: Sequence[str], where: Select, queries: Sequence[str], style: Style | None
) -> Sheet:
    """The sheet for the words of a command line (sheets, files, rulesets, ids), for the queries, or
    for a filter alone. RulingsError for words that mean nothing, or that conflict with the filter.
    """
    if style == "poster" and not queries and where == Select(ruleset=where.ruleset):
        # --ruleset alone names the poster of a ruleset
        words, where = words or [where.ruleset], Select()
    narrowed = where != Select()
    # `sheet BR --kind note` means `sheet --ruleset BR --kind note`
    if narrowed and len(words) == 1 and (ruleset := ruleset_named(book, words[0])):
        words, where = (), msgspec.structs.replace(where, ruleset=ruleset.id)
    if words and narrowed:
        raise RulingsError("a filter goes with a ruleset or with --query; leave it out, or the ids")
    if not words and not queries:
        return _filtered(book, where)
    sheets = [_sheet_for_word(book, word, style) for word in words]
    if len(words) > 1:
        rulesets = (ruleset_named(book, word) for word in words)
        sheets = [*map(_beside_others, sheets, rulesets)]
    sections = [SheetSection(title={"en": text}, queries=[text]) for text in queries]
    if sections:
        sheets.append(Sheet(title=RULINGS, sections=sections))
    if len(sheets) == 1:
        return sheets[0]
    sections = [section for sheet in sheets for section in sheet.sections]
    return msgspec.structs.replace(sheets[0], title=RULINGS, intro=Text(), sections=sections)


def _beside_others(sheet: Sheet, ruleset: Ruleset | None) -> Sheet:
    """A sheet whose sections name its ruleset, if it is of one."""
    if ruleset is None:
        return sheet
    sections = []
    for section in sheet.sections:
        titles = section.title.items()
        title = {code: f"{text_in(ruleset.name, code)}: {words}" for code, words in titles}
        sections.append(msgspec.structs.replace(section, title=title or ruleset.name))
    return msgspec.structs.replace(sheet, sections=sections)


def entries_of(book: Book, section: SheetSection, search: Search) -> list[AnyEntry]:
    """The entries of one section of a sheet, each once."""
    ids = [identifier for name in section.entries for identifier in ids_meant(book, name)]
    if section.select is not None:
        ids += [entry.id for entry in _in_use(book, section.select)]
    for query in section.queries:
        answers = search(query, section.limit)
        if not answers:
            raise RulingsError(f"the query {query!r} finds nothing; use other words")
        ids += answers
    return [book.entries[identifier] for identifier in dict.fromkeys(ids)]


def ids_meant(book: Book, text: str, widen: bool = False) -> list[str]:
    """The ids that were typed: an entry (`widen`: with its subrules), or a section's clauses."""
    reference = identifiers.parse(text, book.prefixes())
    identifiers.reject_several(text, [*filter(book.entries.get, reference.candidates)])
    for candidate in reference.candidates:
        known = candidate in book.entries
        if known and (reference.exact or not widen):
            return [candidate]
        below = [clause.id for clause in book.section(candidate) if clause.status in _PRINTED]
        if known or below:
            return below or [candidate]
    near = difflib.get_close_matches(text, [*book.sheets, *book.rulesets, *book.entries], n=1)
    hint = f"; did you mean {near[0]}?" if near else "; `rulings search` finds the id"
    raise RulingsError(f"{text!r} is not an entry, ruleset or sheet of the book{hint}")


def _in_use(book: Book, where: Select) -> list[AnyEntry]:
    """The active entries and drafts that a filter finds, in the order of a rulebook, without calls
    of events. RulingsError if there are none.
    """
    listed = list(matching(book, **msgspec.structs.asdict(where)))
    entries = [
        entry
        for entry in listed
        if entry.status in _PRINTED
        and entry.id not in book.cited
        and not (isinstance(entry, Ruling) and entry.call and entry.call.event)
    ]
    if not entries:
        if any(each.id in book.cited for each in listed):
            raise RulingsError(NOT_PUBLISHED)
        raise RulingsError("the book has no entry like that; widen the filter")
    return sorted(entries, key=lambda entry: identifiers.sort_key(entry.id))


def ruleset_named(book: Book, text: str) -> Ruleset | None:
    """The ruleset with this id, prefix, name or alias."""
    return book.rulesets.get(choices_of(book)["ruleset"].get(identifiers.plain(text), ""))


def _sheet_for_word(book: Book, word: str, style: Style | None) -> Sheet:
    """The sheet with this name or file, or of the ruleset with this name, or of these ids. Before
    these goes a poster of the ruleset, that of the topmost book.
    """
    ruleset = ruleset_named(book, word)
    posters = [each for each in book.sheets.values() if ruleset and each.poster == ruleset.id]
    if posters and style == "poster":
        return posters[-1]
    if sheet := _sheet_named(book, word):
        return sheet
    if ruleset:
        return book.sheets.get(ruleset.id) or _filtered(book, Select(ruleset=ruleset.id))
    section = SheetSection(entries=ids_meant(book, word, widen=True))
    return Sheet(title=RULINGS, sections=[section])


def _sheet_named(book: Book, name: str) -> Sheet | None:
    """The sheet of a file (``tonight.yaml``) or of the book; None where no name is meant."""
    if not name.endswith((".yaml", ".yml")):
        return book.sheets.get(name)
    path = Path(name)
    if not path.exists():
        raise RulingsError(f"{name}: no such file; `rulings sheet --example > {name}` writes one")
    document = read_document(path)
    data, sheet = document.data, None
    if isinstance(data, dict) and set(data) == {"sheet"}:
        sheet = convert(document, ("sheet",), data["sheet"], Sheet)
    elif not document.problems:
        document.add_problem((), "B104", "a sheet file holds the one key `sheet:`; see --example")
    if sheet is None or document.problems:
        raise BookError(document.problems)
    return sheet


def _filtered(book: Book, where: Select) -> Sheet:
    """A sheet of all that a filter finds; if there are rulings, without clauses and forks."""
    if where == Select():
        known = ", ".join(dict.fromkeys([*book.sheets, *book.rulesets]))
        raise RulingsError(f"what should be on the sheet? name one of {known}; or ids, or --query")
    kinds: dict[str, list[str]] = {kind: [] for kind in ("ruling", *KINDS)}
    for entry in _in_use(book, where):
        kinds[entry.kind].append(entry.id)
    if kinds["ruling"]:
        kinds["clause"] = kinds["fork"] = []
    titled = ((WORDS[f"heading_{kind}"], listed) for kind, listed in kinds.items() if listed)
    sections = [SheetSection(title=title, entries=listed) for title, listed in titled]
    title = WORDS[f"heading_{where.kind}"] if where.kind in KINDS else RULINGS
    if ruleset := ruleset_named(book, where.ruleset):
        title = ruleset.name
    return Sheet(title=title, sections=sections)
