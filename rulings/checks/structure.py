"""Checks of form, of the life of entries, and of cards and terms that nothing mentions."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.checks.base import Check, EntryCheck, Fault
from rulings.format.authorities import Status
from rulings.format.model import AnyEntry, Term
from rulings.lookup.links import named_by
from rulings.reading.problems import Problem

FORM_CODES: dict[str, tuple[str, str]] = {
    "B001": ("a file that cannot be read", "get the right to read the file, or move it away"),
    "B002": ("a file that is too large", "split it; a ruleset may have any number of files"),
    "B004": ("a file that is not UTF-8", "save the file as UTF-8 in your editor"),
    "B005": ("a file that is not valid YAML", "look at that place and at the line above it"),
    "B006": ("two YAML documents in one file", "remove the line --- or split the file"),
    "B007": (
        "a value that begins with !, & or *, which YAML takes for marks of its own",
        "put the text in quotes; YAML's tags, anchors and aliases are not taken",
    ),
    "B008": ("values nested too deep", "flatten them; the format needs eight levels at most"),
    "B009": ("a key that is not a plain word", "write the key as one word"),
    "B010": ("a duplicate key", "remove one of the two; YAML would keep only the last"),
    "B011": ("a folder that does not exist", "give the path of a book's folder"),
    "B012": ("a folder without a book", "a book is a folder with at least one *.yaml file"),
    "B101": ("a key that the format does not know", "correct it; `rulings schema` lists all"),
    "B102": ("a key that is missing", "add the key"),
    "B103": ("a value of the wrong form", "write the value as the message says"),
    "B104": ("a file that holds no keys", "begin with a key such as rulings:"),
    "B105": ("a formula that cannot be read", "numbers, names, conditions, min and max are known"),
    "B201": (
        "a prefix that another ruleset has, or that has changed",
        "choose another, or keep it",
    ),
    "B202": ("cards or terms of no game", "put a game.yaml in the folder or one above it"),
    "B203": ("an id of a card or term with other signs", "use small letters, digits and hyphens"),
    "B204": ("a duplicate id", "give one of the two the next free id (`rulings rename`)"),
    "B205": ("an id of the wrong form", "BR 8.1a, BR-V5, BR-Q22 and BR-N1 are the four forms"),
    "B206": ("an id whose prefix no ruleset has", "correct it, or add its book with --book"),
}
"""Codes of faults that are found while a book is read: what each finds, and how to fix it."""

FOLLOWING = ("B202", "B206")
"""Codes of faults that may come from another file that could not be read."""


class NoReasonGiven(EntryCheck):
    code = "B601"
    summary = "a superseded or withdrawn entry without its date and reason"
    remedy = "add to `history`: {date, status, by, note}"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if entry.status not in (Status.SUPERSEDED, Status.WITHDRAWN):
            return
        items = [item for item in entry.history if item.status == entry.status]
        if not items:
            yield Fault(("status",), f"{entry.status} since when, and why? add both under history")
        elif not any(map(any, (item.note.values() for item in items))):
            yield Fault(("history",), f"why is it {entry.status}? add a note to its history")


class EditionUnknown(EntryCheck):
    code = "B602"
    summary = "checked against a ruleset that is not in the book"
    remedy = "write the id of the ruleset, with the edition you read"
    skip_if_incomplete = True

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for name in entry.checked_against:
            if name not in self.book.rulesets:
                message = f"no ruleset {name!r}; known: {', '.join(self.book.rulesets)}"
                yield Fault(("checked_against", name), message)


class Unused(Check):
    code = "B701"
    severity = "warning"
    summary = "a card, or a term without aliases, that no entry mentions"
    remedy = "name it in an entry that mentions it, add players' words as aliases, or remove it"
    skip_if_incomplete = True

    def problems(self) -> Iterator[Problem]:
        """Every card or term that no entry of its game mentions."""
        if self.loading.unread:
            return  # what cannot be read may mention it
        used = {
            (self.book.ruleset_of(entry.id).game, *name)
            for entry in self.book.entries.values()
            for name in named_by(entry)
        }
        for kind, shelf in self.book.shelves.items():
            for (game, slug), item in shelf.items():
                helps_search = isinstance(item, Term) and any(item.aliases.values())
                if (game, kind, slug) not in used and not helps_search:
                    name = f"{kind}:{game}/{slug}"
                    yield self.fault(name, ("id",), f"no entry mentions the {kind} {slug!r}")
