"""How sure it is that what was found answers what was asked.

A hit answers if it holds what makes the question particular. So the terms of the question are
weighed by their rarity. A hit is surer the more of that weight it covers, and the nearer it comes
to the best score that the question could have. It is less sure where the question holds words that
the book does not know, topics that rules books seldom hold (prices, dates, other games), or names
of cards that the hit does not know. It is surer where the question holds most of one of its
phrasings. A long question holds more of a story, so less of it must be covered. An open point, a
hit beside others with phrasings as near, and one whose phrasings name what the question does not
are seldom called an answer, one of other rules or on other cards than the question names never; but
all are shown as often as others. A logistic function weighs all this (`benchmarks/calibrate.py`).
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import log, sqrt
from typing import NamedTuple

from rulings_index import weights
from rulings_index.lexicon.names import CONCEPT, OF_CARDS, OTHER_GAME, TOPIC, UNDONE
from rulings_index.query.analysed import CUES, RULESET, AnalysedQuery, Term
from rulings_index.ranking import scoring
from rulings_index.ranking.scoring import phrased, rarity, worth_of, worths_of
from rulings_index.storage.segment import Segment
from rulings_index.text.analysis import fold, is_telling, tokens

NO_THINGS = tuple(CONCEPT + beginning for beginning in (*CUES, TOPIC))
"""How the names begin that say where to look, or stand for what a book seldom holds."""

DOUBTS = 4
"""The last features, so many, speak against an answer, but not against showing the entry."""

LEVELS = ANSWER, PERHAPS, NONE = "answer", "perhaps", "none"
"""How sure a search is."""


class Candidate(NamedTuple):
    """An entry that may answer, by its number, and the question as its game understands it."""

    segment: Segment
    question: AnalysedQuery
    entry: int

    def holds_all(self) -> bool:
        """Whether the entry holds every word of the question."""
        return all(self.segment.impact(term.text, self.entry) for term in self.question.essential)


class Measured(NamedTuple):
    """The weight of a question that is covered, that is unknown, and there in all; the shares that
    are reached of the best score it could have, and of the things it names that the entry does not
    know; how much of a phrasing it holds, and how near one of the `rivals` comes; how many of the
    phrasings name what it does not; whether the entry is of other rules or on other cards than the
    question names, and an open point.
    """

    covered: float
    unknown: float
    whole: float
    reached: float
    unmet: float
    held: float
    rivalled: float
    unsaid: float
    is_elsewhere: bool
    is_open: bool


class Sureness(NamedTuple):
    """How sure it is that an entry answers: the logit of the chance, what it is judged by, and
    whether it is an open point.
    """

    score: float
    has_all_words: bool
    threshold: float
    is_open: bool

    @property
    def is_far(self) -> bool:
        """Whether the entry has nothing to do with the question."""
        return self.score < self.threshold - weights.FAR


def judge(best: Candidate, rivals: Sequence[Candidate]) -> Sureness | None:
    """How sure it is that the best entry answers, beside the next; None where no word is asked."""
    if not best.question.essential:
        return None
    measured, threshold = measure(best, rivals), threshold_of(best.segment)
    if not best.question.cues and _lacks_topic(best, OTHER_GAME):
        return Sureness(float("-inf"), False, threshold, measured.is_open)
    has_all_words = measured.covered >= measured.whole
    return Sureness(score(measured), has_all_words, threshold, measured.is_open)


def level_of(sureness: Sureness | None) -> str:
    """``answer``, ``perhaps`` or ``none``. An entry whose id was typed is an answer, and one that
    holds every word of the question is at least worth a look.
    """
    if sureness is None or sureness.score >= weights.SURE:
        return ANSWER
    is_worth_a_look = sureness.has_all_words or sureness.score >= sureness.threshold
    return PERHAPS if is_worth_a_look else NONE


def above(overruled: Sureness | None, call: Sureness | None) -> Sureness | None:
    """How sure it is that a call answers in place of an entry that it overrules, from how sure both
    are; None, an answer, where the entry is one or the call is worth a look.
    """
    if call is None or level_of(overruled) == ANSWER or call.has_all_words:
        return None
    return None if call.score > max(call.threshold, weights.THRESHOLD) else call


def threshold_of(segment: Segment) -> float:
    """The score below which a book holds nothing on a question: lower with few phrasings."""
    each = max(1.0, segment.phrasings / (segment.entries or 1))
    return weights.THRESHOLD - max(0.0, log(weights.WELL_PHRASED / each))


def score(measured: Measured) -> float:
    """The logit of the chance of an answer; an entry is not refused for its `DOUBTS`."""
    weighed = zip(weights.COEFFICIENTS, features(measured), strict=True)
    each = [factor * value for factor, value in weighed]
    return max(sum(each), min(sum(each[:-DOUBTS]), weights.THRESHOLD))


def features(measured: Measured) -> tuple[float, ...]:
    """What is measured, as `COEFFICIENTS` take it."""
    covered, unknown, whole, *others = measured
    length = log(whole / weights.ORDINARY)
    return 1.0, covered / whole, unknown / whole, length, *map(float, others)


def measure(best: Candidate, rivals: Sequence[Candidate]) -> Measured:
    """How much of the question is in the best entry, and in a phrasing of it or of its rivals."""
    segment, question, entry = best
    worths = {term.text: worth_of(segment, term) for term in question.essential}
    unknown = [worth for term, worth in worths.items() if not segment.frequency("words", term)]
    worths |= dict.fromkeys(question.topics, weights.TOPIC_WEIGHT * rarity(0, segment.entries))
    return Measured(
        _covered(segment, question, worths, entry),
        sum(unknown),
        sum(worths.values()) or 1.0,
        _reached(segment, question, entry),
        _unmet(segment, question, entry),
        phrased(segment) * max((share for share, _ in _phrasings(best)), default=0.0),
        phrased(segment) * max(map(_nearness, rivals), default=0.0),
        _unsaid(segment, question, entry),
        _is_elsewhere(*best) or _is_on_another_card(*best) or _lacks_topic(best, UNDONE),
        entry in segment.documents_of(scoring.OPEN_POINTS),
    )


def _lacks_topic(candidate: Candidate, kind: str) -> bool:
    """Whether a question has a topic of a kind, such as another game, that the entry has not."""
    segment, question, entry = candidate
    return any(not segment.impact(topic, entry) for topic in question.topics_of(kind))


def _is_elsewhere(segment: Segment, question: AnalysedQuery, entry: int) -> bool:
    """Whether an entry belongs to none of the rulesets of its game that a question names, nor to
    what they rest on.
    """
    cues = (cue for cue in question.cues if cue.startswith(RULESET))
    named = list(filter(segment.documents_of, cues))
    facets = (*named, *(cue.replace(RULESET, scoring.BASE) for cue in named))
    return bool(named) and not any(entry in segment.documents_of(facet) for facet in facets)


def _is_on_another_card(segment: Segment, question: AnalysedQuery, entry: int) -> bool:
    """Whether an entry rules on cards none of which, and no attack of which, a question names. One
    with few phrasings is found by its text alone, which may not name them.
    """
    is_phrased = len(segment.phrasings_of(entry)) > weights.FEW_PHRASINGS
    if not is_phrased or entry not in segment.documents_of(scoring.ON_CARDS):
        return False
    named = (name for mention in question.mentions for name in mention.concepts)
    cards = (name for name in named if name.startswith(OF_CARDS))
    return not any(segment.impact(CONCEPT + name, entry) for name in cards)


def _unsaid(segment: Segment, question: AnalysedQuery, entry: int) -> float:
    """How far above most the share of phrasings is that name a thing which the question lacks."""
    constants = segment.constants[entry]
    return max((constants[thing] for thing in constants.keys() - question.terms), default=0.0)


def share_in(call: Candidate, spoken: Segment, asked: Sequence[str]) -> float:
    """The share of a question's weight that a call holds; 0 where it is on other things, or `asked`
    in other words. How rare a word is, many entries tell (those of `spoken`), for calls are few.
    """
    segment, question, entry = call
    worths = {term.text: worth_of(spoken, term) for term in question.essential}
    is_asked = any(_holds(question, spoken, each) for each in asked)
    if not (is_asked and _knows_things(*call)):
        return 0.0
    return _covered(segment, question, worths, entry) / (sum(worths.values()) or 1.0)


def _knows_things(segment: Segment, question: AnalysedQuery, entry: int) -> bool:
    """Whether an entry knows each card and term that a question names."""
    named, where = (mention.concepts for mention in question.mentions), (*CUES, TOPIC)
    things = (each for each in named if not any(concept.startswith(where) for concept in each))
    return all(any(segment.impact(CONCEPT + each, entry) for each in names) for names in things)


def _holds(question: AnalysedQuery, spoken: Segment, text: str) -> bool:
    """Whether a question holds at least half of the weight of a text."""
    worths = {each[0]: worth_of(spoken, Term(*each[:2], "")) for each in tokens(fold(text))}
    return 2 * sum(worths[word] for word in worths.keys() & question.terms) >= sum(worths.values())


def _covered(
    segment: Segment, question: AnalysedQuery, worths: Mapping[str, float], entry: int
) -> float:
    """The weight of the terms that an entry holds, as they are or under another name."""
    names = "\n".join(
        question.folded.text[mention.start : mention.end]
        for mention in question.mentions
        if any(segment.impact(CONCEPT + concept, entry) for concept in mention.concepts)
    )
    return sum(
        worth
        for term, worth in worths.items()
        if segment.impact(term, entry) or (term in names and not term.startswith(CONCEPT))
    )


def _reached(segment: Segment, question: AnalysedQuery, entry: int) -> float:
    """The share that an entry reaches of the best score that the question could have."""
    reached = most = 0.0
    worths = worths_of(segment, question)
    for term in question.terms.values():
        factor = worths[term.text]
        if term.is_pair:
            factor *= weights.PAIR_HELD
        else:
            most += factor * weights.MOST_IMPACT
        reached += factor * segment.impact(term.text, entry)
    return reached / (most or 1.0)


def _phrasings(candidate: Candidate) -> Iterator[tuple[float, float]]:
    """The share of each long phrasing of an entry that the question holds, and of the question that
    the phrasing holds.
    """
    segment, question, entry = candidate
    worths = _telling(segment, question)
    whole = sum(worths.values())
    sizes = segment.sizes_of(entry)
    held: dict[int, list[float]] = defaultdict(list)
    for term, worth in worths.items():
        for phrasing in segment.phrasings_with(term, entry):
            held[phrasing].append(worth)
    for phrasing, of_words in held.items():
        if sizes[phrasing] >= weights.SHORTEST_PHRASING:
            yield len(of_words) / sizes[phrasing], sum(of_words) / (whole or 1.0)


@lru_cache(maxsize=8)  # the hits of a question are mostly of one segment
def _telling(segment: Segment, question: AnalysedQuery) -> dict[str, float]:
    """The words of a question that tell phrasings apart, and what each weighs."""
    worths = worths_of(segment, question)
    return {term: worth for term, worth in worths.items() if is_telling(term)}


def _nearness(candidate: Candidate) -> float:
    """How near a phrasing of an entry comes to the question, from 0 to 1."""
    return sqrt(max((share * held for share, held in _phrasings(candidate)), default=0.0))


def _unmet(segment: Segment, question: AnalysedQuery, entry: int) -> float:
    """The share of the cards and terms that a question names of which an entry does not know."""
    worths = {
        term: worth
        for term, worth in worths_of(segment, question).items()
        if term.startswith(CONCEPT) and not term.startswith(NO_THINGS)
    }
    unmet = [worths[term] for term in worths if not segment.impact(term, entry)]
    return sum(unmet) / (sum(worths.values()) or 1.0)
