"""`rulings show`: whole entries by id, in any of the forms people type."""

import re
from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING

from rulings.errors import RulingsError
from rulings_cli.answers.answers import print_answer, print_entry
from rulings_cli.answers.newer import warn_of_newer
from rulings_cli.event import tonight
from rulings_cli.places.language import reply_languages
from rulings_cli.places.opening import open_book_index
from rulings_cli.terminal.output import Output, print_answer_json, standard_output, warn

if TYPE_CHECKING:
    from pathlib import Path


def show(
    ids: Sequence[str],
    *,
    book: "Sequence[Path] | None" = None,
    lang: str | None = None,
    qr: str | None = None,
    as_json: bool = False,
) -> int:
    """Show whole entries, with all they rest on.

    310.4 shows the subrules too; 310.4. shows exactly that one. Example: rulings show "BR 9.1"

    With --qr https://rules.example.org/ (or …/page.html) as a QR code for a phone too.

    Exit code 0: all found; 1: one is not in the book.
    """
    index = open_book_index(book)
    event = index.with_calls(tonight.event())
    lang = lang or event.language
    matching = {text: index.show(text) for text in _whole_ids(ids)}
    records = [record for each in matching.values() for record in each]
    tonight.log(event, "show", " ".join(ids), opened=[record["id"] for record in records])
    if as_json:
        print_answer_json({"entries": records}, lang)
    else:
        languages, output = reply_languages(lang), standard_output()
        for number, record in enumerate(records):
            if number:
                output.line()
            for call in index.calls_on(record, event):
                print_answer(output, call, languages, event)
                output.line()
            print_entry(output, record, languages, event)
            if qr:
                _print_link(output, qr, record["id"])
    warn_of_newer(records)
    missing = [text for text in matching if not matching[text]]
    warn(*(f"{text!r} is not in the book; try `rulings search`" for text in missing))
    return 1 if missing else 0


def _print_link(output: Output, address: str, identifier: str) -> None:
    """Print where an entry stands in a site, or in a page where the address is a file's."""
    from rulings_cli.html.markup import anchor
    from rulings_cli.site.site import path_of

    if not re.fullmatch("https?://[!-~]{1,2000}", address):  # of ASCII: other signs by % or xn--
        raise RulingsError(f"--qr {address[:60]!r}: write it as https://rules.example.org/")
    is_page = address.endswith(".html")
    place = f"#{anchor(identifier)}" if is_page else f"/{path_of(identifier)}.html"
    link = address.rstrip("/") + place
    output.line()
    for line in (*qr_code(link).splitlines(), link):
        output.write(f"{line}\n")


def qr_code(url: str) -> str:
    """A QR code in block characters; blanks are its dark parts, as on a dark terminal."""
    import segno  # only an address needs it

    code = StringIO()
    segno.make(url, micro=False).terminal(code, border=2, compact=True)
    return code.getvalue().rstrip("\n")


def _whole_ids(words: Sequence[str]) -> list[str]:
    """The ids that were typed; ``BR 8.1a`` without quotes is one id."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1].isalpha() and word[:1].isalnum() and "-" not in word:
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    if not any(joined):
        raise RulingsError('no id given; write for example rulings show "BR 8.1a"')
    return joined
