"""What a shell offers when somebody presses the tab key."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulings.reading.book import Book

_PLAIN = " -.,/:+%=_"
"""Besides letters and digits, what no shell takes for more than it is."""


def _completer(names_in: Callable[["Book"], Iterable[str]]) -> Callable[[str], list[str]]:
    def complete(incomplete: str) -> list[str]:
        from rulings.reading.load import load_book
        from rulings_cli.places import locations

        book = load_book(locations.books(None)).book  # whatever can be read will do here
        start = incomplete.casefold()
        names = {name for name in names_in(book) if name.casefold().startswith(start)}
        return sorted(filter(_is_plain, names))

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


def _is_plain(name: str) -> bool:
    """Whether a shell reads an offered name as plain words, not as a command, pattern or option."""
    return name[0] not in "-=" and all(
        sign in _PLAIN or (sign.isprintable() and (sign.isalnum() or not sign.isascii()))
        for sign in name
    )
