"""Documents of numbered rules in three other styles: where each line goes, and what is odd."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cases import DATA, load_cases
from growth import grows_evenly
from rulebooks import articles, japanese, without_contents
from soundness import errors_in

from rulings.editions.comparison import compare
from rulings.editions.edition import read_edition
from rulings.errors import RulingsError
from rulings.importers.documents import read as read_document
from rulings.importers.numbered import account_for_lines, read_numbered, write_numbered
from rulings.importers.numbers import Mark, read
from rulings.importers.outline import Outline
from rulings.importers.outlining import read_outline
from rulings.importers.writing import Target
from rulings.loading import load_book
from rulings.model import Clause

FOLDER = DATA / "numbered"
CASES = load_cases("numbered/expected.yaml")


def import_into(place: Path, case: Any, document: Path) -> Outline:
    found = read_numbered(document)
    target = Target("harbour-rules", "HB", "harbour", case["language"], names_game=True)
    write_numbered(found, target, place, document.name)
    return found


@pytest.mark.parametrize("case", CASES)
def test_every_rule_is_in_its_place(case: Any) -> None:
    found = read_numbered(FOLDER / case["document"])
    assert found.edition == case["edition"]
    assert len(found.rules) == int(case["rules"])
    assert found.sections == case["sections"]
    assert list(found.glossary) == case["glossary"]
    for number, text in case["texts"].items():
        assert found.rules[number].body.text == text, number
    examples = {
        number: [example.text for example in rule.examples]
        for number, rule in found.rules.items()
        if rule.examples
    }
    assert examples == case["examples"]


@pytest.mark.parametrize("case", CASES)
def test_every_odd_line_is_named(case: Any) -> None:
    found = read_numbered(FOLDER / case["document"])
    told = [f"{odd.line}: {odd.what}" for odd in sorted(found.odd)]
    assert [told[n][: len(odd)] for n, odd in enumerate(case["odd"])] == case["odd"]
    assert len(told) == len(case["odd"])
    left_out = [f"{each.first}-{each.last}: {each.what}" for each in found.left_out]
    assert left_out == case["left_out"]


@pytest.mark.parametrize("case", CASES)
def test_no_word_is_lost(case: Any) -> None:
    """Every line is in the book, but for what is said to be left out."""
    document = FOLDER / case["document"]
    if document.suffix == ".html":
        pytest.skip("its lines hold tags")
    found = read_numbered(document)
    kept = "".join(
        [
            "Glossary用語集",
            *(rule.title + rule.body.text for rule in found.rules.values()),
            *(example.text for rule in found.rules.values() for example in rule.examples),
            *(line.text for line in found.front),
            *(*found.sections.values(), *found.chapters),
            *(word + meaning for word, meaning in found.glossary.items()),
            *(odd.what for odd in found.odd),
        ]
    )
    gone = {n for each in found.left_out for n in range(each.first, each.last + 1)}
    for number, line in enumerate(document.read_text(encoding="utf-8").split("\n"), 1):
        word = ["", *re.findall(r"[^\W\d_]+", line)][-1]
        assert word in kept or number in gone or number <= 3, line


@pytest.mark.parametrize("case", CASES)
def test_the_book_is_sound_and_holds_the_text(case: Any, tmp_path: Path) -> None:
    found = import_into(tmp_path / "book", case, FOLDER / case["document"])
    loading = load_book([tmp_path / "book"])
    assert errors_in(loading) == []
    clauses = {key: each for key, each in loading.book.entries.items() if isinstance(each, Clause)}
    assert len(clauses) == len(found.rules)
    for number, rule in found.rules.items():
        assert clauses[f"HB {number}"].text[case["language"]] == rule.body.text
    for number, terms in case["terms"].items():
        assert clauses[f"HB {number}"].terms == terms


@pytest.mark.parametrize("case", CASES)
def test_the_next_edition_is_compared(case: Any, tmp_path: Path) -> None:
    document = FOLDER / case["document"]
    text = document.read_text(encoding="utf-8")
    for old, new in case["edits"]:
        assert old in text, old
        text = text.replace(old, new, 1)
    edited = tmp_path / document.name
    edited.write_text(text, encoding="utf-8")
    books = (tmp_path / "old", tmp_path / "new")
    for place, source in zip(books, (document, edited), strict=True):
        import_into(place, case, source)
    old_edition, new_edition = (read_edition(place, case["language"]) for place in books)
    assert old_edition.name == case["edition"] != new_edition.name
    changes = {
        f"{each.old.id if each.old else ''} -> {each.new.id if each.new else ''}".strip(): str(
            each.kind
        )
        for each in compare(old_edition, new_edition).changes
    }
    assert changes == case["changes"]


STYLES = {
    "1.2.3a Text": ("1.2.3a", "Text"),
    "1-2-3. Text": ("1.2.3", "Text"),
    "103.2． 文": ("103.2", "文"),
    "200.3C 文": ("200.3c", "文"),
    "１－２－３ａ．　文": ("1.2.3a", "文"),
    "第3条2項 文": ("3.2", "文"),
    "第十二条（文）": ("12", "（文）"),
    "§ 12.3 Text": ("12.3", "Text"),
    "Rule 7: Text": ("7", "Text"),
    "(a) Text": ("a", "Text"),
    "（ｂ）文": ("b", "文"),
    "⑫文": ("12", "文"),
    "901.4.All": ("901.4", "All"),
    "1.2.3": ("1.2.3", ""),
}


@pytest.mark.parametrize("line", STYLES)
def test_styles_of_numbers(line: str) -> None:
    mark: Mark = next(read(line))
    assert (".".join(map(str, mark.parts)) + mark.letter, mark.text) == STYLES[line]


@pytest.mark.parametrize("line", ["1.5cm", "a player", "例えば", "12人の", "i.e. this"])
def test_what_is_no_number(line: str) -> None:
    assert not [mark for mark in read(line) if not mark.weak]


def test_a_document_without_numbers(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear judge,\n\nno rules here.\n", encoding="utf-8")
    with pytest.raises(RulingsError, match="no numbered rule"):
        read_numbered(path)


PAGES = """\
#set page(height: 9cm, header: [Clockwork, the whole rules], numbering: "1")
= Clockwork
#for part in range(1, 7) [
  #part. Part #part

  #for rule in range(1, 9) [
    #part.#rule The rule number #rule of part #part is told here.

  ]
]
"""


def test_a_pdf_with_running_heads_and_page_numbers(tmp_path: Path) -> None:
    typst = pytest.importorskip("typst")
    path = tmp_path / "rules.pdf"
    path.write_bytes(typst.compile(PAGES.encode()))
    found = read_numbered(path)
    assert len(found.rules) == 48
    assert found.rules["6.8"].body.text == "The rule number 8 of part 6 is told here."
    assert found.sections["6"] == "Part 6"
    assert found.odd == []
    assert {each.what for each in found.left_out} == {"page numbers and running heads"}


def test_a_file_that_is_no_pdf(tmp_path: Path) -> None:
    path = tmp_path / "rules.pdf"
    path.write_bytes(b"1.1 Text")
    with pytest.raises(RulingsError, match="no PDF that can be read"):
        read_numbered(path)


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
    found = import_into(tmp_path / "book", {"language": "ja"}, path)
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


@pytest.mark.parametrize("case", CASES)
def test_the_lines_of_a_document_add_up(case: Any) -> None:
    path = FOLDER / case["document"]
    found = read_numbered(path)
    assert {name: str(count) for name, count in found.lines_in().items()} == case["lines"]
    if path.suffix == ".txt":
        written = path.read_text(encoding="utf-8").split("\n")
        assert sum(found.lines_in().values()) == sum(map(bool, written))


def test_a_line_that_is_lost_ends_the_import() -> None:
    path = FOLDER / "lantern-market.txt"
    found = read_outline(read_document(path))
    del found.rules["1.1.3"]
    with pytest.raises(RulingsError, match="125 lines of it were read, and 124 are accounted for"):
        account_for_lines(path, found)


RULES = "\n\n1.1 A.\n\n1.2 B.\n\n1.3 C."
UNCERTAIN = {
    "a number first": (f"1 Game Concepts{RULES}", "rules", "undated"),
    "a sentence first": (f"This is about ships.{RULES}", "rules", "undated"),
    "two dates": (f"Ships\n\n2020-01-02\n2024-05-06{RULES}", "Ships", "undated"),
    "two versions": (f"Ships\n\nVersion 2, after version 1{RULES}", "Ships", "undated"),
    "all certain": (f"Ships\n\nVersion 2{RULES}", "Ships", "2"),
}


@pytest.mark.parametrize("name", UNCERTAIN)
def test_what_is_not_certain_gets_a_default_and_a_note(name: str, tmp_path: Path) -> None:
    text, title, edition = UNCERTAIN[name]
    path = tmp_path / "rules.txt"
    path.write_text(text, encoding="utf-8")
    found = read_numbered(path)
    assert (found.title, found.edition) == (title, edition)
    noted = "".join(found.notes)
    assert ("--title" in noted, "--edition" in noted) == (title == "rules", edition == "undated")
    named = read_numbered(path, "Tides", "2026")
    assert (named.title, named.edition, named.notes) == ("Tides", "2026", [])


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
