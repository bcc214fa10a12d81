"""What nobody may read without learning of the call that overrules it: rules, sums and cases."""

from __future__ import annotations

from pathlib import Path

import pytest
from once import folder_made_once
from running import Rulings, Ship

from rulings.reading.book import BUILT_IN_BOOK

RATE = "One card for every players x 15 damage."


@pytest.fixture
def call(rulings: Rulings, one_game: None, tmp_path: Path, shared_cache: Path) -> str:
    """An event of two rulesets with a call on the rule that holds a formula, made once for all
    tests; its id.
    """
    name = tmp_path / "id"

    def make() -> None:
        event = ("--event", "City", "--ruleset", "BR", "--ruleset", "RAID", "--lang", "en")
        rulings("tonight", *event)
        made = rulings("call", "Rate?", "--verdict", RATE, "--overrules", "RAID 9.1")
        name.write_text(made.out.split()[0], encoding="utf-8")

    folder_made_once(shared_cache / "call-on-a-rate", tmp_path, make)
    return name.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "question",
    [
        "5 players, 1000 damage, lost zone",
        pytest.param("4人レイドでボスにダメカン38個、何枚ロスト?", marks=pytest.mark.long),
        "how many counters come off the boss after sending 6 cards, 4 players",
    ],
)
def test_a_call_on_a_rule_comes_before_its_numbers(
    rulings: Rulings, call: str, question: str
) -> None:
    answer = rulings("search", question, "--json").json

    assert answer["hits"][0]["id"] == call
    assert "worked" not in answer
    assert answer["overruled"] == {"RAID 9.1": call}


@pytest.mark.parametrize(
    "command",
    [
        ("show", "RAID 9.1a"),
        pytest.param(("show", "RAID-Q19"), marks=pytest.mark.long),
        ("calc", "RAID 9.1", "players=4", "damage=380"),
        pytest.param(
            ("search", "What is left of the damage after the Lost Zone in a raid?"),
            marks=pytest.mark.long,
        ),
    ],
)
def test_what_rests_on_an_overruled_rule_says_what_the_call_says(
    rulings: Rulings, call: str, command: tuple[str, ...]
) -> None:
    shown = " ".join(rulings(*command).out.split())

    assert f"{RATE} ({call})" in shown or shown.startswith(call)


@pytest.mark.usefixtures("call")
def test_a_call_on_a_fork_answers_what_it_would_ask_back(rulings: Rulings) -> None:
    question = "poison and burn finish it, whose prize"
    assert rulings("search", question, "--json").json["fork"]["id"] == "BR-F19"
    rulings("call", "Conditions?", "--verdict", "Both take a Prize.", "--overrules", "BR-F19")

    answer = rulings("search", question, "--json").json

    assert answer["hits"][0]["verdict"]["en"] == "Both take a Prize."
    assert not answer["fork"]
    named = rulings("search", "30 HP left, poisoned and burned, whose prize", "--json").json
    assert named["hits"][0]["id"] == answer["hits"][0]["id"]
    assert "A call stands above BR-F19: Both take a Prize." in rulings("show", "BR-Q23").out


@pytest.mark.usefixtures("call")
@pytest.mark.parametrize(
    ("question", "conditions"),
    [
        ("Someone got knocked out by poison alone between turns, who takes the prize", 3),
        pytest.param("どくでチェックできぜつした。サイドはだれ？", 3, marks=pytest.mark.long),
    ],
)
def test_each_case_of_an_overruled_fork_says_what_the_call_says(
    rulings: Rulings, question: str, conditions: int
) -> None:
    made = rulings("call", "Both?", "--verdict", "The poisoner.", "--overrules", "BR-F19").out
    assert "in each case: 10 HP left · 20 or 30 HP left · 40 HP or more left" in made

    shown = " ".join(rulings("search", question, "--full").out.split())
    assert shown.count(f"→ The poisoner. ({made.split()[0]})") == conditions


