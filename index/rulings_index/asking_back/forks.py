"""Which case of a fork a question is: settled by what it says, or to be asked back.

A question settles a case by its words (what the case lists as `said`), or by the ranking itself,
where the entries of all other cases stand far behind. Cards that a case names and the question
does not rule the case out, and so does a ruleset that the question names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from rulings import ids
from rulings_index.lexicon import names
from rulings_index.query.analysed import AnalysedQuery
from rulings_index.ranking.confidence import ANSWER
from rulings_index.ranking.scoring import OF_CARDS
from rulings_index.results import Case, Fork, strings_in, verdict_of
from rulings_index.storage.document_weights import curated
from rulings_index.text.analysis import fold
from rulings_index.weights import (
    BOTH_MEANT,
    CASE_TIED,
    NEARLY_TIED,
    PERHAPS_MEANT,
    PLAIN_NEARLY_TIED,
    STILL_MEANT,
    UNSURE,
)

if TYPE_CHECKING:
    from rulings.format.record import Case as Stated
    from rulings.format.record import Cited, Record
    from rulings_index.storage.segment import Segment


class _Branch(NamedTuple):
    """A case as the book states it, with what it leads to and how much of the best score that has.

    `named` says whether the question says words of the case, `possible` whether it can be meant.
    """

    when: dict[str, str]
    leaves: list[Case]
    score: float
    named: bool
    possible: bool


class Asking(NamedTuple):
    """What is known of the case: the `fork` to put, or the `others`, where it is settled or need
    not be asked.

    `named` says whether words of the question settle it, `first` is the id of the entry that holds
    then, where that is not the best one.
    """

    fork: Fork | None = None
    others: tuple[Case, ...] = ()
    named: bool = False
    first: str = ""


class Shares(NamedTuple):
    """The shares of the best score from which on something else may be meant as well: another case
    of the same ruleset, any other hit or case, and either where the question names the case.
    """

    case: float
    other: float
    named: float


def shares_in(segment: Segment, level: str) -> Shares:
    """The shares that hold in a game, by how sure the best hit is."""
    measure = curated(segment)
    less = 1.0 if level == ANSWER else 1.0 - measure * (1.0 - UNSURE)
    other = PLAIN_NEARLY_TIED + measure * (NEARLY_TIED - PLAIN_NEARLY_TIED)
    return Shares(CASE_TIED * less, other * less, BOTH_MEANT * less)


class Forks:
    """The forks of a book as one question meets them.

    `of` maps entries (and forks) to the forks that they are a case of, `load` gives a record by
    id, `score` the score of an entry by id: 0 where it may not be found or is not meant.
    """

    def __init__(
        self,
        of: Mapping[str, list[str]],
        load: Callable[[str], Record | None],
        score: Callable[[str], float],
        forms: names.NameIndex,
        shares: Shares,
    ) -> None:
        self._of = of
        self._load = load
        self._score = score
        self._forms = forms
        self._shares = shares
        self._heard: dict[str, list[tuple[bool, bool]]] = {}

    def asking(self, question: AnalysedQuery, best: str) -> Asking:
        """What to ask back where the best entry is one of several cases.

        Where words settle a case that leads to another entry, the forks of that are looked at too.
        """
        known = self._asking(question, best)
        seen = {best}
        while known.first and not known.fork:
            seen.add(known.first)
            further = self._asking(question, known.first)
            if not further.fork and (not further.first or further.first in seen):
                break
            others = (*further.others, *known.others)
            known = further._replace(others=others, named=True, first=further.first or known.first)
        return known

    def _asking(self, question: AnalysedQuery, best: str) -> Asking:
        """What the forks of one entry come to.

        Where words settle one of its forks, another that does not follow from it is put only if a
        case of that is all but tied.
        """
        found = [(*self._assess(one, question, best), one) for one in self._around(best)]
        found.sort(key=lambda one: one[0], reverse=True)
        settled = {fork for _, asking, fork in found if asking.named}
        moved = (asking for _, asking, _ in found if asking.first)
        put = (
            asking._replace(others=())
            for share, asking, fork in found
            if asking.fork and (share >= self._shares.named or settled <= {*self._around(fork)})
        )
        known = next(chain(moved, put), None)
        if known:
            return known
        others = {case.entry: case for _, asking, _ in found for case in asking.others}
        return Asking(others=tuple(others.values()), named=bool(settled))

    def _around(self, identifier: str) -> list[str]:
        """The forks that an entry is a case of, the nearest first, then those that lead to them."""
        found: list[str] = []
        left = [identifier]
        while left:
            above = [one for one in self._of.get(left.pop(0), ()) if one not in found]
            found += above
            left += above
        return found

    def _assess(self, identifier: str, question: AnalysedQuery, best: str) -> tuple[float, Asking]:
        """How near the nearest other case comes, and what follows from it."""
        record = self._load(identifier)
        branches = list(self._branches(record, question)) if record else []
        own = next((one for one in branches if _leads_to(one, best)), None)
        rivals = [one for one in branches if one is not own and one.possible and one.score]
        if record is None or own is None or not rivals:
            return 0.0, Asking()
        whole = self._score(best) or 1.0
        share = max(one.score for one in rivals) / whole
        named = [one for one in (own, *rivals) if one.named]
        if len(named) == 1 and own not in named:
            meant = named[0].score / whole
            if meant >= STILL_MEANT:
                others = _all(one for one in (own, *rivals) if one != named[0])
                first = max(named[0].leaves, key=lambda case: self._score(case.entry))
                return share, Asking(others=others, named=True, first=first.entry)
            is_open = meant >= PERHAPS_MEANT
            share = 1.0 if is_open else share  # words speak for it: no other fork settles that
        else:
            is_open = named != [own] and any(
                one.score >= whole * self._least(one, best, own in named) for one in rivals
            )
        if not is_open:
            return share, Asking(others=_all(rivals), named=named == [own])
        cases = _all(one for one in branches if one is own or one.possible)
        return share, Asking(Fork(identifier, record["ask"], cases), _all(rivals))

    def _least(self, branch: _Branch, best: str, is_named: bool) -> float:
        """The share of the best score that a case needs to be meant as well, where words name the
        case of the best or none: players say what happened, but not which rules they play.
        """
        if is_named:
            return self._shares.named
        prefix = ids.prefix_of(best)
        is_of_best = any(ids.prefix_of(leaf.entry) == prefix for leaf in branch.leaves)
        return self._shares.case if is_of_best else self._shares.other

    def _branches(
        self, record: Record, question: AnalysedQuery, above: tuple[str, ...] = ()
    ) -> Iterator[_Branch]:
        """The cases of a fork, which stands in those `above` it."""
        within = (*above, record["id"])
        verdicts = {cited["id"]: cited for cited in record.get("cited", ())}
        heard = self._heard_of(record, question)
        for case, (named, other_cards) in zip(record["cases"], heard, strict=True):
            leaves = list(self._leaves(case, verdicts, question, within))
            scores = [self._score(leaf.entry) for leaf in leaves]
            possible = any(scores) and not other_cards
            yield _Branch(case["when"], leaves, max(scores, default=0.0), named, possible)

    def _heard_of(self, record: Record, question: AnalysedQuery) -> list[tuple[bool, bool]]:
        """For each case of a fork whether the question says words of it, and whether the case
        names cards that the question does not; worked out once, for forks meet in many ways.
        """
        heard = self._heard.get(record["id"])
        if heard is None:
            cases = record["cases"]
            said = _said([strings_in(case.get("said", {})) for case in cases], question)
            cards = [self._names_other_cards(case["when"], question) for case in cases]
            heard = self._heard[record["id"]] = list(zip(said, cards, strict=True))
        return heard

    def _leaves(
        self,
        case: Stated,
        verdicts: Mapping[str, Cited],
        question: AnalysedQuery,
        within: tuple[str, ...],
    ) -> Iterator[Case]:
        """The entries that a case leads to; of another fork, those that the question leaves."""
        cited = verdicts.get(case["entry"])
        inner = self._load(case["entry"]) if cited and cited["kind"] == "fork" else None
        if inner is None or inner["id"] in within:
            yield Case(case["when"], case["entry"], verdict_of(cited) if cited else {})
            return
        branches = list(self._branches(inner, question, within))
        for branch in [one for one in branches if one.named] or branches:
            for leaf in branch.leaves:
                yield leaf._replace(when=joined(case["when"], leaf.when))

    def _names_other_cards(self, when: Mapping[str, str], question: AnalysedQuery) -> bool:
        """Whether a condition names a card, and the question does not."""
        mentioned = {one for mention in question.mentions for one in mention.concepts}
        named = {
            concept
            for text in when.values()
            for mention in names.find(fold(text), self._forms)
            for concept in mention.concepts
            if concept.startswith(OF_CARDS)
        }
        return bool(named) and not named & mentioned


def _all(branches: Iterable[_Branch]) -> tuple[Case, ...]:
    return tuple(chain.from_iterable(branch.leaves for branch in branches))


def _leads_to(branch: _Branch, identifier: str) -> bool:
    return any(leaf.entry == identifier for leaf in branch.leaves)


def joined(outer: Mapping[str, str], inner: Mapping[str, str]) -> dict[str, str]:
    """Two conditions as one, in the languages that both have."""
    both = [language for language in outer if language in inner]
    return {language: f"{outer[language]}: {inner[language]}" for language in both}


def _said(cases: Iterable[Iterable[str]], question: AnalysedQuery) -> list[bool]:
    """For each case whether the question says a phrase of it, outside a longer one of another."""
    places = [{place for phrase in case for place in _places(phrase, question)} for case in cases]
    every = set(chain.from_iterable(places))
    return [any(not _is_inside(one, every) for one in own) for own in places]


def _places(phrase: str, question: AnalysedQuery) -> Iterator[tuple[int, int, int]]:
    """Where a question says a phrase: in which of its spellings, from where, to where."""
    key = names.key_of(phrase)
    if not key:
        return
    for number, text in enumerate(question.keys):
        at = text.find(key)
        while at >= 0:
            end = at + len(key)
            if not (_is_letter(key[-1]) and _is_letter(text[end : end + 1])):
                yield number, at, end
            at = text.find(key, at + 1)


def _is_letter(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _is_inside(place: tuple[int, int, int], places: Iterable[tuple[int, int, int]]) -> bool:
    number, start, end = place
    return any(
        one == number and first <= start and end <= last and last - first > end - start
        for one, first, last in places
    )
