from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from cases import DATA, load_cases
from running import Rulings, Ship, Write
from small_rulesets import write_ruleset

from rulings.languages import width_of
from rulings.reading.book import BUILT_IN_BOOK
from rulings_index.lab.evaluation import read_questions


@pytest.mark.parametrize("case", load_cases("searches.yaml"))
def test_what_stands_first(rulings: Rulings, case: dict[str, Any]) -> None:
    ran = rulings("search", *case["type"], "--json")

    ids = [hit["id"] for hit in ran.json["hits"]]
    assert ids[: len(case["first"])] == case["first"]
    assert ran.code == (0 if case["first"] else 1)
    assert case["first"] or not ids


def test_an_answer_card_has_verdict_clause_and_trust_line(rulings: Rulings) -> None:
    lines = rulings("search", "BR-Q22", "--lang", "en", "--limit", "1").out.splitlines()

    assert lines[0] == "BR-Q22  10 HP left, Poisoned and Burned: who takes the Prize?"
    verdict = "The author: Poison and Burn, 10 HP before the Checkup: the Poisoner's Prize."
    assert lines[1] == f"  {verdict}"
    assert lines[2].startswith("  BR 8.1a  When a Special Condition Knocks Out a Pokémon")
    trust = "\n".join(lines[4:])
    assert "Battle Royal (EUIC 2024)" in trust
    assert "interpretation" in trust
    assert "FAQ 22" in trust


@pytest.mark.parametrize(
    ("environment", "options", "japanese"),
    [
        ({}, ["poison and burn prize"], False),
        ({}, ["毒 やけど サイド"], True),
        ({"LANG": "ja_JP.UTF-8"}, ["poison and burn prize"], True),
        ({"LANG": "ja_JP.UTF-8"}, ["Who takes the Prize of poison and burn?"], False),
        ({"LANG": "ja_JP.UTF-8"}, ["doku to yakedo de kizetsu, saido wa dare"], True),
        ({"LANG": "en_GB.UTF-8"}, ["毒 やけど サイド"], True),
        ({"LANG": "ja_JP.UTF-8"}, ["poison and burn prize", "--lang", "en"], False),
        ({"LANG": "C"}, ["毒 やけど サイド", "--lang", "en"], False),
    ],
)
def test_the_language_of_an_answer(
    rulings: Rulings,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    options: list[str],
    japanese: bool,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    out = rulings("search", *options, "--ruleset", "BR").out

    assert ("バトルロイヤル (EUIC 2024)" in out) == japanese


def test_both_languages(rulings: Rulings) -> None:
    out = rulings("search", "BR-Q22", "--lang", "both", "--limit", "1").out

    assert "The author: Poison and Burn, 10 HP before the Checkup: the Poisoner's Prize." in out
    assert "どくにした" in out


def test_a_text_in_one_language_is_printed_once_in_both(rulings: Rulings) -> None:
    call = rulings("call", "Takebacks?", "--verdict", "Allowed once.").out.split()[0]

    for typed in (("search", "Takebacks?"), ("show", call)):
        printed = [rulings(*typed, "--lang", lang).out for lang in ("en", "ja", "both")]
        (count,) = {each.count("Allowed once.") for each in printed}
        assert count, typed


def test_no_answer_is_said_and_the_nearest_offered_as_such(rulings: Rulings) -> None:
    ran = rulings("search", "将棋の二歩は反則?")

    assert ran.code == 1
    assert ran.out.startswith("この本には答えがありません。")


def test_what_the_book_may_not_say_is_offered_as_the_nearest(rulings: Rulings) -> None:
    ran = rulings("search", "ポケモンの色違いのカードを使っていいですか")

    assert ran.code == 0
    assert ran.out.startswith("いちばん近い項目:")
    assert (
        rulings("search", "ポケモンの色違いのカードを使っていいですか", "--json").json["certainty"]
        == "perhaps"
    )


def test_without_a_clear_answer_the_nearest_are_named_in_a_line_each(rulings: Rulings) -> None:
    ran = rulings("search", "デッキシートの提出期限")

    sentence, head, *nearest = ran.out.splitlines()
    assert (sentence, head) == ("この本にはっきりした答えはありません。", "近い項目:")
    assert [line.split("  ")[0] for line in nearest] == ["RAID-O32", "BR 2.1", "RAID 4.1"]


@pytest.mark.parametrize(
    "options",
    [
        ["--ruleset", "shogi"],
        ["--kind", "rule"],
        ["--authority", "god"],
        ["--game", "shogi"],
        ["--lang", "f!"],
        ["--limit", "0"],
        ["--nope"],
        ["--book", "/no/such/book"],
    ],
)
def test_bad_input_ends_in_one_line(rulings: Rulings, options: list[str]) -> None:
    ran = rulings("search", "prize", *options)

    assert ran.code == 2
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1


def test_filters(rulings: Rulings) -> None:
    hits = rulings("search", "prize", "--authority", "event+", "--kind", "clause", "--json").json
    assert {hit["authority"] for hit in hits["hits"]} <= {"official", "event"}
    assert {hit["kind"] for hit in hits["hits"]} == {"clause"}


def test_a_book_on_top_is_searched_at_once(rulings: Rulings, ship: Ship, write_book: Write) -> None:
    ship(BUILT_IN_BOOK / "mtg")
    ran = rulings("search", "pawn on the last rank", "--book", str(write_book()), "--json")

    assert ran.json["hits"][0]["id"] in ("CH 1.1", "CH-Q1")


FAULTY = {"terms.yaml": "terms:\n  - {id: [x], name: {en: x}}\n"}


@pytest.mark.parametrize(
    "command",
    [
        ["search", "pawn on the last rank"],
        ["show", "CH-Q1"],
        ["list", "--ruleset", "CH"],
        ["card", "clock"],
        ["refs", "CH 1.1"],
        ["rules", "CH"],
        ["sheet", "CH-Q1", "--format", "md"],
        ["page", "--ruleset", "CH", "-o", "{out}/page.html"],
        ["site", "--ruleset", "CH", "-o", "{out}/site"],
    ],
    ids=lambda command: command[0],
)
def test_a_fault_leaves_out_what_is_faulty_and_says_so_each_time(
    rulings: Rulings, write_book: Write, tmp_path: Path, command: list[str]
) -> None:
    path = write_book(FAULTY)
    words = [word.format(out=tmp_path) for word in command]

    for _ in range(2):  # the second time from the index as it was stored
        ran = rulings(*words, "--only", "--book", str(path))

        assert ran.code == 0, ran
        assert "CH" in ran.out or "site" in ran.out or "page" in ran.out
        fault = next(line for line in ran.err.splitlines() if "terms.yaml" in line)
        assert "terms.yaml:2:10: B103 id: needs text" in fault
        assert f"`rulings check {path}` shows all" in fault
        assert ran.err.count("B103") == 1


def test_a_clause_stands_under_its_section(rulings: Rulings) -> None:
    out = rulings("show", "BR 8.1a", "--lang", "en").out

    assert "  BR 8 Knock Outs and Prize cards › BR 8.1 " in out


def test_the_cases_of_a_question_asked_back_are_whole(rulings: Rulings) -> None:
    asked = "poison and burn both, it died in the checkup"
    cases = " ".join(rulings("search", asked, "--lang", "en").out.partition("\n\n")[0].split())

    assert "…" not in cases
    assert "20 or 30 HP left → Poison 10, Burn 20, at 30 HP the author:" in cases
    assert "40 HP or more left → With 40 HP or more left it survives 10 and 20 damage: no " in cases


@pytest.mark.parametrize(("columns", "left_out"), [(80, ""), (56, "+2 more: add --full")])
def test_other_cases_are_whole_as_many_as_fit(
    rulings: Rulings, monkeypatch: pytest.MonkeyPatch, columns: int, left_out: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))

    out = rulings("search", "can't draw at turn start", "--ruleset", "BR", "--lang", "en").out
    cases = " ".join(out.partition("In another case\n")[2].partition("\n\n")[0].split())

    assert "…" not in cases
    assert "Open without the proposal: normally a loss; whether others play on isn't said." in cases
    assert left_out in cases
    assert ("more: add --full" in cases) == bool(left_out)


