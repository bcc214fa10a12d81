"""Asking back: where a fork is meant, or two rulesets answer alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_rulesets import write_house_rule, write_ruleset

from rulings.lookup.event import Event
from rulings_index import Index, open_index
from rulings_index.asking_back.ties import denials
from rulings_index.results import Results


def test_which_of_two_rulesets_is_asked(tmp_path: Path) -> None:
    for name, prefix in (("inn", "ONE"), ("yard", "TWO")):
        write_ruleset(tmp_path / "g" / name, prefix)
    index = open_index([tmp_path], cache_dir=tmp_path / "cache")

    results = index.search("Drawing cards at the start")

    assert results.fork is not None
    assert results.fork.id == ""
    assert {case.entry for case in results.fork.cases} == {"ONE 1", "TWO 1"}
    assert index.search("Drawing cards at the start", ruleset="inn").fork is None
    named = index.search("Drawing cards at the start in the yard")
    assert named.hits[0].id == "TWO 1"
    assert named.fork is None


@pytest.mark.parametrize("is_document", [True, False])
def test_a_book_and_the_document_that_it_cites_are_no_two_ways_to_play(
    tmp_path: Path, is_document: bool
) -> None:
    for name, prefix in (("inn", "ONE"), ("yard", "TWO")):
        write_ruleset(tmp_path / "g" / name, prefix)
    citing = neighbour("ONE-Q1", "A cellar", "[TWO 1]")
    (tmp_path / "g" / "inn" / "more.yaml").write_text(citing, encoding="utf-8")
    document = tmp_path / "g" / "yard" / "ruleset.yaml"
    if is_document:
        document.write_text(document.read_text().replace("}}", "}, as_published: true}"))

    results = open_index([tmp_path], cache_dir=tmp_path / "c").search("Drawing cards at the start")

    assert (results.fork is None) is is_document
    assert {hit.id for hit in results.hits[:2]} == {"ONE 1", "TWO 1"}


@pytest.mark.parametrize("is_faq", [True, False])
def test_published_answers_are_no_other_way_to_play(tmp_path: Path, is_faq: bool) -> None:
    for name, prefix in (("inn", "ONE"), ("yard", "TWO")):
        write_ruleset(tmp_path / "g" / name, prefix)
    document, rules = (tmp_path / "g" / "inn" / f"{name}.yaml" for name in ("ruleset", "clauses"))
    document.write_text(document.read_text().replace("}}", "}, as_published: true}"))
    if is_faq:
        answers = rules.read_text().replace("clauses:", "rulings:").replace("ONE 1", "ONE-Q1")
        rules.write_text(answers.replace("    text:", "    answer:"), encoding="utf-8")

    results = open_index([tmp_path], cache_dir=tmp_path / "c").search("Drawing cards at the start")

    assert len(results.hits) == 2
    assert (results.fork is None) is is_faq


def test_house_rules_and_the_rules_that_they_change_are_no_two_ways_to_play(tmp_path: Path) -> None:
    write_ruleset(tmp_path / "g" / "yard", "TWO")
    write_house_rule(tmp_path / "g" / "inn")

    results = open_index([tmp_path], cache_dir=tmp_path / "c").search("Drawing cards at the start")

    assert results.fork is None
    assert {hit.id for hit in results.hits[:2]} == {"ONE 1", "TWO 1"}


def test_two_games_are_asked_for(index: Index) -> None:
    results = index.search("who goes first")

    assert results.fork is not None
    assert results.fork.id == ""
    assert {"DB 5.4", "BR 3.1"} <= {case.entry for case in results.fork.cases}


@pytest.mark.parametrize("clauses", ["", "[ONE 3.2]", "[ONE 3.9]"])
def test_nothing_is_asked_over_neighbours_that_no_fork_joins(tmp_path: Path, clauses: str) -> None:
    name = "ONE-Q1" if clauses else "ONE 4.1"
    hides = neighbour(name, "a thief who hides", clauses)
    index = inn(tmp_path, neighbour("ONE 3.9", "wine"), hides)

    results = index.search("a thief")

    assert results.fork is None
    assert len(results.hits) > 1


def test_only_cases_of_the_fork_are_offered(tmp_path: Path) -> None:
    cases = "".join(
        f"      - {{when: {{en: {case}, ja: {case}}}, entry: {entry}}}\n"
        for case, entry in (("he runs", "ONE 3.2"), ("he swims", "ONE 3.9"))
    )
    asked_as = "asked: {en: [a thief?], ja: [泥棒?]}"
    ask = f"ask: {{en: How?, ja: 何?}}\n    {asked_as}"
    fork = f"forks:\n  - id: ONE-F1\n    {ask}\n    cases:\n{cases}"
    neighbours = (("ONE 3.9", "a thief who swims"), ("ONE 4.1", "a thief who hides"))

    results = inn(tmp_path, *(neighbour(*each) for each in neighbours), fork).search("a thief")

    assert results.fork is not None
    assert results.fork.id == "ONE-F1"
    assert asked(results) == {"ONE 3.2": "he runs", "ONE 3.9": "he swims"}


def test_a_ruleset_is_offered_once(tmp_path: Path) -> None:
    write_ruleset(tmp_path / "g" / "yard", "TWO")
    thief = "clauses:\n" + neighbour("TWO 3.1", "a thief who sings")
    (tmp_path / "g" / "yard" / "more.yaml").write_text(thief, encoding="utf-8")

    results = inn(tmp_path, neighbour("ONE 4.1", "a thief who hides")).search("a thief")

    assert asked(results) == {"ONE 3.2": "inn", "TWO 3.1": "yard"}


def inn(folder: Path, *more: str) -> Index:
    """A ruleset with a clause on a thief who runs, and more entries."""
    write_ruleset(folder / "g" / "inn", "ONE")
    listed = "clauses:\n" + neighbour("ONE 3.2", "a thief who runs") + "".join(more)
    (folder / "g" / "inn" / "more.yaml").write_text(listed, encoding="utf-8")
    return open_index([folder], cache_dir=folder / "cache")


def neighbour(name: str, title: str, clauses: str = "") -> str:
    keys = "question: {en: Q, ja: Q}, answer" if clauses else "remark: {en: Q, ja: Q}, text"
    more = f"clauses: {clauses}, checked_against: {{inn: '1'}}, " if clauses else ""
    text = f"{{en: '{name}.', ja: '{name}'}}"
    return ("rulings:\n" if clauses else "") + (
        f"  - {{id: {name}, title: {{en: {title}, ja: {title}}}, {more}authority: official,\n"
        f"     verdict: {text}, {keys}: {text}}}\n"
    )


def asked(results: Results) -> dict[str, str]:
    cases = results.fork.cases if results.fork else ()
    return {case.entry: case.when["en"] for case in cases}


@pytest.mark.parametrize(
    ("rulesets", "asks"), [(("raid",), False), (("battle-royal", "raid"), True)]
)
@pytest.mark.parametrize(
    "query",
    [
        "スタジアムを張り替えたら前のはどうなる",
        "サイドを6枚とったらどうなる?",
        "I ran out of deck. Do I lose?",
        "投了していい？",  # both documents leave that open
    ],
)
def test_at_an_event_of_several_rulesets_it_is_asked_by_which_is_played_where_they_differ(
    index: Index, query: str, rulesets: tuple[str, ...], asks: bool
) -> None:
    results = index.search(query, event=Event("A night", rulesets=rulesets))

    assert bool(results.fork and results.fork.id == "") == asks


@pytest.mark.parametrize(
    ("rulesets", "asks"), [((), True), (("raid",), False), (("battle-royal", "raid"), True)]
)
@pytest.mark.parametrize(
    "query", ["最初の番にサポート使える?", "I'm first to go, turn one. Can I play a Supporter?"]
)
def test_where_one_ruleset_says_no_and_another_yes_it_is_asked_without_an_event_too(
    index: Index, query: str, rulesets: tuple[str, ...], asks: bool
) -> None:
    results = index.search(query, event=Event("A night" if rulesets else "", rulesets=rulesets))

    assert bool(results.fork and results.fork.id == "") == asks


@pytest.mark.parametrize(
    ("verdict", "denied"),
    [
        ({"en": "No, only the next player.", "ja": "いいえ。次の人だけです。"}, [True, False]),
        ({"en": "The boss can't; a player can.", "ja": "ボスは使えません。"}, [True, True]),
        ({"en": "Yes. Nothing forbids it."}, [False]),
        ({"en": "It moves to the Northern end."}, [False]),
    ],
)
def test_a_verdict_denies_by_its_first_statement(
    verdict: dict[str, str], denied: list[bool]
) -> None:
    assert [*denials({"kind": "ruling", "verdict": verdict}).values()] == denied


@pytest.mark.parametrize(
    ("rulesets", "asks"), [((), True), (("raid",), False), (("battle-royal", "raid"), True)]
)
@pytest.mark.parametrize(
    "query",
    [
        "player uses Escape Rope",
        "ジャッジマンはだれに効きますか",
        "Who does Judge affect?",
        "who does Judge hit",
        "あなぬけのヒモ、だれが入れ替える?",
    ],
)
def test_a_card_on_which_two_rulesets_rule_is_asked_about_without_an_event_too(
    index: Index, query: str, rulesets: tuple[str, ...], asks: bool
) -> None:
    results = index.search(query, event=Event("A night" if rulesets else "", rulesets=rulesets))

    assert bool(results.fork and results.fork.id == "") == asks


@pytest.mark.parametrize(
    "query",
    [
        "Does the boss draw cards?",
        "どくとやけどで残りHP10、サイドは誰?",
        "レイドのスタジアムは何枚?",
        "ボスがジャッジマンを使ったら?",  # Battle Royal has Judge, but no boss
    ],
)
def test_it_is_not_asked_where_one_ruleset_alone_answers(index: Index, query: str) -> None:
    event = Event("A night", rulesets=("battle-royal", "raid"))

    assert index.search(query, event=event).fork is None


@pytest.mark.parametrize("query", ["how many supporters a turn", "サポートは1ターンに何枚使える?"])
def test_the_rules_that_a_format_rests_on_answer_where_it_is_silent(
    index: Index, query: str
) -> None:
    alone = index.search(query, event=Event("A night", rulesets=("battle-royal",)))
    beside = index.search(query, event=Event("A night", rulesets=("battle-royal", "raid")))

    assert (alone.hits[0].id, alone.fork) == ("PTCG 13", None)
    assert {"PTCG 13", "RAID 6.4"} <= set(asked(beside))


@pytest.mark.parametrize(
    ("query", "rulesets", "first"),
    [
        ("スタジアムどれ消す?", ("battle-royal", "ninja-slayer"), "BR 7.1a"),
        ("先攻は?", ("raid", "ninja-slayer"), "RAID 4.4"),
    ],
)
def test_the_rules_below_a_format_are_no_choice_beside_what_it_says_itself(
    index: Index, query: str, rulesets: tuple[str, ...], first: str
) -> None:
    results = index.search(query, event=Event("A night", rulesets=rulesets))

    assert (results.hits[0].id, results.fork) == (first, None)
    assert any(hit.ruleset == "pokemon-tcg" for hit in results.hits)


def test_what_a_format_says_itself_is_offered_and_not_the_rules_below_it(index: Index) -> None:
    event = Event("City", rulesets=("battle-royal", "raid"))

    fork = index.search("引き直ししたら相手カード引くん?", event=event).fork

    assert fork is not None
    assert {case.entry for case in fork.cases} == {"RAID 4.3", "BR 3.4a"}
