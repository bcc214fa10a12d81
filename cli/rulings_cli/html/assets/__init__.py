"""The parts of a page that are the same in every page: styles, scripts, templates, phrases."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from string import Template

from rulings_cli.html.markup import Texts


@cache
def read(name: str) -> str:
    """One of the files beside this one."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def filled(name: str, words: Texts, **parts: str) -> str:
    """A template beside this one, with its parts; the rest are phrases of that name. KeyError where
    there is none.
    """
    template = Template(read(name))
    missing = [key for key in template.get_identifiers() if key not in parts]
    return template.substitute({key: words.phrase(key) for key in missing}, **parts)


def script(*names: str, before: Iterable[str] = ()) -> str:
    """Files beside this one as one script, after those that come `before`."""
    parts = "\n".join([*before, *map(read, names)])
    return f'(() => {{\n"use strict";\n{parts}}})();\n'


def style(languages: Sequence[str]) -> str:
    """The style sheet of a page that shows one of these languages at a time."""
    return read("page.css") + _hidden('html[data-language="{}"]', languages)


def plain_style(languages: Sequence[str]) -> str:
    """Without JavaScript the state of the switch chooses the language."""
    return _hidden("body:has(#language-{}:checked)", languages)


def _hidden(chosen: str, languages: Sequence[str]) -> str:
    selectors = (
        f'{chosen.format(code)} {within}:is(bdi, .t):not([lang="{code}"])'
        for code in languages
        for within in ("", ".chip ")
    )
    return f"{', '.join(selectors)} {{ display: none; }}\n"


def hashes(*texts: str) -> str:
    """Styles or scripts, as the content security policy of a page names those that may run."""
    digests = (base64.b64encode(sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{digest}'" for digest in digests)
