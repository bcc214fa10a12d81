"""What is thrown at every entrance: texts that people, editors and attackers write."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any
from unicodedata import category

from cases import DATA
from hypothesis import strategies as st

from rulings.editing import emitter
from rulings.reading.yaml_reader import read_document

ESCAPES = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202egnp\x08\x7f\r"
ESCAPES += "\u061c\u200b\u200d\u2028\u2029\u2060\u206a\u206f\ufeff\U000e0041\U000e007f"
MARKUP = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'><svg/onload=alert(1)>&lt;"
LINKS = "[x](javascript:alert(1)) ![i](http://a/b.png) <http://a> [y](data:text/html,x)"
TYPST = '#panic("typst") $x$ #sys.inputs @label <label> `raw` = head'
SHELL = "$(touch owned) `touch owned` ; touch owned | \\$(touch owned) ' \" && !!"
SHEET = '=cmd|\'/c calc\'!A1 +1+1 -2 @SUM(1) =HYPERLINK("http://a","b")'
TEMPLATE = "${title} {title} %s %(x)s {{7*7}} {% x %} $body"
FENCES = "``` \n\n    <b>in code</b>\n\n```\n<b>\n```\n`` `<i>x</i> ``"
LISTS = "10. a\n\n        <b>x</b>\n\n- - - b\n1) c\n# d\n| e | f |\n| - | - |\n"
PAYLOADS = (ESCAPES, MARKUP, LINKS, TYPST, SHELL, SHEET, TEMPLATE, FENCES, LISTS)
FREE = ("en", "ja", "by", "author", "owner", "edition", "where", "reading", "effective", "url")
"""Keys whose text is anybody's: the format bounds its length, not what it says."""

_EVERY_FIELD = read_document(DATA / "every-field.yaml")

ALL_OF_THEM = "\n\n".join(PAYLOADS)

_MARKS = "\"'`*_[](){}<>!#|&;$\\/:-+=~@%^.,?\n\t 0aZ"
SIGNS = st.sampled_from([*_MARKS, *"あジー々９Ⅳ①ﾊﾞ\u3000\u202e\x1b\x00"])
TEXT = st.one_of(
    st.text(max_size=200),
    st.text(SIGNS, max_size=200),
    st.lists(st.sampled_from(PAYLOADS), max_size=3).map(" ".join),
)
_ODD = ["1e999", "nan", "-1", "true", "9" * 5000, "x" * 11_000]
VALUE = st.recursive(
    st.one_of(st.none(), TEXT, st.sampled_from(_ODD)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


def harmless(printed: str) -> None:
    """Nothing in what was printed commands the terminal it goes to."""
    for sign in printed:
        assert sign.isprintable() or sign in "\n\t" or category(sign) == "Zs", repr(sign)


def everything() -> dict[str, Any]:
    """A book that fills every field of the format, as plain data."""
    assert not _EVERY_FIELD.problems, _EVERY_FIELD.problems
    return deepcopy(_EVERY_FIELD.data)


Way = tuple[str | int, ...]


def leaves(value: Any, way: Way = ()) -> Iterator[tuple[Way, str]]:
    """Every string of plain data and the way to it."""
    if isinstance(value, str):
        yield way, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*way, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from leaves(item, (*way, number))


def put(data: Any, way: Way, value: Any) -> None:
    """Change one place of plain data."""
    for step in way[:-1]:
        data = data[step]
    data[way[-1]] = value


def write_book(folder: Path, data: dict[str, Any]) -> Path:
    """Plain data as a book of one file."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"{key}: {_flow(value)}\n" for key, value in data.items()]
    (folder / "all.yaml").write_text("".join(lines), encoding="utf-8", errors="replace")
    (folder / "logo.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    return folder


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{emitter.scalar(k)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return "~" if value is None else emitter.scalar(value)


def with_payloads(payload: str) -> dict[str, Any]:
    """The book of every field with `payload` behind every text that the format takes it in."""
    data = everything()
    for way, words in leaves(data):
        if way[-1] in FREE or (len(way) > 1 and way[-2] in FREE):
            put(data, way, f"{words} {payload}")
    return data
