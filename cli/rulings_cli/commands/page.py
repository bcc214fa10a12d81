"""`rulings page`: the book as one file for a phone."""

from rulings.errors import RulingsError
from rulings_cli.answers.newer import warn_of_newer
from rulings_cli.event import tonight
from rulings_cli.html.selection import select
from rulings_cli.phone.page import phone_page
from rulings_cli.places import locations
from rulings_cli.places.opening import open_to_publish
from rulings_cli.start import options
from rulings_cli.terminal.output import standard_output, write_file


def page(
    output: options.OutputOption = None,
    ruleset: options.RulesetsOption = None,
    included: options.WithOption = None,
    excluded: options.WithoutOption = None,
    lang: options.LanguageOption = None,
    book: options.BookOption = None,
) -> None:
    """Make the book one HTML file, for a phone without network: search, calculators, variants.

    Example: rulings page -o table.html --ruleset BR --with BR-V5
    """
    if output is None:
        raise RulingsError("where to? add -o table.html")
    if output.suffix.lower() not in ("", ".html", ".htm"):
        raise RulingsError(f"{output}: end the name in .html")
    event = tonight.event()
    opened = open_to_publish(locations.books(book))
    language = lang or event.language or None
    chosen = select(opened, ruleset or [], language, event, included or [], excluded or [])
    warn_of_newer(chosen.records.values())
    content = phone_page(chosen).encode(errors="replace")
    write_file(output, content)
    standard_output().write(f"{output}  {len(content) // 1024} KB\n")
