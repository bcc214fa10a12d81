"""Building HTML in which the book's texts are always escaped."""

import html
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rulings.languages import in_languages, text_in
from rulings.text.markdown import ReferenceTarget, plain_text, render_html
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import clean


class Markup(str):
    """A string that is HTML already; all other strings are escaped."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: str | bool | None) -> Markup:
    """One element. ``class_`` becomes the attribute ``class``, ``data_n`` becomes ``data-n``.

    An attribute that is True stands alone; None and False leave it out.
    """
    opening = f"<{name}{''.join(_attribute(*item) for item in attributes.items())}>"
    if name in ("input", "meta", "link", "br", "hr"):  # they hold nothing and are not closed
        return Markup(opening)
    return Markup(f"{opening}{joined(*children)}</{name}>")


def joined(*children: str, between: str = "") -> Markup:
    """Texts and elements, one after the other, with something between each two of them."""
    return Markup(_escaped(between).join(map(_escaped, children)))


def anchor(identifier: str) -> str:
    """An id as the name of a place in a page: ``BR 8.1a`` -> ``BR-8.1a``."""
    return identifier.replace(" ", "-").replace(":", "-")


class Texts(NamedTuple):
    """The texts of a page in each of its languages, of which it shows one at a time.

    `names` says what cards and terms are called, `target` where an entry is.
    """

    languages: Sequence[str]
    target: ReferenceTarget = lambda _: None
    names: Mapping[str, Mapping[str, str]] = {}

    def text(self, text: Mapping[str, str] | None) -> Markup:
        """A text in each language of the page, or only in the one that it is written in."""
        texts = in_languages(text, self.languages)
        if len(texts) > 1:  # of which each language shows one
            texts = {language: text_in(text, language) for language in self.languages}
        return self._marked("bdi" if len(texts) > 1 else "span", texts)

    def each(self, words: Callable[[str], str]) -> Markup:
        """A text that a function makes in each language."""
        return self.text({language: words(language) for language in self.languages})

    def phrase(self, name: str, **blanks: str) -> Markup:
        """One of the words of pages, by its name, with its `blanks` filled if any are given."""
        return self.each(lambda language: strings.phrase(name, language, **blanks))

    def block(self, text: dict[str, str] | None) -> Markup:
        """A text as paragraphs, one division for each language."""
        texts = in_languages(text, self.languages)
        rendered = {
            code: Markup(render_html(clean(words), self.target, self._labels(code)))
            for code, words in texts.items()
        }
        return self._marked("div" if len(rendered) > 1 else "section", rendered)

    def _marked(self, name: str, texts: Mapping[str, str]) -> Markup:
        """An element for each language; the text alone where it is the same in all of the page."""
        if texts.keys() >= set(self.languages) and len(set(texts.values())) == 1:
            return joined(next(iter(texts.values())))
        return joined(*(element(name, text, lang=code) for code, text in texts.items()))

    def line(self, text: Mapping[str, str] | None) -> Markup:
        """A text without marks or links, for a place that is a link or a button itself."""
        texts = in_languages(text, self.languages).items()
        return self.text({code: plain_text(words, self._labels(code)) for code, words in texts})

    def link(self, identifier: str, *children: str) -> Markup:
        """A link to an entry; only its words where it is not on the page."""
        address = self.target(identifier)
        return element("a", *children, href=address) if address else joined(*children)

    def _labels(self, language: str) -> Callable[[str], str]:
        return lambda name: text_in(self.names.get(name), language) or name


def _escaped(child: str) -> str:
    return child if isinstance(child, Markup) else html.escape(clean(child), quote=False)


def _attribute(name: str, value: str | bool | None) -> str:
    if value is None or value is False:
        return ""
    written = name.rstrip("_").replace("_", "-")
    return f" {written}" if value is True else f' {written}="{html.escape(value)}"'