@pytest.mark.usefixtures("call")
def test_a_call_on_a_question_that_is_asked_back_is_named_at_each_case(rulings: Rulings) -> None:
    asked = ("call", "Poisoned and burned at once, whose Prize?", "--verdict", "The Poisoner's.")
    made = rulings(*asked, "--ruleset", "BR").out
    name = made.split()[0]

    assert f"`rulings calls edit {name} --overrules BR-F19`" in made
    case = rulings("search", "30 HP left, poisoned and burned, whose prize", "--json").json
    assert case["hits"][0]["id"] == "BR-Q23"
    assert f"The Poisoner's. ({name})" in " ".join(rulings("show", "BR-Q23").out.split())


CALL = ("call", "Does Rope hit me?", "--verdict", "You too.")
CALL_ON_A_CARD = (*CALL, "--card", "escape-rope", "--ruleset", "BR")


@pytest.mark.long
@pytest.mark.usefixtures("call")
def test_a_page_names_a_call_on_a_card(rulings: Rulings, tmp_path: Path) -> None:
    rulings(*CALL_ON_A_CARD)
    page = tmp_path / "page.html"
    rulings("page", "-o", str(page))

    assert "See also the call" in page.read_text(encoding="utf-8")


@pytest.mark.usefixtures("call")
def test_a_call_on_a_card_is_named_at_the_rulings_on_that_card(rulings: Rulings) -> None:
    made = rulings(*CALL_ON_A_CARD)

    shown = rulings("show", "BR-Q15").out + rulings("show", "RAID-Q11").out
    assert shown.count(f"See also the call: Does Rope hit me? → You too. ({made.out.split()[0]})")
    sheet = rulings("sheet", "battle-royal", "--format", "md", "-o", "-").out
    assert f"See also {made.out.split()[0]}: Does Rope hit me? You too." in sheet
    on_clause = rulings("call", "Stadiums?", "--verdict", "One a table.", "--clause", "BR 7.1")
    assert on_clause.out.split()[0] in rulings("show", "BR 7.1a.").out
    poster = ("sheet", "battle-royal", "--style", "poster", "--format", "md", "-o", "-")
    assert f"See also {on_clause.out.split()[0]}: Stadiums? One a table." in rulings(*poster).out


@pytest.mark.usefixtures("call")
@pytest.mark.parametrize(("clause", "noted"), [("BR 6.1b", "BR 6.1"), ("BR 6.1", "BR 6.1a")])
def test_a_call_on_a_clause_is_named_above_and_below_it(
    rulings: Rulings, clause: str, noted: str
) -> None:
    made = rulings("call", "Both on it?", "--verdict", "Yes, both.", "--clause", clause).out
    call = made.split()[0]

    shown = " ".join(rulings("show", f"{noted}.").out.split())
    assert f"See also the call: Both on it? → Yes, both. ({call})" in shown
    assert "Both on it?" not in rulings("show", "BR 7.1.").out
    poster = rulings("sheet", "BR", "--style", "poster", "--format", "md", "-o", "-").out
    [rule] = [item for item in poster.split("\n### ") if item.startswith("BR 6.1\n")]
    assert f"See also {call}: Both on it? Yes, both." in rule


@pytest.mark.usefixtures("call")
def test_a_variant_does_not_say_that_an_overruled_clause_stands(rulings: Rulings) -> None:
    made = rulings("call", "Attacks?", "--verdict", "Three a turn.", "--overrules", "BR 5.1")

    for off in ("show BR-V1", "sheet battle-royal --format md -o -"):
        shown = rulings(*off.split()).out
        assert f"Three a turn. ({made.out.split()[0]})" in shown
        assert "Not used tonight: BR-V1 is off" in shown
        assert "BR 5.1 stands" not in shown


