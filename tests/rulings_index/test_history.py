"""Superseded and withdrawn entries in the search."""

from __future__ import annotations

import pytest
from running import Write

from rulings_index import Index, open_index

ANSWER = """
  - id: CH-Q{number}
    title: {{en: Answer on castling, ja: x}}
    verdict: {{en: a, ja: b}}
    question: {{en: castling out of check, ja: b}}
    answer: {{en: number {number}, ja: x}}
    authority: author
    status: {status}
    history: [{history}]
    sources: [{{id: handbook}}]
"""
LIVES = {
    2: ("superseded", ["2020-01-01 active", "2024-06-01 superseded"]),
    3: ("active", ["2024-06-01 active"]),
    4: ("withdrawn", ["2022-01-01 withdrawn"]),
}
"""Status and history of three rulings."""


def item(written: str) -> str:
    date, status = written.split()
    return f'{{date: "{date}", status: {status}}}'


@pytest.fixture
def index(write_book: Write) -> Index:
    rulings = [
        ANSWER.format(number=number, status=status, history=", ".join(map(item, history)))
        for number, (status, history) in LIVES.items()
    ]
    return open_index([write_book({"rules/lives.yaml": "rulings:" + "".join(rulings)})])


def test_what_no_longer_holds_is_left_out(index: Index) -> None:
    hits = index.search("castling out of check").hits

    assert {hit.id for hit in hits} & {"CH-Q2", "CH-Q3", "CH-Q4"} == {"CH-Q3"}


def test_what_no_longer_holds_is_found_by_its_id_and_by_its_status(index: Index) -> None:
    assert index.search("CH-Q2").hits[0].id == "CH-Q2"
    assert [hit.id for hit in index.search("castling status:withdrawn").hits] == ["CH-Q4"]
