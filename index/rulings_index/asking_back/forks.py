"""Which case of a fork a question means: its words settle that, or a question is asked back.

A fork is asked if the question comes about as near to the fork's own phrasings, which leave the
deciding fact out, as to the best entry. A question settles a case by its words: each case lists
them under `said`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from rulings import ids
from rulings.reading.book_files import texts_in
from rulings_index.lexicon import names
from rulings_index.query.analysed import AnalysedQuery
from rulings_index.results import Case, Fork, verdict_of_case
from rulings_index.text.analysis import fold, fold_text
from rulings_index.text.sounds import SHORTEST_READING, Readings, reading_of
from rulings_index.weights import FORK_MEANT, STILL_MEANT

if TYPE_CHECKING:
    from rulings.format import model
    from rulings.format.record import Cited, Record

CASE_WORDS = "case words "
"""What stands before the id of a fork where the words of its cases are kept."""


class CaseWords(TypedDict):
    """The words by which a question is known to be of a case."""

    phrases: list[str]  # the keys of its condition, and of those that it lists as `said`
    cards: list[str]  # those of its condition; if there are any, the question must name one


def case_words_of(fork: "model.Fork", forms: names.NameIndex, sounds: Readings) -> list[CaseWords]:
    """The words of each case of a fork; `forms` are the names of its game."""
    return [
        {
            "phrases": sorted(_keys_of(case, forms, sounds)),
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


def _keys_of(case: "model.Case", forms: names.NameIndex, sounds: Readings) -> set[str]:
    """The keys of what is said in a case: phrases as they are written, and as they sound if the
    sound is long enough; and all names of a term that is linked, ``[[term:last-player]]``.
    """
    said = [words for _, words in texts_in([case.when, case.said])]
    links = [link for text in said if (link := ids.linked(text)).startswith("term:")]
    phrases = [text for text in said if ids.linked(text) not in links]
    wide = (phrase for phrase in phrases if not phrase.isascii())
    kana_of = (reading_of(fold_text(phrase), sounds) for phrase in wide)
    long_enough = (kana for kana in kana_of if len(kana) >= SHORTEST_READING)
    keys = {*map(names.key_of, (*phrases, *long_enough))} - {""}
    if linked := tuple(link.replace("term:", "/") for link in links):
        named = ((key, thing) for key, things in forms.items() for thing in things)
        keys |= {key for key, thing in named if thing.endswith(linked) and thing[:5] == "term:"}
    return keys


class Asking(NamedTuple):
    """What is known of the case of a question."""

    entry: str = ""  # the id of the entry that answers; empty if no case is looked for
    is_other: bool = False  # whether that is not the best entry
    fork: Fork | None = None  # what to ask back; else the case is settled, or need not be asked
    others: tuple[Case, ...] = ()  # the other cases, if nothing is asked
    settled: Case | None = None  # the case that is meant
    is_decided: bool = False  # whether the event decides for another entry
    is_contrary: bool = False  # whether the words name a case that leads to another entry

    @property
    def cases(self) -> tuple[Case, ...]:
        """The cases that are shown."""
        return (*self.others, *(self.fork.cases if self.fork else ()))

    @property
    def rest(self) -> set[str]:
        """The entries of these cases, without the one that answers."""
        return {case.entry for case in self.cases} - {self.entry}

    def below(self, overruled: Collection[str]) -> "Asking":
        """What is still shown below a call that overrules these entries: the cases that it does not
        overrule, if it overrules the entry that answers.
        """
        left = self.rest.difference(overruled)
        if self.entry not in overruled or not left:
            return Asking()
        others = tuple(case for case in self.others if case.entry in left)
        return Asking(fork=self.fork, others=others)


class _Branch(NamedTuple):
    leaves: list[Case]  # the entries that it leads to
    score: float  # the best of theirs; 0 if it is ruled out, or no search may find them
    is_named: bool  # whether the question says words of it, or the event decides on it
    is_decided: bool  # whether the event decides on a case of this fork

    def leads_to(self, entry: str) -> bool:
        return any(leaf.entry == entry for leaf in self.leaves)


class Forks(NamedTuple):
    """The forks of a book, for one question."""

    question: AnalysedQuery
    known: Mapping[str, Any]  # `forks`: those that each entry or fork is a case of; `CASE_WORDS`
    load: Callable[[str], "Record | None"]  # gives a record by its id
    score: Callable[[str], float]  # of an entry or fork; 0 if a search must not find it
    in_force: Collection[str] | None = None  # variants; None where nobody says which
    worded: Collection[str] = ()  # the forks that are asked in their very words: cards count too

    def asking(self, best: "Record", nearer: Iterable["Record"]) -> Asking:
        """What to ask back if the best entry is one of several cases, or if a fork of its rules is
        `nearer` to the question than any entry.
        """
        of_same_rules = (fork for fork in nearer if fork["ruleset"] == best["ruleset"])
        if nearest := next(of_same_rules, None):
            leaves = [leaf.entry for leaf in _leaves_of(self._branches(nearest))]
            asking = self._around_best(max(leaves, key=self.score))
            if asking.fork and best["id"] not in leaves:
                return asking._replace(is_other=True)
        return self._around_best(best["id"])

    def _around_best(self, best: str, *, is_moved: bool = False) -> Asking:
        """What to ask back if the best entry is one of several cases: the fork nearest to the
        question. If words of it settle a case that leads to another entry, that one counts as the
        best. If they settle one for the best entry, a fork is asked only within that case, or if it
        is nearer to the question than that entry, or if words of it are of another case.
        """
        forks = {fork: self._assess(fork, best) for fork in self._around(best)}
        for asking in forks.values():
            if asking.is_other:
                if is_moved or asking.is_decided:
                    return asking
                of_case = self._around_best(asking.entry, is_moved=True)
                return of_case._replace(is_other=True) if of_case.fork else asking
        settled = {fork: asking.settled for fork, asking in forks.items() if asking.settled}
        left_open = [fork for fork, asking in forks.items() if asking.fork]
        for fork in sorted(left_open, key=self.score, reverse=True):
            is_nearer = self.score(fork) > self.score(best) or forks[fork].is_contrary
            if is_nearer or settled.keys() <= {*self._around(fork)}:
                return Asking(best, fork=forks[fork].fork)
        others = {case.entry: case for asking in forks.values() for case in asking.others}
        case = next(iter(settled.values()), None)
        return Asking(best, others=tuple(others.values()), settled=case)

    def _around(self, identifier: str) -> list[str]:
        """The forks that an entry is a case of, the nearest first, then those that lead to them."""
        around: list[str] = []
        left, of = [identifier], self.known["forks"]
        while left:
            above = [fork for fork in of.get(left.pop(0), ()) if fork not in around]
            around += above
            left += above
        return around

    def _assess(self, fork: str, best: str) -> Asking:
        """What is known of the case of one fork, if the best entry is one of its cases."""
        record = self.load(fork)
        branches = list(self._branches(record, best=best)) if record else []
        of_best = [branch for branch in branches if branch.leads_to(best)]
        if record is None or not of_best:
            return Asking(best)
        best_case = next((branch for branch in of_best if branch.is_named), of_best[0])
        rivals = [branch for branch in branches if branch.score and branch != best_case]
        if len(of_best) < len(branches):  # more cases of the best entry count only if named
            rivals = [branch for branch in rivals if branch.is_named or not branch.leads_to(best)]
        if not rivals:
            return Asking(best)
        named = [branch for branch in (best_case, *rivals) if branch.is_named]
        meant = named[0] if len(named) == 1 else None
        whole = self.score(best) or 1.0
        if meant and (meant is best_case or meant.is_decided or meant.score >= STILL_MEANT * whole):
            rest = _leaves_of(branch for branch in (best_case, *rivals) if branch is not meant)
            return self._settled(meant, () if meant.is_decided else rest, best)
        is_open = bool(named) or self.score(fork) >= FORK_MEANT * whole
        cases = _leaves_of(branch for branch in branches if branch is best_case or branch.score)
        others = () if best_case.is_decided else _leaves_of(rivals)
        to_ask = Fork(fork, record["ask"], cases) if is_open else None
        return Asking(best, fork=to_ask, others=others, is_contrary=bool(meant))

    def _settled(self, meant: _Branch, others: tuple[Case, ...], best: str) -> Asking:
        """What is known if one case is meant; if it lacks the best entry, its own best answers. A
        variant that nobody put in force settles nothing: the rule without it stands beside it. Nor
        is a case settled where a fork within it is left open.
        """
        unused = [leaf for leaf in meant.leaves if self._is_unused(self.load(leaf.entry))]
        plain = [leaf for leaf in meant.leaves if leaf not in unused]
        leaves = [leaf for leaf in meant.leaves if leaf.entry == best]
        if leaves and leaves[0] in unused and len(meant.leaves) > 1:
            without = (leaf for leaf in meant.leaves if leaf.entry != best)
            return Asking(best, others=(*without, *others))
        if leaves:
            is_settled = all(leaf.verdict == leaves[0].verdict for leaf in leaves)
            return Asking(best, others=others, settled=leaves[0] if is_settled else None)
        case = max(plain or unused, key=lambda leaf: self.score(leaf.entry))
        others = (*unused, *others) if plain else others
        asking = Asking(case.entry, is_other=True, others=others, settled=case)
        return asking._replace(is_decided=meant.is_decided)

    def _branches(
        self, fork: "Record", above: tuple[str, ...] = (), best: str = ""
    ) -> Iterator[_Branch]:
        """The cases of a fork; `above` are the forks that lead to it. A case on a card that the
        question does not name is ruled out, unless the `best` entry is such a case and no rule.
        """
        within = (*above, fork["id"])
        cited = {record["id"]: record for record in fork.get("cited", ())}
        concepts = {concept for mention in self.question.mentions for concept in mention.concepts}
        mentioned = concepts.union(names.cards_of(concepts))  # an attack names its card too
        case_words: list[CaseWords] = self.known[CASE_WORDS + fork["id"]]
        decided = self._decided(fork["cases"], cited)
        named = decided or _named([words["phrases"] for words in case_words], self.question)
        unnamed = [
            bool(each["cards"]) and mentioned.isdisjoint(each["cards"]) for each in case_words
        ]
        cases = list(zip(fork["cases"], named, unnamed, strict=True))
        is_rule = best in cited and cited[best]["kind"] == "clause"
        is_of_best = any(is_unnamed and case["entry"] == best for case, _, is_unnamed in cases)
        may_be_any_card = (is_of_best and not is_rule) or fork["id"] in self.worded
        for case, is_named, is_unnamed in cases:
            leaves = list(self._leaves(case, cited, within))
            is_out = is_unnamed and not may_be_any_card
            is_out = is_out or self._is_off(cited.get(case["entry"]))
            scores = [0.0] if is_out else [self.score(leaf.entry) for leaf in leaves]
            yield _Branch(leaves, max(scores, default=0.0), is_named, bool(decided))

    def _decided(
        self, cases: Sequence[Mapping[str, Any]], cited: Mapping[str, "Cited"]
    ) -> list[bool]:
        """For each case whether the event decides on it; empty if the event does not decide."""
        is_in_force = [case["entry"] in (self.in_force or ()) for case in cases]
        if any(is_in_force):  # but a variant on which another case rests decides nothing
            holding = [record for case in cases if (record := self.load(case["entry"]))]
            needed = {name for record in holding for name in record.get("variants", ())}
            return [] if needed.intersection(case["entry"] for case in cases) else is_in_force
        is_left = [not self._is_off(cited.get(case["entry"])) for case in cases]
        return is_left if sum(is_left) == 1 else []

    def _is_unused(self, entry: "Record | Cited | None") -> bool:
        """Whether an entry is a variant that nobody put in force."""
        used = self.in_force or ()
        return entry is not None and entry["kind"] == "variant" and entry["id"] not in used

    def _is_off(self, cited: "Cited | None") -> bool:
        """Whether the entry of a case is a variant that is not in force at the event."""
        return self.in_force is not None and self._is_unused(cited)

    def _leaves(
        self, case: Mapping[str, Any], cited: Mapping[str, "Cited"], within: tuple[str, ...]
    ) -> Iterator[Case]:
        """The entries that a case leads to; if that is a fork, those that may be meant there."""
        entry = cited.get(case["entry"])
        inner = self.load(case["entry"]) if entry and entry["kind"] == "fork" else None
        if inner is None or inner["id"] in within:
            yield Case(case["when"], case["entry"], verdict_of_case(case, entry), within)
            return
        branches = list(self._branches(inner, within))
        for leaf in _leaves_of([branch for branch in branches if branch.is_named] or branches):
            yield leaf._replace(when=joined(case["when"], leaf.when))


def _leaves_of(branches: Iterable[_Branch]) -> tuple[Case, ...]:
    return tuple(chain.from_iterable(branch.leaves for branch in branches))


def joined(outer: Mapping[str, str], inner: Mapping[str, str]) -> dict[str, str]:
    """Two conditions as one, in the languages that both have."""
    both = [language for language in outer if language in inner]
    return {language: f"{outer[language]}: {inner[language]}" for language in both}


_Place = tuple[int, int, int]
"""Where a question says a phrase: in which of its spellings, from where, to where."""


def _named(cases: Sequence[Iterable[str]], question: AnalysedQuery) -> list[bool]:
    """For each case whether the question says one of its phrases, and not only within a longer one
    of another case. If there are two cases, to deny one is to name the other.
    """
    spellings = "\n".join(question.keys)
    phrases = [[key for key in keys if key in spellings] for keys in cases]
    places = [list(chain.from_iterable(_places(key, question) for key in keys)) for keys in phrases]
    all_places = {place for of_case in places for place, _ in of_case}
    denials = [
        [is_denied for place, is_denied in of_case if not _is_inside(place, all_places)]
        for of_case in places
    ]
    named = [False in of_case for of_case in denials]
    if len(named) == 2 and not any(named):
        return [bool(of_case) for of_case in reversed(denials)]
    return named


def _places(key: str, question: AnalysedQuery) -> Iterator[tuple[_Place, bool]]:
    """Where a question says a phrase, and whether it denies the phrase there."""
    for spelling, text in enumerate(question.keys):
        start = text.find(key)
        while start >= 0:
            end = start + len(key)
            before = text[start - 1 : start] if start else ""
            if not (_joins(before, key[0]) or _joins(key[-1], text[end : end + 1])):
                yield (spelling, start, end), names.is_denied(text, start, end)
            start = text.find(key, start + 1)


def _joins(left: str, right: str) -> bool:
    """Whether two characters are of one word or number: no phrase ends between them."""
    both = left + right
    return len(both) == 2 and both.isascii() and both.isalnum()


def _is_inside(place: _Place, places: Iterable[_Place]) -> bool:
    spelling, start, end = place
    return any(
        other == spelling and first <= start and end <= last and last - first > end - start
        for other, first, last in places
    )
