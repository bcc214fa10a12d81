"""What a hit carries: why it was found, what says the same, where its clause stands."""

from __future__ import annotations

from running import Write

from rulings_index import open_index

TWINS = """
    rulings:
      - id: CH-Q7
        title: {en: Rook twin, ja: ルーク}
        verdict: {en: Never., ja: 禁止。}
        question: {en: May a rook jump over a bishop?, ja: 飛び越せるか。}
        answer: {en: "No rook jumps.", ja: 飛び越せない。}
        authority: author
        sources: [{id: handbook}]
      - id: CH-Q8
        title: {en: Rook twin again, ja: ルークの二}
        verdict: {en: Never., ja: 禁止。}
        question: {en: May a rook jump over a knight?, ja: 飛び越せるか。}
        answer: {en: "No rook jumps!", ja: 飛び越せない}
        authority: author
        sources: [{id: handbook}]
    """


def test_hits_that_say_the_same_are_one(write_book: Write) -> None:
    index = open_index([write_book({"rules/twins.yaml": TWINS})])

    hits = index.search("may a rook jump over a knight").hits

    assert [hit.id for hit in hits if hit.id in ("CH-Q7", "CH-Q8")] == ["CH-Q8"]
    assert hits[0].same == ["CH-Q7"]
    assert hits[0].as_json()["same"] == ["CH-Q7"]


def test_hits_with_another_verdict_are_not_the_same(write_book: Write) -> None:
    twins = TWINS.replace("Never., ja: 禁止。", "No knight is jumped., ja: 禁止。", 1)
    index = open_index([write_book({"rules/twins.yaml": twins})])

    hits = index.search("may a rook jump over a knight").hits

    assert {hit.id: hit.same for hit in hits[:2]} == {"CH-Q8": [], "CH-Q7": []}


def test_a_clause_says_what_it_stands_in(write_book: Write) -> None:
    record = open_index([write_book()]).show("CH 1.1")[0]

    assert [section["id"] for section in record["within"]] == ["CH 1"]
    assert record["within"][0]["title"] == {"en": "Pawns", "ja": "ポーン"}
