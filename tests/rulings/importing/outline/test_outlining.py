"""Where each line of a document goes: every rule in its place, and no word lost."""

from __future__ import annotations

import random
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

from rulings.errors import RulingsError
from rulings.importing.book_writer import Target
from rulings.importing.documents.documents import read as read_document
from rulings.importing.formats.numbered import RulesWriter, read_numbered, refuse_lost_lines
from rulings.importing.outline.number_forms import read
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
    outline = read_numbered(path)
    texts = {number: bare(rule.body.text) for number, rule in outline.rules.items()}
    assert texts == {number: bare(text) for number, text in book.rules.items()}
    examples = {
        number: [each.text for each in rule.examples] for number, rule in outline.rules.items()
    }
    assert {number: each for number, each in examples.items() if each} == book.examples
    assert {number: title for number, title in outline.sections.items() if title} == book.sections
    assert outline.chapters == book.chapters
    assert outline.glossary == book.glossary
    wrapped = [n for n, line in enumerate(book.lines, 1) if line.startswith("1.5 倍")]
    assert [each.line for each in outline.odd] == wrapped  # the end of a sentence, not rule 1.5


def test_the_japanese_rulebook_has_748_rules() -> None:
    assert len(BOOKS["Japanese"].rules) == 748


@pytest.mark.parametrize("name", BOOKS)
def test_every_line_of_a_rulebook_is_in_the_book(name: str, tmp_path: Path) -> None:
    """Its words are in the files that the import writes, or in the list of what is left out."""
    path = tmp_path / "tides.txt"
    path.write_text(BOOKS[name].text, encoding="utf-8")
    outline = read_numbered(path)
    target = Target("tide-rules", "TD", "tides", "ja", names_game=True)
    RulesWriter(target, outline).write(tmp_path / "book", path.name)
    assert errors_in(load_book([tmp_path / "book"])) == []
    files = (tmp_path / "book").glob("*.yaml")
    kept = bare("".join(file.read_text(encoding="utf-8").replace("\\n", "") for file in files))
    gone = {n for each in outline.left_out for n in range(each.first, each.last + 1)}
    for number, line in enumerate(BOOKS[name].lines, 1):
        mark = next(read(line), None)
        text = (mark.text if mark else line).removeprefix("例：").removeprefix("用語集")
        words = re.findall(r"[^\W\d_]+", text)
        assert number in gone or all(word in kept for word in words), (number, line)
    assert sum(outline.lines_in().values()) == sum(map(bool, BOOKS[name].lines))


