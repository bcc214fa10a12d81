"""The parts of a page that are the same in every page: styles, scripts, templates, phrases."""

import base64
import re
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from string import Template

from rulings.format.words import WORDS
from rulings.kinds import BODY
from rulings.languages import text_in
from rulings_cli.html.markup import Texts


@cache
def read(name: str) -> str:
    """One of the files beside this one."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def filled(name: str, words: Texts, **parts: str) -> str:
    """A template beside this module; blanks that no part fills get the phrase of their name."""
    template = Template(read(name))
    missing = [key for key in template.get_identifiers() if key not in parts]
    return template.substitute({key: words.phrase(key) for key in missing}, **parts)


def script(*names: str, before: Iterable[str] = ()) -> str:
    """Files beside this one as one script without comments, after those that come `before`."""
    lines = "\n".join([*before, *map(read, names)])
    parts = re.sub(r"""(?m)^ *(//.*\n|\n)?| // [^\n"'`/]*$""", "", lines)
    return f'(() => {{\n"use strict";\n{parts}}})();\n'


def style(languages: Sequence[str]) -> str:
    """The style sheet of a page that shows one of these languages at a time."""
    labels = "".join(f".body > .{key}::before {{ content: var(--{key}); }}\n" for key in BODY)
    return read("page.css") + labels + _shown_languages('html[data-language="{}"]', languages)


def plain_style(languages: Sequence[str]) -> str:
    """Without JavaScript the state of the switch chooses the language."""
    return _shown_languages("body:has(#language-{}:checked)", languages)


def _shown_languages(chosen: str, languages: Sequence[str]) -> str:
    texts = ':is(bdi, div[lang]):not([lang="{}"])'
    selectors = (f"{chosen.format(code)} {texts.format(code)}" for code in languages)
    others = [_words(chosen.format(code), code) for code in languages[1:]]
    hidden = f"{', '.join(selectors)} {{ display: none; }}\n"
    return "".join((hidden, _words(":root", languages[0]), *others))


def _words(chosen: str, language: str) -> str:
    """Words that stand so often on a page that the style sheet writes them."""
    variables = ""
    for name in (*BODY, *re.findall(r"content: var\(--(\w+)\)", read("page.css"))):
        word = text_in(WORDS[name], language)
        word = re.sub(r"[^\w ]", lambda sign: f"\\{ord(sign[0]):x} ", word)
        variables += f'--{name}: "{word}"; '
    return f"{chosen} {{ {variables}}}\n"


def hashes(*texts: str) -> str:
    """Styles or scripts, as the content security policy of a page names those that may run."""
    digests = (base64.b64encode(sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{digest}'" for digest in digests)
