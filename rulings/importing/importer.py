"""What an importer declares, what it is asked to do, and what it reports."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulings import languages
from rulings.errors import RulingsError
from rulings.importing.book_writer import Target, ruleset_in
from rulings.reading.book import Book

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_TARGET = {
    "prefix": (re.compile(r"[A-Z][A-Z0-9]{0,11}"), "HB"),
    "game": (_NAME, "harbour"),
    "ruleset": (_NAME, "harbour-cr"),
    "lang": (re.compile(languages.PATTERN), "en"),
}
"""The options that name the new ruleset: what each must look like, and an example."""
TARGET_OPTIONS = tuple(_TARGET)


@dataclass(slots=True)
class Report:
    """What an import made, or would make: how many of each, and what a reader must look at.

    `details` are further parts of the report, by the keys that they have as JSON; `book` is the
    folder that was written.
    """

    counts: dict[str, int]
    warnings: list[str] = field(default_factory=list)
    details: dict[str, Any] = field(default_factory=dict)
    book: Path | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A call of `rulings import`.

    `options` are those that were given, by name; `place` gives the folder of the new book for a
    ruleset and an edition; `books_beside` reads the other books in use; `earlier` is the newest
    edition beside that folder, or the folder itself.
    """

    file: Path
    options: Mapping[str, Any]
    today: str
    place: Callable[[str, str], Path]
    books_beside: Callable[[Path], Book]
    earlier: Callable[[Path], Path]

    def option(self, name: str) -> str:
        """An option as it was given; empty where it was not."""
        return str(self.options.get(name, ""))

    def needed(self, name: str) -> str:
        """An option of `TARGET_OPTIONS`; RulingsError where it is missing or malformed."""
        value = self.option(name)
        pattern, example = _TARGET[name]
        if not value:
            raise RulingsError(f"an import needs --{name}, such as --{name} {example}")
        if not pattern.fullmatch(value) or (name == "lang" and not languages.is_language(value)):
            raise RulingsError(f"--{name} {value!r}: write it like {example}")
        return value

    def target(self, book: Book) -> Target:
        """The ruleset that the options name; RulingsError where its prefix or id is taken."""
        prefix, game, ruleset, language = map(self.needed, TARGET_OPTIONS)
        for other in book.rulesets.values():
            same = (prefix == other.prefix, ruleset == other.id)
            if not any(same) or (all(same) and game == other.game and other.as_published):
                continue  # another one; or an import of its text, or of another edition of it
            option = "ruleset" if same[1] else "prefix"
            remedy = "--ruleset and --prefix" if all(same) else f"--{option}"
            message = f"belongs to {languages.text_in(other.name, 'en')!r} already"
            value = self.option(option)
            raise RulingsError(f"the {option} {value} {message}; choose another {remedy}")
        self._refuse_another(ruleset)
        authority = self.option("authority")
        return Target(ruleset, prefix, game, language, game not in book.games, authority=authority)

    def _refuse_another(self, ruleset: str) -> None:
        """RulingsError if an earlier import of a ruleset has another game or language."""
        old = ruleset_in(self.earlier(self.place(ruleset, "new")))
        before = {"game": old.get("game"), "lang": next(iter(old.get("languages", ())), "")}
        for name in before if old.get("id") == ruleset else ():
            if before[name] != self.option(name):
                message = f"the import of {ruleset} has {name}: {before[name]}"
                raise RulingsError(f"{message}; remove it first, or choose another --ruleset")


@dataclass(frozen=True, slots=True)
class Importer:
    """A format that can be imported.

    `reads` says in a few words what it takes; `options` are the names of the options of
    `rulings import` that it understands. `run` raises RulingsError where the file is something
    else; then nothing has changed. If it `has_numbers`, its editions are compared by them.
    """

    name: str
    reads: str
    run: Callable[[Request], Report]
    options: tuple[str, ...] = ()
    has_numbers: bool = True
