"""A game as it is searched: its names, its words, and the statistics of its entries alone.

Which words are rare, misspelt or names depends on the game, so other games do not change what is
found in this one.
"""

import json
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from rulings.lookup.event import OWN_RULESET
from rulings_index import weights
from rulings_index.lexicon.names import OTHER_GAME, UNDONE, NameIndex
from rulings_index.query.analysed import GAME, AnalysedQuery, clause_that_asks
from rulings_index.ranking.confidence import ANSWER, LEVELS, Candidate, Sureness, judge, level_of
from rulings_index.ranking.scoring import Ranked, Scores
from rulings_index.storage.segment import Segment
from rulings_index.storage.table import Table, decoding
from rulings_index.text.stems import stem


class Game(NamedTuple):
    """A collection of the entries of one game in an index."""

    name: str
    forms: NameIndex  # all names of the game
    segment: Segment
    first: int  # the number of its first entry among all
    spoken: Sequence[Segment]  # those whose words are known: of its game; for calls, of all games

    def holds(self, entry: int) -> bool:
        """Whether an entry, by its number among all, is of this game."""
        return self.first <= entry < self.first + len(self.segment.order)

    @property
    def forks(self) -> range:
        """The numbers of its forks, which stand behind its entries."""
        return range(self.first + self.segment.entries, self.first + len(self.segment.order))

    def has_any(self, facets: Iterable[str]) -> bool:
        """Whether an entry of the collection has one of these facets."""
        return any(self.segment.documents_of(facet) for facet in facets)

    def question(self, text: str, expected: tuple[str, ...] = ()) -> AnalysedQuery:
        """A text as it is looked up in this game, where these facets are expected."""
        return AnalysedQuery(text, self.forms, self._is_known, self._words, expected)

    def _is_known(self, word: str) -> bool:
        term = self.forms.inflected.get(stem(word), stem(word))
        name = f" {stem(word)}"
        in_names = not term or name in self.forms.beginning(name)
        return in_names or any(part.postings("words", term)[0] for part in self.spoken)

    def _words(self, beginning: str) -> Iterable[str]:
        return dict.fromkeys(chain(*(part.latin_words(beginning) for part in self.spoken)))


class Asked:
    """A question as each game understands it, and what is found in all of them.

    A score says how much of the question an entry reaches: 100 for an entry of its game that says
    all of it and nothing else. So a game has no advantage where the words are rare in it, and falls
    behind where it lacks them.
    """

    def __init__(self, games: Sequence[Game], text: str, expected: Iterable[str] = ()) -> None:
        self._games = games
        self.text = text
        self._expected = tuple(expected)
        self._questions: dict[str, AnalysedQuery] = {}

    def of(self, game: Game) -> AnalysedQuery:
        """The question as a game understands it."""
        if game.name not in self._questions:
            self._questions[game.name] = game.question(self.text, self._expected)
        return self._questions[game.name]

    def candidate(self, entry: int) -> Candidate:
        """An entry by its number among all, and the question as its game understands it."""
        game = next(game for game in self._games if game.holds(entry))
        return Candidate(game.segment, self.of(game), game.segment.order[entry - game.first])

    def sureness(self, best: Sequence[int], forks: Collection[int] = ()) -> Sureness | None:
        """How sure it is that the first of the best entries answers, or one of the `forks` to ask
        back: by the whole question, or by its sentence that asks. None if no words are asked.
        """
        judged = self._judged(best, forks)
        surest = min(judged, key=lambda sureness: LEVELS.index(level_of(sureness)))
        if surest is None or level_of(surest) == ANSWER or surest.is_open:
            return surest
        if not (clause := clause_that_asks(self.text)):
            return surest
        asked = Asked(self._asked(), clause)
        for game in self._asked():
            story, part = self.of(game), asked.of(game)
            if not (story.cues <= part.cues and story.topics_of(OTHER_GAME, UNDONE) <= part.topics):
                return surest  # the story says what is played, or that something else holds
        by_clause = filter(None, asked._judged(best, forks))
        return next((sure for sure in by_clause if sure.score >= weights.SURE_CLAUSE), surest)

    def _judged(self, best: Sequence[int], forks: Collection[int]) -> list[Sureness | None]:
        """How sure it is that the first of the best entries answers, and each of the forks."""
        first, *rivals = map(self.candidate, best[: 1 + weights.RIVALS])
        return [judge(candidate, rivals) for candidate in (first, *map(self.candidate, forks))]

    def _asked(self) -> list[Game]:
        return [game for game in self._games if game.name in self._questions]

    @property
    def cues(self) -> set[str]:
        """The rulesets and games that the question names."""
        return {cue for question in self._questions.values() for cue in question.cues}

    def frequency(self, term: str) -> int:
        """In how many entries a term occurs, in the game that holds it most often."""
        return max((game.segment.frequency("words", term) for game in self._asked()), default=0)

    def rank(self, allowed: Callable[[Game], set[int] | None]) -> Ranked:
        """The entries that may be found, by their numbers among all. If the question names a game,
        no other answers. `allowed` gives the entries of a game that may be found; None for all.
        """
        among = [(game, entries) for game in self._games if (entries := allowed(game)) != set()]
        named = self._named([game for game, _ in among])
        scored = [
            (game, Scores(game.segment, self.of(game), entries))
            for game, entries in among
            if game in named
        ]
        most = [0.0] * sum(len(game.segment.order) for game in self._games)
        for game, scores in scored:
            most[game.first : game.first + len(scores.most)] = scores.most

        def score_of(entry: int) -> float:
            of_game = (part.score(entry - game.first) for game, part in scored if game.holds(entry))
            return next(of_game, 0.0)

        def may_find(entry: int) -> bool:
            return any(
                entries is None or game.segment.order[entry - game.first] in entries
                for game, entries in among
                if game.holds(entry)
            )

        forks = chain.from_iterable(game.forks for game in self._games)
        return Ranked(most, score_of, forks, may_find)

    def _named(self, games: Sequence[Game]) -> Sequence[Game]:
        """The games that the question names, and the calls of an event; if it names none, all. The
        name of a ruleset does not count, since "four of us" may be of any game.
        """
        cues = {cue for game in games for cue in self.of(game).cues if cue.startswith(GAME)}
        if not any(game.has_any(cues) for game in games):
            return games
        return [game for game in games if game.has_any({*cues, f"ruleset:{OWN_RULESET}"})]


