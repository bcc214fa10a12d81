"""The official text in all the dresses it has come in, and files that are something else."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from soundness import errors_in

from rulings.errors import RulingsError
from rulings.importing.documents.lines import read_lines
from rulings.importing.formats.mtg_cr import TARGET, MagicWriter, read_rules, title_of
from rulings.importing.formats.numbered import read_numbered
from rulings.importing.outline.outline import Outline, Rule
from rulings.reading.load import load_book, open_book

DATA = Path(__file__).parents[3] / "data" / "editions"
OLD, NEW = DATA / "harbour-2022-10-07.txt", DATA / "harbour-2023-11-17.txt"
WHOLE = OLD.read_text(encoding="utf-8")


def read(tmp_path: Path, raw: bytes) -> Outline:
    path = tmp_path / "rules.txt"
    path.write_bytes(raw)
    return read_rules(path)


def examples(rule: Rule) -> list[str]:
    return [example.text for example in rule.examples]


def test_everything_is_read() -> None:
    text = read_rules(OLD)
    assert text.edition == "2022-10-07"
    assert text.odd == []
    assert len(text.rules) == 30
    assert list(text.glossary) == ["Archipelago", "Crate", "Quay, Wharf", "Rowing (Obsolete)"]
    assert text.sections["310"] == "Islands"


TRAPS = {
    "606.5": "If a signal costs oil twice, the costs are added up.",
    "119.1d": "In a short game for two, each begins with twelve crates.",
    "606.4": "A signal that is not seen has no effect.",
    "100.2a": "If a card contradicts the rules, the card wins.\n\nA card never wins against the"
    " tide table. It is printed on the back of this booklet.",
}


@pytest.mark.parametrize("number", TRAPS)
def test_irregular_rules(number: str) -> None:
    assert read_rules(OLD).rules[number].body.text == TRAPS[number]


def test_examples_belong_to_their_rule() -> None:
    texts = examples(read_rules(OLD).rules["100.2"])
    assert [example[:10] for example in texts] == ["The Heron ", "A raft has"]


UNPLACED = {
    "a rule that stands twice": ("119.1c Crates", "119.1b Crates", "119.1b is used twice"),
    "a rule of another section": ("119.1c Crates", "512.1c Crates", "512.1c belongs nowhere"),
    "a stray line": ("119. Cargo\n\n119.1.", "119. Cargo\n\nstray\n\n119.1.", "'stray' belongs"),
    "a missing rule": (
        *("119.1b In a game of teams, the crates are shared.\n", ""),
        "119.1c comes without 119.1b",
    ),
    "a word without meaning": (
        *("Credits\n\nMade", "Lonely\n\nCredits\n\nMade"),
        "without a meaning: Lonely",
    ),
}


@pytest.mark.parametrize("name", UNPLACED)
def test_what_has_no_place_is_told_with_its_line(tmp_path: Path, name: str) -> None:
    before, after, message = UNPLACED[name]
    assert before in WHOLE
    damaged = WHOLE.replace(before, after)
    outline = read(tmp_path, damaged.encode())
    odd = [*outline.odd, *((each.first, each.what) for each in outline.left_out if each.lines == 1)]
    assert any(message in words for _, words in odd)
    for line, words in odd:
        assert damaged.split("\n")[line - 1].split()[0].rstrip(".") in words


def test_titles_say_what_a_rule_is_about() -> None:
    text = read_rules(OLD)
    title = "Islands: Islands stay on the chart for the whole game and are never loaded."
    assert title_of(text.rules["310.2"], text) == title
    assert all(len(title_of(rule, text)) <= 92 for rule in text.rules.values())


def test_the_book_has_no_fault_and_every_word(tmp_path: Path) -> None:
    text = read_rules(OLD)
    MagicWriter(TARGET, text).write(tmp_path / "book", "rules.txt")
    loading = load_book([tmp_path / "book"])
    assert errors_in(loading) == []
    clauses = loading.book.entries
    for number, rule in text.rules.items():
        clause = clauses[f"CR {number}"]
        assert clause.text["en"] == rule.body.text  # type: ignore[union-attr]
        assert [example["en"] for example in clause.examples] == examples(rule)  # type: ignore[union-attr]
    assert loading.book.rulesets["mtg-cr"].edition == "2022-10-07"
    assert loading.book.terms["mtg", "quay-wharf"].aliases["en"] == ["Quay", "Wharf"]
    assert clauses["CR 119.1"].terms == ["crate"]


def test_a_new_edition_replaces_the_old_one(tmp_path: Path) -> None:
    for path in (OLD, NEW):
        MagicWriter(TARGET, read_rules(path)).write(tmp_path / "book", path.name)
    assert open_book([tmp_path / "book"]).rulesets["mtg-cr"].edition == "2023-11-17"


@pytest.mark.parametrize("length", range(0, len(WHOLE), 100))
def test_a_cut_document_ends_in_one_line(tmp_path: Path, length: int) -> None:
    try:
        text = read(tmp_path, WHOLE.encode("utf-8")[:length])
    except RulingsError as error:
        assert "\n" not in str(error)
    else:
        assert text.glossary == read_rules(OLD).glossary  # only the credits are cut


@pytest.mark.parametrize("seed", range(40))
def test_random_bytes_end_in_one_line(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    raw = chance.randbytes(chance.choice([1, 2, 3, 100, 5_000]))
    with pytest.raises(RulingsError):
        read(tmp_path, raw)


@pytest.mark.parametrize("path", ["nothing.txt", "."])
def test_what_cannot_be_read(tmp_path: Path, path: str) -> None:
    with pytest.raises(RulingsError, match="check the path"):
        read_rules(tmp_path / path)


REAL = {
    "2022-10-07": (2760, 642, 270),
    "2023-11-17": (2899, 668, 276),
    "2024-02-06": (2937, 673, 276),
    "2026-01-16": (3114, 725, 276),
}
*OLDER, NEWEST = REAL
DATES = [NEWEST, *(pytest.param(date, marks=pytest.mark.long) for date in OLDER)]


real_rules = cache(read_rules)
"""The rules of a real edition, which two tests look at."""


@pytest.mark.shared
@pytest.mark.parametrize("date", DATES)
def test_the_real_editions(shared: Path, date: str) -> None:
    """Rules and subrules (901.4, whose number runs into its text, among them), words, examples."""
    text = real_rules(shared / "data" / "mtg-cr" / f"MagicCompRules-{date}.txt")
    count = sum(len(rule.examples) for rule in text.rules.values())
    assert (len(text.rules), len(text.glossary), count) == REAL[date]
    assert text.odd == []
    assert {"606.5", "119.1d", "310.1", "901.4"} <= text.rules.keys()
    assert ("315.7" in text.rules) == (date > "2023")


@pytest.mark.shared
@pytest.mark.parametrize("date", DATES)
def test_the_lines_of_the_real_editions_add_up(shared: Path, date: str) -> None:
    path = shared / "data" / "mtg-cr" / f"MagicCompRules-{date}.txt"
    written = sum(bool(line.strip()) for line in read_lines(path))
    for read_document in (real_rules, read_numbered):
        document = read_document(path)
        assert sum(document.lines_in().values()) == document.total == written
        assert len(document.rules) == REAL[date][0]


@pytest.mark.shared
@pytest.mark.parametrize("step", [300_000, pytest.param(50_000, marks=pytest.mark.long)])
def test_a_real_edition_cut_anywhere(shared: Path, tmp_path: Path, step: int) -> None:
    raw = (shared / "data" / "mtg-cr" / "MagicCompRules-2026-01-16.txt").read_bytes()
    whole = len(read(tmp_path, raw).rules)
    for length in range(0, len(raw), step):
        try:
            assert len(read(tmp_path, raw[:length]).rules) == whole
        except RulingsError as error:
            assert "\n" not in str(error)
