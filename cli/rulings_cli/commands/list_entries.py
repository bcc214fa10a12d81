"""`rulings list`: what is in the book, by filters."""

import typer

from rulings.languages import text_in
from rulings.lookup.filters import matching
from rulings.lookup.records import label_of
from rulings_cli.places.configuration import ruleset_or_default
from rulings_cli.places.language import reply_languages
from rulings_cli.places.opening import open_books
from rulings_cli.start import options
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import print_answer_json, standard_output, warn


def list_entries(
    book: options.BookOption = None,
    lang: options.LanguageOption = None,
    ruleset: options.RulesetOption = None,
    game: options.GameOption = None,
    kind: options.KindOption = None,
    authority: options.AuthorityOption = None,
    limit: options.LimitOption = None,
    as_json: options.JsonOption = False,
) -> None:
    """List the entries of the book, one a line.

    Example: rulings list --ruleset raid --kind ruling --authority house
    """
    opened, language, output = open_books(book), reply_languages(lang)[0], standard_output()
    ruleset = ruleset_or_default(ruleset, game)
    entries = matching(opened, ruleset=ruleset, game=game, kind=kind, authority=authority)[:limit]
    if as_json:
        plain = [
            {key: str(getattr(entry, key)) for key in ("id", "kind", "authority", "status")}
            | {"ruleset": opened.ruleset_of(entry.id).id, "title": label_of(entry)}
            for entry in entries
        ]
        print_answer_json({"entries": plain}, lang)
    else:
        for entry in entries:
            who = strings.who(entry.authority, opened.replaced_by.get(entry.id, ""), language)
            status = strings.status(entry.status, language)
            name = entry.id if entry.status == "active" else f"{entry.id} [{status}]"
            output.labelled(name, f"{text_in(label_of(entry), language)} ({who})", indent=0)
    if not entries:
        warn("no entry passes these filters")
        raise typer.Exit(1)
