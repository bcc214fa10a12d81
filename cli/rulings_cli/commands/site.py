"""`rulings site`: the book as static pages for any web host."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from rulings.disk.folders import save_listed
from rulings.errors import RulingsError
from rulings_cli.answers.newer import warn_of_newer
from rulings_cli.event import tonight
from rulings_cli.html.selection import select
from rulings_cli.places import locations
from rulings_cli.places.opening import open_to_publish
from rulings_cli.site.site import Site
from rulings_cli.start.options import BookOption, LanguageOption, RulesetsOption
from rulings_cli.terminal.output import standard_output


def site(
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="The folder to write to.")
    ] = None,
    ruleset: RulesetsOption = None,
    lang: LanguageOption = None,
    book: BookOption = None,
) -> None:
    """Make the book a site of static pages for any web host.

    Each entry gets an address that stays, and JSON; with them comes a search page. Example:
    rulings site -o public
    """
    if output is None:
        raise RulingsError("where to? add -o and a folder, for example -o public")
    if any(output.glob("*.yaml")):
        raise RulingsError(f"{output} holds files of a book; choose an empty folder")
    event = tonight.event()
    lang = lang or event.language or None
    opened = open_to_publish(locations.published_books(book))
    selection = select(opened, ruleset or [], lang, event._replace(rulesets=()))  # the whole book
    whole_site = Site(replace(selection, event=event))
    warn_of_newer(whole_site.records.values())
    files = {name: text.encode(errors="replace") for name, text in whole_site.files().items()}
    save_listed(output, files)
    standard_output().stream.write(f"{output}  {len(files)} files\n")
