"""The numbers of rules that a text cites, in the forms in which documents write them."""

import re
from collections.abc import Callable

_NUMBER = r"(?:\d{1,4}(?:\.\d{1,3}){1,4}[a-z]?|\d{3})(?![\w.]{0,20}\d)"
_BEFORE_NUMBER = (
    r"\b(?:[Rr]ules?|[Ss]ections?|CR|[Ss]ee|[Ss]iehe|[Vv]gl\.|[Cc]f\.|[Vv]oir|[Vv]éase"
    r"|Regeln?|Abschnitt|Punkt|Ziffer|Nr\.|[Rr]ègles?|[Rr]eglas?)"
)
_CITED = re.compile(
    r"(?=[\[第§AaCNPRSVZcrsv\d])(?:\[\[(?P<id>[^\[\]\n]+)\]\]"
    r"|第(?P<article>\d{1,4})条(?:(?P<gap>第?)(?P<paragraph>\d{1,3})項)?"
    r"|(?P<word>(?:§|\bArt(?:\.|ikel|icle)) ?)(?P<number>\d{1,4}[a-z]?)\b"
    r"(?:(?P<between>,? Abs(?:\.|atz) ?)(?P<below>\d{1,3}))?"
    rf"|{_BEFORE_NUMBER}\s+{_NUMBER}"
    rf"(?:(?:,? (?:and|or|to|through) |, |[-–—]){_NUMBER})*"
    rf"|(?<![\d.]){_NUMBER}(?=\s?(?:を?参照|のとおり|の通り))"
    r"|\b(?:\d{3}\.\d{1,3}|\d{1,4}(?:\.\d{1,3}){2,4})[a-z]?\b)"
)


def rewrite(text: str, prefix: str, renumber: Callable[[str], str]) -> str:
    """`text` with every id it cites replaced by what `renumber` makes of it.

    It finds ``rule 702.19b``, ``rules 310.1, 310.4c, and 310.7``, a plain ``702.19b`` or
    ``1.2.3``, ``siehe 4.2``, ``§ 3 Abs. 2``, ``[[CR 702.19b]]``, ``第3条2項`` and ``4.2参照``.
    """

    def new_number(number: str) -> str:
        return renumber(f"{prefix} {number}").removeprefix(f"{prefix} ")

    def cited(match: re.Match[str]) -> str:
        if match["id"]:
            return f"[[{renumber(match['id'].strip())}]]"
        parts = match.group("number", "below", "article", "paragraph")
        if not any(parts):
            return re.sub(_NUMBER, lambda number: new_number(number[0]), match[0])
        old = ".".join(filter(None, parts))  # § 3 Abs. 2 is 3.2
        article, _, below = new_number(old).partition(".")
        if match["word"]:
            return f"{match['word']}{article}" + (below and f"{match['between'] or '.'}{below}")
        return f"第{article}条" + (below and f"{match['gap'] or ''}{below}項")

    return _CITED.sub(cited, text)
