"""What a shell offers when somebody presses the tab key."""

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulings.reading.book import Book

_PLAIN = re.compile(r"(?![-=])[-\w .,/:+%=\u0080-\U0010ffff]+", re.ASCII)
"""What a shell reads as plain words, not as a command, pattern or option."""


def _completer(names_in: Callable[["Book"], Iterable[str]]) -> Callable[[str], list[str]]:
    def complete(incomplete: str) -> list[str]:
        from rulings.reading.load import load_book
        from rulings_cli.places import locations

        book = load_book(locations.books(None)).book  # whatever can be read will do here
        start = incomplete.casefold()
        names = {name for name in names_in(book) if name.casefold().startswith(start)}
        return sorted(name for name in names if name.isprintable() and _PLAIN.fullmatch(name))

    return complete


complete_ruleset = _completer(
    lambda book: [name for each in book.rulesets.values() for name in (each.id, each.prefix)]
)
complete_id = _completer(lambda book: book.entries)
complete_variant = _completer(
    lambda book: [entry.id for entry in book.entries.values() if entry.kind == "variant"]
)
complete_card = _completer(
    lambda book: [
        name for card in book.cards.values() for name in (card.id, *card.name.values()) if name
    ]
)
