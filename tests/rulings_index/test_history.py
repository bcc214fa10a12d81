"""What held on a day: superseded and withdrawn entries in the search."""

from __future__ import annotations

import pytest
from running import Write

from rulings_index import Index, open_index

LIVES = """
    rulings:
      - id: CH-Q2
        title: {en: Old answer on castling, ja: 旧}
        verdict: {en: a, ja: b}
        question: {en: castling out of check, ja: b}
        answer: {en: one, ja: one}
        authority: author
        status: superseded
        history:
          - {date: "2020-01-01", status: active}
          - {date: "2024-06-01", status: superseded, by: the rules team, note: {en: x, ja: y}}
        sources: [{id: handbook}]
      - id: CH-Q3
        title: {en: New answer on castling, ja: 新}
        verdict: {en: a, ja: b}
        question: {en: castling out of check, ja: b}
        answer: {en: two, ja: two}
        authority: author
        history: [{date: "2024-06-01", status: active}]
        sources: [{id: handbook}]
        related: [{id: CH-Q2, type: supersedes}]
      - id: CH-Q4
        title: {en: Withdrawn answer on castling, ja: 取}
        verdict: {en: a, ja: b}
        question: {en: castling out of check, ja: b}
        answer: {en: three, ja: three}
        authority: author
        status: withdrawn
        history: [{date: "2022-01-01", status: withdrawn, note: {en: x, ja: y}}]
        sources: [{id: handbook}]
    """


@pytest.fixture
def index(write_book: Write) -> Index:
    return open_index([write_book({"rules/lives.yaml": LIVES})])


@pytest.mark.parametrize(
    ("as_of", "found"),
    [
        (None, {"CH-Q3"}),
        ("2019-12-31", {"CH-Q4"}),
        ("2021-05-05", {"CH-Q2", "CH-Q4"}),
        ("2023-01-01", {"CH-Q2"}),
        ("2024-06-01", {"CH-Q3"}),
        ("2030-01-01", {"CH-Q3"}),
    ],
)
def test_what_held_on_a_day(index: Index, as_of: str | None, found: set[str]) -> None:
    hits = index.search("castling out of check", as_of=as_of).hits

    assert {hit.id for hit in hits} & {"CH-Q2", "CH-Q3", "CH-Q4"} == found


def test_what_no_longer_holds_is_found_by_its_id_and_by_its_status(index: Index) -> None:
    assert index.search("CH-Q2").hits[0].id == "CH-Q2"
    assert [hit.id for hit in index.search("castling status:withdrawn").hits] == ["CH-Q4"]
