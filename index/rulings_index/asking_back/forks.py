"""Which case of a fork a question is: settled by what it says, or to be asked back.

A fork is put where the question is about as near to its phrasings, which leave the fact out, as to
the best entry. A question settles a case by its words: what the case lists as `said`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from rulings_index.lexicon import names
from rulings_index.query.analysed import AnalysedQuery
from rulings_index.results import Case, Fork, strings_in, verdict_of_case
from rulings_index.text.analysis import fold, fold_text
from rulings_index.text.sounds import SHORTEST_READING, Readings, reading_of
from rulings_index.weights import FORK_MEANT, STILL_MEANT

if TYPE_CHECKING:
    from rulings.format.model import Fork as Listed
    from rulings.format.record import Cited, Record


class CaseWords(TypedDict):
    """What of a case is looked for in a question: the keys of the phrases that it lists as `said`,
    and the `cards` of its condition, one of which the question must name if there are any.
    """

    phrases: list[str]
    cards: list[str]


def case_words_of(fork: "Listed", forms: names.NameIndex, readings: Readings) -> list[CaseWords]:
    """What of each case of a fork is looked for in a question, by the names of its game."""
    return [
        {
            "phrases": sorted(_keys_of([*strings_in(case.said)], readings)),
            "cards": sorted(
                concept
                for text in case.when.values()
                for mention in names.find(fold(text), forms)
                for concept in mention.concepts
                if concept.startswith(names.OF_CARDS)
            ),
        }
        for case in fork.cases
    ]


def _keys_of(phrases: Sequence[str], readings: Readings) -> set[str]:
    """The keys of phrases as they are written, and as they sound where that is enough to tell."""
    sounds = (reading_of(fold_text(phrase), readings) for phrase in phrases)
    long_enough = (kana for kana in sounds if len(kana) >= SHORTEST_READING)
    return {*map(names.key_of, (*phrases, *long_enough))} - {""}


class Asking(NamedTuple):
    """What is known of the case: the `fork` to put, or the `others`, where it is `settled` or need
    not be asked. `first` is the id of the entry that holds then, where that is not the `best` one,
    and `decided` says that the event decides so.
    """

    fork: Fork | None = None
    others: tuple[Case, ...] = ()
    first: str = ""
    settled: Case | None = None
    decided: bool = False
    best: str = ""

    @property
    def cases(self) -> tuple[Case, ...]:
        """The cases that are offered."""
        return (*self.others, *(self.fork.cases if self.fork else ()))

    @property
    def rest(self) -> set[str]:
        """The entries of these cases, without the one that is meant."""
        return {case.entry for case in self.cases} - {self.first or self.best}

    def below(self, overruled: Collection[str]) -> "Asking":
        """What is left to say below a call that overrules these entries: the cases that it leaves,
        if it answers for the one that is meant.
        """
        left = self.rest.difference(overruled)
        if (self.first or self.best) not in overruled or not left:
            return Asking()
        return Asking(self.fork, tuple(case for case in self.others if case.entry in left))


class _Branch(NamedTuple):
    """A case: the entries it leads to, the best of their scores (0 where none may be found, or none
    is meant), and whether the question says words of it, or the event `decided` on it.
    """

    leaves: list[Case]
    score: float
    named: bool
    decided: bool


class Forks(NamedTuple):
    """The forks of a book as one question meets them.

    `of` maps entries (and forks) to the forks that they are a case of, `case_words` forks to the
    words of their cases. `load` gives a record by id, `score` the score of an entry or fork: 0
    where a search must not find it. `in_force` are the variants of an event; None without one.
    """

    of: Mapping[str, list[str]]
    case_words: Mapping[str, Sequence[CaseWords]]
    load: Callable[[str], "Record | None"]
    score: Callable[[str], float]
    in_force: Collection[str] | None = None

    def asking(self, question: AnalysedQuery, best: "Record", nearer: Iterable["Record"]) -> Asking:
        """What to ask back if the best entry is one of several cases, or if a fork of its rules is
        `nearer` to the question than any entry.
        """
        of_rules = (fork for fork in nearer if fork["ruleset"] == best["ruleset"])
        if nearest := next(of_rules, None):
            leaves = [leaf.entry for leaf in _leaves_of(self._branches(nearest, question))]
            first = max(leaves, key=self.score)
            asking = self._around_best(question, first)
            if asking.fork and best["id"] not in leaves:
                return asking._replace(first=first)
        return self._around_best(question, best["id"])

    def _around_best(self, question: AnalysedQuery, best: str) -> Asking:
        """What to ask back if the best entry is one of several cases: the fork nearest to the
        question, unless words of it settle a case for another entry. Where they settle one for the
        best, only a fork that follows from it is asked.
        """
        forks = {fork: self._assess(fork, question, best) for fork in self._around(best)}
        for asking in forks.values():
            if asking.first:
                return asking
        settled = {fork for fork, asking in forks.items() if asking.settled}
        left_open = [fork for fork, asking in forks.items() if asking.fork]
        meant = [fork for fork in left_open if settled <= {*self._around(fork)}]
        if meant:
            return Asking(forks[max(meant, key=self.score)].fork)
        others = {case.entry: case for asking in forks.values() for case in asking.others}
        of_case = next((forks[fork].settled for fork in forks if fork in settled), None)
        return Asking(others=tuple(others.values()), settled=of_case)

    def _around(self, identifier: str) -> list[str]:
        """The forks that an entry is a case of, the nearest first, then those that lead to them."""
        around: list[str] = []
        left = [identifier]
        while left:
            above = [fork for fork in self.of.get(left.pop(0), ()) if fork not in around]
            around += above
            left += above
        return around

    def _assess(self, fork: str, question: AnalysedQuery, best: str) -> Asking:
        """What is known of the case of one fork."""
        record = self.load(fork)
        branches = list(self._branches(record, question)) if record else []
        of_best = [case for case in branches if best in [leaf.entry for leaf in case.leaves]]
        best_case = next((case for case in of_best if case.named), next(iter(of_best), None))
        # cases that lead to the same entry differ only by their words, beside those of another
        is_alone = len(of_best) == len(branches)
        unlikely = (best_case, *(case for case in of_best if not (case.named or is_alone)))
        rivals = [case for case in branches if case.score and case not in unlikely]
        if record is None or best_case is None or not rivals:
            return Asking()
        whole = self.score(best) or 1.0
        others = () if best_case.decided else _leaves_of(rivals)
        named = [case for case in (best_case, *rivals) if case.named]
        meant = named[0] if len(named) == 1 else None
        if meant is best_case:
            leaf = next(leaf for leaf in meant.leaves if leaf.entry == best)
            return Asking(others=others, settled=leaf)
        if meant and (meant.decided or meant.score >= STILL_MEANT * whole):
            rest = _leaves_of(case for case in (best_case, *rivals) if case is not meant)
            leaf = next(leaf for leaf in meant.leaves if self.score(leaf.entry) == meant.score)
            others = () if meant.decided else rest
            return Asking(None, others, leaf.entry, leaf, meant.decided)
        is_open = bool(named) or self.score(fork) >= FORK_MEANT * whole
        cases = _leaves_of(case for case in branches if case is best_case or case.score)
        return Asking(Fork(fork, record["ask"], cases) if is_open else None, others)

    def _branches(
        self, record: "Record", question: AnalysedQuery, above: tuple[str, ...] = ()
    ) -> Iterator[_Branch]:
        """The cases of a fork, which stands in those `above` it."""
        within = (*above, record["id"])
        verdicts = {cited["id"]: cited for cited in record.get("cited", ())}
        concepts = {concept for mention in question.mentions for concept in mention.concepts}
        mentioned = concepts.union(names.cards_of(concepts))  # whose attack is named, is too
        case_words = self.case_words[record["id"]]
        decided = self._decided(record["cases"], verdicts)
        named = decided or _named([case["phrases"] for case in case_words], question)
        for case, is_named, of_case in zip(record["cases"], named, case_words, strict=True):
            leaves = list(self._leaves(case, verdicts, question, within))
            is_out = of_case["cards"] and mentioned.isdisjoint(of_case["cards"])
            is_out = is_out or self._is_off(verdicts.get(case["entry"]))
            scores = [self.score(leaf.entry) for leaf in leaves if not is_out]
            yield _Branch(leaves, max(scores, default=0.0), is_named, bool(decided))

    def _decided(
        self, cases: Sequence[Mapping[str, Any]], verdicts: Mapping[str, "Cited"]
    ) -> list[bool]:
        """For each case whether the event says that it is meant; empty where it does not say."""
        is_on = [case["entry"] in (self.in_force or ()) for case in cases]
        is_left = [not self._is_off(verdicts.get(case["entry"])) for case in cases]
        if any(is_on):  # a variant on which another case rests tells nothing
            holding = [record for case in cases if (record := self.load(case["entry"]))]
            needed = {name for record in holding for name in record.get("variants", ())}
            return [] if needed.intersection(case["entry"] for case in cases) else is_on
        return is_left if sum(is_left) == 1 else []

    def _is_off(self, cited: "Cited | None") -> bool:
        """Whether a case rests on a variant that is not in force at the event."""
        if self.in_force is None or cited is None:
            return False
        return cited["kind"] == "variant" and cited["id"] not in self.in_force

    def _leaves(
        self,
        case: Mapping[str, Any],
        verdicts: Mapping[str, "Cited"],
        question: AnalysedQuery,
        within: tuple[str, ...],
    ) -> Iterator[Case]:
        """The entries that a case leads to; if that is a fork, those that may be meant there."""
        cited = verdicts.get(case["entry"])
        inner = self.load(case["entry"]) if cited and cited["kind"] == "fork" else None
        if inner is None or inner["id"] in within:
            yield Case(case["when"], case["entry"], verdict_of_case(case, cited))
            return
        branches = list(self._branches(inner, question, within))
        for leaf in _leaves_of([branch for branch in branches if branch.named] or branches):
            yield leaf._replace(when=joined(case["when"], leaf.when))


def _leaves_of(branches: Iterable[_Branch]) -> tuple[Case, ...]:
    return tuple(chain.from_iterable(branch.leaves for branch in branches))


def joined(outer: Mapping[str, str], inner: Mapping[str, str]) -> dict[str, str]:
    """Two conditions as one, in the languages that both have."""
    both = [language for language in outer if language in inner]
    return {language: f"{outer[language]}: {inner[language]}" for language in both}


_Place = tuple[int, int, int]
"""In which spelling of a question, from where, to where."""


def _named(cases: Sequence[Iterable[str]], question: AnalysedQuery) -> list[bool]:
    """For each case whether the question says a phrase of it, outside a longer one of another; of
    two cases also whether it denies the other.
    """
    places = [list(chain.from_iterable(_places(key, question) for key in keys)) for keys in cases]
    every = {place for of_case in places for place, _ in of_case}
    outside = [[each for each in of_case if not _is_inside(each[0], every)] for of_case in places]
    named = [any(not is_denied for _, is_denied in of_case) for of_case in outside]
    if len(named) == 2 and not any(named):
        return [bool(of_case) for of_case in reversed(outside)]
    return named


def _places(key: str, question: AnalysedQuery) -> Iterator[tuple[_Place, bool]]:
    """Where a question says a phrase, and whether it denies it there."""
    for number, text in enumerate(question.keys):
        at = text.find(key)
        while at >= 0:
            end = at + len(key)
            before = text[at - 1 : at] if at else ""
            if not (_joins(before, key[0]) or _joins(key[-1], text[end : end + 1])):
                yield (number, at, end), names.is_denied(text, at, end)
            at = text.find(key, at + 1)


def _joins(left: str, right: str) -> bool:
    """Whether two characters are of one word or number: no phrase ends between them."""
    both = left + right
    return len(both) == 2 and both.isascii() and both.isalnum()


def _is_inside(place: _Place, places: Iterable[_Place]) -> bool:
    number, start, end = place
    return any(
        other == number and first <= start and end <= last and last - first > end - start
        for other, first, last in places
    )
