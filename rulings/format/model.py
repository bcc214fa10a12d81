"""What a book holds: rulesets, clauses, variants, rulings, notes, cards, terms and sources.

The structs are the book format of the YAML files, key for key; `rulings schema` prints the
JSON Schema made from them. Nothing here reads files or knows where an entry stands in one.
"""

from __future__ import annotations

import enum
from typing import Annotated, ClassVar, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from rulings.languages import END, PATTERN, SPOKEN

Identifier = Annotated[str, Meta(min_length=1, max_length=80)]
"""An id as the book writes it: ``BR 8.1a``, ``BR-Q22``, ``card:escape-rope``."""

Slug = Annotated[str, Meta(pattern=rf"^[a-z0-9][a-z0-9-]*{END}", max_length=60)]
"""The id of a game or ruleset: ``battle-royal``."""

LONGEST_TEXT = 20_000
"""Characters of one text, about ten pages. Markdown may take time that grows with its square."""

Words = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Name = Annotated[str, Meta(pattern=rf"^[A-Za-z_][A-Za-z0-9_]*{END}", max_length=60)]
"""The name of an input or output, as an expression calls it."""

Language = Annotated[str, Meta(pattern=PATTERN, description="A BCP 47 code: en, ja, fr, pt-BR.")]
Text = dict[Language, Words]
"""One statement by language; `languages` of the ruleset say which are demanded."""
Phrasings = dict[Language, list[Words]]
"""Several wordings by language."""

DATE = rf"^[0-9]{{4}}(-[0-9]{{2}}(-[0-9]{{2}})?)?{END}"
Date = Annotated[str, Meta(pattern=DATE, description="Year, year-month or ISO date.")]

FormerIds = Annotated[
    list[Identifier], Meta(description="Ids that it had before; they still find it.")
]


class Authority(enum.StrEnum):
    """Who says so, from the most to the least binding."""

    OFFICIAL = "official"
    EVENT = "event"
    AUTHOR = "author"
    INTERPRETATION = "interpretation"
    PROPOSAL = "proposal"
    HOUSE = "house"

    @property
    def rank(self) -> int:
        """0 for `official`, growing as the authority gets weaker."""
        return list(Authority).index(self)


AUTHORITY_MEANINGS: dict[Authority, str] = {
    Authority.OFFICIAL: "The publisher of the game says so.",
    Authority.EVENT: "The document of an event says so.",
    Authority.AUTHOR: "The author of an article or catalogue says so.",
    Authority.INTERPRETATION: "A reading that the author marks as their own, or that follows.",
    Authority.PROPOSAL: "A rule that an author proposes; in force only where a table takes it up.",
    Authority.HOUSE: "A local rule or a call made at one table.",
}


class Status(enum.StrEnum):
    """Whether an entry is being written, in use, replaced, or no longer held."""

    DRAFT = "draft"
    ACTIVE = "active"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"


STATUS_MEANINGS: dict[Status, str] = {
    Status.DRAFT: "Being written; shown as such.",
    Status.ACTIVE: "In use.",
    Status.SUPERSEDED: "Replaced by another entry, which names it under `related`.",
    Status.WITHDRAWN: "No longer held; kept in place with its date and reason.",
}


class RelationType(enum.StrEnum):
    """How one entry is related to another. One of the two says it; the other direction follows."""

    SIMILAR = "similar"
    SUPERSEDES = "supersedes"
    DERIVED_FROM = "derived-from"


class Translation(enum.StrEnum):
    """Whether a name is the publisher's, or ours, in a language that the game is not printed in."""

    OFFICIAL = "official"
    WORKING = "working"


