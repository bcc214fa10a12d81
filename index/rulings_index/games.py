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
from typing import TYPE_CHECKING, Any, NamedTuple

from rulings.lookup.event import OWN_RULESET
from rulings_index import weights
from rulings_index.lexicon.names import OTHER_GAME, UNDONE, NameIndex
from rulings_index.query.analysed import GAME, AnalysedQuery, clause_that_asks
from rulings_index.ranking.confidence import ANSWER, LEVELS, Candidate, Sureness, judge, level_of
from rulings_index.ranking.scoring import Ranked, Scores
from rulings_index.storage.segment import Segment
from rulings_index.storage.table import Table, decoding
from rulings_index.text.stems import stem

if TYPE_CHECKING:
    from rulings.format.record import Record


class Game(NamedTuple):
    """A collection of the entries of one game in an index, with all names of the game; `first` is
    the number of its first among all. `spoken` are the segments whose words are known: those of the
    whole game, and for the calls of an event those of all games.
    """

    name: str
    forms: NameIndex
    segment: Segment
    first: int
    spoken: Sequence[Segment]

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
        return in_names or any(part.postings("words", term) is not None for part in self.spoken)

    def _words(self, beginning: str) -> Iterable[str]:
        """The Latin words of the game that begin so."""
        return dict.fromkeys(chain(*(part.latin_words(beginning) for part in self.spoken)))


class Asked:
    """A question as each game understands it, and what is found in all of them.

    A score says how much of the question an entry reaches: 100 for an entry of its game that says
    all of it and nothing else. So a game has no advantage where the words are rare in it, and falls
    behind where it lacks them.
    """

    def __init__(self, games: Sequence[Game], text: str, expected: Iterable[str] = ()) -> None:
        self._games = games
        self._text = text
        self._expected = tuple(expected)
        self._questions: dict[str, AnalysedQuery] = {}

    def of(self, game: Game) -> AnalysedQuery:
        """The question as a game understands it."""
        if game.name not in self._questions:
            self._questions[game.name] = game.question(self._text, self._expected)
        return self._questions[game.name]

    def candidate(self, entry: int) -> Candidate:
        """An entry by its number among all, and the question as its game understands it."""
        game = next(game for game in self._games if game.holds(entry))
        return Candidate(game.segment, self.of(game), game.segment.order[entry - game.first])

    def sureness(self, best: Sequence[int], forks: Collection[int] = ()) -> Sureness | None:
        """How sure it is that the first of the best entries answers, or one of the `forks` that ask
        back: by the whole question, or by its sentence that asks. None where no words are asked.
        """
        judged = self._judged(best, forks)
        surest = min(judged, key=lambda each: LEVELS.index(level_of(each)))
        if surest is None or level_of(surest) == ANSWER or surest.is_open:
            return surest
        if not (clause := clause_that_asks(self._text)):
            return surest
        asked = Asked(self._asked(), clause)
        for whole, part in ((self.of(game), asked.of(game)) for game in self._asked()):
            binding = whole.topics_of(OTHER_GAME, UNDONE)
            if not (whole.cues <= part.cues and binding <= part.topics):
                return surest  # the story says what is played, or that something else holds
        by_clause = filter(None, asked._judged(best, forks))
        return next((each for each in by_clause if each.score >= weights.SURE_CLAUSE), surest)

    def _judged(self, best: Sequence[int], forks: Collection[int]) -> list[Sureness | None]:
        first, *rivals = map(self.candidate, best[: 1 + weights.RIVALS])
        return [judge(each, rivals) for each in (first, *map(self.candidate, forks))]

    def _asked(self) -> list[Game]:
        return [game for game in self._games if game.name in self._questions]

    @property
    def cues(self) -> set[str]:
        """The rulesets and games that it names."""
        return {cue for question in self._questions.values() for cue in question.cues}

    def frequency(self, term: str) -> int:
        """In how many entries of a game a term occurs, of those that were asked."""
        return max((game.segment.frequency("words", term) for game in self._asked()), default=0)

    def rank(self, allowed: Callable[[Game], set[int] | None]) -> Ranked:
        """The entries that may be found, by their numbers among all. Where the question names a
        game, no other answers.
        """
        among = [(game, entries) for game in self._games if (entries := allowed(game)) != set()]
        named = self._named([game for game, _ in among])
        scores = [
            (game, Scores(game.segment, self.of(game), entries))
            for game, entries in among
            if game in named
        ]
        most = [0.0] * sum(len(game.segment.order) for game in self._games)
        for game, of_game in scores:
            most[game.first : game.first + len(of_game.most)] = of_game.most

        def score_of(entry: int) -> float:
            of_game = (of.of(entry - game.first) for game, of in scores if game.holds(entry))
            return next(of_game, 0.0)

        forks = chain.from_iterable(game.forks for game in self._games)
        return Ranked(most, score_of, forks)

    def _named(self, games: Sequence[Game]) -> Sequence[Game]:
        """Those of the games that the question names, with the calls of an event; all if none. The
        name of a ruleset names no game: "four of us" may be any.
        """
        cues = {cue for game in games for cue in self.of(game).cues if cue.startswith(GAME)}
        if not any(game.has_any(cues) for game in games):
            return games
        return [game for game in games if game.has_any({*cues, f"ruleset:{OWN_RULESET}"})]


