"""Mistakes that people write: the message for each, and what `check --fix` changes."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cases import load_cases
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.checks import run
from rulings.editing import emitter
from rulings.editing.editor import changes_that_fix
from rulings.reading.load import load_book
from rulings.reading.yaml_reader import parse_document

BOOK = """\
game: {id: go, name: {ja: 碁}}
ruleset:
  {id: go-rules, prefix: GO, game: go, name: {ja: 碁のルール}, edition: "2026", languages: [ja]}
sources: [{id: hand, title: {ja: 手引き}}]
clauses:
  - {id: GO 1.1, formerly: [GO 1.0], title: {ja: 石}, text: {ja: x}, authority: author,
     sources: [{id: hand}]}
"""
RULING = """\
rulings:
  - id: GO-Q1
    title: {ja: 取り}
    verdict: {ja: 取れます。}
    question: {ja: 取れますか。}
    answer: {ja: はい。}
    clauses: [GO 1.1]
LINES
    authority: author
    sources: [{id: hand}]
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "rules.yaml").write_text(BOOK, encoding="utf-8")
    return tmp_path / "book"


@pytest.mark.parametrize("case", load_cases("fixing.yaml"))
def test_it_is_told_on_one_line_and_fixed(book: Path, case: dict[str, Any]) -> None:
    file = book / "rulings.yaml"
    file.write_text(RULING.replace("LINES", case["lines"]), encoding="utf-8")

    problems = [problem for problem in run(load_book([book])) if problem.code != "B406"]
    changes = changes_that_fix(problems)

    assert len(problems) == 1, "nothing that follows from it"
    assert case["told"] in problems[0].message
    wanted = RULING.replace("LINES", case["fixed"]) if "fixed" in case else None
    after = changes[file].after.decode() if changes else None
    assert after == wanted
    if after:
        file.write_text(after, encoding="utf-8")
        assert [
            problem for problem in run(load_book([book])) if problem.code not in ("B406", "B304")
        ] == []


def test_errors_come_before_warnings_and_those_before_notes(book: Path) -> None:
    text = RULING.replace("LINES", "    authority: autor").replace("GO-Q1", "GO-Q2")
    (book / "a.yaml").write_text(RULING.replace("LINES", ""), encoding="utf-8")
    (book / "b.yaml").write_text(text, encoding="utf-8")

    severities = [problem.severity for problem in run(load_book([book]))]

    assert severities == sorted(severities) and set(severities) == {"error", "warning"}


SIGNS = """LANGUAGE|ja|jp: |ja: |ja：|：|: | #|# x|，|, |\u3000|\t|“|”|"|'|''|\\|{|}|[|]|GO 1.0|
remark: |2026/2/3|- |> |&a |*b |!c |@|%|ok|\u2028|\u0085|\U0001f600|-|!|null|10|:|~"""
WORDS = st.tuples(
    st.sampled_from(["", "取り", "[[GO 1.0]]による"]),
    st.lists(st.sampled_from([*SIGNS.replace("\n", "").split("|"), "|"]), max_size=5),
).map(lambda each: each[0] + "".join(each[1]))
"""Texts made of what a fix looks for, and of what YAML could take for something else."""


def bare(text: str) -> str:
    return re.sub("[\u2028\u0085]", "", text).strip()


def single(text: str) -> str:
    return "'" + bare(text).replace("'", "''") + "'"


KINDS = {
    "no language": "    remark: SAID",
    "a date": "    history: [{date: 2026/2/3, status: active, note: {ja: SAID}}]",
    "an old id": "    related: [{id: GO 1.0, type: similar}]\n    remark: {ja: SAID}",
    "a citation, or no quotes": "    remark:\n      ja: SAID",
    "no quotes between braces": "    remark: {ja: SAID}",
}


def meant(key: Any, value: Any) -> Any:
    """What is meant by plain data of the book in Japanese, as the messages say it."""
    if key in ("remark", "ja") and isinstance(value, str):
        value = value.replace("[[GO 1.0]]", "[[GO 1.1]]")
        return {"ja": value} if key == "remark" else value
    if isinstance(value, dict):
        return {inside: meant(inside, each) for inside, each in value.items()}
    if isinstance(value, list):
        return [meant(key, each) for each in value]
    exact = {"date": {"2026/2/3": "2026-02-03"}}
    return exact.get(key, {"GO 1.0": "GO 1.1"}).get(str(value), value)


@pytest.mark.long
@settings(deadline=None, max_examples=int(os.environ.get("RULINGS_EXAMPLES", "200")))
@given(
    kind=st.sampled_from(list(KINDS)),
    words=WORDS,
    beside=WORDS,
    written=st.sampled_from([emitter.quoted, single, bare]),
    comment=st.sampled_from(["", "  # jp: [[GO 1.0]] 2026/2/3", "   "]),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_a_fix_changes_what_it_names_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory,
    kind: str,
    words: str,
    beside: str,
    written: Callable[[str], str],
    comment: str,
    end: str,
) -> None:
    """Every word, comment and other byte stays, however a text is written, or nothing is fixed."""
    lines = KINDS[kind].replace("SAID", written(words)).replace("\n", end) + comment
    head, tail = f"# jp: 取り\n{RULING}".replace("\n", end).split("LINES")
    tail = f"{end}    why: {{ja: {emitter.quoted(beside)}}}  # jp: x{tail}"
    book = tmp_path_factory.mktemp("book")
    (book / "rules.yaml").write_text(BOOK, encoding="utf-8")
    file = book / "rulings.yaml"
    file.write_bytes(f"{head}{lines}{tail}".encode())

    before = parse_document(file.read_bytes(), "before.yaml").data
    while changes := changes_that_fix(run(load_book([book]))):
        file.write_bytes(changes[file].after)

    after = file.read_bytes().decode()
    data = parse_document(after.encode(), "after.yaml").data
    if after == f"{head}{lines}{tail}":
        return
    if before is None:  # nobody but us can read it, and then as it is written
        book_text = KINDS[kind].replace("SAID", emitter.quoted(bare(words)))
        before = parse_document(f"{head}{book_text}{tail}".encode(), "meant.yaml").data
    assert meant("", data) == meant("", before)
    within_quotes = written is bare and bare(words)[:1] in ("'", '"')  # which no one closes there
    assert within_quotes or comment in after
    cited = [text.replace("[[GO 1.0]]", "[[GO 1.1]]") for text in (after, head, tail)]
    assert cited[0].startswith(cited[1]) and cited[0].endswith(cited[2])


def test_a_former_id_that_may_mean_another_is_not_replaced(book: Path) -> None:
    """Two entries had it, or only a card of another game."""
    entry = BOOK.rpartition("clauses:\n")[2]
    (book / "rules.yaml").write_text(BOOK + entry.replace("GO 1.1", "GO 1.2"), encoding="utf-8")
    (book / "chess").mkdir()
    other = "game: {id: chess, name: {ja: 棋}}\ncards: [{id: a, formerly: [b], name: {ja: 札}}]\n"
    (book / "chess" / "cards.yaml").write_text(other, encoding="utf-8")
    lines = "    remark: {ja: '[[GO 1.0]]と[[card:b]]'}"
    (book / "rulings.yaml").write_text(RULING.replace("LINES", lines), encoding="utf-8")

    problems = run(load_book([book]))

    for cited in ("GO 1.0", "card:b"):
        assert any(f"[[{cited}]] is not in the book" in problem.message for problem in problems)
    assert changes_that_fix(problems) == {}
