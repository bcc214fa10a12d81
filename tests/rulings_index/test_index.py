"""Searching and showing, on the book that comes with the program."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest
from cases import DATA

from rulings import kinds
from rulings.format.record import Record
from rulings.lookup.event import Event
from rulings_index import FilterError, Index
from rulings_index.lab import evaluation
from rulings_index.results import is_worded, wordings_of

KEYS = ["id", "kind", "ruleset", "score", "title", "verdict", "authority", "clauses", "snippet"]


def found(index: Index, query: str, **filters: str) -> list[str]:
    return [hit.id for hit in index.search(query, **filters).hits]  # type: ignore[arg-type]


def test_a_hit_has_the_keys_of_the_contract(index: Index) -> None:
    results = index.search("ジャッジマン", ruleset="battle-royal", limit=3).as_json()

    assert list(results) == [
        *("query", "certainty", "event", "total", "took_ms", "hits", "nearest", "fork")
    ]
    assert list(results["hits"][0]) == KEYS
    assert results["hits"][0]["verdict"]["ja"]
    assert results["hits"][0]["snippet"]
    assert len(results["hits"]) == 3
    assert results["total"] >= 3


@pytest.mark.parametrize(
    ("query", "entry"),
    [
        (
            "the stadium I'd play is the same card that is out already, can it be the second",
            "BR-O6",
        ),
        ("こんらんで自分に30ダメージ、それで倒れたけどサイドは?", "BR-O5"),
        ("can one person play a raid alone", "RAID-O2"),
        ("ボスのワザでサイドを余分にとる場合、誰がとりますか", "RAID-O19"),
        ("whose deck gets turned over in damage checks", "NS-O3"),
    ],
)
def test_what_the_document_leaves_open_is_found_as_such(
    index: Index, query: str, entry: str
) -> None:
    first = index.search(query).hits[0]

    assert (first.id, first.kind) == (entry, "open")
    assert first.record()["verdict"]["en"].startswith("Open")
    assert first.record()["verdict"]["ja"].startswith("未決:")
    assert all(cited["role"] == "nearest" for cited in first.record()["cited"])


def test_without_an_answer_the_nearest_are_offered(index: Index) -> None:
    results = index.search("デッキシートの提出期限")

    assert not results.hits
    assert not results.total
    assert 0 < len(results.nearest) <= 3
    assert len({hit.record()["game"] for hit in results.nearest}) == 1


def test_of_another_game_nothing_is_offered(index: Index) -> None:
    results = index.search("将棋の二歩は反則?")

    assert (results.hits, results.nearest) == ([], [])


def test_nothing_at_all(index: Index) -> None:
    for query in ("zzzz", "", "   ", "!?", "🎴"):
        results = index.search(query)
        assert (results.hits, results.nearest) == ([], []), query


@pytest.mark.parametrize(
    ("inline", "filters"),
    [
        ("ruleset:raid", {"ruleset": "raid"}),
        ("ruleset:BR", {"ruleset": "battle-royal"}),
        ("game:mtg", {"game": "mtg"}),
        ("kind:clause", {"kind": "clause"}),
        ("authority>=event", {"authority": "event+"}),
        ("authority:interpretation", {"authority": "interpretation"}),
        ("lang:ja", {"lang": "ja"}),
    ],
)
def test_filters_inline_and_by_name(index: Index, inline: str, filters: dict[str, str]) -> None:
    hits = index.search("attack damage player", **filters).hits  # type: ignore[arg-type]

    assert [hit.id for hit in hits] == found(index, f"{inline} attack damage player")
    for field, value in filters.items():
        for hit in hits:
            if field in ("ruleset", "kind"):
                assert hit.as_json()[field] == value
            if value == "event+":
                assert hit.authority in ("official", "event")


def test_an_unknown_filter_says_what_there_is(index: Index) -> None:
    with pytest.raises(FilterError, match="there are ruleset, game, kind"):
        index.search("deck:60 x")
    with pytest.raises(FilterError, match="no ruleset 'chess'"):
        index.search("x", ruleset="chess")


def test_quoted_words_must_occur(index: Index) -> None:
    hits = index.search('"Pokémon Checkup" prize').hits

    assert hits
    assert all("pokemon checkup" in _text(hit.record()).lower() for hit in hits)
    assert found(index, '"checkup pokémon" prize') == []
    assert found(index, '"ポケモンチェック"')
    assert "BR 1.2" in found(index, '"ポケモン" "2匹"')


def test_quoted_words_are_found_in_what_is_shown_not_in_how_it_is_asked(index: Index) -> None:
    (record,) = index.show("BR-Q22")
    phrasing = record["asked"]["en"][0]

    assert "BR-Q22" not in found(index, f'"{phrasing}"')


@pytest.mark.parametrize("unseen", ["energy_discarded", "author", "active"])
def test_quoted_words_are_not_found_in_what_an_entry_is_known_by(index: Index, unseen: str) -> None:
    assert "RAID-Q8" in found(index, "Beast Game-GX")
    assert "RAID-Q8" not in found(index, f'Beast Game-GX "{unseen}"')


@pytest.mark.parametrize("every", [97, pytest.param(41, marks=pytest.mark.long)])
def test_what_is_asked_in_the_words_of_an_entry_is_answered_by_it(index: Index, every: int) -> None:
    records = [index.opened.record(number) for number in range(index.opened.entries)]
    worded = [(record, text) for record in records for text in wordings_of(record)]
    questions = [(record, text) for record, text in worded if is_asked_for(record, text)]
    missed = []
    for record, text in questions[::every]:
        in_force = (record["id"],) if record["kind"] == "variant" else ()
        event = Event("Tonight", rulesets=(record["ruleset"],), variants=in_force)
        results = index.search(text, event=event)
        is_first = results.hits and is_worded(results.hits[0].record(), text)
        if not (is_first and results.certainty == "answer" and results.fork is None):
            missed.append((record["id"], text))
    assert len(missed) <= len(questions) // every // 500, missed


def is_asked_for(record: Record, text: str) -> bool:
    """Whether an entry is searched, and a text is no filter, quotation or id."""
    return (
        record["kind"] in kinds.KINDS
        and kinds.KINDS[record["kind"]].searched
        and not set('":') & set(text)
    )


def test_where_nobody_says_the_quoted_words_the_nearest_are_offered(index: Index) -> None:
    results = index.search('does "all players at this very table" cover my "Escape Rope"?')

    assert (results.hits, results.total) == ([], 0)
    assert "BR-Q15" in [hit.id for hit in results.nearest]


@pytest.mark.parametrize(
    "question",
    ["前のポケモンが気絶した。次はいつ出す?", "Can I play a Supporter on my first turn?"],
)
def test_what_is_asked_back_is_the_same_however_few_hits_are_wanted(
    index: Index, question: str
) -> None:
    asked = index.search(question).fork
    assert asked
    assert [index.search(question, limit=few).fork for few in (1, 2)] == [asked, asked]


def test_what_numbers_put_first_is_the_same_however_few_hits_are_wanted(index: Index) -> None:
    results = [index.search("20 HP poison and burn prize", limit=few) for few in (1, 2, 10)]
    assert {(each.hits[0].id, each.worked is None) for each in results} == {("BR-Q23", True)}


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ('BR-Q22 "no such words"', "BR-Q22"),
        ("ruleset:mtg-cr BR-Q22", "BR-Q22"),
        ('"どくにした人"', "BR-Q22"),
    ],
)
def test_all_that_is_found_is_counted(index: Index, query: str, first: str) -> None:
    results = index.search(query, limit=400)

    assert results.hits[0].id == first
    assert results.total == len(results.hits)


def _text(record: object) -> str:
    text = unicodedata.normalize("NFD", str(record))
    return "".join(character for character in text if not unicodedata.combining(character))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("BR-Q22", ["BR-Q22"]),
        ("ｂｒｑ２２", ["BR-Q22"]),
        ("310.4", ["CR 310.4", "CR 310.4a", "CR 310.4b", "CR 310.4c"]),
        ("310.4.", ["CR 310.4"]),
        ("rule 310.4b", ["CR 310.4b"]),
        ("BR 9", ["BR 9.1"]),
        ("card:escape-rope", ["card:escape-rope"]),
        ("BR 99.9", []),
        ("nothing", []),
    ],
)
def test_shows_what_an_id_means(index: Index, typed: str, shown: list[str]) -> None:
    assert [record["id"] for record in index.show(typed)] == shown


def floors(index: Index, questions: Path) -> dict[str, Any]:
    outcomes = [
        evaluation.Outcome.of(question, index.search(question.query))
        for question in evaluation.read_questions(questions)
    ]
    figures: dict[str, Any] = evaluation.report(outcomes)["all"]
    return figures


KINDS = {
    *(f"ja-{kind}" for kind in ("natural", "keywords", "kana", "typo")),
    *(f"en-{kind}" for kind in ("natural", "keywords")),
    *("romaji", "mixed", "id-lookup", "no-answer"),
}
NOTHING = {"no-answer", "none-near", "none-game", "none-else"}
TABLE_KINDS = {*KINDS, *NOTHING, "en-spoken", "ja-spoken"} - {"mixed", "id-lookup", "no-answer"}
SLIPS = {f"ja-slip-{slip}" for slip in ("kanji", "kana", "letters", "ending", "mixed")}
STORY_KINDS = {*SLIPS, "en-story", "ja-story", "none-near", "none-else"}
RULESETS = {
    *("BR", "RAID", "PTCG", "DB", "CR", "NS", "none"),
    *("battle-royal", "raid", "duel-boy-pocket", "mtg-cr", "ninja-slayer"),
}


@pytest.mark.parametrize(
    ("file", "kinds"),
    [
        ("questions.yaml", KINDS),
        ("questions-held-out.yaml", KINDS),
        ("questions-held-out-2.yaml", KINDS - {"id-lookup"}),
        ("questions-table.yaml", TABLE_KINDS),
        ("questions-unanswered.yaml", {"no-answer"}),
        ("questions-misspelt.yaml", {"ja-kana", "ja-kanji"}),
        ("questions-stories.yaml", STORY_KINDS),
    ],
)
def test_questions_name_entries_that_exist(index: Index, file: str, kinds: set[str]) -> None:
    questions = evaluation.read_questions(DATA / file)

    assert len({question.id for question in questions}) == len(questions)
    assert {question.kind for question in questions} == kinds
    assert {question.ruleset for question in questions} <= RULESETS
    for question in questions:
        assert question.query.strip(), question.id
        assert bool(question.relevant) == (question.kind not in NOTHING), question.id
        for wanted in question.relevant:
            assert [record["id"] for record in index.show(wanted)][:1] == [wanted], question.id


@pytest.mark.parametrize(
    "question",
    [
        question
        for question in evaluation.read_questions(DATA / "questions-misspelt.yaml")
        if question.kind == "ja-kana"
    ],
    ids=lambda question: question.id,
)
def test_slips_of_kana_are_read_as_meant(index: Index, question: evaluation.Question) -> None:
    results = index.search(question.query)

    shown = [hit.id for hit in results.hits or results.nearest]
    assert {*shown[:3]} & {*question.relevant}


def test_held_out_questions_are_asked_nowhere_else() -> None:
    sets = [
        {question.query for question in evaluation.read_questions(DATA / f"questions{part}.yaml")}
        for part in ("", "-unanswered", "-held-out", "-held-out-2", "-table", "-stories")
    ]

    assert [len(question) for question in sets] == [195, 200, 180, 200, 200, 188]
    assert len(set().union(*sets)) == 1163


def test_the_table_asks_for_every_answer_once() -> None:
    questions = evaluation.read_questions(DATA / "questions-table.yaml")
    best = [question.relevant[0] for question in questions if question.relevant]

    assert len(best) == len({*best}) == 140


@pytest.mark.parametrize(
    ("file", "first", "among_three", "false_answers"),
    [
        ("questions.yaml", 0.92, 0.95, 0.2),
        pytest.param("questions-stories.yaml", 0.82, 0.93, 0.0, marks=pytest.mark.long),
    ],
)
def test_questions_keep_their_answers(
    index: Index, file: str, first: float, among_three: float, false_answers: float
) -> None:
    """Our own, and stories and slips of the keyboard."""
    figures = floors(index, DATA / file)

    assert figures["success@1"] >= first
    assert figures["success@3"] >= among_three
    assert figures["no_answer"]["answer"] <= false_answers


@pytest.mark.shared
def test_the_development_questions(index: Index, shared: Path) -> None:
    figures = floors(index, shared / "eval" / "dev.yaml")

    assert figures["success@1"] >= 0.90
    assert figures["success@3"] >= 0.96
    assert figures["no_answer"]["answer"] <= 0.2


@pytest.mark.parametrize(
    ("query", "game"),
    [
        ("MTG 手札の上限は", "mtg"),
        ("magic: are sleeves allowed", "mtg"),
        ("ニンジャスレイヤー じゃんけんで先攻を決める?", "ninja-slayer-tcg"),
        ("Duel Boy: who takes the Prize for poison and burn", "duel-boy"),
        ("in the raid, who takes the Prize", "pokemon-tcg"),
    ],
)
def test_no_other_game_answers_where_one_is_named(index: Index, query: str, game: str) -> None:
    results = index.search(query, limit=50)

    assert {hit.record()["game"] for hit in (*results.hits, *results.nearest)} <= {game}
