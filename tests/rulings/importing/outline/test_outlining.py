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
    wrapped = [n for n, line in enumerate(book.lines, 1) if line.startswith("1.5 倍")]
    assert [each.line for each in found.odd] == wrapped  # the end of a sentence, not rule 1.5


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


SHAPES: dict[str, tuple[str, dict[str, str], list[str]]] = {
    "items of a supplement": (
        "第4条　帆。\n第5条　船は一隻とする。\n第6条　旗。\n附則\n"
        "1　春から使う。\n2　前の規則は使わない。\n",
        {"4": "帆。", "5": "船は一隻とする。", "6": "旗。"},
        ["4 comes without 3 before it"],
    ),
    "an appendix": (
        "1.1 A.\n\n1.2 B.\n\n1.3 C.\n\nAppendix A: Fees\n\n(1) Two coins.\n",
        *({"1.1": "A.", "1.2": "B.", "1.3": "C."}, []),
    ),
    "a sentence that is wrapped before a number": (
        "第1条　帆。\n第2条　対戦者は山札を\n60 枚で用意する。\n第3条　旗。\n",
        *({"1": "帆。", "2": "対戦者は山札を 60 枚で用意する。", "3": "旗。"}, []),
    ),
    "rules of hundreds that have no subrules": (
        "100 Gates\n\n100.1 Open.\n\n101 Each player has a boat.\n\n102 The river holds\n"
        "three ferries.\n\n102.1 Slow.\n\n110. It waits.\n\n111. Nobody waits.\n\n"
        "200 Boats\n\n200.1 It floats.\n",
        {
            **{"100.1": "Open.", "101": "Each player has a boat."},
            **{"102": "The river holds three ferries.", "102.1": "Slow."},
            **{"110": "It waits.", "111": "Nobody waits.", "200.1": "It floats."},
        },
        ["110 comes without 109 before it"],
    ),
    "a quoted number": (
        "1 Game\n\n1.1 The card says:\n\n    3. and then it does not.\n\n2 Zones\n\n2.1 A zone.\n\n"
        "3 Turns\n\n3.1 A turn.\n",
        {
            "1.1": "The card says:\n\n3. and then it does not.",
            **{"2.1": "A zone.", "3.1": "A turn."},
        },
        ["3. begins no rule here; kept in the text before it"],
    ),
    "items in the order of iroha": (
        "第1条　船は次のとおり。\n一　大きい船\nイ　帆の船\nロ　櫂の船\n第2条　旗。\n第3条　港。\n",
        {
            "1": "船は次のとおり。",
            "1.1": "大きい船\nイ　帆の船\nロ　櫂の船",
            "2": "旗。",
            "3": "港。",
        },
        [],
    ),
    "a paragraph below items": (
        "第1条　船は次のとおり。\n(1) 大きい船\n(2) 小さい船\n"
        "2 前項の船。\n第2条　旗。\n第3条　港。\n",
        {
            **{"1.1": "船は次のとおり。", "1.1.1": "大きい船", "1.1.2": "小さい船"},
            **{"1.2": "前項の船。", "2": "旗。", "3": "港。"},
        },
        [],
    ),
    "page numbers": (
        "1.1 A.\n- 1 -\n1.2 B.\n1 / 4\n1.3 C.\n－3－\n1.4 D.\nページ 4\n1.5 E.\nPage 5\n",
        *({"1.1": "A.", "1.2": "B.", "1.3": "C.", "1.4": "D.", "1.5": "E."}, []),
    ),
    "bare page numbers": (
        "1.1 A.\n1\n1.2 B.\n2\n1.3 C.\n3\n",
        *({"1.1": "A.", "1.2": "B.", "1.3": "C."}, []),
    ),
    "numbers after unfinished lines": (
        "100. Gates\n100.1. Two gates\n100.1a The first\n100.1c A third\n100.3. Locks\n"
        "102. Keys\n102.1. One key\n",
        {
            **{"100.1": "Two gates", "100.1a": "The first", "100.1c": "A third"},
            **{"100.3": "Locks", "102.1": "One key"},
        },
        ["100.1c comes without 100.1b before it", "100.3 comes without 100.2 before it"],
    ),
    "articles after unfinished lines": (
        "第1条　船は一隻\n第3条　旗は三本\n第4条　櫂は二本とし、\n第7条により数える。\n",
        {"1": "船は一隻", "3": "旗は三本", "4": "櫂は二本とし、第7条により数える。"},
        ["3 comes without 2 before it", "第7条 begins no rule here; kept in the text before it"],
    ),
    "cited numbers at the beginning of a line": (
        "1.1 Row as in rule\n1.2 and stop.\n1.2 Pay three coins or\n1.3 times that.\n1.3 End.\n",
        {
            "1.1": "Row as in rule 1.2 and stop.",
            "1.2": "Pay three coins or 1.3 times that.",
            "1.3": "End.",
        },
        [f"1.{n} begins no rule here; kept in the text before it" for n in (2, 3)],
    ),
    "a citation that is wrapped": (
        "第1条　船。\n第2条　次の者は負ける。\n一　遅れた者\n"
        "二　第1条第\n２項に反した者\n第3条　旗。\n",
        {
            **{"1": "船。", "2": "次の者は負ける。", "2.1": "遅れた者"},
            **{"2.2": "第1条第２項に反した者", "3": "旗。"},
        },
        ["２項 begins no rule here; kept in the text before it"],
    ),
    "items below items": (
        "1.1 Do:\n(a) row\n(b) sail\n(i) north\n(ii) south\n(c) rest\n(d) wait\n"
        "1.2 End.\n1.3 Go.\n",
        {
            **{"1.1": "Do:", "1.1a": "row", "1.1b": "sail\n(i) north\n(ii) south"},
            **{"1.1c": "rest", "1.1d": "wait", "1.2": "End.", "1.3": "Go."},
        },
        [],
    ),
    "lists in other alphabets": (
        "1.1 Do.\n1.2 Do:\n（ア）漕ぐ\n（イ）待つ\n（ウ）着く\n"
        "1.3 Do:\n㈠ 一つ\n㈢ 三つ\n1.4 Go.\nII. Play.\n",
        {
            **{"1.1": "Do.", "1.2": "Do:\n（ア）漕ぐ\n（イ）待つ\n（ウ）着く"},
            **{"1.3": "Do:\n㈠ 一つ\n㈢ 三つ", "1.4": "Go.\nII. Play."},
        },
        [f"{mark} begins no rule here; kept in the text before it" for mark in ("㈢", "II.")],
    ),
    "tabs and spaces after numbers": (
        "1.\tBoats\n1.1\tRow.\n1.2   Sail and\n      wait.\n1.3    If it is 3:00 p.m., stop.\n"
        "2.\tCosts\n2.1\tAs in this table:\noar    2 coins\nsail    3 coins\n",
        {
            **{"1.1": "Row.", "1.2": "Sail and wait.", "1.3": "If it is 3:00 p.m., stop."},
            "2.1": "As in this table:\noar    2 coins\nsail    3 coins",
        },
        [],
    ),
    "articles with tabs": (
        "第1条\t船。\n第2条\t旗。\n2\t旗は見せない。\n第3条   港。\n",
        *({"1": "船。", "2.1": "旗。", "2.2": "旗は見せない。", "3": "港。"}, []),
    ),
    "an indented rule": (
        "1.1 A.\n1.2 Say:\n    1.3. A quote.\n1.3. B.\n1.4. C.\n",
        {"1.1": "A.", "1.2": "Say:\n1.3. A quote.", "1.3": "B.", "1.4": "C."},
        ["1.3. begins no rule here; kept in the text before it"],
    ),
    "quoted and fenced rules.md": (
        "1.1 A.\n\n1.2 Say:\n\n> 1.3 A quote.\n\n```\n1.4 Code.\n```\n\n1.3 B.\n",
        {"1.1": "A.", "1.2": "Say:\n\n1.3 A quote.\n\n1.4 Code.", "1.3": "B."},
        [f"1.{n} begins no rule here; kept in the text before it" for n in (3, 4)],
    ),
    "quoted rules.html": (
        "<p>1.1 A.<p>1.2 Say:<pre>1.3 Code.</pre>\n"
        "<blockquote><p>1.4 A quote.</blockquote><p>1.3 B.",
        {"1.1": "A.", "1.2": "Say:\n\n1.3 Code.\n\n1.4 A quote.", "1.3": "B."},
        [f"1.{n} begins no rule here; kept in the text before it" for n in (3, 4)],
    ),
    "rules in a table.md": (
        "# Costs\n\n| No | Rule |\n|--|--|\n| 1.1 | Row. |\n| 1.2 | Sail. |\n\n1.3 As here:\n\n"
        "| Rule | Cost |\n|--|--|\n| 1.1 | 2 |\n",
        {
            **{"1.1": "Row.", "1.2": "Sail."},
            "1.3": "As here:\n\n| Rule | Cost |\n|--|--|\n| 1.1 | 2 |",
        },
        ["1.1 is used twice, first in line 5; kept in the text before it"],
    ),
    "rules in a table.html": (
        "<table><tr><td>1.1</td><td>Row.</td></tr><tr><td>1.2<td>Sail.</table><p>1.3 Wait.",
        *({"1.1": "Row.", "1.2": "Sail.", "1.3": "Wait."}, []),
    ),
    "numbers in the front text and in an example": (
        "Boats\n7.5 metres at most.\n\n1.1 A.\nExample: Ann rows.\n(2) Ben sails.\n\n"
        "1.2 B.\n1.3 C.\n",
        {"1.1": "A.", "1.2": "B.", "1.3": "C."},
        [f"{mark} begins no rule here; kept in the text before it" for mark in ("7.5", "(2)")],
    ),
    "a list that does not begin": (
        "1.1 A.\n\n1.2 Do this:\n1. Row.\n2. Sail.\n\n1.3 C.\n(4) Rest.\n",
        {"1.1": "A.", "1.2": "Do this:\n1. Row.\n2. Sail.", "1.3": "C.\n(4) Rest."},
        ["(4) begins no rule here; kept in the text before it"],
    ),
}


