"""The phone page: one file with every entry in it, the search, and nothing from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any

import msgspec

from rulings.format import authorities
from rulings.format.record import Record
from rulings.format.sheets import Select
from rulings.languages import said
from rulings.progress import counted
from rulings_cli.html import assets, calculators, phrases
from rulings_cli.html.about import about
from rulings_cli.html.entries import EntryMarkup
from rulings_cli.html.markup import Markup, element
from rulings_cli.html.outline import Outline
from rulings_cli.html.selection import Selection, languages_of
from rulings_cli.html.texts import Texts, anchor
from rulings_cli.sheets.request import SheetRequest
from rulings_cli.terminal import strings

SCRIPTS = (
    *("answers.js", "formulas.js", "elements.js", "speech.js", "rules_in_force.js"),
    *("calculators.js", "views.js", "start.js"),
)
_SPOKEN_TOO = (
    *("nothing", "perhaps", "nearest", "otherwise", "same", "did_you_mean"),
    *("attention", "conflict", "sources", "what_asked"),
)
"""What the scripts say in the words of the command line."""
_EARLY = "document.documentElement.classList.add('js');"


def phone_page(selection: Selection) -> str:
    """The whole page. The same selection gives the same characters."""
    from rulings_index.browser.export import export, scripts  # builds an index: slow to import

    records = selection.records()
    outline = Outline(selection)
    body = _body(outline, selection, records)
    index = _json(msgspec.to_builtins(export(selection.shown, selection.event)))
    data = _json(_data(selection, records))
    digest = sha256(f"{body}{data}{index}".encode()).hexdigest()[:12]
    style = assets.style(selection.languages) + outline.brand.style()
    plain = assets.plain_style(selection.languages)
    script = assets.script(*SCRIPTS, before=scripts())
    return Template(assets.read("page.html")).substitute(
        language=selection.languages[0],
        policy=assets.policy([style, plain], [_EARLY, script], outline.brand.logo is not None),
        title=element("title", said(selection.title, selection.languages[0])),
        style=style,
        plain=plain,
        early=_EARLY,
        body=body,
        footer=outline.footer(digest),
        data=data,
        index=index,
        script=script,
    )


def select_sheet(books: Sequence[Path], sheet: str, lang: str | None) -> Selection:
    """What stands on a sheet, named or in a file, with the clauses that it cites."""
    request = SheetRequest(what=[sheet], books=books, where=Select())
    book = request.book
    plan = request.plan()
    wanted = {item.id for item in plan.everything}
    wanted |= {case.id for item in plan.everything for case in item.cases}
    entries = {name: entry for name, entry in book.entries.items() if name in wanted}
    in_force = tuple(item.id for item in plan.in_force)
    languages = languages_of(book, entries, lang)
    return Selection(book, entries, plan.sheet.title, languages, in_force)


def _body(outline: Outline, selection: Selection, records: dict[str, Record]) -> Markup:
    sources = {source["id"]: source for record in records.values() for source in record["sources"]}
    places = {*selection.entries, *outline.places, *(f"source:{name}" for name in sources)}
    texts = Texts(
        selection.languages,
        lambda name: f"#{anchor(name)}" if name in places else None,
        selection.book.names(),
    )
    entries = EntryMarkup(texts, selection)
    return outline.page(
        {name: entries.article(records[name]) for name in counted("making the page", records)},
        {ruleset.id: about(ruleset, texts) for ruleset in selection.rulesets},
        [entries.source(source) for source in sources.values()],
    )


def _data(selection: Selection, records: dict[str, Record]) -> dict[str, Any]:
    return {
        "languages": selection.languages,
        "variants": {
            name: {"changes": record["modifies"]}
            for name, record in records.items()
            if record["kind"] == "variant"
        },
        "needs": {
            name: record["variants"] for name, record in records.items() if record.get("variants")
        },
        "chosen": selection.variants,
        "formulas": {
            name: calculators.data_of(entry.formula)
            for name, entry in selection.entries.items()
            if entry.formula
        },
        "phrases": phrases.PAGE
        | {name: strings.PHRASES[name] for name in _SPOKEN_TOO}
        | {f"authority_{name}": words for name, words in authorities.AUTHORITIES.items()},
    }


def _json(value: Any) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
