"""What a shell offers when somebody presses the tab key."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulings.reading.book import Book

_PLAIN = " -.,/:+%=_"
"""Besides letters and digits, what no shell takes for more than it is."""


def _completer(names_in: Callable[[Book], Iterable[str]]) -> Callable[[str], list[str]]:
    """Offers names of the books."""

    def complete(incomplete: str) -> list[str]:
        from rulings.reading.load import load_book
        from rulings_cli.places import locations

        book = load_book(locations.books(None)).book  # whatever can be read will do here
        return _beginning(names_in(book), incomplete)

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


def complete_event(incomplete: str) -> list[str]:
    """Events by name."""
    from rulings_cli.event import tonight

    return _beginning([event.name for event in tonight.events()], incomplete)


def _beginning(names: Iterable[str], incomplete: str) -> list[str]:
    start = incomplete.casefold()
    return sorted({name for name in names if name.casefold().startswith(start) and _is_plain(name)})


def _is_plain(name: str) -> bool:
    """Whether a shell reads an offered name as plain words, not as a command, pattern or option."""
    return name[0] not in "-=" and all(
        sign in _PLAIN or (sign.isprintable() and (sign.isalnum() or not sign.isascii()))
        for sign in name
    )
