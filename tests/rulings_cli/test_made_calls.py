"""A call from when it is made to when it answers, above the book that comes with the program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import Rulings


def called(rulings: Rulings, *words: str) -> str:
    """Keep a call; its id."""
    ran = rulings("call", *words)
    assert ran.code == 0, ran.err
    return ran.out.split()[0]


@pytest.fixture
def evening(rulings: Rulings, one_game: None) -> None:
    """An event of two rulesets."""
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--ruleset", "RAID")


@pytest.mark.usefixtures("evening")
def test_a_call_that_holds_enough_of_a_question_answers_it(rulings: Rulings) -> None:
    phones = called(rulings, "A phone rings", "--verdict", "A warning; twice: a game loss.")
    decks = called(rulings, "デッキを忘れた人は?", "--verdict", "貸し出しデッキで出る。")
    for asked, call in (
        ("Phone rang, what penalty?", phones),
        ("his mobile phone rang, game loss?", phones),
        ("デッキを忘れた、罰則は?", decks),
        ("デッキ忘れた人がいる、どうする?", decks),
    ):
        answer = rulings("search", asked, "--json").json
        assert (answer["certainty"], answer["hits"][0]["id"]) == ("answer", call), asked


@pytest.mark.usefixtures("evening")
def test_a_call_in_its_own_words_answers_nothing_else(rulings: Rulings) -> None:
    calls = [
        called(rulings, "Are phones allowed at the table?", "--verdict", "No."),
        called(rulings, "May I look at my Prize cards?", "--verdict", "No."),
    ]
    for asked, call in (
        ("phone ok?", calls[0]),
        ("Are drinks allowed at the table?", None),
        ("How many Stadiums are allowed at the table?", None),
        ("May I look at the prizes?", calls[1]),
        ("May I look at my deck?", None),
    ):
        answer = rulings("search", asked, "--json").json
        first = answer["hits"][0]["id"] if answer["certainty"] == "answer" else None
        assert (first if first in calls else None) == call, asked
        assert not [hit for hit in answer["hits"] if "same" in hit], "two calls are no repetition"


@pytest.mark.usefixtures("evening")
def test_a_call_that_holds_most_of_a_question_stands_above_an_open_point(rulings: Rulings) -> None:
    call = called(rulings, "May a player concede?", "--verdict", "Yes; their cards go.")

    assert rulings("search", "Can I concede?", "--json").json["hits"][0]["id"] == call
    other = rulings("search", "Can we play with three players?", "--json").json["hits"][0]
    assert other["id"] == "BR-O25", "another thing that the open point lists"


@pytest.mark.usefixtures("evening")
def test_a_call_that_shares_a_word_with_a_question_is_no_answer(rulings: Rulings) -> None:
    called(rulings, "デッキを忘れた人は?", "--verdict", "貸し出しデッキで出る。")
    called(rulings, "May I use sleeves with a foil back?", "--verdict", "No.")
    for asked in (
        "ログインのパスワード忘れました",
        "can I get Reversal Energy back with Energy Retrieval or Super Rod",
    ):
        answer = rulings("search", asked, "--json").json
        first = answer["hits"][:1]
        is_call = bool(first) and first[0]["authority"] == "house"
        assert not (is_call and answer["certainty"] == "answer"), asked


@pytest.mark.usefixtures("evening")
def test_a_call_is_no_surer_than_what_it_overrules(rulings: Rulings) -> None:
    call = called(rulings, "Does Judge hit all?", "--verdict", "Yes.", "--overrules", "BR-Q18")
    for asked, certainty in (
        ("Does Judge hit everyone?", "answer"),
        ("ジャッジマン 全員", "answer"),
        ("Can I appeal to the judge?", "perhaps"),
        ("審判呼んでいい?", "none"),
    ):
        answer = rulings("search", asked, "--json").json
        first = (answer["hits"] or answer["nearest"])[0]["id"]
        assert (answer["certainty"], first) == (certainty, call), asked

    assert f"{call}  Does Judge hit all? → Yes." in rulings("search", "審判呼んでいい?").out


@pytest.mark.usefixtures("evening")
def test_a_call_on_one_format_leaves_the_other_to_be_asked_for(rulings: Rulings) -> None:
    question = "ジャッジマンはだれに効く?"
    judge = called(rulings, question, "--verdict", "全員に。", "--overrules", "BR-Q18")
    phones = called(rulings, "A phone rings", "--verdict", "A warning.")
    for asked in (question, "Judge: who is affected?"):
        fork = rulings("search", asked, "--json").json["fork"]
        assert [case["entry"] for case in fork["cases"]] == [judge, "RAID-Q6"], asked
    for asked, call in ((f"バトルロイヤルで{question}", judge), ("A phone rings", phones)):
        answer = rulings("search", asked, "--json").json
        assert (answer["fork"], answer["hits"][0]["id"]) == (None, call), asked


@pytest.mark.usefixtures("evening")
def test_a_call_answers_no_question_that_names_other_rules(rulings: Rulings) -> None:
    once = called(rulings, "Sleeves of one colour?", "--verdict", "Yes.", "--ruleset", "BR")
    phones = called(rulings, "A phone rings", "--verdict", "A warning.")
    for asked, first in (
        ("Sleeves of one colour?", once),
        ("Battle Royal: sleeves of one colour?", once),
        ("Raid: sleeves of one colour?", ""),
        ("A phone rings in a raid", phones),
    ):
        hits = rulings("search", asked, "--json").json["hits"]
        first_id = hits[0]["id"] if hits else ""
        assert first_id == first if first else first_id != once, asked


@pytest.mark.usefixtures("evening")
def test_a_card_shows_the_calls_that_overrule_its_rulings(rulings: Rulings, tmp_path: Path) -> None:
    """Those of a phone, which name no card, too."""
    file = tmp_path / "calls.json"
    call = called(rulings, "Judge?", "--verdict", "All four.", "--overrules", "BR-Q18")
    rulings("calls", "export", str(file))
    rulings("calls", "withdraw", call, "--why", "Twice")
    calls = json.loads(file.read_text(encoding="utf-8"))
    calls["calls"][0] |= {"id": "BR-Q77777", "cards": [], "terms": []}
    file.write_text(json.dumps(calls), encoding="utf-8")
    assert rulings("calls", "merge", str(file)).code == 0

    assert rulings("card", "Judge").out.startswith("BR-Q77777")


@pytest.mark.usefixtures("evening")
def test_a_verdict_of_a_call_may_take_three_lines(rulings: Rulings) -> None:
    verdict = "A takeback is allowed until the next card is drawn, a die is rolled or another acts."
    assert "B402" not in rulings("call", "Takebacks?", "--verdict", verdict).err
    too_long = rulings("call", "Sleeves?", "--verdict", "違" * 121).err
    assert "the verdict takes 242 columns; 240 at most" in too_long


@pytest.mark.usefixtures("evening")
def test_a_call_stands_above_the_open_point_that_it_answers(rulings: Rulings) -> None:
    ran = rulings("call", "a second copy of the same Stadium: allowed?", "--verdict", "No.")
    call = ran.out.split()[0]

    assert "In place of BR-O6: A second Stadium of the same name\n" in ran.out
    for asked in ("同じ名前のスタジアムを2枚目に出せる?", "same stadium name twice"):
        answer = rulings("search", asked, "--json").json
        assert (answer["certainty"], answer["hits"][0]["id"]) == ("answer", call), asked

    again = rulings("call", "a second Stadium of the same name?", "--verdict", "No, really.")
    assert again.out.splitlines()[1:] == [
        "In place of BR-O6: A second Stadium of the same name",
        f"{call} also speaks of BR-O6: No.",
    ]
    other = rulings("call", "Who goes first?", "--verdict", "Flip.", "--overrules", "BR-Q18")
    assert "BR-O6" not in other.out


@pytest.mark.usefixtures("evening")
def test_a_call_on_a_neighbour_of_the_answer_stands_below_it(rulings: Rulings) -> None:
    call = called(rulings, "Table 7?", "--verdict", "The Burner takes it.", "--overrules", "BR-Q23")

    for asked in (
        "10 HP left, poisoned and burned: who takes the prize?",
        "残りHP10でどくとやけど、サイドは誰?",
    ):
        hits = rulings("search", asked, "--json").json["hits"]
        assert (hits[0]["id"], call in [hit["id"] for hit in hits]) == ("BR-Q22", True), asked
    hits = rulings("search", "30 HP left, poisoned and burned: who takes the prize?", "--json")
    assert hits.json["hits"][0]["id"] == call


@pytest.mark.usefixtures("evening")
def test_a_call_on_a_case_leaves_the_other_cases_to_the_book(rulings: Rulings) -> None:
    call = called(rulings, "10 HP?", "--verdict", "Nobody takes it.", "--overrules", "BR-Q22")

    for asked, first, is_asked in (
        ("10 HP left, poisoned and burned: who takes the prize?", call, False),
        ("30 HP left, poisoned and burned: who takes the prize?", "BR-Q23", False),
        ("Poisoned and Burned, knocked out at the Checkup: who takes the Prize?", call, True),
        ("毒とやけどで気絶、サイドは誰?", call, True),
        ("50 HP left with poison and burn: prize?", "BR-Q22", False),
    ):
        answer = rulings("search", asked, "--json").json
        assert (answer["hits"][0]["id"], bool(answer["fork"])) == (first, is_asked), asked
        assert "BR-Q23" in rulings("search", asked, "--limit", "1").out, "the other case"
        if is_asked:
            shown = rulings("search", asked).out.partition("\n\n")[0]
            assert f"Nobody takes it. ({call})" in shown, "in its case"
    worked = rulings("search", "50 HP left with poison and burn: prize?").out
    assert "nobody (it is not Knocked Out)" in worked


@pytest.mark.long
@pytest.mark.usefixtures("evening")
def test_what_holds_an_overruled_part_says_so(rulings: Rulings, tmp_path: Path) -> None:
    call = called(rulings, "Supporters?", "--verdict", "Allowed.", "--overrules", "BR 4.1a")
    rule = "BR 4.1  First turn of everyone but the last player\n  A call stands above BR 4.1a"

    assert rule in rulings("show", "BR 4.1").out
    assert rule in rulings("search", "What may I do on my first turn?").out
    case = "Battle Royal → [A call stands above BR 4.1a]"
    assert case in rulings("search", "What may I do on my first turn?").out
    assert f"{call} stands above this: Allowed." in rulings("rules", "BR").out
    for command, name in (
        (("sheet", "--style", "poster", "--lang", "en"), "poster.md"),
        (("sheet", "battle-royal", "--lang", "en"), "sheet.md"),
        (("page", "--ruleset", "BR", "--lang", "en"), "page.html"),
    ):
        assert rulings(*command, "-o", str(tmp_path / name)).code == 0
        assert "A call stands above BR 4.1a" in (tmp_path / name).read_text("utf-8"), name


@pytest.mark.usefixtures("evening")
def test_a_call_on_a_part_of_an_open_point_answers_no_other_part(rulings: Rulings) -> None:
    ran = rulings("call", "スリーブは?", "--verdict", "透明だけ。", "--ruleset", "RAID")
    call = ran.out.split()[0]

    assert "RAID-O32" not in ran.out
    for asked, first in (
        ("レイドのボスのカードはジャンボでもいい?", ["RAID-O32", call]),
        ("May proxies be in the boss deck?", ["RAID-O32", call]),
        ("レイドのスリーブは何色?", [call, "RAID-O32"]),
    ):
        hits = rulings("search", asked, "--json").json["hits"]
        assert [hit["id"] for hit in hits[:2]] == first, asked


@pytest.mark.parametrize(
    ("is_open", "question"), [(False, "Is sleeving required?"), (True, "Must decks be sleeved?")]
)
def test_a_call_near_an_open_point_of_one_format_is_the_events_own(
    rulings: Rulings, one_game: None, is_open: bool, question: str
) -> None:
    if is_open:
        rulings("tonight", "--event", "City", "--ruleset", "RAID")
    call = called(rulings, question, "--verdict", "Yes.")
    rulings("tonight", "--event", "City", "--ruleset", "RAID")

    assert call.startswith("EVENT-Q")
    assert rulings("search", question, "--json").json["hits"][0]["id"] == call


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize(
    ("question", "point", "is_told"),
    [
        ("May we play with 3 players?", "BR-O25", True),
        ("３人でもできる?", "BR-O25", True),
        ("A second Stadium of the same name?", "BR-O6", False),
    ],
)
def test_a_call_put_above_all_of_an_open_point_says_so(
    rulings: Rulings, question: str, point: str, is_told: bool
) -> None:
    ran = rulings("call", question, "--verdict", "Yes. はい。", "--overrules", point)

    assert (f"all that {point} asks" in ran.out or f"{point} の質問すべて" in ran.out) == is_told


@pytest.mark.long
@pytest.mark.usefixtures("evening")
def test_what_no_open_point_answers_is_tied_to_none(rulings: Rulings) -> None:
    for asked in ("A phone rings: twice", "when does the poison of an eliminated player end"):
        kept, *lines = rulings("call", asked, "--verdict", "A warning.").out.splitlines()
        edit = f"rulings calls edit {kept.split()[0]}"
        assert len(lines) == 1
        assert lines[0].startswith(f"Found only by its own words and near ones: `{edit}`")
    for tie in (("--overrules", "BR-Q1"), ("--clause", "BR 8.1"), ("--asked", "Late?")):
        ran = rulings("call", f"{tie[1]}?", "--verdict", "A warning.", *tie)
        assert "own words" not in ran.out, tie


@pytest.mark.usefixtures("evening")
def test_a_call_is_found_by_other_words_in_any_language(rulings: Rulings) -> None:
    words = ("--asked", "who tosses the coin of the boss", "--asked", "ボスのコインはだれが投げる?")
    call = called(rulings, "Coin toss of an attack?", "--verdict", "Its right neighbour.", *words)
    for asked in words[1::2]:
        answer = rulings("search", asked, "--json").json
        assert (answer["certainty"], answer["hits"][0]["id"]) == ("answer", call), asked

    edited = rulings("calls", "edit", call, "--asked", "heads or tails for the raid boss")
    assert "“heads or tails for the raid boss”" in edited.out
    answer = rulings("search", "heads or tails for the raid boss", "--json").json
    assert answer["hits"][0]["id"] == call


@pytest.mark.usefixtures("evening")
def test_a_call_on_the_clause_nearest_to_an_open_point_stands_second(rulings: Rulings) -> None:
    call = called(rulings, "Who wins?", "--verdict", "Most Prizes.", "--clause", "BR 10.1")
    hits = rulings("search", "時間切れ、勝ちはだれ?", "--ruleset", "BR", "--json").json["hits"]

    assert [hit["id"] for hit in hits[:2]] == ["BR-O27", call]


@pytest.mark.usefixtures("evening")
def test_what_a_call_overrules_is_settled(rulings: Rulings) -> None:
    for made in (False, True):
        if made:
            called(rulings, "Judge?", "--verdict", "All three.", "--overrules", "BR-Q18")
        for command in (("search", "Judge: who is affected?"), ("show", "BR-Q18")):
            answer = rulings(*command, "--lang", "en").out.partition("BR-Q18  ")[2]
            assert answer.partition("BR-V7")[0].count("Not settled tonight") == (not made), command


@pytest.mark.parametrize(
    "meant",
    [
        ("--overrules", "RAID-Q1"),
        pytest.param(("--ruleset", "RAID"), marks=pytest.mark.long),
        pytest.param(("--clause", "RAID 9.1"), marks=pytest.mark.long),
    ],
    ids=" ".join,
)
def test_a_call_in_rules_that_are_not_played_is_refused(
    rulings: Rulings, one_game: None, meant: tuple[str, str]
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR")
    command = ("call", "May I look at my discards?", "--verdict", "Yes.", *meant)

    assert rulings(*command).is_rejected("City does not play raid; name another --ruleset")
    assert rulings(*command, "--no-event").code == 0


@pytest.mark.usefixtures("evening")
def test_earlier_calls_on_its_card_are_named(rulings: Rulings) -> None:
    card = ("--card", "Escape Rope", "--ruleset", "BR")
    first = called(rulings, "No Bench at all?", "--verdict", "Stays Active.", *card)
    gone = called(rulings, "Three players?", "--verdict", "One of them.", *card)
    rulings("calls", "withdraw", gone, "--why", "Asked again.")

    ran = rulings("call", "ヒモで誰が選ぶ?", "--verdict", "出した人。", *card)

    assert ran.out.splitlines()[1:] == [
        f"{first} も「あなぬけのヒモ」についての裁定です: Stays Active."
    ]


@pytest.mark.usefixtures("evening")
def test_a_call_on_a_card_belongs_to_the_rules_that_rule_on_it(rulings: Rulings) -> None:
    both = ("call", "Rope allowed?", "--verdict", "No.", "--card", "Escape Rope")

    assert rulings(*both).is_rejected("battle-royal and raid rule on this card", "--ruleset")
    assert called(rulings, "Hammer?", "--verdict", "No.", "--card", "Crushing Hammer")[:4] == "RAID"


@pytest.mark.usefixtures("evening")
def test_an_earlier_call_on_the_same_question_is_named(rulings: Rulings) -> None:
    first = called(rulings, "Calculators?", "--verdict", "No.", "--asked", "スマホ使っていい")

    again = rulings("call", "calculators", "--verdict", "No.").out
    other = rulings("call", "スマホ使っていい?", "--verdict", "電卓だけ。").out

    assert f"{first} also speaks of Calculators?: No." in again
    assert f"{first} も「Calculators?」についての裁定です: No." in other
    assert f"contradicts {first}" in rulings("show", other.split()[0], "--lang", "en").out


def test_the_same_question_in_two_formats_is_no_contradiction(
    rulings: Rulings, one_game: None
) -> None:
    rulings("tonight", "--event", "Both", "--ruleset", "BR", "--ruleset", "RAID", "--lang", "en")
    for verdict, point in (("40 minutes.", "BR-O27"), ("60 minutes.", "RAID-O31")):
        called(rulings, "Time limit?", "--verdict", verdict, "--overrules", point)

    assert "contradicts" not in rulings("calls").out
    called(rulings, "Time limit?", "--verdict", "Half an hour.", "--ruleset", "BR")
    assert rulings("calls").out.count("contradicts") == 2, "of the calls on Battle Royal"


@pytest.mark.usefixtures("evening")
def test_a_call_is_not_moved_to_what_other_rules_say(rulings: Rulings) -> None:
    rope = called(rulings, "Rope for all?", "--verdict", "User alone.", "--overrules", "RAID-Q11")

    moved = rulings("calls", "edit", rope, "--overrules", "BR-Q15")

    assert moved.is_rejected(f"{rope} is of raid, and BR-Q15 is not; call again")
    assert rulings("calls", "edit", rope, "--overrules", "RAID 7.5").code == 0


@pytest.mark.usefixtures("evening")
def test_an_edited_call_keeps_no_phrasing_that_another_entry_gets(rulings: Rulings) -> None:
    asked = "left over damage counters what now"
    call = called(rulings, "Drinks?", "--verdict", "None.")
    rulings("search", asked)
    rulings("log", "1", "--to-asked", call)
    rulings("calls", "edit", call, "--verdict", "Water.")
    rulings("log", "1", "--to-asked", "RAID 9.1b")
    assert rulings("search", asked, "--json").json["hits"][0]["id"] == "RAID 9.1b"