@pytest.mark.parametrize("case", load_cases("numbered/shapes.yaml"))
def test_what_could_be_mistaken_for_a_rule_is_not_or_is_named(
    case: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / case.get("file", "rules.txt")
    path.write_text(case["document"], encoding="utf-8")
    outline = read_numbered(path, "Harbour", "2026")
    assert {number: rule.body.text for number, rule in outline.rules.items()} == case["rules"]
    assert [rule.title for rule in outline.rules.values() if rule.title] == []
    assert [each.what for each in outline.odd] == case.get("odd", [])


@pytest.mark.parametrize("case", load_cases("numbered/beside.yaml"))
def test_what_stands_beside_rules_has_its_place(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / case.get("file", "rules.txt")
    path.write_text(case["document"], encoding="utf-8")
    outline = read_numbered(path, "Harbour", "2026")
    rules = outline.rules.items()
    assert {number: rule.body.text for number, rule in rules} == case["rules"]
    examples = {n: [each.text for each in rule.examples] for n, rule in rules if rule.examples}
    assert examples == case.get("examples", {})
    assert {number: each for number, each in outline.sections.items() if each} == case.get(
        "sections", {}
    )
    assert outline.chapters == case.get("chapters", [])
    assert [each.what for each in outline.left_out] == case.get("left_out", [])
    assert outline.odd == []
    refuse_lost_lines(path, outline)


@pytest.mark.parametrize("case", load_cases("numbered/contents.yaml"))
def test_a_contents_page_is_known_by_its_numbers(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(case["contents"] + case.get("rules", ""), encoding="utf-8")
    outline = read_numbered(path, "Harbour", "2026")
    assert sum(each.lines for each in outline.left_out) == int(case["left_out"])
    assert (outline.odd, [line.text for line in outline.front if line.text]) == ([], [])
    if "rules" in case:
        path.write_text(case["rules"], encoding="utf-8")
        plain = read_numbered(path, "Harbour", "2026")
        texts = ({n: r.body.text for n, r in each.rules.items()} for each in (outline, plain))
        assert next(texts) == next(texts)


def test_a_section_may_have_a_text_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text("1. Boats\n\nThey float.\n\n1.1 Row.\n\n2. Flags\n\n2.1 Wave.\n", "utf-8")
    outline = read_numbered(path, "Harbour", "2026")
    assert outline.sections == {"1": "Boats", "2": "Flags"}
    assert outline.rules["1"].body.text == "They float."


def test_what_a_page_does_not_show_is_named(tmp_path: Path) -> None:
    path = tmp_path / "rules.html"
    path.write_text(
        "<title>Harbour rules</title>\n<nav><a>1. Boats</a></nav>\n<h1>Harbour rules</h1>"
        '<p style="display: none">secret</p>\n<p>1.1 A <ruby>傘<rt>かさ</rt></ruby> floats.'
        "<p hidden>more\n<p>1.2 It sinks.</p>\n<footer>1.3 Ours</footer>",
        encoding="utf-8",
    )
    outline = read_numbered(path, edition="2026")
    texts = {number: rule.body.text for number, rule in outline.rules.items()}
    assert texts == {"1.1": "A 傘 floats.", "1.2": "It sinks."}
    assert (outline.title, outline.uncertain) == ("Harbour rules", [])
    assert [each.what for each in outline.left_out] == [
        "<nav> of the page",
        *["<p> that the page does not show"] * 2,
        "<footer> of the page",
    ]


ARTICLES = "第1条 文\n第2条 文\n第3条 文\n"
LONG: dict[str, Callable[[int], str]] = {
    "numbers without siblings": lambda size: "".join(f"7.{n}.9 Text\n" for n in range(size)),
    "items of an article": lambda size: ARTICLES + "(1) 文である。\n" * size,
    "lists of an article": lambda size: ARTICLES + "1. 文である。\n2　文。\n" * size,
    "a word of a glossary": lambda size: "1.1 A.\n\nGlossary\n\n" + "Word: meaning\n" * size,
    "lists": lambda size: "1.1 A.\n" + "(1) Row.\n" * size,
    "contents": lambda size: "".join(f"{n}. A\n" for n in range(size)) + "0. B.\nC\n" * size,
    "counters": lambda size: "1.1 A.\n\n1.2 B.\n\n" + "2 ships\n\n\n" * size,
}


@pytest.mark.long
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
    *("1.2\t", "> 1.2 ", "| 1.3 | b | ", "    1.4 ", "II. ", "（ア）", "㈡", "FAQ", "第4条に"),
    *(
        "(2a) ",
        "z. B. ",
        "s. ",
        "Examples:",
        "Bsp.: ",
        "Note: ",
        "Zweiter Teil",
        "Part Two ",
        "  - ",
    ),
    *("| a | b | ", "2024-01-02 ", "7", "page 3", "---", "```", "**1.2** ", "Word: ", "■語："),
)
ENDS = (".", "。", "", ":", "：", " and the", "、")


WHOLE = re.compile(r"\s*\d+\.\d")


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


@pytest.mark.parametrize("name", ["amefuri.md", "lantern-market.txt"])
def test_every_line_of_a_document_is_read_or_left_out(name: str) -> None:
    path = DATA / "numbered" / name
    outline = read_numbered(path)
    kept = words_of(outline) + "".join(odd.what for odd in outline.odd) + "Glossary用語集"
    gone = {n for each in outline.left_out for n in range(each.first, each.last + 1)}
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        word = ["", *re.findall(r"[^\W\d_]+", line)][-1]
        assert word in kept or number in gone or number <= 3, line


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 8))]
)
@pytest.mark.parametrize("ending", ["txt", "md"])
def test_no_word_of_any_document_is_lost(seed: int, ending: str, tmp_path: Path) -> None:
    chance, path = random.Random(seed), tmp_path / f"rules.{ending}"
    for _ in range(100):
        lines = any_document(chance)
        path.write_text("\n".join(lines), encoding="utf-8")
        outline = read_outline(read_document(path))
        refuse_lost_lines(path, outline)
        kept = words_of(outline)
        gone = {n for each in outline.left_out for n in range(each.first, each.last + 1)}
        left = {number: line for number, line in enumerate(lines, 1) if number not in gone}
        words = (word for line in left.values() for word in re.findall(r"w\d+x\d+x", line))
        assert not [word for word in words if word not in kept]
        named = {
            *(each.line for each in outline.odd),
            *(rule.line for rule in outline.rules.values()),
        }
        whole = {number for number, line in left.items() if WHOLE.match(line)}
        assert not [left[number] for number in whole - named]