@pytest.mark.usefixtures("call")
def test_what_a_call_on_a_fork_settles_is_not_said_to_be_open(
    rulings: Rulings, tmp_path: Path
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "RAID", "--lang", "en")
    for settled in (False, True):
        if settled:
            question = "Does Memory Skip lock the boss?"
            rulings("call", question, "--verdict", "It does.", "--overrules", "RAID-F17")
        rulings("sheet", "RAID-Q4", "-o", str(tmp_path / "s.md"))
        ruling, *_ = (tmp_path / "s.md").read_text(encoding="utf-8").split("### RAID-V4")
        shown = rulings("show", "RAID-Q4").out, ruling
        assert ["Not settled tonight" in text for text in shown] == [not settled] * 2


@pytest.mark.usefixtures("call")
def test_a_fork_that_is_shown_has_the_call_in_its_case(rulings: Rulings) -> None:
    command = ("call", "Judge?", "--verdict", "The boss ignores it.", "--overrules", "RAID-Q6")
    above = rulings(*command).out.split()[0]

    case = f"{above}  A player used Judge: The boss ignores it."
    assert case in rulings("show", "RAID-F86").out


@pytest.mark.usefixtures("call")
def test_a_call_on_a_card_is_not_told_in_another_format(rulings: Rulings) -> None:
    command = ("call", "Rope?", "--verdict", "Banned.", "--ruleset", "BR", "--card", "Escape Rope")
    ban = rulings(*command).out.split()[0]

    assert f"See also the call: Rope? → Banned. ({ban})" in rulings("show", "BR-Q15").out
    assert "Banned." not in rulings("show", "RAID-Q11").out


def test_a_call_on_a_clause_comes_before_a_ruling_that_only_restates_it(
    rulings: Rulings, ship: Ship
) -> None:
    ship(BUILT_IN_BOOK / "duel-boy")
    rulings("tonight", "--event", "Duels", "--ruleset", "DB")
    command = ("call", "Who picks?", "--verdict", "The winner picks all.", "--overrules", "DB 9.1")
    call = rulings(*command).out.split()[0]

    for question, first in (
        ("the loser picks which cards get traded?", call),
        ("how many cards change hands after a game?", "DB 9.2"),
    ):
        assert rulings("search", question, "--json").json["hits"][0]["id"] == first, question


def test_a_call_on_a_case_that_holds_a_formula_leaves_its_siblings(
    rulings: Rulings, one_game: None
) -> None:
    rulings("tonight", "--event", "Checkup", "--ruleset", "BR")
    command = ("call", "10 HP?", "--verdict", "Nobody takes it.", "--overrules", "BR-Q22")
    call = rulings(*command).out.split()[0]

    for question, first in (
        ("10 HP left, poisoned and burned: who takes the prize?", call),
        ("30 HP left, poisoned and burned: who takes the prize?", "BR-Q23"),
        ("残り30でどくとやけど、サイドは?", "BR-Q23"),
    ):
        assert rulings("search", question, "--json").json["hits"][0]["id"] == first, question


@pytest.mark.long
def test_a_rule_names_the_call_on_a_ruling_that_it_decides(rulings: Rulings) -> None:
    rulings("tonight", "--event", "Duels", "--ruleset", "NS", "--lang", "en")
    command = ("call", "Both lose?", "--verdict", "It is a draw.", "--overrules", "NS-Q1")
    call = rulings(*command).out.split()[0]

    for asking in (("search", "Ninja Slayer: both lose at the same time"), ("show", "NS 2.3")):
        answer = " ".join(rulings(*asking).out.split())
        assert f"See also the call: Both lose? → It is a draw. ({call})" in answer


