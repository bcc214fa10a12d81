"""The kinds of entries: a row for each, with all that differs between kinds.

It imports little, so that a search starts quickly; the struct of a kind is the class of
`rulings.format.model` with its name.
"""

from typing import NamedTuple

TEXTS = ("title", "verdict", "question", "ask", "answer", "text", "why", "differs", "remark")
"""The keys of the texts of entries in reading order; `examples` and `cases` hold several."""

BODY = tuple(key for key in TEXTS if key not in ("title", "verdict", "ask"))
"""Those below the verdict: whatever shows an entry reads from here which it has."""


class LinkList(NamedTuple):
    """A key of an entry that lists the ids of others.

    `role` is the role in which they are cited, `first` the role of the first if it differs, `kind`
    the kind that they must have if there is only one.
    """

    key: str
    role: str
    kind: str = ""
    first: str = ""


class EntryKind(NamedTuple):
    """A kind of entry.

    - `letter`: the one in its ids (``BR-Q22``; none for clauses).
    - `key`: its list in a file of a book.
    - `texts`: the keys of its texts in reading order; `needed`: those that must be written.
    - `links`: the lists in which it cites other entries.
    - `searched`: whether its texts find it; a fork is found by its phrasings alone.
    - `phrased`: whether people ask for it, so that it needs phrasings.
    """

    name: str
    letter: str
    key: str
    texts: tuple[str, ...]
    needed: tuple[str, ...] = ("title", "text")
    links: tuple[LinkList, ...] = ()
    searched: bool = True
    phrased: bool = True

    def example(self, prefix: str) -> str:
        """An id of this kind."""
        return f"{prefix}-{self.letter}1" if self.letter else f"{prefix} 8.1a"

    def needs(self, key: str, as_published: bool) -> bool:
        """Whether it needs a text; rules that were imported as published may lack some."""
        return key in self.needed and not (as_published and key in ("title", "verdict", "question"))


_CLAUSES = LinkList("clauses", "clause", "clause")

_ROWS = (
    EntryKind(
        "clause",
        "",
        "clauses",
        ("title", "verdict", "text", "why", "differs", "examples", "remark"),
    ),
    EntryKind(
        "variant",
        "V",
        "variants",
        ("title", "verdict", "text", "why", "remark"),
        links=(
            LinkList("modifies", "modifies", "clause"),
            LinkList("adds_to", "adds-to", "clause"),
            _CLAUSES,
        ),
    ),
    EntryKind(
        "ruling",
        "Q",
        "rulings",
        ("title", "verdict", "question", "answer", "why", "remark"),
        ("title", "verdict", "question", "answer"),
        (
            _CLAUSES._replace(first="decides"),
            LinkList("variants", "variant", "variant"),
            LinkList("base_rules", "base-rule", "clause"),
        ),
    ),
    EntryKind(
        "note",
        "N",
        "notes",
        ("title", "text", "remark"),
        links=(LinkList("about", "about"),),
        phrased=False,
    ),
    EntryKind(
        "open",
        "O",
        "open",
        ("title", "verdict", "text", "remark"),
        ("title", "verdict", "text"),
        (LinkList("nearest", "nearest"),),
    ),
    EntryKind(
        "fork",
        "F",
        "forks",
        ("ask", "cases", "remark"),
        ("ask", "cases"),
        searched=False,
        phrased=False,
    ),
)
KINDS = {kind.name: kind for kind in _ROWS}

PUBLISHED = ("question", *(key for key in KINDS["ruling"].texts[1:-1] if key != "question"))
"""The texts of a published answer, in the order of its digest: neither its title nor our remark."""

LETTERS = {kind.letter: kind.name for kind in KINDS.values() if kind.letter}

ROLES_IN_FULL = frozenset(
    role for kind in _ROWS for each in kind.links for role in (each.role, each.first or each.role)
) | {"case"}
"""The roles in which an entry is cited with its text."""
