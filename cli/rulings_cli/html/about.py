"""A ruleset as such, as HTML: what it is, where it is silent, what it leaves open."""

from __future__ import annotations

from rulings.format.model import Ruleset
from rulings_cli.html.markup import Markup, Words, element, joined
from rulings_cli.html.texts import Texts, anchor


def id_of(ruleset: Ruleset) -> str:
    """The name of its place, in the form of a group's."""
    return f"{ruleset.prefix} about"


def about(ruleset: Ruleset, texts: Texts, level: str = "h3") -> Markup:
    """The texts of a ruleset, and its open points as a list under a heading of that level."""
    said = (texts.block(one) for one in (ruleset.text, ruleset.notice, ruleset.silent))
    return element(
        "div", *said, _open(ruleset, texts, level), id=anchor(id_of(ruleset)), class_="about"
    )


def link(ruleset: Ruleset, words: Words, address: str) -> Markup:
    """A link to it that says how much is open."""
    count = len(ruleset.open_points)
    opened = joined(words.phrase("open_points"), f": {count}") if count else Markup("")
    return element(
        "a", words.phrase("about"), " ", element("span", opened, class_="small"), href=address
    )


def _open(ruleset: Ruleset, texts: Texts, level: str) -> Markup:
    if not ruleset.open_points:
        return Markup("")
    points = (element("li", texts.block(one)) for one in ruleset.open_points)
    heading = element(level, texts.phrase("open_points"))
    return joined(heading, element("ul", *points))
