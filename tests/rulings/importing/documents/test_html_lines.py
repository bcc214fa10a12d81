"""HTML as lines: what is text and what is not, and no document that takes for ever."""

from __future__ import annotations

import pytest
from growth import grows_evenly

from rulings.importing.documents.html_lines import read_html

TEXTS = {
    "1 < 2 and 2 > 1": ["1 < 2 and 2 > 1"],
    "a <b>bold</b> word": ["a bold word"],
    "a <!-- hidden <p> --> word": ["a word"],
    "a <!-- whole --> and <!-- half": ["a and <!-- half"],
    "a <b word<p>b": ["a <b word", "", "b"],
    "<ol start=5><li>five<li value=9>nine</ol>": ["5. five", "9. nine"],
    f"<ol start={'0' * 5_000}1><li>one<li value={'7' * 5_000}>two</ol>": ["1. one", "2. two"],
    "<ol><li>one<ol><li>in it</ol><li>two</ol>": ["1. one", "(1) in it", "2. two"],
}


@pytest.mark.parametrize("text", TEXTS)
def test_what_a_reader_sees(text: str) -> None:
    lines = [line.text for line in read_html(text)[0]]
    assert [line for line in lines if line] == [line for line in TEXTS[text] if line]


def test_a_comment_keeps_the_numbers_of_the_lines_below_it() -> None:
    assert read_html("<!-- a\nb\n--><p>text</p>")[0][0].number == 3


REPEATED = ("word <b>x</b> ", "<a ", "<!--", "<!", "</", "<ol><li>", "<ul><li>", "<td>", "<", "&")


@pytest.mark.parametrize("part", REPEATED)
def test_a_long_document_takes_no_more_than_its_share(part: str) -> None:
    assert grows_evenly(lambda size: read_html("<p>" + part * size), 4_000)
