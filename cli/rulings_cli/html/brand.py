"""The look and the legal lines that a book brings with it, for its page, site and sheets."""

import base64
from collections.abc import Sequence

from rulings.format.imprint import logo_of, palettes
from rulings.languages import text_in
from rulings.reading.book import Book
from rulings_cli.html.markup import Markup, Texts, element, joined


class Brand:
    """The logo, colours and legal lines of a book; all are empty where it has no imprint."""

    def __init__(self, book: Book, languages: Sequence[str]) -> None:
        """RulingsError where the logo cannot be used."""
        self._imprint = book.imprint
        self._texts = Texts(languages)
        self.logo = logo_of(book.imprint, book.imprint_folder)
        self.legal = [text for text in (self._imprint.footer, self._imprint.licence) if text]
        colours = self._imprint.colours
        self._palettes = palettes(colours.accent) if colours else None
        self.accent = self._palettes[0].accent if self._palettes else ""

    def style(self) -> str:
        """What a style sheet ends with: the book's colours, and its logo."""
        style = ""
        if self._palettes:
            root = ":root {{ --accent: {}; --accent-ink: {}; --tint: {}; }}\n"
            light, dark = (root.format(*palette) for palette in self._palettes)
            style = f"{light}@media screen and (prefers-color-scheme: dark) {{\n  {dark}}}\n"
        if self.logo:
            code = base64.b64encode(self.logo.content).decode()
            style += f'.logo {{ background-image: url("data:{self.logo.kind};base64,{code}"); }}\n'
        return style

    def sign(self) -> Markup:
        """The logo, with the title for screen readers."""
        if not self.logo:
            return Markup("")
        name = text_in(self._imprint.title, self._texts.languages[0])
        return element("span", class_="logo", role="img", aria_label=name or "logo")

    def subtitle(self) -> Markup:
        """The line below the title."""
        text = self._texts.text(self._imprint.subtitle)
        return element("p", text, class_="subtitle") if text else Markup("")

    def foot(self) -> Markup:
        """Footer, licence and address, a paragraph each."""
        lines = [self._texts.text(text) for text in self.legal]
        if address := self._imprint.address:
            lines.append(element("a", address, href=address))
        return joined(*(element("p", line) for line in lines))
