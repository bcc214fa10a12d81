"""Forks on sheets: a table of the cases, in each format, and whole in each layout."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from cases import load_cases
from markdown_it import MarkdownIt
from printing import Printed, TextOf, run, squeezed
from running import Write

from rulings.format.model import Fork
from rulings.format.words import WORDS
from rulings.reading.book import Book
from rulings.text.markdown import plain_text

Row = tuple[str, str, str]
LAYOUTS: list[dict[str, Any]] = [
    {"language": "en"},
    {"language": "ja", "columns": 3},
    {"language": "both", "columns": 3, "paper": "letter"},
    {"language": "both", "pages": 9},
    {"language": "ja", "style": "poster", "pages": 9},
    {"language": "en", "style": "poster", "pages": 9},
]
DEEP = ("BR-F17", "BR-F64", "NS-F8", "RAID-F70", "NS-F11", "DB-F24")
"""Forks that lead to forks, and a long one."""
FORK = """
forks:
  - id: CH-F1
    ask: {{en: Which | move?, ja: どの手か。}}
    cases:
      - {{when: {{en: "{when}", ja: 一}}, entry: CH 1.1}}
      - {{when: {{en: Again, ja: 二}}, entry: CH-F2}}
  - id: CH-F2
    ask: {{en: Back?, ja: 戻るか。}}
    cases:
      - {{when: {{en: Yes, ja: はい}}, entry: CH-F1}}
      - {{when: {{en: Perhaps, ja: たぶん}}, entry: CH-F2}}
      - {{when: {{en: No, ja: いいえ}}, entry: CH 9.9}}
