"""`rulings page`: the book as one file for a phone."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rulings.errors import RulingsError
from rulings_cli.event import tonight
from rulings_cli.places import locations
from rulings_cli.places.book_index import read_books
from rulings_cli.start.options import (
    BookOption,
    LanguageOption,
    RulesetsOption,
    WithOption,
    WithoutOption,
)
from rulings_cli.terminal.output import standard_output, write_file

if TYPE_CHECKING:
    from rulings.lookup.event import Event
    from rulings_cli.html.selection import Selection
    from rulings_cli.phone.serving import Address


def page(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")
    ] = None,
    ruleset: RulesetsOption = None,
    sheet: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Only what is on this sheet: its name, or its file."),
    ] = None,
    included: WithOption = None,
    excluded: WithoutOption = None,
    lang: LanguageOption = None,
    serve: Annotated[
        bool, typer.Option("--serve", help="Show it to a browser of this machine, for trying.")
    ] = False,
    address: Annotated[
        str | None,
        typer.Option(metavar="HOST[:PORT]", help="Serve it there, with a QR code for phones."),
    ] = None,
    book: BookOption = None,
) -> None:
    """Make the book one HTML file, for a phone without network: search, calculators, variants.

    Example: rulings page -o table.html --ruleset BR --with BR-V5
    """
    from rulings_cli.html.selection import for_event
    from rulings_cli.phone.page import phone_page
    from rulings_cli.phone.serving import parse_address

    place = parse_address(address) if serve or address else None
    if output is None and place is None:
        raise RulingsError("where to? add -o table.html, or --serve to try it in a browser")
    event = tonight.table()
    chosen = _selection(locations.books(book), ruleset or [], sheet, lang, event)
    on_page = for_event(chosen, event, included or [], excluded or [])
    _deliver(phone_page(on_page).encode(errors="replace"), output, place)


def _selection(
    books: list[Path], rulesets: list[str], sheet: str | None, lang: str | None, event: Event
) -> Selection:
    from rulings_cli.html.selection import select
    from rulings_cli.phone.page import select_sheet

    if sheet and rulesets:
        raise RulingsError("--sheet says what is on the page; leave out --ruleset")
    lang = lang or event.language or None
    if sheet:
        return select_sheet(books, sheet, lang)
    return select(read_books(books), rulesets, lang, event)


def _deliver(made: bytes, output: Path | None, place: Address | None) -> None:
    """Write the page, serve it until Ctrl+C, or both."""
    from rulings_cli.phone.serving import qr_code, server_of

    terminal = standard_output()
    if output is not None:
        write_file(output, made)
        terminal.write(f"{output}  {len(made) // 1024} KB\n")
    if place is None:
        return
    with suppress(KeyboardInterrupt), server_of(made, place) as server:
        if not place.is_loopback:
            terminal.stream.write(f"{qr_code(place.url)}\n")
        terminal.stream.write(f"{place.url}  (Ctrl+C ends it)\n")
        terminal.stream.flush()
        server.serve_forever()
