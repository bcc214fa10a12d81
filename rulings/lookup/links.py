"""The links between entries, in both directions: what each rests on, and what rests on it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, permutations
from typing import NamedTuple

import msgspec

from rulings.format.authority_and_status import Status
from rulings.format.model import AnyEntry, Card, Case, Fork, Ruling, Term, Text, Variant, is_todo
from rulings.ids import citations_in, letters_of, prefix_of
from rulings.kinds import KINDS
from rulings.lookup.event import OWN_PREFIX
from rulings.reading.book import Book
from rulings.reading.book_files import Pointer, texts_in

_DERIVED = {"similar": "similar", "supersedes": "superseded-by", "derived-from": "source-of"}
"""The role of a relation, seen from the other entry."""


class Link(NamedTuple):
    """An entry cites another in a role: `decides`, `clause`, `modifies` and so on."""

    origin: str
    target: str
    role: str


class Links:
    """All links of a book: `of` has what each entry cites, in its own order; `to` who cites an id
    (cards and terms as ``card:slug``, ``term:slug``), in book order.
    """

    def __init__(self, book: Book) -> None:
        self.of: dict[str, list[Link]] = {}
        self.to: dict[str, list[Link]] = defaultdict(list)
        now = book.now_called()
        for entry in book.entries.values():
            cited = [(each.target, each.role) for each in linked_in(entry)]
            cited += [(f"card:{slug}", "card") for slug in entry.cards]
            cited += [(f"term:{slug}", "term") for slug in entry.terms]
            links = (Link(entry.id, now.get(target, target), role) for target, role in cited)
            self.of[entry.id] = list(dict.fromkeys(links))
            for link in self.of[entry.id]:
                self.to[link.target].append(link)
        for entry in book.entries.values():  # a book stores one direction of each relation
            for relation in entry.related:
                back = Link(relation.id, entry.id, _DERIVED[relation.type])
                if relation.id in self.of and back not in self.of[relation.id]:
                    self.of[relation.id].append(back)
                    self.to[entry.id].append(back)


def forks_of(book: Book) -> dict[str, list[str]]:
    """By the id of an entry or fork, the finished forks with a case that leads to it."""
    forks: dict[str, list[str]] = {}
    for fork in (each for each in book.entries.values() if isinstance(each, Fork)):
        for case in () if is_unfinished(fork) else fork.cases:
            forks.setdefault(case.entry, []).append(fork.id)
    return forks


def played_together(book: Book) -> list[tuple[str, str]]:
    """Pairs of rulesets that are played together: a ruleset with a published document that its
    entries cite or that holds only answers, or with the rules that its variants change.
    """
    rulesets = book.by_prefix
    cites_any = any(each.as_published for each in rulesets.values())
    pairs = {
        (book.ruleset_of(entry.id).id, other.id)
        for entry in book.entries.values()
        for listed in (linked_in(entry) if cites_any or isinstance(entry, Variant) else ())
        if (other := rulesets.get(prefix_of(listed.target)))
        if other.as_published or listed.role in ("modifies", "adds-to")
    }
    with_rules = {prefix_of(entry.id) for entry in book.entries.values() if entry.kind == "clause"}
    answers = [each for each in rulesets.values() if each.as_published]
    answers = [each for each in answers if each.prefix not in with_rules]
    pairs |= {
        (each.id, faq.id) for each in rulesets.values() for faq in answers if each.game == faq.game
    }
    return sorted(pair for pair in pairs if pair[0] != pair[1])


def rules_below(book: Book) -> dict[str, list[str]]:
    """By ruleset, those that it rests on: its base, and the published documents played with it."""
    below = {each.id: [each.base] if each.base else [] for each in book.rulesets.values()}
    for name, other in played_together(book):
        if book.rulesets[other].as_published:
            below[name].append(other)
    return below


def questions_of(call: Ruling) -> set[str]:
    """The questions that a call answers: letters and digits alone, each behind a question mark."""
    texts = chain(call.question.values(), *call.asked.values())
    return {f"? {letters_of(text)}" for text in texts}


def contradictions(entries: Iterable[AnyEntry]) -> dict[str, list[Ruling]]:
    """By call in force, those of its event with another verdict on the same entry, or on the same
    question for the same rules.
    """
    contradicting = defaultdict[str, list[Ruling]](list)
    calls = [
        (each, {*each.overruled, *questions_of(each)})
        for each in entries
        if isinstance(each, Ruling) and each.call and each.status is Status.ACTIVE
    ]
    for (call, of_call), (other, of_other) in permutations(calls, 2):
        events = {each.call.event for each in (call, other) if each.call} - {""}
        rules = {prefix_of(call.id), prefix_of(other.id)} - {OWN_PREFIX}
        on_same = of_call & of_other if len(rules) < 2 else {*call.overruled} & {*other.overruled}
        if on_same and call.verdict != other.verdict and len(events) < 2:
            contradicting[call.id].append(other)
    return contradicting


class Listed(NamedTuple):
    """An id that an entry lists: where, in which role, and the kind it must have."""

    pointer: Pointer
    target: str
    role: str
    kind: str = ""


def linked_in(entry: AnyEntry) -> Iterator[Listed]:
    """The ids that an entry lists: of entries it rests on, then of entries it is related to."""
    yield from listed_in(entry)
    for number, relation in enumerate(entry.related):
        yield Listed(("related", number, "id"), relation.id, relation.type)


def listed_in(entry: AnyEntry) -> Iterator[Listed]:
    """The ids of the entries that an entry rests on, in its own order."""
    for links in KINDS[entry.kind].links:
        for number, target in enumerate(getattr(entry, links.key)):
            role = links.role if number else links.first or links.role
            yield Listed((links.key, number), target, role, links.kind)
    if isinstance(entry, Fork):
        for number, case in enumerate(entry.cases):
            yield Listed(("cases", number, "entry"), case.entry, "case")


def texts_of(entry: AnyEntry) -> Iterator[tuple[Pointer, Text]]:
    """The texts of an entry that people read, each with its pointer, in reading order."""
    for key in KINDS[entry.kind].texts:
        value: Text | list[Text | Case] = getattr(entry, key)
        if isinstance(value, dict):
            yield (key,), value
            continue
        for number, item in enumerate(value):
            if isinstance(item, Case):
                yield (key, number, "when"), item.when
                if item.verdict:
                    yield (key, number, "verdict"), item.verdict
            else:
                yield (key, number), item


def words_of(entry: AnyEntry) -> Iterator[tuple[Pointer, str]]:
    """What an entry says in each language, with its pointer, in reading order."""
    for pointer, text in texts_of(entry):
        for language, words in text.items():
            yield (*pointer, language), words


def is_unfinished(entry: AnyEntry) -> bool:
    """Whether a text of an entry still has to be written: such an entry answers nobody."""
    return any(is_todo(words) for _, text in texts_of(entry) for words in text.values())


def languages_of(entry: AnyEntry) -> list[str]:
    """The languages in which an entry says anything, in reading order."""
    return list(dict.fromkeys(str(pointer[-1]) for pointer, words in words_of(entry) if words))


def named_by(entry: AnyEntry) -> list[tuple[str, str]]:
    """The cards and terms that an entry lists or cites: ``("card", "escape-rope")``."""
    listed = [("card", slug) for slug in entry.cards] + [("term", slug) for slug in entry.terms]
    cited = (target.partition(":") for _, target in citations_of(entry))
    return [*listed, *((kind, slug) for kind, _, slug in cited if kind in ("card", "term"))]


def rests_on(entry: AnyEntry) -> list[str]:
    """The ids that an entry lists, the deciding one first."""
    return list(dict.fromkeys(each.target for each in listed_in(entry)))


def touched_by(entry: AnyEntry) -> list[str]:
    """The ids by which calls and entries touch: its own (of a call those it overrules), those that
    it rests on, and its cards.
    """
    above = entry.overruled if isinstance(entry, Ruling) and entry.call else [entry.id]
    return [*above, *rests_on(entry), *(f"card:{slug}" for slug in entry.cards)]


def reached_by(call: Ruling, entries: Mapping[str, AnyEntry]) -> set[str]:
    """The ids that a call touches, and those on which the entries rest that it overrules."""
    overruled = entries.keys() & {*call.overruled}
    return {*touched_by(call), *(name for each in overruled for name in rests_on(entries[each]))}


def citations_of(item: AnyEntry | Card | Term) -> Iterator[tuple[Pointer, str]]:
    """The targets of ``[[…]]`` in all that an entry, card or term says, each with its pointer."""
    texts = texts_in(msgspec.to_builtins(item)) if isinstance(item, Card | Term) else words_of(item)
    for number, case in enumerate(item.cases if isinstance(item, Fork) else ()):
        texts = chain(texts, texts_in(case.said, ("cases", number, "said")))
    for pointer, words in texts:
        if "[[" in words:
            yield from ((pointer, target) for target in citations_in(words))
