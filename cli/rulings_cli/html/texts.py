"""The texts of an entry as HTML: Markdown, and where its references lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from rulings.languages import in_languages, said
from rulings.text.markdown import plain_text, render_html
from rulings_cli.html.markup import Markup, Words, element, joined

Target = Callable[[str], str | None]
"""From the id of an entry or section to its address on the page, or None where it has none."""


def anchor(identifier: str) -> str:
    """An id as the name of a place in a page: ``BR 8.1a`` -> ``BR-8.1a``."""
    return identifier.replace(" ", "-").replace(":", "-")


class Texts(Words):
    """Renders bilingual texts; `names` says what cards and terms are called."""

    def __init__(
        self, languages: Sequence[str], target: Target, names: Mapping[str, Mapping[str, str]]
    ) -> None:
        super().__init__(languages)
        self.target = target
        self._names = names
        # a title stands on its entry and on all that cite it
        self._plain = cache(self._plain_text)
        self._rendered = cache(self._html)

    def block(self, text: dict[str, str] | None) -> Markup:
        """A text as paragraphs, one division for each language."""
        found = in_languages(text, self.languages)
        shown = "t" if len(found) > 1 else None
        return joined(
            *(
                element("div", self._rendered(words, spoken), class_=shown, lang=spoken)
                for spoken, words in found.items()
            )
        )

    def line(self, text: dict[str, str] | None) -> dict[str, str]:
        """A text without marks or links, for a place that is a link or a button itself."""
        return {
            spoken: self._plain(words, spoken)
            for spoken, words in in_languages(text, self.languages).items()
        }

    def _plain_text(self, text: str, language: str) -> str:
        return plain_text(text, lambda name: self._label(name, language))

    def link(self, identifier: str, *children: str) -> Markup:
        """A link to an entry; only its words where it is not on the page."""
        address = self.target(identifier)
        words = children or (identifier,)
        return element("a", *words, href=address) if address else joined(*words)

    def _html(self, text: str, language: str) -> Markup:
        return Markup(render_html(text, self.target, lambda name: self._label(name, language)))

    def _label(self, name: str, language: str) -> str:
        return said(self._names.get(name), language) or name
