"""An entry as plain data: its keys, the clauses it cites in full, what cites it, its sources.

A record is what `show --json` prints, and what the index keeps so that a search reads no YAML.
"""

from collections.abc import Iterator
from typing import Any, cast

import msgspec

from rulings import ids
from rulings.format.authority_and_status import Status
from rulings.format.model import AnyEntry, Ruleset, Ruling, SourceReference, Text, Variant
from rulings.format.record import Cited, Record, Source
from rulings.kinds import ROLES_IN_FULL
from rulings.lookup.links import Links, citations_of, contradictions, named_by
from rulings.reading.book import Book

_LABEL, LONGEST_TITLE = 80, 60


class Records:
    """Makes the records of one book."""

    def __init__(self, book: Book) -> None:
        self._book, self._links = book, Links(book)
        self._against = contradictions(book.entries.values())
        self._names_in: dict[str, dict[str, Text]] = {}  # by entry; many cite the same ones

    def entry(self, identifier: str) -> Record:
        """The record of an entry of any kind; KeyError if there is none."""
        entry = self._book.entries[identifier]
        ruleset = self._book.ruleset_of(identifier)
        record: dict[str, Any] = {**self._head(entry, ruleset), **msgspec.to_builtins(entry)}
        if not any(entry.title.values()):
            record |= {"title": label_of(entry)}
            record |= {} if getattr(entry, "question", None) else {"untitled": True}
        record |= self._replaced(identifier)
        if record.get("call"):
            record["call"]["contradicts"] = [each.id for each in self._against.get(identifier, ())]
            record["call"]["corrected"] = getattr(entry, "corrected", "")
        record["asked"] = {code: listed for code, listed in entry.asked.items() if listed}
        record["sources"] = [self._source(reference) for reference in entry.sources]
        roles: dict[str, str] = {}
        for link in self._links.of[identifier]:
            if link.role in ROLES_IN_FULL and link.target in self._book.entries:
                roles.setdefault(link.target, link.role)  # its first role says most
        record["cited"] = [self._cited(target, role) for target, role in roles.items()]
        record["cited_by"] = self._cited_by(identifier)
        record["names"] = self._names(entry)
        if entry.kind == "clause":
            record["within"] = self._within(identifier, ruleset)
        return cast(Record, record)

    def named(self, game: str, kind: str, slug: str) -> Record:
        """The record of a card or term of a game, with the entries that mention it."""
        item = self._book.shelves[kind][game, slug]
        head = {"id": "", "kind": kind, "game": game, "title": item.name}
        record = head | msgspec.to_builtins(item) | {"id": f"{kind}:{slug}"}
        record |= self._replaced(f"{kind}:{game}/{slug}")
        record["sources"] = [self._source(reference) for reference in item.sources]
        citing = self._cited_by(f"{kind}:{slug}")  # also those of other games with such a name
        of_game = [each for each in citing if self._book.ruleset_of(each["id"]).game == game]
        record["cited_by"] = of_game
        return cast(Record, record)

    def sections(self) -> Iterator[Record]:
        """The record of each section: its title and the ids of its clauses."""
        for ruleset in self._book.rulesets.values():
            for section in ruleset.sections:
                clauses = [clause.id for clause in self._book.section(section.id)]
                yield {**self._head(section, ruleset), "clauses": clauses}

    def _head(self, item: Any, ruleset: Ruleset) -> Record:
        return {
            "id": item.id,
            "kind": getattr(item, "kind", "section"),
            "ruleset": ruleset.id,
            "ruleset_name": ruleset.name,
            "edition": _edition(item, ruleset),
            "game": ruleset.game,
            "unchanged_in": ruleset.unchanged_in,
            "title": item.title,
        }

    def _cited(self, identifier: str, role: str) -> Cited:
        entry = self._book.entries[identifier]
        texts = {key: text for key in ("verdict", "text") if (text := getattr(entry, key, None))}
        record = {
            **_cited_in_brief(entry, role),
            **texts,
            **({"names": self._names(entry)} if any(citations_of(entry)) else {}),
            "authority": entry.authority.value,
            "edition": _edition(entry, self._book.ruleset_of(identifier)),
            **self._replaced(identifier),
        }
        changing = [link.origin for link in self._links.to[identifier] if link.role == "modifies"]
        return cast(Cited, record | ({"modified_by": changing} if changing else {}))

    def _cited_by(self, identifier: str) -> list[Cited]:
        links = sorted(self._links.to[identifier], key=lambda link: ids.sort_key(link.origin))
        return [_cited_in_brief(self._book.entries[link.origin], link.role) for link in links]

    def _source(self, reference: SourceReference) -> Source:
        source = self._book.sources.get(reference.id)
        record = msgspec.to_builtins(source) if source else {"id": reference.id}
        record |= {"where": reference.where} if reference.where else {}
        return cast(Source, record | self._replaced(f"source:{reference.id}"))

    def _replaced(self, name: str) -> dict[str, str]:
        """Under the key `book`: the name of the book that overrides a lower one here."""
        book = self._book.replaced_by.get(name)
        return {"book": book} if book else {}

    def _within(self, identifier: str, ruleset: Ruleset) -> list[dict[str, Any]]:
        """Id and title of what is above a clause: its section, then the clauses it belongs to."""
        above = list(reversed(ids.ancestors(identifier)))
        entries = (self._book.entries[name] for name in above if name in self._book.entries)
        titles = {entry.id: label_of(entry) for entry in entries}
        titles |= {each.id: each.title for each in ruleset.sections if each.title}
        return [{"id": name, "title": titles[name]} for name in above if name in titles]

    def _names(self, entry: AnyEntry) -> dict[str, Text]:
        """The names of the cards and terms that an entry mentions, to show in place of ids."""
        if entry.id not in self._names_in:
            game = self._book.ruleset_of(entry.id).game
            self._names_in[entry.id] = {
                f"{kind}:{slug}": item.name
                for kind, slug in named_by(entry)
                if (item := self._book.shelves[kind].get((game, slug)))
            }
        return self._names_in[entry.id]


def _cited_in_brief(entry: AnyEntry, role: str) -> Cited:
    brief: Cited = {"id": entry.id, "kind": entry.kind, "role": role, "title": label_of(entry)}
    if entry.status is not Status.ACTIVE:
        brief["status"] = entry.status.value
    if isinstance(entry, Variant) and any(entry.verdict.values()):
        brief["verdict"] = entry.verdict
    return brief


def label_of(entry: AnyEntry) -> Text:
    """The title of an entry; without one, the first words of its question or text."""
    if any(entry.title.values()):
        return entry.title
    text: Text = getattr(entry, "text", {})
    if isinstance(entry, Ruling):
        text = entry.question or entry.answer
    return {language: first_words(words, _LABEL) for language, words in text.items()}


def first_words(text: str, longest: int) -> str:
    """The beginning of a text, cut between words; all of it if it is short enough."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    cut = line[: longest - 1]
    if " " in cut[longest // 2 :]:
        cut = cut.rsplit(" ", 1)[0]
    return cut.rstrip(" ,;:.–—-(“") + "…"


def _edition(item: Any, ruleset: Ruleset) -> str:
    """The edition that an item was checked against, or else the book's."""
    checked: dict[str, str] = getattr(item, "checked_against", {})
    return checked.get(ruleset.id, ruleset.edition)