@pytest.mark.parametrize("name", SHAPES)
def test_what_could_be_mistaken_for_a_rule_is_not_or_is_named(name: str, tmp_path: Path) -> None:
    text, rules, odd = SHAPES[name]
    path = tmp_path / f"rules{Path(name).suffix or '.txt'}"
    path.write_text(text, encoding="utf-8")
    outline = read_numbered(path, "Harbour", "2026")
    assert {number: rule.body.text for number, rule in outline.rules.items()} == rules
    assert [rule.title for rule in outline.rules.values() if rule.title] == []
    assert [each.what for each in outline.odd] == odd


RULES = "第1条　船は一隻とする。\n第2条　旗は三本とする。\n第3条　港に入る。\n"
CONTENTS: dict[str, tuple[str, str, int]] = {
    "numbers alone": ("第1条　船\n第2条　旗\n第3条　港\n\n", RULES, 3),
    "a title": ("目次\n第1条　船\n第2条　旗\n\n", RULES, 3),
    "other words than the headings": ("第1条（船） 1\n第2条（旗） 1\n第3条（港） 2\n", RULES, 3),
    "leaders": ("目次\n第1条 船 …… 1\n第2条 旗・・・・1\n附則 …… 4\n\n", RULES, 4),
    "wide spaces": ("目次\n第1条 船　　　1\n第2条 旗　　　2\n", RULES, 3),
    "chapters": (
        "目次\n第1章 総則（第1条―第3条）\n第2章 港\n",
        f"第1章　総則\n{RULES}第2章　港\n第4条　港は一つとする。\n",
        3,
    ),
    "an index": ("Index\n\n1.1 Boats, 2\n1.2 Flags, 3\n", "1.1 Boats. One.\n1.2 Flags. Two.\n", 3),
    "no contents but a list that is printed twice": (
        "1.1 Row, then\n1. go left\n2. go on\n1.2 Sail, then\n1. go left\n2. go on\n1.3 End.\n",
        *("", 0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CONTENTS)
def test_a_contents_page_is_known_by_its_numbers(name: str, tmp_path: Path) -> None:
    contents, rules, lines = CONTENTS[name]
    path = tmp_path / "rules.txt"
    path.write_text(contents + rules, encoding="utf-8")
    outline = read_numbered(path, "Harbour", "2026")
    assert sum(each.lines for each in outline.left_out) == lines
    assert (outline.odd, [line.text for line in outline.front if line.text]) == ([], [])
    if rules:
        path.write_text(rules, encoding="utf-8")
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
    assert (outline.title, outline.notes) == ("Harbour rules", [])
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
        left = {number: line for number, line in enumerate(lines, 1) if number not in gone}
        words = (word for line in left.values() for word in re.findall(r"w\d+x\d+x", line))
        assert not [word for word in words if word not in kept]
        named = {*(each.line for each in found.odd), *(rule.line for rule in found.rules.values())}
        whole = {number for number, line in left.items() if WHOLE.match(line)}
        assert not [left[number] for number in whole - named]
