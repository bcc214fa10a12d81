from __future__ import annotations

from running import Write

from rulings import open_book
from rulings.lookup.links import Link, Links
from rulings.lookup.records import Records

SUCCESSOR = """
    rulings:
      - id: CH-Q2
        title: {en: New, ja: 新}
        verdict: {en: a, ja: b}
        question: {en: a, ja: b}
        answer: {en: a, ja: b}
        clauses: [CH 1.1]
        authority: official
        sources: [{id: handbook}]
        related: [{id: CH-Q1, type: supersedes}, {id: CH 1.1, type: similar}]
    """


def test_links_are_stored_once_and_known_at_both_ends(write_book: Write) -> None:
    links = Links(open_book([write_book({"rules/more.yaml": SUCCESSOR})]))

    assert Link("CH-Q1", "CH 1.1", "decides") in links.to["CH 1.1"]
    assert Link("CH-Q1", "CH-Q2", "superseded-by") in links.of["CH-Q1"]
    assert Link("CH 1.1", "CH-Q2", "similar") in links.of["CH 1.1"]
    assert [link.origin for link in links.to["card:clock"]] == ["CH-Q1"]


def test_a_record_says_all_that_an_answer_needs(write_book: Write) -> None:
    records = Records(open_book([write_book({"rules/more.yaml": SUCCESSOR})]))

    ruling = records.entry("CH-Q1")
    clause = records.entry("CH 1.1")
    card = records.named("chess", "card", "clock")

    assert ruling["cited"][0]["id"] == "CH 1.1"
    assert ruling["cited"][0]["text"]["en"] == "A pawn on the last rank becomes a queen."
    assert ruling["sources"][0]["title"]["ja"] == "手引き"
    assert ruling["sources"][0]["where"] == "1"
    assert (ruling["ruleset"], ruling["edition"], ruling["game"]) == (
        "chess-rules",
        "2024",
        "chess",
    )
    assert [(cited["id"], cited["role"]) for cited in clause["cited_by"]] == [
        ("CH-Q1", "decides"),
        ("CH-Q2", "decides"),
        ("CH-Q2", "similar"),
    ]
    assert [cited["id"] for cited in card["cited_by"]] == ["CH-Q1"]
    assert card["id"] == "card:clock"


def test_a_section_lists_its_clauses(write_book: Write) -> None:
    sections = {each["id"]: each for each in Records(open_book([write_book()])).sections()}

    assert sections["CH 1"]["clauses"] == ["CH 1.1"]
