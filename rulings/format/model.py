"""What a book holds: games, rulesets, entries of six kinds, cards, terms and sources.

The structs are the book format of the YAML files, key for key; `rulings schema` prints the
JSON Schema made from them. Nothing here reads files or knows the place of an entry in one.
"""

import re
from datetime import date
from typing import Annotated, ClassVar, Literal, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from rulings.format.authority_and_status import Authority, Status
from rulings.ids import PREFIX, SLUG
from rulings.languages import END, PATTERN, SPOKEN

Identifier = Annotated[str, Meta(min_length=1, max_length=80)]
"""An id as the book writes it: ``BR 8.1a``, ``BR-Q22``, ``card:escape-rope``."""

Slug = Annotated[
    str,
    Meta(pattern=rf"^{SLUG}{END}", max_length=60, description="Small letters, digits, hyphens."),
]
"""The id of a game or ruleset: ``battle-royal``."""

LONGEST_TEXT = 20_000
"""Characters of one text, about ten pages: the time of Markdown may grow with their square."""

Words = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Name = Annotated[str, Meta(pattern=rf"^[A-Za-z_][A-Za-z0-9_]*{END}", max_length=60)]
"""The name of an input or output, as an expression calls it."""

Language = Annotated[str, Meta(pattern=PATTERN, description="A BCP 47 code: en, ja, fr, pt-BR.")]
Text = dict[Language, Words]
"""A statement by language; `languages` of the ruleset says which are required."""
Phrasings = dict[Language, list[Words]]

TODO = "TODO"
"""The word that marks a text that still has to be written, or a part of it."""
_TODO = re.compile(rf"\b{TODO}\b", re.ASCII)

DATE = rf"^[0-9]{{4}}(-[0-9]{{2}}){{0,2}}{END}"
Date = Annotated[str, Meta(pattern=DATE, description="Year, year-month or ISO date.")]
"""A date; a struct with such a field calls `is_date`."""

Translation = Literal["official", "working"]
"""Whether a name is the publisher's, or ours, in a language that the game is not printed in."""

FormerIds = Annotated[list[Identifier], Meta(description="Earlier ids; they still find it.")]


def is_date(written: str) -> bool:
    """Whether a date exists; 2025-02-30 does not."""
    try:
        date.fromisoformat(written + "0001-01-01"[len(written) :])
    except ValueError:
        return False
    return True