"""


def letters_of(text: str) -> str:
    """A text without white space and hyphens, since lines break anywhere, within words too."""
    return re.sub(r"[\u00ad\u2010-]", "", squeezed(text))


def expected(book: Book, case: dict[str, Any]) -> Iterator[Row]:
    """The rows of a case, with what the book says of each: its own line where the row names one,
    else the verdict of the entry, or what a fork asks.
    """
    for when, name, *line in case["rows"]:
        entry = book.entries[name]
        if isinstance(entry, Fork):
            yield when, entry.ask[case["lang"]], name
        else:
            verdict: str = line[0] if line else entry.verdict[case["lang"]]  # type: ignore[union-attr]
            who = WORDS[f"authority_{entry.authority}"][case["lang"]]
            yield when, plain_text(verdict), f"{name} {who}"


@pytest.mark.parametrize("case", load_cases("decision-tables.yaml"))
def test_rows_in_markdown(printed: Printed, book: Book, case: dict[str, Any]) -> None:
    text = printed(case["fork"], form="md", language=case["lang"]).content.decode()
    cells = _cells_of(text)

    assert cells[0] == (case["question"], "", "")
    for found, row in zip(cells[1:], expected(book, case), strict=True):
        assert found[0] == row[0]
        assert found[1].startswith(row[1])  # a note may stand behind it
        assert re.sub(r"[\[\]]", "", found[2]) == row[2]


def _cells_of(markdown: str) -> list[Row]:
    """The text of the rows of the first table, the head before them."""
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    end = next(place for place, token in enumerate(tokens) if token.type == "table_close")
    inline = [token for token in tokens[:end] if token.type == "inline" and token.level == 4]
    cells = ["".join(part.content for part in token.children or ()) for token in inline]
    assert len(cells) % 3 == 0
    return [(cells[at], cells[at + 1], cells[at + 2]) for at in range(0, len(cells), 3)]


@pytest.mark.parametrize(
    "options",
    [LAYOUTS[0], *(pytest.param(each, marks=pytest.mark.long) for each in LAYOUTS[1:])],
    ids=lambda options: "-".join(map(str, options.values())),
)
def test_nothing_is_cut_or_printed_over(
    printed: Printed, book: Book, tmp_path: Path, options: dict[str, Any]
) -> None:
    sheet = printed(*DEEP, **options, omit=["clauses"])
    assert len(sheet.ids) == len(DEEP)
    (path := tmp_path / "forks.pdf").write_bytes(sheet.content)
    pages = run("pdftotext", "-raw", path, "-").split("\f")
    # a row may go on below the line at the foot of a page and the title of the sheet
    text = letters_of("".join("\n".join(page.splitlines()[1:-1]) for page in pages))

    for name in DEEP:
        for words in _words_of(book, name, options["language"]):
            assert letters_of(words) in text
    for page in run("pdftotext", "-bbox", path, "-").split("<page ")[1:]:
        _stand_apart(page)


Box = tuple[float, float, float, float, str]
"""Left, top, right, bottom, and the word."""


def _words_of(book: Book, name: str, language: str) -> Iterator[str]:
    """All that the table of a fork says, in the languages of the sheet."""
    fork = book.entries[name]
    if not isinstance(fork, Fork):
        yield name
        verdict: dict[str, str] = getattr(fork, "verdict", fork.title)
        yield from (text for key, text in verdict.items() if language in (key, "both"))
        return
    yield from (text for key, text in fork.ask.items() if language in (key, "both"))
    for case in fork.cases:
        yield from (text for key, text in case.when.items() if language in (key, "both"))
        if case.verdict:  # the case's own line stands for the entry's
            yield from (text for key, text in case.verdict.items() if language in (key, "both"))
        else:
            yield from _words_of(book, case.entry, language)


def _inked(corners: list[float], word: str) -> Box:
    """The box of a word without the blank half of a bracket or stop at its end: what is beside it
    may stand there.
    """
    left, top, right, bottom = corners
    half = (bottom - top) / 2
    left += half * (word[0] in "「『【〈《")
    return left, top, right - half * (word[-1] in "」』】〉》、。"), bottom, word


def _stand_apart(page: str) -> None:
    """No word of a page stands on another, or below the foot."""
    number = r'{}="([\d.]+)"'
    corners = [number.format(corner) for corner in ("xMin", "yMin", "xMax", "yMax")]
    words = re.findall(f"<word {' '.join(corners)}>(.*?)</word>", page)
    boxes = [_inked([*map(float, corners)], word) for *corners, word in words]
    boxes.sort(key=itemgetter(1))
    for place, (left, top, right, bottom, word) in enumerate(boxes):
        above_its_foot = bisect_left(boxes, bottom, key=itemgetter(1))
        for box in boxes[place + 1 : above_its_foot]:
            other_left, other_top, other_right, other_bottom, other = box
            lower = min(bottom - top, other_bottom - other_top)
            across = min(right, other_right) - max(left, other_left)
            down = min(bottom, other_bottom) - max(top, other_top)
            assert across < max(1, 0.1 * lower) or down < 0.4 * lower, (word, other)


def test_what_is_in_force_is_said_in_the_row(printed: Printed) -> None:
    before = printed("BR-F17", form="md").content.decode()
    tonight = printed("BR-F17", form="md", included=["BR-V5"]).content.decode()

    row = next(line for line in before.splitlines() if "BR-Q24" in line)
    assert "Only with BR-V5" in row
    row = next(line for line in tonight.splitlines() if "| BR-Q24" in line)
    assert "(in force tonight)" in row


def test_what_the_table_leads_to_is_in_full_below_and_no_fork_again(printed: Printed) -> None:
    text = printed("BR-F17", form="md").content.decode()
    titles = [line.removeprefix("### ") for line in text.splitlines() if line[:4] == "### "]

    assert titles[0].startswith("BR-F17 ")
    for name in ("BR 8.1", "BR-Q22", "BR-Q24"):
        assert len([title for title in titles if title.startswith(f"{name} ")]) == 1
    assert not [title for title in titles[1:] if "-F" in title]


@pytest.mark.parametrize("form", ["md", "pdf"])
def test_a_circle_ends_and_what_is_missing_is_named(
    printed: Printed, text_of: TextOf, write_book: Write, form: str
) -> None:
    book = write_book({"rules/forks.yaml": FORK.format(when="A | B")})
    content = printed("CH-F1", form=form, books=(book,)).content

    text = text_of(content) if form == "pdf" else content.decode().replace("\\|", "|")
    assert "A | B" in text
    assert "→ No" in text
    assert "CH 9.9" in text
    assert text.count("Which | move?") == {"md": 3, "pdf": 2}[form]


@pytest.mark.long
@pytest.mark.parametrize("options", LAYOUTS)
def test_a_very_long_condition_loses_nothing(
    printed: Printed,
    text_of: TextOf,
    write_book: Write,
    options: dict[str, Any],
) -> None:
    words = [f"n{number}n" for number in range(1, 900)]
    book = write_book({"rules/forks.yaml": FORK.format(when=" ".join(words))})
    sheet = printed("CH-F1", books=(book,), **options | {"language": "en", "pages": 99})

    assert set(words) <= set(text_of(sheet.content).split())