class _Part(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of everything in the book format: unknown keys are refused."""


class SourceReference(_Part, frozen=True, kw_only=True):
    """Where in a source a statement stands: ``{id: battle-royal-article, where: "FAQ 22"}``."""

    id: Identifier
    where: str = ""


class Relation(_Part, frozen=True, kw_only=True):
    """A link to another entry."""

    id: Identifier
    type: RelationType


class HistoryItem(_Part, frozen=True, kw_only=True):
    """One change of an entry's status: when, by whom and why."""

    date: Date
    status: Status
    by: str = ""
    note: Text = {}


class Input(_Part, frozen=True, kw_only=True):
    """A named number that a formula needs."""

    text: Text
    min: int | float = 0
    max: int | float = 10_000
    default: int | float | None = None
    whole: bool = True


class Formula(_Part, frozen=True, kw_only=True):
    """A calculation that a clause states.

    `outputs` are expressions over the inputs and the outputs before them, in order. `labels`
    name the outputs, and the words that an output may be (``winner: "'attacker'"``).
    """

    name: Annotated[str, Meta(pattern=rf"^[a-z][a-z0-9_]*{END}")]
    inputs: dict[Name, Input]
    outputs: dict[Name, str]
    labels: dict[str, Text] = {}


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
    numbered_in: Annotated[
        dict[str, str],
        Meta(description="Cited clause -> edition of its number, where only the number followed."),
    ] = {}
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

    `said` are words in a question that already mean this case.
    """

    when: Text
    entry: Identifier
    said: Phrasings = {}


class Fork(Entry, frozen=True, kw_only=True):
    """A question to ask back where several similar entries may hold, and the entry for each case.

    It states nothing itself: its authority is that of the entries it leads to, `ask` its title.
    """

    kind: ClassVar[str] = "fork"

    title: Text = {}
    authority: Authority = Authority.INTERPRETATION
    ask: Text
    cases: Annotated[list[Case], Meta(min_length=2)]

    def __post_init__(self) -> None:
        """The question of a fork is its title, if it has no other."""
        if not self.title:
            force_setattr(self, "title", self.ask)


AnyEntry = Clause | Variant | Ruling | Note | OpenPoint | Fork
ENTRY_TYPES: dict[str, type[AnyEntry]] = {each.kind: each for each in get_args(AnyEntry)}
"""The struct of each kind of `rulings.kinds`."""


class Named(_Part, frozen=True, kw_only=True):
    """A name by language, and the other ways in which people write it."""

    name: Text
    reading: str = ""
    aliases: Phrasings = {}
    translation: Translation = Translation.OFFICIAL


class Move(Named, frozen=True, kw_only=True):
    """An attack, Ability or other named part of a card."""

    id: Identifier
    type: str = ""
    effect: Text = {}


class Card(Named, frozen=True, kw_only=True):
    """A card that entries mention, with the facts of its text that they need."""

    kind: ClassVar[str] = "card"

    id: Identifier
    type: Text = {}
    effect: Text = {}
    moves: list[Move] = []
    prints: Phrasings = {}
    remark: Text = {}
    sources: list[SourceReference] = []
    formerly: FormerIds = []


class Term(Named, frozen=True, kw_only=True):
    """A word of the game that entries use."""

    kind: ClassVar[str] = "term"

    id: Identifier
    text: Text = {}
    remark: Text = {}
    sources: list[SourceReference] = []
    formerly: FormerIds = []


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

    kind: ClassVar[str] = "ruleset"

    id: Slug
    prefix: Annotated[str, Meta(pattern=rf"^[A-Z][A-Z0-9]*{END}", max_length=12)]
    game: Slug
    name: Text
    edition: str
    unchanged_in: Annotated[
        str, Meta(description="A later edition that was read: each number still stands there.")
    ] = ""
    effective: str = ""
    aliases: Phrasings = {}
    translation: Translation = Translation.OFFICIAL
    languages: Annotated[
        list[Language], Meta(description="The languages in which each text is demanded.")
    ] = msgspec.field(default_factory=lambda: list(SPOKEN))
    as_published: Annotated[
        bool,
        Meta(
            description="Imported as it stands: clauses without titles, rulings without verdicts."
        ),
    ] = False
    base: str = ""
    text: Text = {}
    notice: Text = {}
    silent: Text = {}
    open_points: list[Text] = []
    sections: list[Section] = []


class Game(_Part, frozen=True, kw_only=True):
    """A game, whose rulesets stand in folders below it."""

    kind: ClassVar[str] = "game"

    id: Slug
    name: Text
    aliases: Phrasings = {}
    owner: str = ""
    notice: Text = {}
