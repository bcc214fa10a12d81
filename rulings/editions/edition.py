"""One edition of a ruleset as statements by id, from a book or from an official text."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

from rulings import ids
from rulings.errors import RulingsError
from rulings.format.authority_and_status import Status
from rulings.format.model import Clause, Ruling
from rulings.importing.documents import documents
from rulings.importing.formats import mtg_cr
from rulings.importing.formats.numbered import read_numbered
from rulings.kinds import PUBLISHED
from rulings.languages import text_in
from rulings.reading.book_files import YAML_ENDINGS
from rulings.reading.cited import ENDING, read_numbers
from rulings.reading.layers import same_edition
from rulings.reading.load import open_book

_SIGNS = str.maketrans("“”„‟«»〝〟‘’‚‛′‐‑‒–—―−", '"' * 8 + "'" * 5 + "-" * 7)

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
"""The numbers of rules that a text cites, in the forms in which documents write them."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A section (its title), a clause (its text and examples) or a published answer in an edition.

    If the document is not available, only the `digest` of the text is known: its `mark`.
    """

    id: str
    text: str
    section: bool = False
    digest: str = ""

    @property
    def words(self) -> str:
        """Its text, or the digest of a text that is not available."""
        return self.text or self.digest

    @property
    def bare(self) -> str:
        """Its text with ``#`` for each id that it cites, and single spaces; or a digest of that."""
        if not self.text:
            return self.digest.partition(", ")[0]
        return " ".join(self.renumbered(lambda _: "#").split())

    @property
    def mark(self) -> str:
        """A digest of its words, and the ids that it cites: two editions can be compared by it
        without their texts. Spaces and the form of quotes and dashes do not count.
        """
        cited: list[str] = []

        def noted(number: str) -> str:
            cited.append(number)
            return "#"

        digest = sha256(comparable(self.renumbered(noted)).encode()).hexdigest()[:16]
        return self.digest or ", ".join([digest, *cited])

    def renumbered(self, renumber: Callable[[str], str]) -> str:
        """Its words with every id that it cites replaced by what `renumber` makes of it."""
        if self.text:
            return rewrite(self.text, ids.prefix_of(self.id), renumber)
        digest, *cited = self.digest.split(", ")
        return ", ".join([digest, *map(renumber, cited)])

    @property
    def above(self) -> str:
        """The id of the statement that this one belongs to; empty for a section."""
        return next(iter(ids.ancestors(self.id)), "")


@dataclass(slots=True)
class Edition:
    """The statements of a ruleset in one edition, by their ids; `formerly` has those by old ids."""

    ruleset: str
    prefix: str
    name: str
    statements: dict[str, Statement] = field(default_factory=dict)
    formerly: dict[str, str] = field(default_factory=dict)
    has_texts: bool = True

    def without_texts(self) -> "Edition":
        """A copy of this edition with digests in place of texts."""
        statements = self.statements.items()
        bare = {key: replace(each, text="", digest=each.mark) for key, each in statements}
        return replace(self, statements=bare, has_texts=False)

    def add(self, number: str, text: str, *examples: str, section: bool = False) -> None:
        """Add a section with its title, or a clause with its text and examples."""
        words = "\n\n".join([text, *(f"Example: {example}" for example in examples)])
        identifier = f"{self.prefix} {number.removeprefix(f'{self.prefix} ')}"
        self.statements[identifier] = Statement(identifier, words, section)


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


def comparable(text: str) -> str:
    """A text as editions are compared: without spaces, and with one form of each quote and dash."""
    return "".join(text.translate(_SIGNS).split())


def read_edition(path: Path, ruleset: str = "") -> Edition:
    """The edition in a book's folder, an official text file, or a file of its numbers.

    `ruleset` chooses among the rulesets of a book. RulingsError where there is no such thing.
    """
    if path.suffix == ENDING:
        return _of_numbers(path)
    is_text = path.is_file() and not path.name.endswith(YAML_ENDINGS)
    return _of_text(path) if is_text else _of_book(path, ruleset)


def _of_numbers(path: Path) -> Edition:
    read = read_numbers(path)
    ruleset = read.ruleset
    edition = Edition(ruleset.id, ruleset.prefix, ruleset.edition, has_texts=False)
    sections = {section.id for section in ruleset.sections}
    for number, digest in read.numbers.items():
        if digest:
            edition.statements[number] = Statement(number, "", number in sections, digest)
    return edition


def _of_text(path: Path) -> Edition:
    """The edition in an official text: that of Magic, or any document of numbered rules."""
    outline = read_numbered(path)
    if mtg_cr.is_magic(outline):
        edition = Edition(mtg_cr.RULESET, mtg_cr.PREFIX, mtg_cr.checked(outline, path).edition)
    else:
        edition = Edition(ids.slug(outline.title), "R", outline.edition)  # as nobody named a prefix
    for number, title in outline.sections.items():
        edition.add(number, title, section=True)
    for rule in outline.rules.values():
        edition.add(rule.number, rule.body.text, *(example.text for example in rule.examples))
    return edition


def _of_book(path: Path, ruleset: str) -> Edition:
    book = open_book([path])
    names = [ruleset] if ruleset in book.rulesets else [*book.rulesets]
    if len(names) != 1 or ruleset not in ("", *names):
        message = f"holds the rulesets {', '.join(names) or 'none'}"
        raise RulingsError(f"{path} {message}; give a book with one, or an official text")
    chosen = book.rulesets[names[0]]
    edition = Edition(chosen.id, chosen.prefix, chosen.edition)
    for section in chosen.sections:
        edition.add(section.id, text_in(section.title, "en"), section=True)
    for ruling in book.of_ruleset(chosen, Ruling) if chosen.as_published else []:
        texts = (text_in(getattr(ruling, key), "en") for key in PUBLISHED)
        status = "" if ruling.status is Status.ACTIVE else ruling.status.value
        words = "\n\n".join(filter(None, [*texts, status]))
        edition.statements[ruling.id] = Statement(ruling.id, words)
    for clause in book.of_ruleset(chosen, Clause):
        examples = (text_in(example, "en") for example in clause.examples)
        edition.add(clause.id, text_in(clause.text, "en"), *examples)
        edition.formerly |= dict.fromkeys(clause.formerly, clause.id)
    return edition


def find_edition(folders: Iterable[Path], other: Edition, name: str) -> Edition | None:
    """The first edition called `name` of the same rules as `other`: a book, a text, or a file of
    numbers. If a later file of numbers has other digests, that one, as it records what was cited.
    """
    first: Edition | None = None
    for path in (path for folder in folders for path in sorted(folder.glob("*"))):
        ending = path.suffix.lower()
        is_text = path.is_dir() or ending in documents.ENDINGS
        if ending != ENDING and (first or not is_text):
            continue
        with suppress(RulingsError):  # another document that lies beside the editions
            edition = read_edition(path, other.ruleset)
            same_rules = (edition.ruleset, edition.prefix) == (other.ruleset, other.prefix)
            if not (same_rules and same_edition(edition.name, name)):
                continue
            first = first or edition
            pairs = ((first.statements.get(each.id), each) for each in edition.statements.values())
            if any(known and known.mark != cited.mark for known, cited in pairs):
                return edition
    return first
