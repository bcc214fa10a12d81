"""Assembling one book from its files, laid over the books below it; every fault is noted."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TypeVar

import msgspec

from rulings import ids
from rulings.disk.files import book_name
from rulings.format import model
from rulings.format.authority_and_status import Authority
from rulings.format.book_file import File
from rulings.format.imprint import Imprint
from rulings.format.sheets import Sheet
from rulings.kinds import KINDS
from rulings.languages import SPOKEN
from rulings.reading.book import Loading, Origin
from rulings.reading.book_files import Pointer
from rulings.reading.convert import convert, unknown_keys
from rulings.reading.layers import lay_named_over, lay_over, lay_ruleset_over
from rulings.reading.values import mistyped
from rulings.reading.yaml_reader import Document
from rulings.text import formulas

_Item = TypeVar("_Item", bound=msgspec.Struct)
_Slugged = TypeVar("_Slugged", bound=model.Card | model.Term)

_KNOWN_KEYS = {field.encode_name: field for field in msgspec.structs.fields(File)}


class Layer:
    """One book, as it is laid over the books that were read before it."""

    def __init__(self, number: int, root: Path, loading: Loading) -> None:
        self._number = number
        self._root = root
        self._loading = loading
        self._book = loading.book
        self._below = dict(loading.book.rulesets)
        self._rulesets: dict[str, model.Ruleset] = {}
        self._games: dict[Path, str] = {}
        self._rejected: set[str] = set()
        self._deferred: list[tuple[Origin, model.AnyEntry]] = []

    def add(self, documents: Sequence[Document]) -> None:
        """Add the games and rulesets of some files, then what belongs to those."""
        language = _language_of(documents)
        for document in documents:
            document.language = language
            faults = unknown_keys(document.data, _KNOWN_KEYS, ())
            document.problems += map(document.problem, faults)
            self._add_heads(document)
        for document in documents:
            for origin, source in self._items(document, "sources", model.Source):
                below = self._book.sources.get(source.id)
                if self._register(origin, f"source:{source.id}", below, source):
                    self._book.sources[source.id] = source
            self._add_sheet(document)
            for kind in KINDS.values():
                for origin, entry in self._items(document, kind.key, model.ENTRY_TYPES[kind.name]):
                    if ids.prefix_of(entry.id) in self._book.by_prefix:
                        self._add_entry(origin, entry)
                    else:
                        self._deferred.append((origin, entry))
            self._add_named(document, model.Card, self._book.cards)
            self._add_named(document, model.Term, self._book.terms)

    def add_deferred(self) -> None:
        """Add the entries whose ruleset was only in an upper book, such as a judge's calls."""
        for origin, entry in self._deferred:
            is_known = ids.prefix_of(entry.id) in self._book.by_prefix
            if entry.authority is Authority.HOUSE and not is_known:
                where = replace(origin, pointer=(*origin.pointer, "id")).where
                self._loading.calls_without_ruleset.add(where)
            self._add_entry(origin, entry)

    def _add_heads(self, document: Document) -> None:
        folder = Path(document.path).parent
        if game := self._head(document, "game", model.Game):
            self._book.games[game.id] = game
            self._games[folder] = game.id
        if imprint := self._head(document, "book", Imprint):
            self._book.imprint, self._book.imprint_folder = imprint, folder
        if ruleset := self._head(document, "ruleset", model.Ruleset):
            self._add_ruleset(document, ruleset)
            self._games.setdefault(folder, ruleset.game)

    def _head(self, document: Document, key: str, expected: type[_Item]) -> _Item | None:
        """The item under a key of a file, if it can be read and is the first with its name."""
        if key not in document.data:
            return None
        head = convert(document, (key,), document.data[key], expected)
        if head is None:
            self._loading.incomplete |= key in ("game", "ruleset")
            if key == "ruleset" and isinstance(document.data[key], dict):
                self._rejected.add(str(document.data[key].get("prefix")))
            return None
        identifier = getattr(head, "id", "")
        name = f"{key}:{identifier}" if identifier else key
        return head if self._register(Origin(document, (key,), self._number), name) else None

    def _add_ruleset(self, document: Document, ruleset: model.Ruleset) -> None:
        below = self._below.get(ruleset.id)
        other = self._book.by_prefix.get(ruleset.prefix, ruleset)
        if other.id != ruleset.id:
            message = f"prefix {ruleset.prefix} belongs to {other.id}; choose another"
            document.add_problem(("ruleset", "prefix"), "B201", message)
            if other.id in self._below:  # this book must not change its entries
                self._rejected.add(ruleset.prefix)
            return
        if below and (below.prefix, below.game) != (ruleset.prefix, ruleset.game):
            kept = f"prefix {below.prefix} and the game {below.game}"
            message = f"{ruleset.id} has the {kept} in a lower book; "
            message += "write another `id` here, or import that one under another --ruleset"
            document.add_problem(("ruleset",), "B201", message)
            return
        ruleset = _with_its_sections(document, ruleset)
        self._rulesets[ruleset.id] = ruleset
        self._book.rulesets[ruleset.id] = lay_ruleset_over(below, ruleset) if below else ruleset

    def _items(
        self, document: Document, key: str, expected: type[_Item]
    ) -> Iterator[tuple[Origin, _Item]]:
        listed = document.data.get(key)
        if listed is not None and not isinstance(listed, list):
            document.add_problem((key,), "B103", f"{key}: needs a list (lines beginning with -)")
            return
        for number, data in enumerate(listed or ()):
            item = convert(document, (key, number), data, expected)
            if item is not None and (key, number) not in document.ambiguous:
                yield Origin(document, (key, number), self._number), item
            elif isinstance(data, dict) and isinstance(data.get("id"), str):
                self._loading.unread[data["id"]] = document.path

    def _add_sheet(self, document: Document) -> None:
        if document.data.get("sheet") is None:
            return
        sheet = convert(document, ("sheet",), document.data["sheet"], Sheet)
        name = (sheet and sheet.id) or Path(document.path).stem
        if sheet and self._register(Origin(document, ("sheet",), self._number), f"sheet:{name}"):
            self._book.sheets[name] = sheet

    def _add_entry(self, origin: Origin, entry: model.AnyEntry) -> None:
        document, pointer = origin.document, origin.pointer
        if note_wrong_id(document, pointer, entry, self._book.by_prefix):
            return
        faults = list(formulas.faults(entry.formula)) if entry.formula else []
        for path, message in faults:
            document.add_problem((*pointer, "formula", *path), "B105", message)
        below = self._book.entries.get(entry.id)
        if faults or ids.prefix_of(entry.id) in self._rejected:
            self._loading.unread[entry.id] = document.path
        elif self._register(origin, entry.id, below, entry):
            if below:
                merged = self._book.ruleset_of(entry.id)
                lower = self._below.get(merged.id, merged)
                entry = lay_over(below, entry, lower, self._rulesets.get(merged.id, lower))
            self._book.entries[entry.id] = entry

    def _add_named(
        self, document: Document, expected: type[_Slugged], shelf: dict[tuple[str, str], _Slugged]
    ) -> None:
        key = f"{expected.kind}s"
        if not document.data.get(key):
            return
        folders = Path(document.path).parents
        game = next((self._games[each] for each in folders if each in self._games), None)
        if game is None:
            message = "which game do these belong to? add a game.yaml to their folder"
            document.add_problem((key,), "B202", message)
            return
        for origin, item in self._items(document, key, expected):
            below = shelf.get((game, item.id))
            if reason := ids.no_slug(item.id):
                document.add_problem((*origin.pointer, "id"), "B203", f"id {reason}")
            elif self._register(origin, f"{item.kind}:{game}/{item.id}", below, item):
                shelf[game, item.id] = lay_named_over(below, item) if below else item

    def _register(
        self, origin: Origin, name: str, below: object = None, above: object = None
    ) -> bool:
        """Record where an item stands, and whether it replaces a different item `below` it; returns
        False, with a problem added, if this book has the name already.
        """
        first = self._loading.origins.get(name)
        if first and first.layer == self._number:
            remedy = "remove one of the two"
            if ids.kind_of(name) == "clause":  # which has no next free number
                remedy = "remove one of the two, or give this one another number"
            elif ids.kind_of(name):
                command = f"rulings rename '{name}' next --book {quote(str(self._root))}"
                remedy = f"remove one of the two, or `{command}` for this one"
            plain = name.split(":", 1)[-1]
            message = f"duplicate id {plain}; first defined at {first.where}; {remedy}"
            origin.document.add_problem((*origin.pointer, "id"), "B204", message)
            return False
        if first and below is not None:
            self._book.laid_over.add(name)
            if not _is_only_added(below, above):
                self._book.replaced_by[name] = book_name(self._root)
        self._loading.origins[name] = origin
        return True