NAMES = tuple(f"names {number}" for number in range(256))
"""The sections with the names of all games: so many that a question needs few of them."""

READ_LATER = ("formulas", *NAMES)
"""Sections that are read only when needed, since few commands need them."""


class _Known(dict[str, Any]):
    """What is known of the books, by name; what `READ_LATER` lists is read when it is needed."""

    def __init__(self, register: Table) -> None:
        super().__init__(json.loads(bytes(register.sections["known"])))
        self._register = register

    def __missing__(self, name: str) -> Any:
        with decoding(name):
            self[name] = json.loads(bytes(self._register.sections[name]))
        return self[name]


@lru_cache(maxsize=4096)
def section_of(beginning: str) -> str:
    """The section of `NAMES` with the names that begin so."""
    return NAMES[zlib.crc32(beginning.encode(errors="surrogatepass")) % len(NAMES)]


class _StoredNames(NameIndex):
    """The names of a game, read as a question asks for them."""

    def __init__(self, known: Mapping[str, Any], game: str) -> None:
        self._known = known
        self._game = game
        self.inflected = known["inflected"][game]

    def beginning(self, start: str) -> dict[str, list[str]]:
        of_games: dict[str, dict[str, list[str]]] = self._known[section_of(start)].get(start, {})
        return of_games.get(self._game, {})

    def every(self) -> Iterator[tuple[str, list[str]]]:
        for section in NAMES:
            for of_games in self._known[section].values():
                yield from of_games.get(self._game, {}).items()


class Opened:
    """A built index, open: the `games` (one for each collection of entries), the `register` of all
    records, and what is `known` of the books. It never changes. Raises DamagedError for garbage.
    """

    def __init__(self, tables: Sequence[Table]) -> None:
        """`tables` are the register and the parts."""
        self.tables, self.register = tables, tables[0]
        with decoding("the index"):
            self.known: dict[str, Any] = _Known(self.register)
            self.games = list(self._games(tables[1:]))
        self.entries = sum(len(game.segment.order) for game in self.games)
        self.record = lru_cache(maxsize=1024)(self.register.record)
        """A record by its number; the same one each time, which nobody may change."""
        postings = self.register.postings
        self.documents = lru_cache(maxsize=4096)(lambda facet: postings("facet", facet)[0])
        """The numbers of the records with a facet."""

    def _games(self, parts: Sequence[Table]) -> Iterator[Game]:
        spoken: dict[str, list[Segment]] = defaultdict(list)
        whole_order = self.register.sections["order"].cast("I")
        first = 0
        for name, numbers, entries, forks in self.known["collections"]:
            of_game = [parts[number] for number in numbers]
            order = whole_order[first : first + entries + forks].tolist()
            segment = Segment(of_game, order, self.register, first, forks)
            for speaker in {name, OWN_RULESET}:  # calls on an event may be in the words of any game
                spoken[speaker].append(segment)
            yield Game(name, _StoredNames(self.known, name), segment, first, spoken[name])
            first += len(order)
