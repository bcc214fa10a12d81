"""Writing rulings that keep their ids when their source is imported again."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import count
from pathlib import Path

from rulings.errors import RulingsError
from rulings.importing.book_writer import BookWriter, Data
from rulings.kinds import PUBLISHED
from rulings.reading.yaml_reader import read_document
from rulings.text.similarity import Candidates, words_of

_EDITED, _MOST_COMPARED = 0.6, 10

Identity = Callable[[Data], tuple[str, str]]
"""The owner of a ruling, such as its card, and the text by which it is recognised."""


class RulingsWriter:
    """Writes cards and rulings; rulings that are in the old book keep their ids.

    `edited` has the old and the new words of each ruling whose words changed, `withdrawn` the ids
    of those that the source no longer has.
    """

    def __init__(
        self, book: BookWriter, place: Path, prefix: str, today: str, identity: Identity
    ) -> None:
        """`place` is the folder of the old book, `today` the date of withdrawals."""
        self._book, self._place = book, place
        self._today, self._identity = today, identity
        try:
            old = list(self._old("rulings"))
            self._ids = KeptIds(prefix, ((data["id"], *identity(data)) for data in old))
        except (KeyError, IndexError, TypeError, ValueError) as error:
            message = "holds a ruling that no import wrote; import into another folder with --into"
            raise RulingsError(f"{place}: {message}") from error
        self._checked = {each["id"]: each for each in old if "checked_against" in each}
        self.edited = self._ids.edited
        self.withdrawn: list[str] = []
        self._cards: set[str] = set()

    def add_card(self, card: Data) -> None:
        """Write a card, unless it is there already."""
        if card["id"] not in self._cards:
            self._cards.add(card["id"])
            self._book.add("cards", card)

    def write(self, rulings: list[Data]) -> None:
        """Write all rulings of one owner; there must be at least one."""
        owners, texts = zip(*map(self._identity, rulings), strict=True)
        for identifier, ruling in zip(self._ids.assign(owners[0], texts), rulings, strict=True):
            entry = {"id": identifier} | ruling
            self._book.add("rulings", entry | self._editions_read(entry))

    def finish(self) -> int:
        """Withdraw the rulings that the source no longer has; returns how many are withdrawn."""
        left = self._ids.left
        gone = [ruling for ruling in self._old("rulings") if ruling["id"] in left] if left else []
        for ruling in gone:
            if ruling.get("status") != "withdrawn":
                self.withdrawn.append(ruling["id"])
                event: Data = {"date": self._today, "status": "withdrawn", "by": "rulings import"}
                event |= {"note": {"en": "No longer in the source."}}
                history = [*ruling.pop("history", []), event]
                ruling.update(status="withdrawn", history=history)
            self._book.add("rulings", ruling)
        cited = {card for ruling in gone for card in ruling.get("cards", ())}
        for card in self._old("cards") if cited else ():
            if card["id"] in cited:
                self.add_card(card)
        return len(gone)

    def _editions_read(self, ruling: Data) -> Data:
        """The editions that a ruling was checked against, if it is as before and cites no more."""
        key, old = "checked_against", self._checked.get(ruling["id"], {})
        says = all(ruling.get(each) == old.get(each) for each in PUBLISHED)
        cites = {*old.get("clauses", ())}.issuperset(ruling.get("clauses", ()))
        return {key: old[key]} if says and cites and key in ruling else {}

    def _old(self, key: str) -> Iterator[Data]:
        for file in sorted(self._place.glob(f"{key}*.yaml")):
            document = read_document(file)
            if document.problems or not isinstance(document.data, dict):
                reason = document.problems[0] if document.problems else f"{file}: not keys"
                raise RulingsError(f"{reason}; correct it, or import into another folder")
            yield from document.data.get(key) or ()


class KeptIds:
    """The ids of rulings: the same as in the old book, new ones after the last.

    Each ruling has an owner, such as a card. Among the rulings of its owner it is recognised by
    its text, or, if it was edited, by a similar text. Ids of the old book that are not assigned
    are `left`: no other ruling gets them.
    """

    def __init__(self, prefix: str, old: Iterable[tuple[str, str, str]]) -> None:
        """`old` are the id, owner and text of each ruling of the old book."""
        self._of_owner: dict[str, dict[str, str]] = {}
        last = 0
        self.edited: dict[str, tuple[str, str]] = {}
        """The old and the new text of each id that went to a similar text."""
        for identifier, owner, text in old:
            self._of_owner.setdefault(owner, {})[identifier] = text
            last = max(last, int(identifier.rsplit("Q", 1)[1]))
        self._free = (f"{prefix}-Q{number}" for number in count(last + 1))

    def assign(self, owner: str, texts: Sequence[str]) -> list[str]:
        """An id for each text of an owner; `texts` are all that it has."""
        old = self._of_owner.pop(owner, {})
        same: dict[str, list[str]] = defaultdict(list)
        for identifier, text in reversed(old.items()):
            same[text].append(identifier)
        assigned = [same[text].pop() if same[text] else "" for text in texts]
        taken = set(assigned)
        old = {key: text for key, text in old.items() if key not in taken}
        candidates = Candidates({key: words_of(text) for key, text in old.items()})
        for at, text in enumerate(texts):
            if not assigned[at]:
                likeliest = candidates.of(words_of(text)).most_common(_MOST_COMPARED)
                similar = (key for key, _ in likeliest if key in old and _similar(old[key], text))
                assigned[at] = next(similar, "") or next(self._free)
                if assigned[at] in old:
                    self.edited[assigned[at]] = old.pop(assigned[at]), text
        self._of_owner |= {owner: old} if old else {}
        return assigned

    @property
    def left(self) -> set[str]:
        """The ids of the old book that no ruling has taken so far."""
        return {identifier for old in self._of_owner.values() for identifier in old}


def _similar(old: str, new: str) -> bool:
    """Whether two texts share most of their words in order: an edit, not another ruling."""
    matcher = SequenceMatcher(None, words_of(old), words_of(new), autojunk=False)
    return matcher.quick_ratio() >= _EDITED and matcher.ratio() >= _EDITED