NAMES = tuple(f"names {number}" for number in range(256))
"""The names of all games, in so many sections that a question needs few of them."""

READ_LATER = ("case_words", "formulas", *NAMES)
"""What is known of the books that not every command needs: a section of its own each."""


class _Known(dict[str, Any]):
    """What is known of the books, by name; `READ_LATER` when it is first asked for."""

    def __init__(self, register: Table) -> None:
        super().__init__(json.loads(bytes(register.sections["known"])))
        self._register = register

    def __missing__(self, name: str) -> Any:
        with decoding(name):
            self[name] = json.loads(bytes(self._register.sections[name]))
        return self[name]


@lru_cache(maxsize=4096)
def section_of(beginning: str) -> str:
    """Which of `NAMES` has the names that begin so."""
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
    """A built index, open: the `games`, one for each collection of one, the `register` of all
    records, and what is `known` of the books, as it was written. It never changes. DamagedError
    where what is stored is garbage.
    """

    def __init__(self, register: Table, parts: Sequence[Table]) -> None:
        self.register = register
        with decoding("the index"):
            self.known: dict[str, Any] = _Known(register)
            self.games = list(self._games(parts))
        self.entries = sum(len(game.segment.order) for game in self.games)
        self.record = lru_cache(maxsize=512)(self.parsed)
        """A record by its number; the same one each time."""

    def _games(self, parts: Sequence[Table]) -> Iterator[Game]:
        spoken: dict[str, list[Segment]] = defaultdict(list)
        every = self.register.sections["order"].cast("I")
        first = 0
        for name, numbers, entries, forks in self.known["collections"]:
            of_game = [parts[number] for number in numbers]
            order = every[first : first + entries + forks].tolist()
            segment = Segment(of_game, order, self.register, first, forks)
            for speaker in {name, OWN_RULESET}:  # calls on an event may be in the words of any game
                spoken[speaker].append(segment)
            yield Game(name, _StoredNames(self.known, name), segment, first, spoken[name])
            first += len(order)

    def documents(self, facet: str) -> Sequence[int]:
        """The numbers of the records with a facet."""
        return (self.register.postings("facet", facet) or ((), ()))[0]

    def parsed(self, number: int) -> "Record":
        """A record by its number, to be changed freely."""
        with decoding("records"):
            ends = self.register.sections["ends"].cast("I")
            packed = self.register.sections["records"][ends[number] : ends[number + 1]]
            record: Record = json.loads(zlib.decompress(packed))
        return record