def test_both_sides_of_a_question_are_shown(rulings: Rulings) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--ruleset", "RAID", "--lang", "en")

    asked = rulings("search", "I can't draw at start of turn").out.partition("\n\n")[0]

    assert "Battle Royal →" in asked and "Raid Format (Pokémon TCG) →" in asked


def test_nothing_scrolls_away(rulings: Rulings) -> None:
    """A search and the prompt fit on a small terminal: 24 lines of 80 columns."""
    asked = [item.query for item in read_questions(DATA / "questions-held-out-2.yaml")][::12]
    long = "My Pokémon is Knocked Out and four of us play, who takes a Prize for it?"
    for question in (*asked, long):
        ran = rulings("search", question)
        lines = ran.out.splitlines()
        assert len(lines) <= 23, question
        ids = re.findall(r"^(?:    )?([A-Z]+[- ][A-Z]?[\d.]+[a-z]?)  ", ran.out, re.MULTILINE)
        assert len(ids) - len(set(ids)) <= 1, "a case is not listed again below the answer"
        assert all(width_of(line) <= 80 for line in lines)
    assert "more: add --full" in rulings("search", long, "--lang", "en").out
    assert "more: add --full" not in rulings("search", long, "--full", "--lang", "en").out
    whole = rulings("search", long, "--limit", "15", "--lang", "en").out
    hits = rulings("search", long, "--limit", "15", "--json").json["hits"]
    assert len(hits) == 15 and all(hit["id"] in whole for hit in hits), "who asks for 15 gets 15"


def test_the_line_of_a_settled_case_stands_above_its_entry(rulings: Rulings) -> None:
    ran = rulings("search", "どくとマタドガスのいのこりガスだけで、残り20。サイドは誰?")

    first, *_ = ran.out.splitlines()
    assert first.startswith("どくとマタドガスの「いのこりガス」だけ → 著者の解釈:残り20なら、")


def test_a_line_of_the_list_stands_by_itself(rulings: Rulings, tmp_path: Path) -> None:
    for name, prefix in (("one", "ONE"), ("two", "TWO")):
        write_ruleset(tmp_path / "g" / name, prefix)
    (tmp_path / "g" / "one" / "variants.yaml").write_text(
        "variants:\n  - {id: ONE-V1, title: {en: Six cards}, text: {en: Draw six at the start.},"
        " verdict: {en: At the start six cards are drawn.}, modifies: [ONE 1], authority: house}\n",
        encoding="utf-8",
    )

    ran = rulings(
        "search", "how many cards are drawn at the start", "--only", "--book", str(tmp_path)
    )

    assert "TWO 1  Drawing at the start → You draw seven." in ran.out
    assert "ONE-V1  [variant] At the start six cards are drawn." in ran.out
