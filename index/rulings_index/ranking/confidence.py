"""How sure it is that what was found answers what was asked.

A hit answers if it holds what makes the question particular. So the terms of the question are
weighed by their rarity. A hit is surer the more of that weight it covers, the nearer it comes to
the best score that the question could have, and the more of one of its phrasings the question
holds. It is less sure if the question holds words that the book does not know, topics that rules
books seldom hold (prices, dates, other games), or names of cards that the hit does not know. Much
of a long question is a story, so less of it must be covered. A logistic function weighs all this
(`benchmarks/calibrate.py`).

Some hits are seldom called an answer, though they are shown as often as others: an open point, a
hit beside others with phrasings as near, and one whose phrasings name what the question does not.
A hit of other rules or on other cards than the question names is never called one.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import log, sqrt
from typing import NamedTuple

from rulings_index import weights
from rulings_index.lexicon.names import CONCEPT, OTHER_GAME, TOPIC, UNDONE
from rulings_index.query.analysed import CUES, RULESET, AnalysedQuery, Term
from rulings_index.ranking import scoring
from rulings_index.ranking.scoring import phrased, rarity, worth_of, worths_of
from rulings_index.storage.segment import Segment
from rulings_index.text.analysis import HIRAGANA, fold, is_telling, tokens

NO_THINGS = tuple(CONCEPT + beginning for beginning in (*CUES, TOPIC))
"""How the concepts begin that are no cards or terms: rulesets, games and topics."""

LEVELS = ANSWER, PERHAPS, NONE = "answer", "perhaps", "none"


class Candidate(NamedTuple):
    """An entry that may answer, by its number, and the question as its game understands it."""

    segment: Segment
    question: AnalysedQuery
    entry: int

    def holds(self, term: str) -> bool:
        """Whether the entry holds a term."""
        return bool(self.segment.impact(term, self.entry))

    def holds_all(self) -> bool:
        """Whether the entry holds every word of the question."""
        return all(self.holds(term.text) for term in self.question.essential)

    def has(self, facet: str) -> bool:
        """Whether the entry has a facet."""
        return self.entry in self.segment.documents_of(facet)


class Measured(NamedTuple):
    """What is measured of an entry for a question; a weight is that of terms of the question."""

    covered: float  # the weight that the entry holds
    unknown: float  # the weight that no entry of the book holds
    whole: float  # the weight of all terms
    reached: float  # the entry's share of the best score that the question could have
    unmet: float  # the share of the named cards and terms that the entry does not know
    held: float  # the largest share of a phrasing of the entry that the question holds
    rivalled: float  # how near a phrasing of one of the `rivals` comes
    unsaid: float  # how many of the entry's phrasings name a thing that the question does not
    is_elsewhere: bool  # the entry is of other rules, or on other cards, than the question names
    is_open: bool  # the entry is an open point


class Sureness(NamedTuple):
    """How sure it is that an entry answers."""

    score: float  # the logit of the chance
    has_all_words: bool  # whether the entry holds every word of the question
    threshold: float  # the score below which a book holds nothing on a question
    is_open: bool  # whether the entry is an open point

    @property
    def is_far(self) -> bool:
        """Whether the entry has nothing to do with the question."""
        return self.score < self.threshold - weights.FAR

    def doubted(self) -> "Sureness":
        """The same, but at most worth a look."""
        return self._replace(score=min(self.score, self.threshold))


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
    """How sure it is that a call answers in place of an entry that it overrules. It is an answer
    (None) if the entry is one, or if the call by itself is worth a look.
    """
    if call is None or level_of(overruled) == ANSWER or call.has_all_words:
        return None
    return None if call.score > max(call.threshold, weights.THRESHOLD) else call


def threshold_of(segment: Segment) -> float:
    """The score below which a book holds nothing on a question: lower with few phrasings."""
    phrasings_per_entry = max(1.0, segment.phrasings / (segment.entries or 1))
    return weights.THRESHOLD - max(0.0, log(weights.WELL_PHRASED / phrasings_per_entry))


def score(measured: Measured) -> float:
    """The logit of the chance of an answer; an entry is not refused for `weights.DOUBTS`."""
    values = features(measured)
    weighed = {name: factor * values[name] for name, factor in weights.COEFFICIENTS.items()}
    doubt = sum(map(weighed.__getitem__, weights.DOUBTS))
    whole = sum(weighed.values())
    return max(whole, min(whole - doubt, weights.THRESHOLD))


def features(measured: Measured) -> dict[str, float]:
    """What is measured, under the names of `COEFFICIENTS`."""
    shares = {key: getattr(measured, key) / measured.whole for key in ("covered", "unknown")}
    length = log(measured.whole / weights.ORDINARY)
    return measured._asdict() | shares | {"constant": 1.0, "length": length}


def measure(best: Candidate, rivals: Sequence[Candidate]) -> Measured:
    """How much of the question is in the best entry, and in a phrasing of it or of its rivals."""
    segment, question, _ = best
    worths = {term.text: worth_of(segment, term) for term in question.essential}
    unknown = sum(worth for term, worth in worths.items() if not segment.frequency("words", term))
    worths |= dict.fromkeys(question.topics, weights.TOPIC_WEIGHT * rarity(0, segment.entries))
    nearness = (share * held for rival in rivals for share, held in _phrasings(rival))
    return Measured(
        covered=_covered(best, worths),
        unknown=unknown,
        whole=sum(worths.values()) or 1.0,
        reached=_reached(best),
        unmet=_unmet(best),
        held=phrased(segment) * max((share for share, _ in _phrasings(best)), default=0.0),
        rivalled=phrased(segment) * sqrt(max(nearness, default=0.0)),
        unsaid=_unsaid(best),
        is_elsewhere=_is_elsewhere(best) or _is_on_another_card(best) or _lacks_topic(best, UNDONE),
        is_open=best.has(scoring.OPEN_POINTS),
    )


def _lacks_topic(candidate: Candidate, kind: str) -> bool:
    """Whether a question has a topic of a kind, such as another game, that the entry has not."""
    return not all(map(candidate.holds, candidate.question.topics_of(kind)))


def _is_elsewhere(candidate: Candidate) -> bool:
    """Whether an entry is of none of the rulesets that a question names, nor of their bases."""
    cues = (cue for cue in candidate.question.cues if cue.startswith(RULESET))
    named = list(filter(candidate.segment.documents_of, cues))
    bases = [cue.replace(RULESET, scoring.BASE) for cue in named]
    return bool(named) and not any(map(candidate.has, (*named, *bases)))


def _is_on_another_card(candidate: Candidate) -> bool:
    """Whether an entry rules on cards, and the question names none of them, nor an attack of one.
    An entry with few phrasings is found by its text alone, which may not name its cards.
    """
    segment, question, entry = candidate
    is_phrased = len(segment.phrasings_of(entry)) > weights.FEW_PHRASINGS
    if not is_phrased or not candidate.has(scoring.ON_CARDS):
        return False
    return not any(map(candidate.holds, question.cards))


def _unsaid(candidate: Candidate) -> float:
    """How constantly the phrasings of an entry name a thing that the question does not name."""
    constants = candidate.segment.constants[candidate.entry]
    unsaid = constants.keys() - candidate.question.terms
    return max((constants[thing] for thing in unsaid), default=0.0)


def names_more(fork: Candidate) -> bool:
    """Whether nearly all phrasings of a fork name a thing that the question does not."""
    return _unsaid(fork) >= weights.FORK_UNSAID


def share_in(call: Candidate, on: Candidate, spoken: Segment) -> float:
    """The share that a call holds of the weight of a question, grammar aside; 0 if the call is on
    other rules, or if neither it nor what it is `on` knows the things of the question. The entries
    of `spoken` tell how rare a word is: calls are few.
    """
    question = call.question
    if _is_elsewhere(call) or not (knows_things(call) or knows_things(on)):
        return 0.0
    telling = [term for term in question.essential if is_telling(term.text)]
    worths = {term.text: worth_of(spoken, term) for term in telling or question.essential}
    return _covered(call, worths) / (sum(worths.values()) or 1.0)


def knows_things(candidate: Candidate) -> bool:
    """Whether an entry knows each card and term that a question names."""
    scripts = " " + candidate.question.folded.scripts
    for mention in candidate.question.mentions:
        if not scripts[mention.start : mention.end + 1].strip(HIRAGANA):
            continue  # within other hiragana it may be no name: できる is not きる
        terms = [CONCEPT + concept for concept in mention.concepts]
        is_thing = not any(term.startswith(NO_THINGS) for term in terms)
        if is_thing and not any(map(candidate.holds, terms)):
            return False
    return True


def says_half(question: AnalysedQuery, spoken: Segment, text: str) -> bool:
    """Whether a question says at least half of the weight of a text, its rarest word included."""
    words = (Term(token.text, token.weight, "") for token in tokens(fold(text)))
    worths = {word.text: worth_of(spoken, word) for word in words}
    held = [worths[word] for word in worths.keys() & question.terms]
    return max(worths.values(), default=0) in held and 2 * sum(held) >= sum(worths.values())


def _covered(candidate: Candidate, worths: Mapping[str, float]) -> float:
    """The weight of the terms that an entry holds, as they are or under another name."""
    question = candidate.question
    known_names = "\n".join(
        question.folded.text[mention.start : mention.end]
        for mention in question.mentions
        if any(candidate.holds(CONCEPT + concept) for concept in mention.concepts)
    )
    return sum(
        worth
        for term, worth in worths.items()
        if candidate.holds(term) or (term in known_names and not term.startswith(CONCEPT))
    )


def _reached(candidate: Candidate) -> float:
    """The share that an entry reaches of the best score that the question could have."""
    segment, question, entry = candidate
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


def _unmet(candidate: Candidate) -> float:
    """The share of the cards and terms that a question names of which an entry does not know."""
    worths = worths_of(candidate.segment, candidate.question)
    named = (term for term in worths if term.startswith(CONCEPT))
    things = [term for term in named if not term.startswith(NO_THINGS)]
    unmet = sum(worths[thing] for thing in things if not candidate.holds(thing))
    return unmet / (sum(worths[thing] for thing in things) or 1.0)


def _phrasings(candidate: Candidate) -> Iterator[tuple[float, float]]:
    """By long phrasing of an entry: the share of it that the question holds, and the reverse."""
    segment, question, entry = candidate
    worths = _telling(segment, question)
    whole = sum(worths.values())
    sizes = segment.sizes_of(entry)
    held: dict[int, list[float]] = defaultdict(list)
    for term, worth in worths.items():
        for phrasing, _ in segment.phrasings_with(term)[entry]:
            held[phrasing].append(worth)
    for phrasing, of_words in held.items():
        if sizes[phrasing] >= weights.SHORTEST_PHRASING:
            yield len(of_words) / sizes[phrasing], sum(of_words) / (whole or 1.0)


@lru_cache(maxsize=8)  # the hits of a question are mostly of one segment
def _telling(segment: Segment, question: AnalysedQuery) -> dict[str, float]:
    """The words of a question that tell phrasings apart, and what each weighs."""
    worths = worths_of(segment, question)
    return {term: worth for term, worth in worths.items() if is_telling(term)}
