"""The id grammar, the loose forms in which people type an id, and slugs of names.

===========  =======================  ==================================================
what         as the book writes it    parts
===========  =======================  ==================================================
section      ``BR 8``                 prefix, number
clause       ``BR 8.1a``              prefix, numbers with points, at most one letter
variant      ``BR-V5``                prefix, ``V``, number
ruling       ``BR-Q22``               prefix, ``Q``, number
note         ``BR-N1``                prefix, ``N``, number
fork         ``BR-F1``                prefix, ``F``, number
open point   ``BR-O1``                prefix, ``O``, number
card, term   ``card:escape-rope``     kind, slug; unique within a game
===========  =======================  ==================================================
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import chain, count
from typing import NamedTuple

from rulings.errors import RulingsError
from rulings.kinds import LETTERS

PREFIX, SLUG = "[A-Z][A-Z0-9]*", "[a-z0-9][a-z0-9-]*"
"""The forms of a ruleset's prefix, and of the id of a game, ruleset, card, term or source."""

FIRST_OWN_NUMBER = 1001
"""Entries of users' own books are numbered from here, ours below."""

UNDATED = "undated"
"""The edition of a document that does not say which it is."""

LAST = 1_000_000
"""Higher than the number of any clause."""

_LETTERS = "".join(LETTERS)
# Patterns that a search seldom needs: compiled where they are first used
_CLAUSE = rf"(?P<prefix>{PREFIX}) (?P<number>[0-9]+(?:\.[0-9]+)*)(?P<letter>[a-z]?)"
_ENTRY = rf"(?P<prefix>{PREFIX})-(?P<kind>[{_LETTERS}])(?P<number>[1-9][0-9]*)"
NAMED = rf"(?P<kind>card|term):(?P<slug>{SLUG})"
CITATION = r"\[\[[^\S\n]*([^\[\]\s](?:[^\[\]\n]*[^\[\]\s])?)[^\S\n]*\]\]"
"""A cross-reference in running text: ``[[BR 9.1]]``, also with blanks inside the brackets."""

_DIGITS = "〇一二三四五六七八九"
_TENS = {"十": 10, "百": 100}
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−_"), "-")
_LONG_VOWEL_AS_DASH = re.compile(r"(?<=[a-z0-9])ー")
_RULE_WORDS = r"(?:総合ルール|ルール|rules?|clause|section|§|第)"
_PLAIN = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ð": "d", "þ": "th", "ł": "l"})
_QUOTES = str.maketrans("", "", "'’‘`\"“”")
LOOSE_ENTRY = (
    rf"(?P<prefix>.*?)[\s-]*(?P<kind>[{_LETTERS.lower()}])[\s.-]*(?P<number>\d{{1,12}})\.?"
)
LOOSE_CLAUSE = (
    rf"(?P<word>{_RULE_WORDS})?\s*(?P<prefix>[^\d\s]\D*?)?[\s-]*(?P<again>{_RULE_WORDS})?\s*"
    r"(?P<number>\d{1,6}(?:[.,-]\d{1,6}){0,4})\s?(?P<letter>[a-z])?(?P<stop>\.)?"
)
COUNT = r"(?:\d{1,4}|[〇一二三四五六七八九十百]{1,6})"
"""A number as Japanese rules write it; `counted` gives its value."""
ARTICLE = (
    rf"第?(?P<article>{COUNT})条(?:の(?P<inserted>{COUNT}))?"
    rf"(?:第?(?P<paragraph>{COUNT})項)?(?:第?(?P<item>{COUNT})号)?"
)
"""How Japanese rules are cited: 第3条第2項第1号 is 3.2.1, and 第3条の2 is 3b."""
PARAGRAPH = r"(?P<above>\d)(?:,? ?abs(?:\.|atz) ?(?P<named>\d{1,3})| ?\((?P<bare>\d{1,3})\))"
"""How the paragraphs of a German article are cited: § 7 Abs. 1 and § 7 (1) are 7.1."""
LONGEST_LOOSE_ID = 60
BETWEEN = re.compile(r"(?:\s|-|:|の|'s)+$")
MENTIONED = (
    r"(?<![a-z0-9])(?P<prefix>[a-z][a-z0-9]*)"
    rf"(?:[ -]?(?P<kind>[{_LETTERS.lower()}])-?(?P<entry>\d{{1,12}})"
    r"|[ -]?(?P<number>\d{1,6}(?:\.\d{1,6}){1,4}[a-z]?))"
    r"(?![a-z0-9])"
)


class Reference(NamedTuple):
    """The ids that a typed text may mean, if any. `exact`: its subrules are not meant too.

    A point at the end makes a number exact: ``310.4.`` is one rule, ``310.4`` also its subrules.
    """

    candidates: tuple[str, ...]
    exact: bool = False


