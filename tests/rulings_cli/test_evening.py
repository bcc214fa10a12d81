"""An evening from its beginning to its end, acted through once in each language: one script."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from cases import DATA
from running import Rulings, Ship

from rulings.lookup.event import NO_EVENT, Event
from rulings.reading.load import open_book
from rulings.reading.yaml_reader import read_document
from rulings_index import Index
from rulings_index.lab.evaluation import read_questions

SCRIPT = read_document(DATA / "evening.yaml")
HIT = re.compile(r"^([A-Z]+(?:-[A-Z][0-9]+| [0-9][0-9.]*[a-z]?))  ", re.MULTILINE)
"""An id at the beginning of a line: a hit."""


class Evening:
    """A script being acted: what its calls are called, in the language that is spoken."""

    def __init__(self, spoken: str) -> None:
        self.spoken = spoken
        self.kept: dict[str, str] = {}

    def text(self, written: Any) -> str:
        """A text of the script as it is typed or printed."""
        if isinstance(written, dict):
            other = written.get("other")
            in_turn = {"en": "ja", "ja": "en"}[self.spoken]
            written = other[in_turn] if other else written[self.spoken]
        for name, identifier in self.kept.items():
            written = written.replace(f"{{{name}}}", identifier)
        return str(written)


@pytest.mark.parametrize("spoken", ["ja", pytest.param("en", marks=pytest.mark.long)])
def test_an_evening(
    rulings: Rulings,
    ship: Ship,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    spoken: str,
) -> None:
    for name, text in SCRIPT.data["book"].items():
        (tmp_path / "book" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "book" / name).write_text(text, encoding="utf-8")
    ship(tmp_path / "book")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", f"{spoken}.UTF-8")
    evening = Evening(spoken)
    for number, step in enumerate(SCRIPT.data["steps"]):
        monkeypatch.setenv("RULINGS_OWN_BOOK", str(tmp_path / f"own-{step.get('on', 'mine')}"))
        act(step, evening, rulings, f"evening.yaml:{SCRIPT.position(('steps', number))[0]}")


def act(step: dict[str, Any], evening: Evening, rulings: Rulings, place: str) -> None:
    """One step: typed, and held to what the script says of it."""
    typed = [evening.text(word) for word in step["type"]]
    ran = rulings(*typed)
    with Path("transcript.txt").open("a", encoding="utf-8") as transcript:  # to be looked at
        transcript.write(f"$ rulings {' '.join(typed)}\n{ran.out}{ran.err}\n")
    assert ran.code == int(step.get("code", 0)), (place, ran.out, ran.err)
    if "keeps" in step:
        evening.kept[step["keeps"]] = ran.out.split()[0]
    shown = Path(step["file"]).read_text(encoding="utf-8") if "file" in step else ran.out
    squeezed = "".join(shown.split())  # lines break anywhere in Japanese
    for text in map(evening.text, step.get("says", ())):
        assert "".join(text.split()) in squeezed, (place, text, shown)
    for text in map(evening.text, step.get("lacks", ())):
        assert "".join(text.split()) not in squeezed, (place, text, shown)
    if "begins" in step:
        assert ran.out.startswith(evening.text(step["begins"])), (place, shown)
    wanted = [evening.text(line) for line in step.get("first", ())]
    assert HIT.findall(ran.out)[: len(wanted)] == wanted, (place, shown)


def right_first(index: Index, file: Path, *, with_event: bool) -> int:
    """How many questions have their answer first; each with its ruleset as the event's, which plays
    by all proposals, for the questions were answered by them; or without an event.
    """
    rulesets = index.status()["rulesets"]
    known = {ruleset["prefix"]: name for name, ruleset in rulesets.items()} | {
        ruleset: ruleset for ruleset in rulesets
    }
    variants = tuple(entry.id for entry in open_book().entries.values() if entry.kind == "variant")
    count = 0
    for question in read_questions(file):
        if question.relevant and question.ruleset in known:
            played = Event("Tonight", rulesets=(known[question.ruleset],), variants=variants)
            results = index.search(question.query, event=played if with_event else NO_EVENT)
            count += bool(results.hits) and results.hits[0].id in question.relevant
    return count


@pytest.mark.long
def test_an_event_finds_more_first(index: Index, shared: Path) -> None:
    """Of the development questions, asked at an event of their ruleset."""
    files = [shared / "eval" / name for name in ("dev.yaml", "table-dev.yaml")]
    with_event = [right_first(index, file, with_event=True) for file in files]
    without = [right_first(index, file, with_event=False) for file in files]

    assert all(more >= less for more, less in zip(with_event, without, strict=True))
    assert sum(with_event) > sum(without)


def test_an_open_point_names_the_variant_in_force_that_is_near(rulings: Rulings) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--with", "BR-V2", "--lang", "en")
    near = "In force tonight: BR-V2 A Pokémon already hit is protected"

    for command in (("show", "BR-O11"), ("sheet", "BR-O11", "--format", "md")):
        assert near in rulings(*command).out, command
    assert "In force tonight: BR-V2" not in rulings("show", "BR-O11", "--no-event").out


@pytest.mark.parametrize("formats", [("RAID",), ("RAID", "BR")])
def test_at_an_event_of_two_formats_an_answer_begins_with_its_own(
    rulings: Rulings, formats: tuple[str, ...]
) -> None:
    options = [word for name in formats for word in ("--ruleset", name)]
    rulings("tonight", "--event", "City", "--lang", "en", *options)

    out = rulings("search", "raid: may one player use two Supporters").out
    below = out.partition("RAID 6.4a  ")[2].splitlines()[1]

    assert (below == "  Raid Format (Pokémon TCG)") == (len(formats) > 1)
