"""The look and the legal lines that a book brings with it, for its page, site and sheets."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from rulings.format.imprint import Imprint, Logo, logo_of, palettes
from rulings.format.model import Text
from rulings.languages import said
from rulings.reading.book import Book
from rulings_cli.html.markup import Markup, Words, element, joined

_LIGHT = ":root {{ --accent: {0.accent}; --accent-ink: {0.ink}; --tint: {0.tint}; }}\n"
_DARK = "@media screen and (prefers-color-scheme: dark) {{\n  {}}}\n"
_LOGO = """.logo {{
  display: inline-block; flex: none; width: 40px; height: 40px; vertical-align: middle;
  background: url("{}") center / contain no-repeat;
}}
.subtitle {{ color: var(--soft); margin: 0 0 12px; }}
"""


class Brand:
    """What a book is published under; without an imprint everything of it is empty."""

    def __init__(self, book: Book, languages: Sequence[str]) -> None:
        """RulingsError where the logo cannot be used."""
        self._imprint = book.imprint or Imprint()
        self._words = Words(languages)
        self.logo: Logo | None = None
        if book.imprint_folder is not None:
            self.logo = logo_of(self._imprint, book.imprint_folder)

    @property
    def address(self) -> str:
        """Where the site is found."""
        return self._imprint.address

    @property
    def legal(self) -> list[Text]:
        """The footer and the licence."""
        return [text for text in (self._imprint.footer, self._imprint.licence) if text]

    def style(self) -> str:
        """What a style sheet ends with: the book's colours, and its logo."""
        parts = []
        if self._imprint.colours:
            parts.append(_LIGHT.format(palettes(self._imprint.colours)[0]))
        if self.logo:
            code = base64.b64encode(self.logo.content).decode()
            parts.append(_LOGO.format(f"data:{self.logo.kind};base64,{code}"))
        if self._imprint.colours:
            dark = palettes(self._imprint.colours)[1]
            parts.append(_DARK.format(_LIGHT.format(dark)))
        return "".join(parts)

    def accent(self) -> str:
        """The accent on white; empty where the book has none."""
        return self._imprint.colours.accent if self._imprint.colours else ""

    def sign(self) -> Markup:
        """The logo, with the title for readers who do not see it."""
        name = said(self._imprint.title, self._words.languages[0])
        shown = element("span", class_="logo", role="img", aria_label=name or "logo")
        return shown if self.logo else Markup("")

    def subtitle(self) -> Markup:
        """The line below the title."""
        text = self._words.text(self._imprint.subtitle)
        return element("p", text, class_="subtitle") if text else Markup("")

    def foot(self) -> Markup:
        """Footer, licence and address, a paragraph each."""
        lines = [self._words.text(text) for text in self.legal]
        if self.address:
            lines.append(element("a", self.address, href=self.address))
        return joined(*(element("p", line) for line in lines))
