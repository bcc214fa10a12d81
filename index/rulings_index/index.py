"""Searching a book, and showing what stands in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

from rulings import ids
from rulings.lookup.event import NO_EVENT, Event
from rulings.lookup.filters import Filter, filter_of
from rulings.reading.book_files import manifest
from rulings_index import weights
from rulings_index.asking_back import ties
from rulings_index.asking_back.calls import Calls, overruled_of
from rulings_index.asking_back.forks import Asking, Forks
from rulings_index.current_index import MEMORY, Store, Stored, Warn, default_cache
from rulings_index.games import Asked
from rulings_index.lexicon import spelling
from rulings_index.lexicon.names import cards_named
from rulings_index.query import syntax as queries
from rulings_index.ranking import confidence, scoring
from rulings_index.ranking.confidence import NONE, Sureness, level_of, names_more
from rulings_index.ranking.scoring import FORKS, VARIANTS, Best, Ranked, expected_of
from rulings_index.results import Hit, Results, asked_of, group, is_worded, nearest_of, shown_texts
from rulings_index.storage.table import DamagedError
from rulings_index.text.analysis import fold_text, in_digits

if TYPE_CHECKING:
    from pathlib import Path

    from rulings.format.record import Record
    from rulings_index.query.analysed import AnalysedQuery
    from rulings_index.storage.segment import Segment

_Found = TypeVar("_Found")


class Index:
    """The index of a book, opened; built first if it is missing, stale or damaged.

    `paths` are the book's folders, later ones on top; `faults` says what of them could not be read.
    `warn` gets one line where the cache cannot be used.
    """

    def __init__(
        self,
        paths: Sequence[Path | str],
        *,
        cache_dir: Path | str | None = None,
        warn: Warn = lambda _: None,
    ) -> None:
        cache = str(cache_dir) if cache_dir is not None else default_cache()
        self._store = Store([str(path) for path in paths], cache, warn)
        self._load(self._store.open())

    def _load(self, stored: Stored) -> None:
        self._stored = stored
        self.opened = opened = stored.opened
        self.games, self._known = opened.games, opened.known
        self._record, self._documents = opened.record, opened.documents
        self._calls = Calls(opened)

    def search(
        self,
        query: str,
        *,
        limit: int = weights.HITS,
        event: Event = NO_EVENT,
        **filters: str | None,
    ) -> Results:
        """The entries that answer a query, best first; those of an event's rulesets come before.

        The `filters` (ruleset, game, kind, authority, lang) take what the inline filters of a query
        take (``authority="event+"``). What is superseded or withdrawn is left out; its id still
        finds it. Raises FilterError for an unknown filter or value.
        """
        began = perf_counter()
        parsed = queries.parse(query, self._known["choices"])
        parsed = parsed._replace(filter=parsed.filter | self.filter(**filters))
        results = self._or_rebuilt(partial(self._search, parsed, limit, event))
        results.took_ms = (perf_counter() - began) * 1000
        return results

    @property
    def faults(self) -> list[str]:
        """What was left out because it is faulty: a line for each book, with place and remedy."""
        lines: list[str] = self._known["faults"]
        return lines

    def filter(self, **filters: str | Iterable[str] | None) -> Filter:
        """The filter that names of rulesets, games and so on make; raises FilterError."""
        return filter_of(self._known["choices"], **filters)

    def show(self, text: str) -> list[Record]:
        """The records that an id means, exact or loose: an entry, a clause with its subrules
        (``310.4.`` without), the clauses of a section (``CR 310``, or ``310`` in all rulesets), a
        card or a term. Empty if there is none.
        """
        reference = ids.parse(f"§{text}" if text.isdecimal() else text, self._known["prefixes"])
        return self._or_rebuilt(partial(self._show, reference))

    def cards(self, name: str) -> list[Record]:
        """The records of the cards that a name means, in any spelling; empty if there is none."""
        return self._or_rebuilt(partial(self._cards, name))

    def _cards(self, name: str) -> list[Record]:
        typed, games = name[: weights.LONGEST_QUERY], {game.name: game.forms for game in self.games}
        cards = (card for forms in games.values() for card in cards_named(typed, forms))
        return [record for card in dict.fromkeys(cards) for record in self.show(card)]

    def status(self) -> dict[str, Any]:
        """Where the index lives, how it is, and what it holds."""
        return {
            "state": MEMORY if self._stored.place == MEMORY else self._store.state(),
            "folder": self._stored.place,
            "books": list(self._store.paths),
            "entries": sum(game.segment.entries for game in self.games),
            "phrasings": sum(game.segment.phrasings for game in self.games),
            "rulesets": self._known["rulesets"],
        }

    def rebuild(self) -> None:
        """Build the index again."""
        self._load(self._store.open(anew=True))

    def refresh(self) -> bool:
        """Read again what was edited since, and return whether anything was. Until the new index is
        complete, and if it cannot be built, answers come from the old one.
        """
        if self._stored.manifest == manifest(self._store.paths):
            return False
        self._load(self._store.open())
        return True

    def _or_rebuilt(self, look: Callable[[], _Found]) -> _Found:
        """What `look` returns; if it finds the index damaged, from a new index."""
        try:
            return look()
        except DamagedError:
            self.rebuild()
            return look()

    def _search(self, parsed: queries.Query, limit: int, event: Event) -> Results:
        """The results; those of the text with corrected kanji if these are surer."""
        asked = Asked(self.games, parsed.text, expected_of(event))
        results = self._results(parsed, asked, limit, event)
        if results.certainty == confidence.ANSWER or parsed.phrases:
            return results
        from rulings_index.lexicon.homophones import respelt

        text = respelt(parsed.text, asked.frequency)
        if text == parsed.text:
            return results
        corrected = parsed._replace(text=text)
        again = self._results(corrected, Asked(self.games, text, expected_of(event)), limit, event)
        again.suggestion = again.suggestion or text
        return min(results, again, key=lambda answer: confidence.LEVELS.index(answer.certainty))

    def _results(self, parsed: queries.Query, asked: Asked, limit: int, event: Event) -> Results:
        results = Results(parsed.typed, self.with_calls(event))
        ranked = self._ranked(parsed, asked, results.event)
        by_id = self._put_ids_first(parsed, ranked)
        best = ranked.best(max(2 * limit, weights.CONSIDERED))
        if not best:
            return self._nearest_unquoted(parsed, limit, event) if parsed.phrases else results
        best = best if by_id else self._sure_rule_first(best, asked)
        verbatim = not by_id and self._put_verbatim_first(best, asked, parsed.text)
        # nothing is asked back where an id was typed, or the very words of an entry
        asking = Asking() if by_id else self._asking(asked, ranked, event, best[0][0])
        if verbatim and not asking.is_decided:
            asking = Asking() if asking.is_other else asking._replace(fork=None)
        if asking.is_other:
            best.sort(key=lambda pair: self._record(pair[0])["id"] != asking.entry)
        if not (by_id or verbatim):
            fork = self._documents(f"id:{asking.fork.id}") if asking.fork else ()
            phrased = {*fork}.intersection(self._documents(FORKS))
            results.sureness = asked.sureness([entry for entry, _ in best], phrased)
        question = asked.candidate(best[0][0]).question
        best, results.sureness = self._below_calls(asked, best, event, asking, results.sureness)
        if (first := self._record(best[0][0])).get("call"):
            asking = asking.below(overruled_of(first))
        hits = (self._hit(entry, score, asked) for entry, score in best)
        listed = group(hits, max(limit, weights.HITS))
        _list(results, listed, asking, len(ranked))
        texts = chain.from_iterable(shown_texts(hit.record()) for hit in listed)
        results.suggestion = spelling.as_typed(parsed.text, question.folded, question.meant, texts)
        if not by_id:
            asking_of = partial(self._asking, asked, ranked, event)
            rivals = ties.Ties(event, asked, best, self._known, self._documents, asking_of)
            results.fork = rivals.to_ask(results, asking)
            self._calculate(results, asked, question, verbatim=verbatim)
        results.hits = results.hits[:limit]
        return results

    def _sure_rule_first(self, best: Best, asked: Asked) -> Best:
        """The best entries with the best rule or ruling before a call, if it is sure by itself and
        the call neither overrules it nor answers by its own words.
        """
        first, rules = best[0][0], self._calls.rules_among(best)
        if not rules or rules[0] in {first, *self._calls.overruled(first)}:
            return best
        if self._is_asked(asked, first) or level_of(asked.sureness(rules)) != confidence.ANSWER:
            return best
        return sorted(best, key=lambda pair: pair[0] != rules[0])

    def _below_calls(
        self, asked: Asked, best: Best, event: Event, asking: Asking, sureness: Sureness | None
    ) -> tuple[Best, Sureness | None]:
        """The best entries with calls in front, and how sure it is that the first answers."""
        share_in = partial(self._share_in, asked, asking.rest)
        meant = best[0][0]
        is_open = self._record(meant)["kind"] == "open"
        is_sure = level_of(sureness) == confidence.ANSWER and not is_open
        forks = self._forks_answered(asking)
        best, is_called = self._calls.first(best, event, share_in, forks, is_sure=is_sure)
        first = best[0][0]
        if not self._record(first).get("call"):
            return best, sureness
        overruled = self._calls.overruled(first)
        if is_called and not overruled:
            return best, None
        is_asked = is_called or first != meant or self._is_asked(asked, first)
        if not is_asked:  # found by the words of its verdict
            rules = self._calls.rules_among(best)
            is_ruled = not overruled.isdisjoint(rules[:1])
            if not is_ruled or level_of(asked.sureness(rules)) == confidence.NONE:
                return best, sureness and sureness.doubted()
        if not overruled:
            return best, sureness
        base = self._documents(scoring.BASE + self._record(first)["ruleset"])
        others = [entry for entry, _ in best if entry not in overruled and entry not in base]
        return best, confidence.above(sureness, asked.sureness(others))

    def _forks_answered(self, asking: Asking) -> list[int]:
        """The forks that a call may answer: the one to ask back, or those of the best entry."""
        names = [asking.fork.id] if asking.fork else []
        # a clause is wider than its case, so that case must be the one that is meant
        if asking.settled or (asking.others and ids.kind_of(asking.entry) != "clause"):
            names += self._known["forks"].get(asking.entry, ())
        return [*chain.from_iterable(self._documents(f"id:{name}") for name in names)]

    def _ranked(self, parsed: queries.Query, asked: Asked, event: Event) -> Ranked:
        """The entries that may be found: at an event those of its rulesets and of those that the
        question names, and with quoted words only those that say them.
        """
        ranked = asked.rank(lambda game: queries.allowed(game.segment, parsed))
        is_named = not {"ruleset", "game"}.isdisjoint(parsed.filter)
        others = () if is_named else event.elsewhere
        hidden = {entry for name in others for entry in self._documents(f"ruleset:{name}")}
        hidden.difference_update(*map(self._documents, asked.cues))
        ranked.leave_out(self._calls.elsewhere(event) | hidden)
        if event.name:
            used = chain(*(self._documents(f"id:{name}") for name in event.variants))
            ranked.lower({*self._documents(VARIANTS)}.difference(used), weights.UNUSED_VARIANT)
        if parsed.phrases:
            self._keep_those_that_say(parsed.phrases, ranked)
        return ranked

    def _calculate(
        self, results: Results, asked: Asked, question: AnalysedQuery, *, verbatim: bool
    ) -> None:
        """Work out a formula of the best entry, if the question gives numbers and there is one."""
        if not any(map(str.isdecimal, in_digits(question.folded.text))):
            return  # most questions give no number
        listed = results.hits or results.nearest
        best = next((hit for hit in listed if not hit.record().get("call")), None)
        formulas = self._known["formulas"]
        homes = {words["entry"] for words in formulas.values()}
        if not best or not (best.record().get("worked") or homes & {*ties.rests_on(best.record())}):
            return
        from rulings_index.asking_back import numbers  # its patterns take as long as a small search

        def hit_of(identifier: str) -> Hit:
            return self._hit(self._documents(f"id:{identifier}")[0], 0.0, asked)

        numbers.calculate(results, question, formulas, hit_of, verbatim=verbatim)

    def _put_verbatim_first(self, best: Best, asked: Asked, text: str) -> bool:
        """Put first the entry that is worded as the text is; returns whether there is one."""
        first = best[: weights.HITS]  # only those with all words are compared: it takes time
        likely = (pair for pair in first if asked.candidate(pair[0]).holds_all())
        worded = next((pair for pair in likely if is_worded(self._record(pair[0]), text)), None)
        if worded:
            best.remove(worded)
            best.insert(0, (worded[0], first[0][1]))
        return worded is not None

    def _share_in(self, asked: Asked, rest: set[str], call: int, on: int) -> float:
        """The share of a question that a call `on` a rule (or itself) holds; 0 if the question does
        not ask it, or if it overrules only what `rest` names: the entries of the other cases.
        """
        overruled = overruled_of(self._record(call))
        if (overruled and rest.issuperset(overruled)) or not self._is_asked(asked, call):
            return 0.0
        return confidence.share_in(asked.candidate(call), asked.candidate(on), self._largest)

    def _is_asked(self, asked: Asked, call: int) -> bool:
        """Whether a question says half of the question of a call, or of one of its phrasings."""
        question, spoken = asked.candidate(call).question, self._largest
        texts = asked_of(self._record(call))
        return any(confidence.says_half(question, spoken, text) for text in texts)

    @property
    def _largest(self) -> Segment:
        """The largest segment, which tells how rare a word is: calls are few."""
        return max((game.segment for game in self.games), key=lambda segment: segment.entries)

    def with_calls(self, event: Event) -> Event:
        """An event that knows its calls in force, and the rulesets that it does not play."""
        calls = self._or_rebuilt(lambda: tuple(self._calls.in_force(event).values()))
        return event._replace(calls=calls, elsewhere=event.not_played(self._known["below"]))

    def calls_on(self, record: Record, event: Event) -> list[Record]:
        """The calls in force that stand above an entry or touch a card."""
        return self._or_rebuilt(
            lambda: [self._record(number) for number in self._calls.touching([record], event)]
        )

    def _asking(self, asked: Asked, ranked: Ranked, event: Event, best: int) -> Asking:
        """Which case of a fork is meant, if the best entry is one of its cases. If that is a call,
        the best of the entries that it overrules is taken.
        """

        def load(identifier: str) -> Record | None:
            return next(map(self._record, self._documents(f"id:{identifier}")), None)

        def score(identifier: str) -> float:
            numbers = self._documents(f"id:{identifier}")
            return max(map(ranked.score_of_case, numbers), default=0.0)

        best = max(self._calls.overruled(best), key=ranked.score, default=best)
        above = ranked.forks_above(ranked.score(best))
        nearer = [self._record(fork) for fork in above if not names_more(asked.candidate(fork))]
        worded = [fork["id"] for fork in nearer if is_worded(fork, asked.text)]
        question = asked.candidate(best).question
        forks = Forks(question, self._known, load, score, event.in_force, worded)
        return forks.asking(self._record(best), nearer)

    def _nearest_unquoted(self, parsed: queries.Query, limit: int, event: Event) -> Results:
        results = self._search(parsed._replace(phrases=[]), limit, event)
        is_part = len("".join(parsed.phrases)) < len(parsed.text)
        if is_part and results.hits and is_worded(results.hits[0].record(), parsed.text):
            return results  # it is a phrasing that quotes something
        results.nearest = results.nearest or nearest_of(results.hits)
        results.hits, results.total, results.certainty = [], 0, NONE
        results.fork, results.others, results.sureness = None, (), None
        return results

    def _hit(self, entry: int, score: float, asked: Asked) -> Hit:
        return Hit(self._record(entry), score, asked.candidate(entry).question)

    def _put_ids_first(self, parsed: queries.Query, ranked: Ranked) -> bool:
        """Put the entries whose id was typed first; returns whether there are any."""
        prefixes = self._known["prefixes"]
        whole = ids.parse(parsed.text, prefixes).candidates
        typed = whole or ids.mentioned(parsed.text, prefixes)
        numbers = chain.from_iterable(self._documents(f"id:{name}") for name in typed)
        forks = self._documents(FORKS)
        entries = [entry for entry in numbers if entry < self.opened.entries and entry not in forks]
        for entry in entries:
            ranked.put_first(entry)
        return bool(entries)

    def _keep_those_that_say(self, phrases: Sequence[str], ranked: Ranked) -> None:
        """Keep the forks, and of the best entries those whose texts, phrasings aside, say this."""
        folded = [fold_text(phrase) for phrase in phrases]
        kept = set()
        for entry, _ in ranked.best(weights.MOST_READ):
            text = "\n".join(map(fold_text, shown_texts(self._record(entry))))
            if all(phrase in text for phrase in folded):
                kept.add(entry)
        ranked.leave_out({*range(self.opened.entries)}.difference(kept, self._documents(FORKS)))

    def _show(self, reference: ids.Reference) -> list[Record]:
        shown: list[Record] = []
        for candidate in reference.candidates:
            documents = [*self._documents(f"id:{candidate}")]
            if not reference.exact:
                documents += self._documents(f"below:{candidate}")
            records = [self.opened.register.record(number) for number in documents]
            listed = [record for record in records if record["kind"] != "section"]
            shown += sorted(listed, key=lambda record: ids.sort_key(record["id"]))
        return shown


def _list(results: Results, hits: list[Hit], asking: Asking, total: int) -> None:
    """List the hits if they answer, with the cases that are not meant, or else name the nearest."""
    results.certainty = level_of(results.sureness)
    if results.certainty != NONE:
        results.hits, results.total = hits, total
        results.others = asking.others[: weights.MOST_OTHERS]
        results.case = hits[0].own_line(asking.settled)
    elif results.sureness and not results.sureness.is_far:
        results.nearest = nearest_of(hits)


open_index = Index
