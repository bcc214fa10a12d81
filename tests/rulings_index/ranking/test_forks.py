"""Asking back: a fork where the question leaves the case open, and none where it names it."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import load_cases

from rulings_index import Index, open_index
from rulings_index.results import Results


@pytest.mark.parametrize("case", load_cases("forks.yaml"))
def test_nothing_is_asked_back_where_the_question_names_its_case(
    index: Index, case: dict[str, object]
) -> None:
    results = index.search(str(case["query"]))

    assert results.fork is None, asked(results)
    assert results.hits[0].id in case["entry"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("query", "fork", "entries"),
    [
        ("前のポケモンが気絶した。次はいつ出す?", "BR-F20", {"BR 8.2", "BR 8.2a"}),
        ("poisoned and burned, who takes the Prize", "BR-F19", {"BR-Q22", "BR-Q23"}),
        ("who goes first", "RAID-F13", {"RAID 4.4", "BR 3.1"}),
        ("レイドの最初の番に1人で2匹進化させていい?", "RAID-F49", {"RAID 4.5b", "RAID-O6"}),
    ],
)
def test_where_the_case_is_open_the_fork_is_put(
    index: Index, query: str, fork: str, entries: set[str]
) -> None:
    results = index.search(query)

    assert results.fork is not None
    assert results.fork.id == fork
    assert entries <= {case.entry for case in results.fork.cases}
    assert all(case.verdict["ja"] and case.when["ja"] for case in results.fork.cases)


def test_a_case_that_leads_to_another_fork_shows_what_that_one_leads_to(index: Index) -> None:
    results = index.search("4番手 初ターン 進化 だめ?")

    assert "BR-F6" not in asked(results)


def test_the_other_case_is_named_where_the_question_settles_its_own(index: Index) -> None:
    results = index.search("自分の番の途中で前のポケモンが気絶。すぐ次を出す?")

    assert results.fork is None
    assert "BR 8.2" in {case.entry for case in results.others}


def test_the_case_that_the_words_name_comes_before_a_better_sibling(index: Index) -> None:
    query = "Recoil killed one of my two front Pokémon while I was still playing my turn. Next one?"

    assert index.search(query).hits[0].id == "BR 8.2a"


def test_two_rulesets_nearly_tied_are_a_fork_of_their_own(tmp_path: Path) -> None:
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


def test_two_rulesets_are_asked_for_though_words_settle_a_case_of_one(index: Index) -> None:
    results = index.search("駄メージって次のタンーまで残りますか")

    assert results.fork is not None
    assert {"DB 8.5", "RAID 9.1b"} <= {case.entry for case in results.fork.cases}


def test_what_a_settled_case_leads_to_may_be_a_case_of_another_fork(index: Index) -> None:
    query = "I was the last in turn order. Am I allowed to play a Supporter on my first turn?"

    assert index.search(query).hits[0].id == "BR 4.2a"


SIBLINGS = {
    "one section": ("ONE 3.1", "", {"ONE 3.1", "ONE 3.2"}),
    "another section": ("ONE 4.1", "", None),
    "a ruling that rests on the clause": ("ONE-Q1", "[ONE 3.2]", None),
    "a ruling that rests on its neighbour": ("ONE-Q1", "[ONE 3.9]", {"ONE-Q1", "ONE 3.2"}),
}


@pytest.mark.parametrize("case", SIBLINGS)
def test_two_neighbours_nearly_tied_are_a_fork_of_their_own(tmp_path: Path, case: str) -> None:
    name, clauses, asked_back = SIBLINGS[case]
    write_ruleset(tmp_path / "g" / "one", "ONE")
    entries = "clauses:\n" + neighbour("ONE 3.2", "a thief who runs") + neighbour("ONE 3.9", "wine")
    entries += ("rulings:\n" if clauses else "") + neighbour(name, "a thief who hides", clauses)
    (tmp_path / "g" / "one" / "more.yaml").write_text(entries, encoding="utf-8")
    index = open_index([tmp_path], cache_dir=tmp_path / "cache")

    fork = index.search("a thief").fork

    assert (fork and {one.entry for one in fork.cases}) == asked_back
    assert all(one.when["en"].startswith("a thief who") for one in (fork.cases if fork else ()))
    assert index.search("a thief who runs").fork is None


def neighbour(name: str, title: str, clauses: str = "") -> str:
    said = "question: {en: Q, ja: Q}, answer" if clauses else "remark: {en: Q, ja: Q}, text"
    more = f"clauses: {clauses}, checked_against: {{one: '1'}}, " if clauses else ""
    text = f"{{en: '{name}.', ja: '{name}'}}"
    return (
        f"  - {{id: {name}, title: {{en: {title}, ja: {title}}}, {more}authority: official,\n"
        f"     verdict: {text}, {said}: {text}}}\n"
    )


def test_forks_in_a_circle_end(tmp_path: Path) -> None:
    write_ruleset(tmp_path / "g" / "one", "ONE")
    circle = "forks:\n" + "".join(
        f"  - id: ONE-F{number}\n    ask: {{en: Which?, ja: どれ?}}\n    cases:\n"
        f"      - {{when: {{en: a, ja: あ}}, entry: ONE 1}}\n"
        f"      - {{when: {{en: b, ja: い}}, entry: ONE-F{3 - number}}}\n"
        for number in (1, 2)
    )
    (tmp_path / "g" / "one" / "forks.yaml").write_text(circle, encoding="utf-8")
    index = open_index([tmp_path], cache_dir=tmp_path / "cache")

    assert index.search("Drawing cards at the start").hits


def asked(results: Results) -> list[str]:
    return [case.entry for case in results.fork.cases] if results.fork else []


def write_ruleset(folder: Path, prefix: str) -> None:
    folder.mkdir(parents=True)
    number = {"ONE": "five", "TWO": "seven"}[prefix]
    (folder.parent / "game.yaml").write_text("game: {id: g, name: {en: G, ja: ジー}}\n", "utf-8")
    (folder / "ruleset.yaml").write_text(
        f"ruleset: {{id: {folder.name}, prefix: {prefix}, game: g, edition: '1', "
        f"name: {{en: {folder.name}, ja: {folder.name}}}}}\n",
        "utf-8",
    )
    (folder / "clauses.yaml").write_text(
        f"clauses:\n  - id: {prefix} 1\n    title: {{en: Drawing at the start, ja: 最初に引く}}\n"
        f"    verdict: {{en: You draw {number}., ja: 引く。}}\n    authority: official\n"
        f"    text: {{en: At the start {number} cards are drawn., ja: 最初に引く。}}\n",
        "utf-8",
    )