class _Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of all structs of the book format: unknown keys are refused."""


class SourceReference(_Part, frozen=True, kw_only=True):
    """Where in a source a statement stands: ``{id: battle-royal-article, where: "FAQ 22"}``."""

    id: Identifier
    where: str = ""


class Relation(_Part, frozen=True, kw_only=True):
    """A link to another entry. Only one of the two says so; the other direction is derived."""

    id: Identifier
    type: Literal["similar", "supersedes", "derived-from"]


class HistoryItem(_Part, frozen=True, kw_only=True):
    """One change of an entry's status: when, by whom and why.

    For a call, `before` is a digest of its state before the change, for `calls merge`.
    """

    date: Date
    status: Status
    by: str = ""
    note: Text = {}
    before: Annotated[str, Meta(max_length=64)] = ""

    def __post_init__(self) -> None:
        if not is_date(self.date):
            raise ValueError(f"{self.date} does not exist")


class Input(_Part, frozen=True, kw_only=True):
    """A named number that a formula needs.

    `said` is how a question gives it, with # for the number (``# players``), `said_in_tens` how it
    gives a tenth of it (``# damage counters`` for damage).
    """

    text: Text
    said: Phrasings = {}
    said_in_tens: Phrasings = {}
    min: int | float = 0
    max: int | float = 10_000
    default: int | float | None = None
    whole: bool = True


class Formula(_Part, frozen=True, kw_only=True):
    """A calculation that a clause states.

    `outputs` are expressions over the inputs and the outputs before them, in order. `labels`
    name the outputs, and the words that an output may be (``winner: "'attacker'"``). A search works
    it out only for a question that names all its `terms` and holds no words of `unless`, which
    stand for another case.
    """

    name: Annotated[str, Meta(pattern=rf"^[a-z][a-z0-9_]*{END}", description="A name like my_sum.")]
    inputs: dict[Name, Input]
    outputs: dict[Name, str]
    labels: dict[str, Text] = {}
    terms: list[Identifier] = []
    unless: Phrasings = {}


class Worked(_Part, frozen=True, kw_only=True):
    """A worked example: for `given` the formula must print `expect`."""

    given: dict[str, int | float]
    expect: dict[str, str]
    formula: str = ""


class Entry(_Part, frozen=True, kw_only=True):
    """What every numbered statement of the book has."""

    kind: ClassVar[str] = "entry"

    id: Identifier
    title: Text = {}
    authority: Authority
    status: Status = Status.ACTIVE
    asked: Phrasings = {}
    remark: Text = {}
    cards: list[Identifier] = []
    terms: list[Identifier] = []
    checked_against: dict[str, str] = {}
    sources: list[SourceReference] = []
    related: list[Relation] = []
    formerly: FormerIds = []
    history: list[HistoryItem] = []
    formula: Formula | None = None
    worked: list[Worked] = []


class Clause(Entry, frozen=True, kw_only=True):
    """One citable statement of a ruleset."""

    kind: ClassVar[str] = "clause"

    verdict: Text = {}
    text: Text
    why: Text = {}
    differs: Text = {}
    examples: list[Text] = []


class Variant(Entry, frozen=True, kw_only=True):
    """An entry that changes clauses (`modifies`) or adds what they do not say (`adds_to`)."""

    kind: ClassVar[str] = "variant"

    verdict: Text = {}
    text: Text
    why: Text = {}
    modifies: list[Identifier] = []
    adds_to: list[Identifier] = []
    clauses: list[Identifier] = []


class Call(_Part, frozen=True, kw_only=True):
    """What makes a ruling a call: when and at which event it was made, and what it overrules."""

    made: Annotated[str, Meta(description="Local time: 2026-05-01T21:03.", max_length=20)]
    event: str = ""
    overrules: list[Identifier] = []


class Ruling(Entry, frozen=True, kw_only=True):
    """A question with its verdict, answer and reasoning; `clauses` has the deciding one first."""

    kind: ClassVar[str] = "ruling"

    verdict: Text = {}
    question: Text = {}
    answer: Text
    why: Text = {}
    clauses: list[Identifier] = []
    variants: list[Identifier] = []
    base_rules: list[Identifier] = []
    call: Call | None = None

    @property
    def overruled(self) -> list[str]:
        """The ids of the entries that it overrules as a call."""
        return self.call.overrules if self.call else []

    @property
    def corrected(self) -> str:
        """The day on which it was last corrected, as a call; else empty."""
        edited = (each.date for each in self.history if each.before and not each.note)
        return max(edited, default="")


class Note(Entry, frozen=True, kw_only=True):
    """Why a rule is as it is, or where it comes from."""

    kind: ClassVar[str] = "note"

    text: Text
    about: list[Identifier] = []


class OpenPoint(Entry, frozen=True, kw_only=True):
    """A question that the document leaves open: `text` says what is known, `nearest` are the
    clauses that come closest. It is shown as an open question, never as an answer.
    """

    kind: ClassVar[str] = "open"

    verdict: Text
    text: Text
    nearest: list[Identifier] = []


class Case(_Part, frozen=True, kw_only=True):
    """One case of a fork: a condition, and the entry (or fork) that holds then.

    `when` also stands without the question. A question that says it, or words of `said`, already
    means this case; ``[[term:last-player]]`` stands for all names of a term. `verdict` is what to
    say in it, where the entry's own verdict does not answer.
    """

    when: Text
    verdict: Text = {}
    entry: Identifier
    said: Phrasings = {}


class Fork(Entry, frozen=True, kw_only=True):
    """A question to ask back where several similar entries may hold, and the entry for each case.

    It states nothing itself: its authority is that of the entries it leads to, `ask` its title.
    """

    kind: ClassVar[str] = "fork"

    authority: Authority = Authority.INTERPRETATION
    ask: Text
    cases: Annotated[list[Case], Meta(min_length=2)]

    def __post_init__(self) -> None:
        if not self.title:
            force_setattr(self, "title", self.ask)


AnyEntry = Clause | Variant | Ruling | Note | OpenPoint | Fork
ENTRY_TYPES: dict[str, type[AnyEntry]] = {each.kind: each for each in get_args(AnyEntry)}


class Named(_Part, frozen=True, kw_only=True):
    """A name by language, and the other ways in which people write it."""

    name: Text
    reading: str = ""
    aliases: Phrasings = {}
    translation: Translation = "official"


class Move(Named, frozen=True, kw_only=True):
    """An attack, Ability or other named part of a card."""

    id: Identifier
    type: str = ""
    effect: Text = {}


class _Mentioned(Named, frozen=True, kw_only=True):
    """What every card and term has."""

    id: Identifier
    remark: Text = {}
    checked_against: dict[str, str] = {}
    sources: list[SourceReference] = []
    formerly: FormerIds = []


class Card(_Mentioned, frozen=True, kw_only=True):
    """A card that entries mention, with the facts of its text that they need."""

    kind: ClassVar[str] = "card"

    type: Text = {}
    effect: Text = {}
    moves: list[Move] = []
    prints: Phrasings = {}


class Term(_Mentioned, frozen=True, kw_only=True):
    """A word of the game that entries use."""

    kind: ClassVar[str] = "term"

    text: Text = {}


class Source(_Part, frozen=True, kw_only=True):
    """A document that statements come from."""

    id: Identifier
    title: Text
    kind: Text = {}
    author: str = ""
    date: str = ""
    edition: str = ""
    language: str = ""
    url: str = ""
    note: Text = {}


class Section(_Part, frozen=True, kw_only=True):
    """A numbered group of clauses: ``BR 8``."""

    id: Identifier
    title: Text


class Ruleset(_Part, frozen=True, kw_only=True):
    """One set of numbered rules in one edition."""

    id: Slug
    prefix: Annotated[
        str, Meta(pattern=rf"^{PREFIX}{END}", max_length=12, description="Capital letters, digits.")
    ]
    game: Slug
    name: Text
    edition: str
    unchanged_in: Annotated[str, Meta(description="A later edition with the same numbers.")] = ""
    effective: str = ""
    aliases: Phrasings = {}
    translation: Translation = "official"
    languages: Annotated[
        list[Language], Meta(description="The languages in which each text is demanded.")
    ] = msgspec.field(default_factory=lambda: list(SPOKEN))
    as_published: Annotated[bool, Meta(description="Imported: texts may be missing.")] = False
    base: str = ""
    text: Text = {}
    notice: Text = {}
    silent: Text = {}
    open_points: list[Text] = []
    sections: list[Section] = []


class Game(_Part, frozen=True, kw_only=True):
    """A game, whose rulesets stand in folders below it."""

    id: Slug
    name: Text
    aliases: Phrasings = {}
    owner: str = ""
    notice: Text = {}


def is_todo(text: str) -> bool:
    """Whether a text still has to be written."""
    return TODO in text and _TODO.search(text) is not None
