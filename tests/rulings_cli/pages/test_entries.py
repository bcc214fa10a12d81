"""Entries as HTML, for the phone page and the site alike."""

from __future__ import annotations

import re
from typing import Any

import pytest
from cases import load_cases
from printing import Reader, squeezed

from rulings.reading.book import Book
from rulings_cli.html.entries import EntryMarkup
from rulings_cli.html.markup import Texts, anchor
from rulings_cli.html.selection import select


@pytest.mark.parametrize("case", load_cases("decision-tables.yaml"))
def test_a_fork_is_a_table_of_its_cases(book: Book, case: dict[str, Any]) -> None:
    selection = select(book, ["BR"], case["lang"])
    texts = Texts(selection.languages, lambda name: f"#{anchor(name)}", book.names())
    record = selection.records[case["fork"]]
    shown = EntryMarkup(texts, selection)
    table, _, _ = shown.body(record).partition("</table>")

    assert squeezed(case["question"]) in Reader(shown.head(record) + table + "</table>").text
    own = [row for row in case["rows"] if not row[0].startswith("→")]
    for (when, name, *verdict), row in zip(own, re.findall(r"<tr>.*?</tr>", table), strict=True):
        entry: Any = book.entries[name]
        holds = verdict[0] if verdict else getattr(entry, "verdict", entry.title)[case["lang"]]
        assert Reader(row).text == squeezed(when + name + holds)
        assert Reader(row).values("href") == [f"#{anchor(name)}"]


@pytest.mark.parametrize(
    ("name", "language", "lines"),
    [
        (
            *("RAID-Q14", "en"),
            [
                "cards drawn at the start of the turn: number of players + 1",
                "cards drawn in all: cards drawn at the start of the turn"
                " + cards drawn by effects of the drawn cards",
            ],
        ),
        ("NS-Q7", "ja", ["置くダメージチェック処理の数: 受けたダメージ"]),
        ("BR-Q16", "ja", ["この相手への「カウンターキャッチャー」"]),  # which has a condition
    ],
)
def test_a_calculator_says_in_words_what_it_works_out(
    book: Book, name: str, language: str, lines: list[str]
) -> None:
    selection = select(book, (), language)
    shown = EntryMarkup(Texts(selection.languages), selection).body(selection.records[name])
    _, _, form = shown.partition('<form class="calc"')

    assert re.findall(r"<li>(.*?)</li>", form)[: len(lines)] == lines


def test_a_rule_stands_once_with_links_to_what_it_names(book: Book) -> None:
    selection = select(book, ["BR"], "en")
    texts = Texts(selection.languages, lambda name: f"#{anchor(name)}", book.names())
    record, shown = selection.records["BR 1.2"], EntryMarkup(texts, selection)
    article, body = Reader(shown.article(record)), shown.body(record)

    assert article.text.count(squeezed("Each player has 2 Active Spots")) == 1
    assert '<ul class="cited named"><li><a href="#BR-8.2">BR 8.2</a></li></ul>' in body


def test_a_rule_with_a_list_is_also_shown_as_one(book: Book) -> None:
    selection = select(book, ["BR"], "en")
    record = selection.records["BR 1.2"] | {"text": {"en": "Either\n- one, or\n- two."}}
    shown = EntryMarkup(Texts(selection.languages), selection)

    assert squeezed("Either one, or two.") in Reader(shown.head(record)).text
    assert "<li>one, or</li>" in shown.body(record)


@pytest.mark.parametrize(("change", "is_said"), [({}, False), ({"edition": "EUIC 2025"}, True)])
def test_an_entry_of_another_edition_says_so_itself(
    book: Book, change: dict[str, Any], is_said: bool
) -> None:
    """The edition of all others stands in the heading of their ruleset, also without scripts."""
    selection = select(book, ["BR"], "en")
    record: Any = selection.records["BR-Q22"] | change
    article = EntryMarkup(Texts(selection.languages), selection).article(record)

    assert ("Battle Royal (EUIC 2025) · tilanosaur, FAQ 22" in article) is is_said
    assert ('class="trust"' in article) is is_said


def test_what_turns_text_around_is_left_out_as_on_a_terminal() -> None:
    texts = Texts(("en",))
    shown = {"en": "A pier holds \u202e21\u202c ships."}

    for markup in (texts.block(shown), texts.line(shown)):
        assert "A pier holds 21 ships." in markup
