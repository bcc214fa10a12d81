"""Where each line of a document goes: every rule in its place, and no word lost."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from growth import grows_evenly
from rulebooks import articles, japanese, without_contents
from soundness import errors_in

from rulings.errors import RulingsError
from rulings.importing.book_writer import Target
from rulings.importing.documents.documents import read as read_document
from rulings.importing.formats.numbered import read_numbered, report_of, write_numbered
from rulings.importing.outline.numbers import read
from rulings.importing.outline.outline import Outline
from rulings.importing.outline.outlining import read_outline
from rulings.reading.load import load_book

BOOKS = {
    "Japanese": japanese(),
    "Japanese, without empty lines": japanese(blank_lines=False),
    "without contents": without_contents(blank_lines=True),
    "without contents or empty lines": without_contents(blank_lines=False),
    "a list 1. 2. 3. above 第2項": articles("{}. ", "第{}項　"),
    "a list 1. 2. 3. above ２　": articles("{}. ", "２　"),
    "a list 1. 2. 3. above 2.": articles("{}. ", "{}. "),
    "a list 1　2　3　above ２．": articles("{}　", "２．"),
    "a list (1) (2) (3) above 第2項": articles("({}) ", "第{}項　"),
    "a list (1) (2) (3) above ２　": articles("({}) ", "２　"),
}


def bare(text: str) -> str:
    """A text without its spaces and line breaks."""
    return "".join(text.split())


@pytest.mark.parametrize("name", BOOKS)
def test_every_rule_of_a_rulebook_comes_in(name: str, tmp_path: Path) -> None:
    book = BOOKS[name]
    path = tmp_path / "tides.txt"
    path.write_text(book.text, encoding="utf-8")
    found = read_numbered(path)
    texts = {number: bare(rule.body.text) for number, rule in found.rules.items()}
    assert texts == {number: bare(text) for number, text in book.rules.items()}
    examples = {
        number: [each.text for each in rule.examples] for number, rule in found.rules.items()
    }
    assert {number: each for number, each in examples.items() if each} == book.examples
    assert {number: title for number, title in found.sections.items() if title} == book.sections
    assert found.chapters == book.chapters
    assert found.glossary == book.glossary
    assert found.odd == []


def test_the_japanese_rulebook_has_748_rules() -> None:
    assert len(BOOKS["Japanese"].rules) == 748


@pytest.mark.parametrize("name", BOOKS)
def test_every_line_of_a_rulebook_is_in_the_book(name: str, tmp_path: Path) -> None:
    """Its words are in the files that the import writes, or in the list of what is left out."""
    path = tmp_path / "tides.txt"
    path.write_text(BOOKS[name].text, encoding="utf-8")
    found = read_numbered(path)
    target = Target("tide-rules", "TD", "tides", "ja", names_game=True)
    write_numbered(found, target, tmp_path / "book", path.name)
    assert errors_in(load_book([tmp_path / "book"])) == []
    files = (tmp_path / "book").glob("*.yaml")
    kept = bare("".join(file.read_text(encoding="utf-8").replace("\\n", "") for file in files))
    gone = {n for each in found.left_out for n in range(each.first, each.last + 1)}
    for number, line in enumerate(BOOKS[name].lines, 1):
        mark = next(read(line), None)
        text = (mark.text if mark else line).removeprefix("例：").removeprefix("用語集")
        words = re.findall(r"[^\W\d_]+", text)
        assert number in gone or all(word in kept for word in words), (number, line)
    assert sum(found.lines_in().values()) == sum(map(bool, BOOKS[name].lines))


ARTICLES = "第1条 文\n第2条 文\n第3条 文\n"
LONG: dict[str, Callable[[int], str]] = {
    "numbers without siblings": lambda size: "".join(f"7.{n}.9 Text\n" for n in range(size)),
    "items of an article": lambda size: ARTICLES + "(1) 文である。\n" * size,
    "lists of an article": lambda size: ARTICLES + "1. 文である。\n2　文。\n" * size,
    "a word of a glossary": lambda size: "1.1 A.\n\nGlossary\n\n" + "Word: meaning\n" * size,
    "counters": lambda size: "1.1 A.\n\n1.2 B.\n\n" + "2 ships\n\n\n" * size,
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_document_takes_no_more_than_its_share(name: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"

    def read(size: int) -> None:
        path.write_text(LONG[name](size), encoding="utf-8")
        with suppress(RulingsError):
            read_numbered(path)

    assert grows_evenly(read, 1_000)


BEGINNINGS = (
    *("1. ", "2. ", "3. ", "1 ", "2 ", "1.1 ", "1.2. ", "1.1.1 ", "1.1a ", "1.2b. ", "100. "),
    *("100.1. ", "100.1a ", "200. ", "101.1 ", "第1条 ", "第2条（目的）", "第3条", "第1章 "),
    *("第2項　", "２　", "(1) ", "(a) ", "①", "一、", "例：", "Example: ", "", "", "（目的）"),
    *("Glossary", "用語集", "Credits", "Chapter 2", "Contents", "目次", "- ", "# ", "## ", "> "),
    *("| a | b | ", "2024-01-02 ", "7", "page 3", "---", "```", "**1.2** ", "Word: ", "■語："),
)
ENDS = (".", "。", "", ":", "：", " and the", "、")


def any_document(chance: random.Random) -> list[str]:
    """Lines of many beginnings in any order, with words that stand nowhere else."""
    lines = []
    for number in range(chance.randint(3, 40)):
        words = [f"w{number}x{place}x" for place in range(chance.choice((0, 1, 1, 2, 6, 14)))]
        text = " ".join(words) + chance.choice(ENDS) if words else ""
        lines.append("" if chance.random() < 0.3 else chance.choice(BEGINNINGS) + text)
    return lines


def words_of(found: Outline) -> str:
    texts = [word + "\n" + meaning for word, meaning in found.glossary.items()]
    for rule in found.rules.values():
        texts += [rule.title, rule.body.text, *(example.text for example in rule.examples)]
    front = [line.text for line in found.front]
    return "\n".join([*texts, *front, *found.sections.values(), *found.chapters])


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("ending", ["txt", "md"])
def test_no_word_of_any_document_is_lost(seed: int, ending: str, tmp_path: Path) -> None:
    chance, path = random.Random(seed), tmp_path / f"rules.{ending}"
    for _ in range(100):
        lines = any_document(chance)
        path.write_text("\n".join(lines), encoding="utf-8")
        found = read_outline(read_document(path))
        report_of(path, found)
        kept = words_of(found)
        gone = {n for each in found.left_out for n in range(each.first, each.last + 1)}
        left = [line for number, line in enumerate(lines, 1) if number not in gone]
        assert not [w for line in left for w in re.findall(r"w\d+x\d+x", line) if w not in kept]
