"""What a search gives back."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from rulings import ids
from rulings.kinds import BODY, KINDS
from rulings.languages import is_japanese, text_in
from rulings.lookup.event import Event
from rulings.reading.book_files import texts_in
from rulings_index.text.analysis import fold, letters_of, tokens
from rulings_index.weights import NEAREST

if TYPE_CHECKING:
    from rulings.format.record import Record
    from rulings_index.query.analysed import AnalysedQuery
    from rulings_index.ranking.confidence import Sureness

LONGEST_SNIPPET = 160
_SENTENCE_END = (
    r"(?<=[。!?！？])|\n+|(?<=\.)(?<!\b[A-Za-z]\.)"
    r"(?<!\b(?i:eg|ie|cf|vs|no|st|mr|dr|pp|ca)\.)(?<!\b(?i:etc|max|min|mrs)\.)\s+(?=[^a-z\s])"
)
"""After a full stop, but not after an initial or an abbreviation; few answers show a snippet."""


def shown_texts(record: "Record") -> Iterator[str]:
    """The id and the texts of an entry itself, as they are read: not its phrasings or citations."""
    texts = [record.get(key) for key in KINDS[record["kind"]].texts if key != "cases"]
    cases = [[case["when"], case["verdict"]] for case in record.get("cases", ())]
    names = record.get("names", {})
    return (
        _as_read(text, "ja" if is_japanese(text) else "en", names)
        for _, text in texts_in([record["id"], *texts, *cases])
    )


def _as_read(text: str, language: str, names: Mapping[str, Mapping[str, str]]) -> str:
    """A text with what cards and terms are called, and the ids of entries, without brackets."""
    return re.sub(ids.CITATION, lambda ref: text_in(names.get(ref[1]), language) or ref[1], text)


def asked_of(record: "Record") -> Iterator[str]:
    """The question and the phrasings of an entry, in all languages."""
    return chain(record.get("question", {}).values(), *record.get("asked", {}).values())


def wordings_of(record: "Record") -> Iterator[str]:
    """The title, the question and the phrasings of an entry, in all languages."""
    return chain(record["title"].values(), asked_of(record))


def is_worded(record: "Record", text: str) -> bool:
    """Whether the title, the question or a phrasing of an entry is the very text."""
    letters, slack, script = letters_of(text), 2 + len(text) // 4, is_japanese(text)
    return bool(letters) and any(
        letters == letters_of(wording)  # takes time, so only likely ones are compared
        for wording in wordings_of(record)
        if abs(len(wording) - len(text)) <= slack and is_japanese(wording) == script
    )


def verdict_of(record: Mapping[str, Any]) -> dict[str, str]:
    """What is read first of an entry: its verdict, or else its text; of a note its title."""
    text = None if record["kind"] == "note" else record.get("text")
    verdict: dict[str, str] = record.get("verdict") or text or record.get("title") or {}
    return verdict


def verdict_of_case(case: Mapping[str, Any], cited: Mapping[str, Any] | None) -> dict[str, str]:
    """What is read first of a case of a fork: its own verdict, or that of the entry it cites."""
    verdict: dict[str, str] = case.get("verdict") or (verdict_of(cited) if cited else {})
    return verdict


def substance(record: "Record") -> str:
    """A text that is equal for entries with the same verdict and the same answer or text; the id of
    a call or an empty entry.
    """
    answer = "" if record.get("call") else _letters_of(record.get("answer") or record.get("text"))
    return f"{_letters_of(record.get('verdict'))}\n{answer}" if answer else record["id"]


def _letters_of(text: Mapping[str, str] | None) -> str:
    written = (each for _, each in sorted((text or {}).items()) if not each.startswith("TODO"))
    return "".join(map(_letters_in, written))


_letters_in = lru_cache(maxsize=4096)(ids.letters_of)  # the same entries are found again and again


class Hit:
    """One entry found, with what is shown of it first: `title` and `verdict` by language (None if
    it has none), `authority`, and `clauses`, the ids of the clauses that it rests on, the deciding
    one first. `same` are the ids of further hits that say the same.
    """

    def __init__(self, record: "Record", score: float, question: "AnalysedQuery") -> None:
        verdict: dict[str, str] = record.get("verdict") or {}
        self._record = record
        self._question = question
        self.id: str = record["id"]
        self.kind: str = record["kind"]
        self.ruleset: str = record["ruleset"]
        self.score = score
        self.title: dict[str, str] = dict(record["title"])
        self.verdict = verdict if any(verdict.values()) else None
        self.authority: str = record["authority"]
        self.clauses: list[str] = list(record.get("clauses", ()))
        self.same: list[str] = []

    def record(self) -> "Record":
        """The whole entry, as `show --json` prints it. Searches share it: copy it to change it."""
        return self._record

    @property
    def snippet(self) -> str:
        """The sentence that shares most with the question, if there is one in its script."""
        record: Mapping[str, Any] = self._record
        terms, names = self._question.terms, record.get("names", {})
        japanese = is_japanese(self._question.folded.text)
        best, best_score = "", -1.0
        for key in dict.fromkeys(("answer", "text", *BODY)):
            texts: dict[str, str] = record.get(key) or {}
            in_script = {code: text for code, text in texts.items() if (code == "ja") == japanese}
            read = (_as_read(text, code, names) for code, text in (in_script or texts).items())
            for sentence, words in chain.from_iterable(map(_sentences, read)):
                score = sum(terms[word].weight for word in filter(words.__contains__, terms))
                if score > best_score:
                    best, best_score = sentence, score
            if best_score > 0:
                break
        return best if len(best) <= LONGEST_SNIPPET else best[: LONGEST_SNIPPET - 1] + "…"

    def own_line(self, settled: "Case | None") -> "Case | None":
        """The settled case, if it is of this entry but has a verdict of its own."""
        verdict = verdict_of(self._record)
        is_own = settled and settled.entry == self.id and settled.verdict != verdict
        return settled if is_own else None

    def as_json(self) -> dict[str, Any]:
        """The hit under the keys of `search --json`."""
        keys = ("title", "verdict", "authority", "clauses", "snippet")
        return {
            **{key: getattr(self, key) for key in ("id", "kind", "ruleset")},
            "score": round(self.score, 3),
            **{key: getattr(self, key) for key in keys},
            **({"same": self.same} if self.same else {}),
        }


def group(hits: Iterable[Hit], limit: int) -> list[Hit]:
    """The first `limit` hits that differ in more than case, spaces and punctuation; those that only
    repeat one, as publishers print a ruling on every card of a cycle, are named in its `same`.
    """
    groups: dict[str, Hit] = {}
    for hit in hits:
        key = substance(hit.record())
        if key in groups:
            groups[key].same.append(hit.id)
        elif len(groups) < limit:
            groups[key] = hit
        else:
            break
    return list(groups.values())


@lru_cache(maxsize=4096)
def _sentences(text: str) -> list[tuple[str, frozenset[str]]]:
    sentences = filter(None, map(str.strip, re.split(_SENTENCE_END, text)))
    return [(each, frozenset(token.text for token in tokens(fold(each)))) for each in sentences]


class Case(NamedTuple):
    """One case of a fork: the condition, the entry that holds then, and its verdict (or rule);
    `forks` are those that lead to it.
    """

    when: dict[str, str]
    entry: str
    verdict: dict[str, str]
    forks: tuple[str, ...] = ()


class Fork(NamedTuple):
    """What to ask back, and what holds in each case; `id` is empty where the book states none."""

    id: str
    ask: dict[str, str]
    cases: Sequence[Case]

    def as_json(self) -> dict[str, Any]:
        """The fork under the keys of `search --json`."""
        return {"id": self.id, "ask": self.ask, "cases": [case._asdict() for case in self.cases]}


def nearest_of(hits: Sequence[Hit]) -> list[Hit]:
    """The hits that are named if nothing answers: the first few of the same game as the first."""
    return [hit for hit in hits if hit.record()["game"] == hits[0].record()["game"]][:NEAREST]


class Step(NamedTuple):
    """An input or an output of a formula that was worked out."""

    name: str
    label: dict[str, str]  # what it is called
    value: str  # as people write it
    value_label: dict[str, str]  # what the value is called, if it is a word
    working: str  # how an output was worked out


class Worked(NamedTuple):
    """A formula worked out for the numbers of a question; `assumed` are inputs it does not give."""

    entry: str
    formula: str
    given: list[Step]
    assumed: list[Step]
    outputs: list[Step]

    def as_json(self) -> dict[str, Any]:
        """What was worked out, under the keys of `search --json`."""
        steps = {"given": self.given, "assumed": self.assumed, "outputs": self.outputs}
        return {
            "id": self.entry,
            "formula": self.formula,
            **{key: [step._asdict() for step in listed] for key, listed in steps.items()},
        }


class Results:
    """The hits of a search, and what else it answers."""

    def __init__(self, query: str, event: Event) -> None:
        self.query, self.event = query, event
        self.total = 0  # of the entries found
        self.took_ms = 0.0
        self.hits: list[Hit] = []
        self.nearest: list[Hit] = []  # without hits: up to three entries that come closest
        self.certainty = "none"  # of the first hit: ``answer``, ``perhaps`` or ``none``
        self.fork: Fork | None = None  # what to ask back before the first hit is an answer
        self.others: Sequence[Case] = ()  # without a fork: the cases that are not meant
        self.case: Case | None = None  # the case that is meant, if it has a verdict of its own
        self.worked: Worked | None = None  # a formula worked out for the numbers of the question
        self.suggestion = ""  # the query without its misspelt words
        self.sureness: Sureness | None = None  # None if an id was typed, or nothing was found

    def as_json(self) -> dict[str, Any]:
        """The results under the keys of `search --json`; `overruled`: id to call."""
        overruled = {name: call["id"] for name, call in self.event.overruled.items()}
        return {
            "query": self.query,
            "certainty": self.certainty,
            "event": self.event.as_json() if self.event.name else None,
            "total": self.total,
            "took_ms": round(self.took_ms, 2),
            "hits": [hit.as_json() for hit in self.hits],
            "nearest": [hit.as_json() for hit in self.nearest],
            "fork": self.fork.as_json() if self.fork else None,
            **({"worked": self.worked.as_json()} if self.worked else {}),
            **({"overruled": overruled} if overruled else {}),
            **({"suggestion": self.suggestion} if self.suggestion else {}),
        }
