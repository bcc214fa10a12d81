"""HTML put together so that a text of the book can only ever be text."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence

from rulings.languages import in_language, in_languages
from rulings_cli import strings
from rulings_cli.pages import phrases

_EMPTY = frozenset({"input", "meta", "link", "br", "hr"})
"""Elements that hold nothing and are not closed."""


class Markup(str):
    """A string that is HTML already; every other string is escaped on its way in."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: str | bool | None) -> Markup:
    """One element. ``class_`` and ``for_`` lose their stroke, ``data_n`` becomes ``data-n``.

    An attribute that is True stands alone; None and False leave it out.
    """
    opening = f"<{name}{''.join(_attribute(*item) for item in attributes.items())}>"
    if name in _EMPTY:
        return Markup(opening)
    return Markup(f"{opening}{joined(*children)}</{name}>")


def joined(*children: str) -> Markup:
    """Texts and elements behind each other."""
    return Markup("".join(map(_escaped, children)))


def between(separator: str, children: Iterable[str]) -> Markup:
    """Texts and elements with something between each two of them."""
    return Markup(_escaped(separator).join(map(_escaped, children)))


def bilingual(text: dict[str, str] | None, languages: Sequence[str]) -> Markup:
    """A text in each of the languages, of which the page shows one; alone where it has only one."""
    found = in_languages(text, languages)
    if len(found) > 1:  # of which each language shows one
        found = in_each(text or {}, languages)
    shown = "t" if len(found) > 1 else None
    spans = (element("span", words, class_=shown, lang=spoken) for spoken, words in found.items())
    return joined(*spans)


def phrase(name: str, languages: Sequence[str], **blanks: str) -> Markup:
    """A fixed phrase of the tool or of its pages, with its blanks filled."""
    words = phrases.PAGE.get(name) or strings.PHRASES[name]
    spoken = in_each(words, languages)
    if blanks:
        spoken = {language: said.format(**blanks) for language, said in spoken.items()}
    return bilingual(spoken, languages)


def word(table: dict[str, dict[str, str]], key: str, languages: Sequence[str]) -> Markup:
    """A word of one of the tables of `rulings_cli.strings`."""
    return bilingual(in_each(table[key], languages), languages)


def in_each(text: Mapping[str, str], languages: Iterable[str]) -> dict[str, str]:
    """A text in each of the languages, in another where it is not written in one."""
    return {language: in_language(text, language, "") for language in languages}


def _escaped(child: str) -> str:
    return child if isinstance(child, Markup) else html.escape(child, quote=False)


def _attribute(name: str, value: str | bool | None) -> str:
    if value is None or value is False:
        return ""
    written = name.rstrip("_").replace("_", "-")
    return f" {written}" if value is True else f' {written}="{html.escape(value)}"'