def kind_of(identifier: str) -> str | None:
    """The kind of a well-formed id (`clause` for sections too); None for other texts."""
    if match := re.fullmatch(_ENTRY, identifier):
        return LETTERS[match["kind"]]
    if re.fullmatch(_CLAUSE, identifier):
        return "clause"
    if match := re.fullmatch(NAMED, identifier):
        return match["kind"]
    return None


def linked(text: str) -> str:
    """What a text cites that is one citation as a whole; empty for other texts."""
    return match[1] if (match := re.fullmatch(CITATION, text.strip())) else ""


def citations_in(text: str) -> list[str]:
    """The targets of ``[[…]]`` in a text, in order."""
    return re.findall(CITATION, text)


def in_own_range(identifier: str) -> bool:
    """Whether an entry has a number of a user's own book."""
    match = re.fullmatch(_ENTRY, identifier)
    return match is not None and int(match["number"]) >= FIRST_OWN_NUMBER


def no_slug(text: str) -> str:
    """Why `text` is not a valid id of a card, term or source; empty if it is."""
    if re.fullmatch(SLUG, text):
        return ""
    is_latin = unicodedata.normalize("NFKD", text[:1]) < "\u0300"
    remedy = f"write {slug(text)}" if is_latin else "name it as it is read, such as hotaru for 蛍"
    return f"{text!r}: small letters, digits and hyphens only; {remedy}"


def prefix_of(identifier: str) -> str:
    """The prefix of the ruleset that an entry belongs to: ``BR`` of ``BR 8.1a``."""
    return identifier.partition(" ")[0].partition("-")[0]


def section_of(identifier: str) -> str:
    """The section of a clause: ``BR 8`` of ``BR 8.1a``."""
    return identifier.split(".", 1)[0]


def ancestors(identifier: str) -> list[str]:
    """The clauses above one, the nearest first: ``CR 702.19b`` -> ``CR 702.19``, ``CR 702``."""
    match = re.fullmatch(_CLAUSE, identifier)
    if not match:
        return []
    parts = match["number"].split(".")
    deepest = len(parts) if match["letter"] else len(parts) - 1
    return [f"{match['prefix']} {'.'.join(parts[:depth])}" for depth in range(deepest, 0, -1)]


def sort_key(identifier: str) -> tuple[str, int, tuple[int, ...], str]:
    """Order of a rulebook: clauses by number, then the other kinds in the order of `KINDS`."""
    if match := re.fullmatch(_CLAUSE, identifier):
        numbers = tuple(int(part) for part in match["number"].split("."))
        if match["letter"] and len(numbers) == 1:
            numbers = (*numbers, LAST)  # `BR 5b` was put in after all of section 5
        return match["prefix"], 0, numbers, match["letter"]
    if match := re.fullmatch(_ENTRY, identifier):
        order = 1 + _LETTERS.index(match["kind"])
        return match["prefix"], order, (int(match["number"]),), ""
    return identifier, 9, (), ""


def edition_key(edition: str) -> list[tuple[bool, int, str]]:
    """Sort key of editions: the oldest first, `UNDATED` before all, 1.9 before 1.10."""
    parts = re.split("([0-9]+)", "" if edition == UNDATED else edition)
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts]


def parse(text: str, prefixes: Mapping[str, str]) -> Reference:
    """The ids that the whole `text` may mean, in any form that people type, existing or not.

    `prefixes` has the prefix for each way to write it: ``{"br": "BR", "battle-royal": "BR"}``. A
    text without a prefix may mean an id with any of them.
    """
    typed = plain(text) if len(text) <= LONGEST_LOOSE_ID else ""
    if ":" in typed and (match := re.fullmatch(NAMED, typed.replace(" ", ""))):
        return Reference((match[0],))
    if not _has_number(typed):
        return Reference(())
    return _parse_entry(typed, prefixes) or _parse_clause(typed, prefixes) or Reference(())


def meant(text: str, prefixes: Mapping[str, str], known: Container[str]) -> str | None:
    """The first `known` id that a typed text may mean, if there is one."""
    return next((each for each in parse(text, prefixes).candidates if each in known), None)


def known_id(text: str, prefixes: Mapping[str, str], known: Container[str]) -> str | None:
    """The `known` id that was typed, if there is one; RulingsError if several rulesets have it."""
    ids = [each for each in parse(text, prefixes).candidates if each in known]
    reject_several(text, ids)
    return next(iter(ids), None)


