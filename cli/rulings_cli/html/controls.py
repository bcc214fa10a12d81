"""What a reader of a page sets: the language, the filters, the field to ask in."""

from __future__ import annotations

from collections.abc import Sequence

from rulings.format.model import Authority, Ruleset
from rulings.languages import own_name
from rulings_cli.html.markup import Markup, Words, element
from rulings_index.weights import LONGEST_QUERY


def switch(words: Words) -> Markup:
    """The choice between the languages, where there is one."""
    if len(words.languages) < 2:
        return Markup("")
    choices = []
    for number, language in enumerate(words.languages):
        choices += [
            element(
                "input",
                type="radio",
                name="language",
                id=f"language-{language}",
                value=language,
                checked=number == 0,
            ),
            element("label", own_name(language), for_=f"language-{language}", lang=language),
        ]
    legend = element("legend", words.phrase("language"), class_="unseen")
    return element("fieldset", legend, *choices, class_="switch")


def bar(rulesets: Sequence[Ruleset], words: Words) -> Markup:
    """What is at the thumb: the filters, and the field to ask in."""
    home = element("a", element("span", words.phrase("home_short")), href="#home", class_="key")
    label = element("label", words.phrase("search_label"), for_="query", class_="unseen")
    field = element(
        "input",
        type="search",
        id="query",
        enterkeyhint="search",
        autocomplete="off",
        autocapitalize="off",
        spellcheck="false",
        maxlength=str(LONGEST_QUERY),
    )
    row = element("p", home, label, field, class_="row")
    return element(
        "form", _filters(rulesets, words), row, id="bar", role="search", class_="scripted"
    )


def _filters(rulesets: Sequence[Ruleset], words: Words) -> Markup:
    authority = element(
        "select",
        element("option", "", value=""),
        *(element("option", "", value=one.value) for one in Authority),
        id="authority",
    )
    label = element("label", words.phrase("authority"), for_="authority", class_="unseen")
    legend = element("legend", words.phrase("ruleset"), class_="unseen")
    every = _chip("", words.phrase("all_rulesets"), checked=True)
    each = (_chip(one.id, words.text(one.name)) for one in rulesets)
    alone = len(rulesets) == 1  # then there is nothing to choose
    chips = element("fieldset", legend, every, *each, class_="chips", hidden=alone)
    return element("div", chips, label, authority, class_="filters")


def _chip(value: str, name: Markup, *, checked: bool = False) -> Markup:
    box = element("input", type="radio", name="ruleset", value=value, checked=checked)
    return element("label", box, element("span", name), class_="chip")