def _language_of(documents: Sequence[Document]) -> str:
    """The language for examples in messages: English if the rulesets name it or no language, else
    the first one that they name.
    """
    heads = (document.data.get("ruleset") for document in documents)
    listed = [head.get("languages") for head in heads if isinstance(head, dict)]
    codes = [str(code) for each in listed if isinstance(each, list) for code in each]
    return SPOKEN[0] if not codes or SPOKEN[0] in codes else codes[0]


def note_wrong_id(
    document: Document, pointer: Pointer, entry: model.AnyEntry, known: Collection[str]
) -> bool:
    """Add a problem unless an entry has an id of its kind, with a `known` prefix; True if added."""
    kind, prefix = ids.kind_of(entry.id), ids.prefix_of(entry.id)
    if kind != entry.kind:
        what = f"is the id of a {kind}" if kind else "is not an id"
        example = KINDS[entry.kind].example(["BR", *known][-1])
        message = f"{entry.id!r} {what}; "
        message += mistyped(entry.id) or f"a {entry.kind} is named like {example}"
        document.add_problem((*pointer, "id"), "B205", message)
    elif prefix not in known:
        choices = ", ".join(sorted(known)) or "none"
        message = f"no ruleset has the prefix {prefix}; known: {choices}; "
        message += "if a book of another folder has it, add that with --book"
        document.add_problem((*pointer, "id"), "B206", message)
    return kind != entry.kind or prefix not in known


def _with_its_sections(document: Document, ruleset: model.Ruleset) -> model.Ruleset:
    """A ruleset with only those sections that have the prefix of its clauses."""
    kept = []
    for number, section in enumerate(ruleset.sections):
        if (ids.kind_of(section.id), ids.prefix_of(section.id)) == ("clause", ruleset.prefix):
            kept.append(section)
            continue
        message = f"{section.id!r} is not a section of {ruleset.id}; name it as {ruleset.prefix} 8"
        document.add_problem(("ruleset", "sections", number, "id"), "B205", message)
    return msgspec.structs.replace(ruleset, sections=kept)


def _is_only_added(below: object, above: object) -> bool:
    """Whether the item above only adds phrasings, or the text of a clause in another language."""
    if isinstance(below, model.Clause) and isinstance(above, model.Clause) and above.text:
        return not below.text.keys() & {*above.text, *above.verdict}
    return _without_asked(below) == _without_asked(above)


def _without_asked(item: object) -> object:
    return msgspec.structs.replace(item, asked={}) if isinstance(item, model.Entry) else item
