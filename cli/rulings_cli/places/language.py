"""Which language an answer is given in."""

import os
import re

from rulings.languages import SPOKEN, is_japanese, is_language
from rulings_cli.places.configuration import configured


def choose(asked: str | None, query: str = "", otherwise: str = SPOKEN[0]) -> tuple[str, ...]:
    """The languages to print, by the first that says so: `--lang` (`asked`), the Japanese script of
    the query, the configuration, the locale; `otherwise` that one.
    """
    if not asked and is_japanese(query):
        return ("ja",)
    chosen = asked or configured().lang or of_locale() or otherwise
    return SPOKEN if chosen == "both" else (chosen,)


def of_locale() -> str | None:
    """The language of the environment's locale."""
    values = map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))
    first = next(filter(None, values), "").lower()
    code = re.split(r"[_.@]", first, maxsplit=1)[0]
    return code if is_language(code) else None