def test_a_variant_laid_over_a_clause_names_the_call_above_it(
    rulings: Rulings, one_game: None
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--with", "BR-V6", "--lang", "en")
    command = ("call", "No deck?", "--verdict", "Skip the draw.", "--overrules", "BR-V6")
    call = rulings(*command).out.split()[0]

    rules = " ".join(rulings("rules", "BR").out.split())

    assert f"Pokémon stay. (author's proposal) {call} stands above this: Skip the draw." in rules


def test_rules_and_posters_name_the_call_above_the_fork_of_a_rule(
    rulings: Rulings, one_game: None
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--lang", "en")
    command = ("call", "New Active?", "--verdict", "At once.", "--overrules", "BR-F20")
    call = rulings(*command).out.split()[0]

    rules = " ".join(rulings("rules", "BR", "--effective").out.split())
    poster = rulings("sheet", "--style", "poster", "--format", "md").out

    assert rules.count(f"A call stands above BR-F20: At once. ({call})") == 2  # BR 8.2, BR 8.2a
    assert "A call stands above BR-F20: New Active?" in poster


def test_rules_to_choose_from_say_what_they_ask_first_and_what_is_in_force(
    rulings: Rulings, one_game: None
) -> None:
    event = ("--event", "Both", "--ruleset", "BR", "--ruleset", "RAID", "--with", "BR-V6")
    rulings("tonight", *event, "--lang", "ja")

    cases = rulings("search", "山札がなくなったらどうなる?", "--json").json["fork"]["cases"]
    verdicts = {case["entry"]: case["verdict"]["ja"] for case in cases}

    assert verdicts.pop("BR-V6"), "in place of what is open without it"
    assert [*verdicts.values()] == ["引けないのは、レイドボスですか、プレイヤーですか?"]


@pytest.mark.usefixtures("call")
def test_a_table_of_numbers_leaves_out_those_of_an_overruled_rule(
    rulings: Rulings, tmp_path: Path
) -> None:
    sheet = tmp_path / "boss.md"
    assert rulings("sheet", "raid-boss-turn", "--lang", "en", "-o", str(sheet)).code == 0

    rows = {
        line.split("|")[1]: line for line in sheet.read_text("utf-8").splitlines() if "|" in line
    }
    [rate] = [name for name in rows if "(RAID 9.1)" in name]
    assert RATE in rate and rows[rate].endswith("| – | – | – | – |")
    assert rows[" Cards the boss draws (RAID 7.1) "].endswith("| 3 | 4 | 5 | 6 |")


@pytest.mark.long
def test_a_ruling_names_the_call_on_a_variant_that_it_needs(
    rulings: Rulings, one_game: None
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "RAID", "--with", "RAID-V2", "--lang", "en")
    rulings("call", "Lost cards?", "--verdict", "6 count as 1.", "--overrules", "RAID-V2")

    shown = " ".join(rulings("show", "RAID-Q22").out.split())

    assert "A call stands above RAID-V2: 6 count as 1." in shown


@pytest.mark.long
def test_a_withdrawn_call_is_not_listed_below_the_one_that_overruled_it(
    rulings: Rulings, one_game: None
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--lang", "en")
    judge = ("call", "Judge on all?", "--verdict", "Yes.", "--overrules", "BR-Q18")
    first = rulings(*judge).out.split()[0]
    appeal = ("call", "Judge after an appeal?", "--verdict", "No.", "--overrules", first)
    second = rulings(*appeal).out.split()[0]
    rulings("calls", "withdraw", first, "--why", "gone")

    hits = [hit["id"] for hit in rulings("search", "Judge after an appeal?", "--json").json["hits"]]

    assert hits[0] == second and first not in hits


@pytest.mark.usefixtures("one_game")
def test_a_call_on_a_rule_that_it_does_not_overrule_stands_with_its_numbers(
    rulings: Rulings,
) -> None:
    rulings("tonight", "--event", "Raid night", "--ruleset", "RAID", "--lang", "en")
    made = rulings("call", "Which rate?", "--verdict", "15 tonight.", "--clause", "RAID 9.1").out
    call = made.split()[0]

    numbers, _, answer = rulings("search", "raid 3 of us, 500 damage, cards?").out.partition("\n\n")

    assert f'if the call changes them: `rulings calls edit {call} --overrules "RAID 9.1"`' in made
    assert "damage for 1 card: 30" in numbers and f"{call}  Which rate? → 15 tonight." in numbers
    assert answer.startswith("RAID 9.1")
