"""The keys of a record: the contract of `show --json`, the cache, the pages and the desk.

Texts are mappings from a language to a string. A change of meaning or the loss of a key raises
`VERSION`; a new key does not. Only type checkers read these types; they cost a search nothing.
"""

from typing import Any, Required, TypedDict

VERSION = 2
"""The version of the JSON that every command prints, under the key ``version``."""

Text = dict[str, str]


class _Shown(TypedDict, total=False):
    """What a record has, and an entry that it cites."""

    id: Required[str]
    kind: Required[str]
    title: Required[Text]
    verdict: Text
    text: Text
    names: dict[str, Text]
    authority: str
    status: str
    edition: str
    book: str


class Cited(_Shown, total=False):
    """An entry that another cites, or that cites it: its role, what it says, what changes it."""

    role: Required[str]
    through: str
    modified_by: list[str]


class Source(TypedDict, total=False):
    """A document, and `where` in it a statement stands."""

    id: Required[str]
    title: Text
    kind: Text
    author: str
    date: str
    edition: str
    language: str
    url: str
    note: Text
    where: str
    book: str


class Record(_Shown, total=False):
    """An entry, section, card or term with what it cites, who cites it and who says so.

    `book` names the book that overrides a lower one here, if any. The keys from `question` to
    `prints` are those of the book format; the kind decides which a record has (`rulings.kinds`).
    """

    question: Text
    ask: Text
    answer: Text
    why: Text
    differs: Text
    examples: list[Text]
    remark: Text
    asked: dict[str, list[str]]
    clauses: list[str]
    variants: list[str]
    base_rules: list[str]
    nearest: list[str]
    call: dict[str, Any] | None
    modifies: list[str]
    adds_to: list[str]
    about: list[str]
    cases: list[dict[str, Any]]
    cards: list[str]
    terms: list[str]
    checked_against: dict[str, str]
    related: list[dict[str, str]]
    formerly: list[str]
    history: list[dict[str, Any]]
    formula: dict[str, Any] | None
    worked: list[dict[str, Any]]
    name: Text
    reading: str
    aliases: dict[str, list[str]]
    translation: str
    type: Text
    effect: Text
    moves: list[dict[str, Any]]
    prints: dict[str, list[str]]
    ruleset: str
    ruleset_name: Text
    unchanged_in: str
    game: str
    sources: list[Source]
    cited: list[Cited]
    cited_by: list[Cited]
    within: list[dict[str, Any]]
    untitled: bool