def reject_several(typed: str, meant: Sequence[str]) -> None:
    """Raises RulingsError if a typed id means several entries, of a section or of several
    rulesets; a clause and those below it count as one.
    """
    apart: list[str] = []
    for each in meant:
        if {each, *ancestors(each)}.isdisjoint(apart):
            apart.append(each)
    if len(apart) > 1:
        listed = ", ".join(apart[:3]) + (", …" if apart[3:] else "")
        raise RulingsError(f"{typed!r} may mean {listed}; write it like {meant[0]}")


def mentioned(text: str, prefixes: Mapping[str, str]) -> list[str]:
    """The ids that a sentence mentions, each with its prefix: ``what does cr 704.5x say?``."""
    names = []
    typed = plain(text)
    for match in re.finditer(MENTIONED, typed) if _has_number(typed) else ():
        prefix = prefixes.get(match["prefix"])
        if prefix and match["kind"]:
            names.append(f"{prefix}-{match['kind'].upper()}{int(match['entry'])}")
        elif prefix:
            names.append(f"{prefix} {match['number']}")
    return list(dict.fromkeys(names))


def plain(text: str) -> str:
    """A text as ids and names are compared: without differences of width, case or dash."""
    folded = unicodedata.normalize("NFKC", text).translate(_DASHES).strip().lower()
    return _LONG_VOWEL_AS_DASH.sub("-", folded)


def letters_of(text: str) -> str:
    """The letters and digits of a text, by which questions are compared."""
    return "".join(filter(str.isalnum, plain(text)))


def _has_number(typed: str) -> bool:
    """Whether a text can name an entry at all; most do not, and need none of the patterns."""
    return "条" in typed or any(map(str.isdecimal, typed))


def _prefixes_meant(written: str | None, prefixes: Mapping[str, str]) -> Iterable[str]:
    if not written:
        return dict.fromkeys(prefixes.values())
    known = prefixes.get(BETWEEN.sub("", written).strip(" -"))
    return (known,) if known else ()


def _parse_entry(typed: str, prefixes: Mapping[str, str]) -> Reference | None:
    match = re.fullmatch(LOOSE_ENTRY, typed)
    if not match:
        return None
    ending = f"{match['kind'].upper()}{int(match['number'])}"
    names = tuple(f"{prefix}-{ending}" for prefix in _prefixes_meant(match["prefix"], prefixes))
    return Reference(names, exact=True) if names else None


def _as_number(article: re.Match[str]) -> str:
    parts = [counted(part) for part in article.group("article", "paragraph", "item") if part]
    inserted = counted(article["inserted"]) if article["inserted"] else 0
    letter = chr(ord("a") + inserted - 1) if 0 < inserted <= 26 else ""
    return f"第{'.'.join(map(str, parts))}{letter}"


def counted(written: str) -> int:
    """The value of ``12``, ``十二`` or ``一二``."""
    if written.isdecimal():
        return int(written)
    total, digit = 0, 0
    for mark in written:
        if mark in _TENS:
            total, digit = total + (digit or 1) * _TENS[mark], 0
        else:
            digit = 10 * digit + _DIGITS.index(mark)
    return total + digit


def _parse_clause(typed: str, prefixes: Mapping[str, str]) -> Reference | None:
    numbered = re.sub(ARTICLE, _as_number, typed) if "条" in typed else typed
    numbered = re.sub(PARAGRAPH, lambda match: ".".join(filter(None, match.groups())), numbered)
    match = re.fullmatch(LOOSE_CLAUSE, numbered)
    if not match:
        return None
    written, number = match["prefix"], re.sub("[,-]", ".", match["number"])
    if "." not in number and not (written or match["word"] or match["again"]):
        return None  # a bare 310 is a number, not a rule
    number += match["letter"] or ""
    names = tuple(f"{prefix} {number}" for prefix in _prefixes_meant(written, prefixes))
    return Reference(names, exact=bool(match["stop"])) if names else None


def slug(text: str) -> str:
    """The id of a card or term: small letters, digits and hyphens.

    A name in another script is encoded as in an internet address, the same each time.
    """
    plain = unicodedata.normalize("NFKD", text).lower().translate(_PLAIN)
    plain = "".join(mark for mark in plain if not unicodedata.combining(mark))
    latin = re.sub(r"[^a-z0-9]+", "-", plain.translate(_QUOTES)).strip("-")
    if any(mark.isalpha() and not mark.isascii() for mark in plain):
        code = "".join(mark for mark in plain if mark.isalnum()).encode("punycode").decode()
        latin = f"x-{code.lower()}"
    return latin[:60].strip("-") or "x"


class Slugs:
    """Gives each name a unique slug: the second `fire-ice` becomes `fire-ice-2`."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def of(self, name: str) -> str:
        """The slug of `name`, the same each time."""
        first = slug(name)
        free = chain([first], (f"{first}-{number}" for number in count(2)))
        return next(each for each in free if self._names.setdefault(each, name) == name)
