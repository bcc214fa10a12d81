"""Questions and answers of any game as rulings, with the cards that they name."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from rulings import ids
from rulings.errors import RulingsError
from rulings.format.model import Clause
from rulings.ids import Slugs
from rulings.importing.book_writer import Data, Target, new_book
from rulings.importing.dates import dates_in
from rulings.importing.formats.questions import COLUMNS, Question, names_in, read_questions
from rulings.importing.importer import TARGET_OPTIONS, Importer, Report, Request
from rulings.importing.rulings_writer import RulingsWriter
from rulings.reading.book import Book, names_of

_BRACKETED = re.compile(r"[「『《【“\"\[]([^「『《【“\"\[\]」』》】”\n]{1,80})[\]」』》】”\"]")
_WIKI_LINK = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_WORD = re.compile(r"[^\W\d_][\w'’,.-]*")
_MOST_WORDS = 7
_JOINED = re.compile(r"[,，](?:\s*(?:and|und|et|y)\s)?|\s(?:and|und|et|y|&)\s")


class Cards:
    """The cards that are known by name; a name in a column of cards makes a new one."""

    def __init__(self, known: Mapping[str, str]) -> None:
        """`known` has the id of each card by its name."""
        self._known = {_folded(name): slug for name, slug in known.items()}
        self._slugs = Slugs()
        self.names: dict[str, str] = {}
        self.doubtful: dict[str, None] = {}

    def add(self, name: str) -> str:
        """The id of a card that a column names."""
        self._known.setdefault(_folded(name), self._slugs.of(name))
        return self.id_of(name)

    def split(self, name: str, text: str) -> list[str]:
        """The parts of a name with a comma or "and", if each is a known card, or stands in the text
        of the question while the whole name does not; else the whole name, which is doubtful.
        """
        names = list(filter(None, map(str.strip, _JOINED.split(name))))
        if len(names) < 2 or _folded(name) in self._known:
            return [name]
        asked = "" if _folded(name) in _folded(text) else _words_of(text)
        if all(_folded(each) in self._known or _words_of(each) in asked for each in names):
            return names
        self.doubtful[name] = None
        return [name]

    def id_of(self, name: str) -> str:
        """The id of a card that is known by this name; empty where none is."""
        slug = self._known.get(_folded(name), "")
        if slug:
            self.names.setdefault(slug, name)
        return slug

    def named_in(self, text: str) -> Iterator[str]:
        """Known cards in brackets, or of two words and more: one alone may be an ordinary word."""
        for match in _BRACKETED.finditer(text):
            if slug := self.id_of(match[1].strip()):
                yield slug
        words = list(_WORD.finditer(text))
        end = 0
        for at, first in enumerate(words):
            if first[0][0].isupper() and first.start() >= end:
                for last in reversed(words[at + 1 : at + _MOST_WORDS]):
                    name = text[first.start() : last.end()].rstrip(",.'’")
                    if slug := self.id_of(name):
                        yield slug
                        end = last.end()
                        break


class Linked(NamedTuple):
    """A question with the ids of what it rests on, and the editions of its clauses by ruleset."""

    question: Question
    cards: list[str]
    clauses: Sequence[str] = ()
    editions: Mapping[str, str] = {}


def link_cards(questions: list[Question], cards: Cards) -> list[Linked]:
    """Each question with its cards: those of its column first, then those its texts name."""
    in_columns = [names_in(question.get("cards", "")) for question in questions]
    for name in chain.from_iterable(in_columns):  # first: texts are searched for them
        if not _JOINED.search(name):
            cards.add(name)
    linked = []
    for question, names in zip(questions, in_columns, strict=True):
        texts = question["question"], question["answer"]
        single = [each for name in names for each in cards.split(name, " ".join(texts))]
        slugs = [*map(cards.add, single), *chain.from_iterable(map(cards.named_in, texts))]
        linked.append(Linked(question, list(dict.fromkeys(slugs))))
    return linked


def _import(request: Request) -> Report:
    file = request.file
    questions = read_questions(file, _named_columns(request.options.get("column", ())))
    edition = request.option("edition") or request.today
    place = request.place(request.option("ruleset") or "faq", edition)
    book, game = request.books_beside(place), request.option("game")
    of_game = ((slug, card) for (of, slug), card in book.cards.items() if of == game)
    cards = Cards({name: slug for slug, card in of_game for name in names_of(card)})
    linked, unknown = _link_clauses(link_cards(questions.read, cards), book, game)
    not_at_hand = [f"{file}: {name!r} {fault}" for name, fault in unknown.items()]
    counts = {
        "questions": len(linked),
        "with cards": sum(bool(each.cards) for each in linked),
        "cards": len({slug for each in linked for slug in each.cards}),
    }
    remedy = "write ; between names"
    doubtful = (f"{file}: taken for one card: {name!r}; {remedy}" for name in cards.doubtful)
    warnings = [*questions.odd, *questions.in_part, *doubtful, *not_at_hand]
    report = Report(counts, warnings, {"columns": questions.columns, "not_used": questions.unused})
    parts = {"read": len(questions.read), "left out": len(questions.odd)}
    report.details["accounts"] = {"unit": "items", "total": sum(parts.values()), "parts": parts}
    if request.option("plan"):
        return report
    known = book.rulesets.get(request.option("ruleset"))
    if known and book.of_ruleset(known, Clause):
        message = "give the questions a --ruleset and a --prefix of their own"
        raise RulingsError(f"the ruleset {known.id} is there already; {message}")
    report.book = place
    write_faq(request, report, request.target(book), edition, linked, cards)
    return report


def _link_clauses(
    linked: Sequence[Linked], book: Book, game: str
) -> tuple[list[Linked], dict[str, str]]:
    """Questions with the clauses that their columns name; and what is wrong with names that mean no
    clause of the game, or clauses of several rulesets.
    """
    rules = [name for name, entry in book.entries.items() if isinstance(entry, Clause)]
    clauses = {name for name in rules if game in ("", book.ruleset_of(name).game)}
    cited_by, unknown = list[Linked](), dict[str, str]()
    for each in linked:
        cited = list[str]()
        cell = each.question.get("clauses", "")  # where it has no points, 9,1 is one number
        cell = cell.replace(",", ";") if re.search("[.-]", cell) else re.sub(r",(?!\d)", ";", cell)
        for name in names_in(cell):
            meant = clauses.intersection(ids.parse(name, book.prefixes()).candidates)
            if len(meant) == 1:
                cited += meant
            else:
                several = f"may be {', '.join(sorted(meant))}; write which one is meant"
                unknown[name] = several if meant else "is no rule at hand"
        editions = {ruleset.id: ruleset.edition for ruleset in map(book.ruleset_of, cited)}
        cited_by.append(each._replace(clauses=cited, editions=editions))
    return cited_by, unknown


def _named_columns(columns: Iterable[str]) -> dict[str, str]:
    named = dict(column.partition("=")[::2] for column in columns)
    for key, heading in named.items():
        if key not in COLUMNS or not heading:
            known = ", ".join(COLUMNS)
            raise RulingsError(f"--column {key}: write NAME=HEADING; the names are {known}")
    return named


def write_faq(
    request: Request,
    report: Report,
    target: Target,
    edition: str,
    linked: list[Linked],
    cards: Cards,
) -> None:
    """Write the questions as the book of the report, which gets what was edited or withdrawn.

    A question in much the same words keeps its id; one that is missing is withdrawn. RulingsError
    if the place holds other files.
    """
    file, place = request.file, request.place(target.ruleset, edition)
    name, source = target.ruleset.replace("-", " ").title(), f"{target.ruleset}-questions"
    with new_book(place, "faq", f"from {file.name}, edition {edition}") as book:
        book.head(target.head(target.text(name), edition))
        about = {"title": target.text(f"{name} ({file.name})"), "edition": edition}
        book.add("sources", {"id": source, **about, "language": target.language})
        earlier = request.earlier(place)
        writer = RulingsWriter(book, earlier, target.prefix, request.today, _identity)
        for slug in (slug for each in linked for slug in each.cards):
            writer.add_card({"id": slug, "name": target.text(cards.names[slug])})
        writer.write([_ruling(each, target, source) for each in linked])
        report.counts |= {"questions": len(linked), "withdrawn": writer.finish()}
    if gone := writer.withdrawn:
        message = "questions of the earlier import that are not in it were withdrawn"
        report.warnings.append(f"{file}: {message}: {len(gone)}, {gone[0]} first; is it whole?")
    report.warnings += [
        f"{identifier}: its question was {old!r} and is now {new!r}; does the id still fit?"
        for identifier, (old, new) in writer.edited.items()
    ]


def _identity(ruling: Data) -> tuple[str, str]:
    """All questions have the same owner; each is recognised by its words."""
    return "faq", next(iter(ruling["question"].values()))


def _ruling(linked: Linked, target: Target, source: str) -> Data:
    question, keys = linked.question, ("title", "verdict", "question", "answer")
    texts = {key: _WIKI_LINK.sub(r"\1", question[key]) for key in keys if key in question}
    ruling: Data = {key: target.text(text) for key, text in texts.items()}
    if linked.cards:
        ruling["cards"] = linked.cards
    if linked.clauses:
        ruling |= {"clauses": linked.clauses, "checked_against": linked.editions}
    where = {"where": question["where"]} if "where" in question else {}
    ruling |= {"authority": target.authority or "author", "sources": [{"id": source} | where]}
    if dates := dates_in(question.get("date", "")):
        ruling["history"] = [{"date": dates[0], "status": "active"}]
    return ruling


def _words_of(text: str) -> str:
    """The words of a text, each between spaces."""
    return f" {' '.join(_WORD.findall(_folded(text)))} "


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


IMPORTER = Importer(
    "faq",
    "questions and answers: CSV, JSON, YAML, Markdown",
    _import,
    (*TARGET_OPTIONS, "authority", "edition", "column", "plan"),
)
