"""One edition of a ruleset as statements by id, from a book or from an official text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rulings import ids
from rulings.errors import RulingsError
from rulings.format.model import Clause, Ruleset
from rulings.importing.formats import mtg_cr
from rulings.importing.formats.numbered import terms_of
from rulings.importing.outline.outline import Outline
from rulings.languages import said
from rulings.reading.book_files import book_files
from rulings.reading.load import open_book

_BOOK_ENDINGS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Statement:
    """A section (its title), a clause (its text and examples) or a term in one edition."""

    id: str
    text: str
    section: bool = False

    @property
    def above(self) -> str:
        """The statement that this one stands under; empty for a section."""
        return next(iter(ids.ancestors(self.id)), "")


@dataclass(slots=True)
class Edition:
    """The statements of one ruleset in one edition, in the order of the rulebook; its glossary."""

    ruleset: str
    prefix: str
    name: str
    statements: dict[str, Statement] = field(default_factory=dict)
    glossary: dict[str, Statement] = field(default_factory=dict)

    def explain(self, slug: str, meaning: str) -> None:
        """Take up what the edition says of a term."""
        self.glossary[f"term:{slug}"] = Statement(f"term:{slug}", meaning)


def read_edition(path: Path, language: str = "en", ruleset: str = "") -> Edition:
    """The edition in a book's folder or an official text file.

    `ruleset` chooses among the rulesets of a book. RulingsError where there is no such thing.
    """
    if path.is_file() and not path.name.endswith(_BOOK_ENDINGS):
        if ruleset not in ("", mtg_cr.RULESET):
            raise RulingsError(f"{path}: this text is {mtg_cr.RULESET}, not {ruleset}")
        return of_rules(mtg_cr.read_rules(path))
    return of_book(path, language, ruleset)


def of_rules(rules: Outline) -> Edition:
    """The edition that an official text holds."""
    edition = Edition(mtg_cr.RULESET, mtg_cr.PREFIX, rules.edition)
    found = [
        Statement(f"{mtg_cr.PREFIX} {number}", title, section=True)
        for number, title in rules.sections.items()
    ]
    for rule in rules.rules.values():
        words = _with_examples(rule.body.text, [example.text for example in rule.examples])
        found.append(Statement(f"{mtg_cr.PREFIX} {rule.number}", words))
    for slug, word in terms_of(rules).items():
        edition.explain(slug, rules.glossary[word])
    return _sorted(edition, found)


def of_book(path: Path, language: str, ruleset: str) -> Edition:
    """The edition of a book's ruleset."""
    book = open_book([path])
    chosen = _choose(path, book.rulesets, ruleset)
    edition = Edition(chosen.id, chosen.prefix, chosen.edition)
    found = [
        Statement(section.id, said(section.title, language), section=True)
        for section in chosen.sections
    ]
    for clause in book.of_ruleset(chosen, Clause):
        examples = [said(example, language) for example in clause.examples]
        found.append(Statement(clause.id, _with_examples(said(clause.text, language), examples)))
    for (game, slug), term in book.terms.items():
        if game == chosen.game and (meaning := said(term.text, language)):
            edition.explain(slug, meaning)
    return _sorted(edition, found)


def editions_in(folder: Path) -> Iterator[Path]:
    """The books and official texts directly below a folder, hidden ones aside."""
    if not folder.is_dir():
        raise RulingsError(f"{folder}: no such folder; give one that holds editions")
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        if path.suffix.lower() == ".txt" or (path.is_dir() and any(book_files(path))):
            yield path


def _choose(path: Path, rulesets: dict[str, Ruleset], wanted: str) -> Ruleset:
    if wanted in rulesets:
        return rulesets[wanted]
    if len(rulesets) == 1 and not wanted:
        return next(iter(rulesets.values()))
    if not rulesets:
        raise RulingsError(f"{path}: no ruleset in it; give a book or an official text")
    known = ", ".join(rulesets)
    raise RulingsError(f"{path} holds {known}; choose one with --ruleset")


def _with_examples(text: str, examples: list[str]) -> str:
    return "\n\n".join([text, *(f"Example: {each}" for each in examples)])


def _sorted(edition: Edition, found: list[Statement]) -> Edition:
    found.sort(key=lambda statement: ids.sort_key(statement.id))
    edition.statements = {statement.id: statement for statement in found}
    return edition
