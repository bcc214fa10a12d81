"""rules, calc, list, refs, card, new, check, schema, index: what they print and refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from running import Rulings, Ship, Write

from rulings import __version__
from rulings_cli.start.application import COMMANDS


def test_rules_are_a_numbered_document(rulings: Rulings) -> None:
    out = rulings("rules", "battle-royal", "--lang", "en").out

    assert out.startswith("Battle Royal (EUIC 2024)")
    assert "BR 8  Knock Outs and Prize cards" in out
    assert "BR-V5" not in out.split("BR 1 ", 1)[1]


def test_effective_rules_show_the_variants_at_their_clauses(rulings: Rulings) -> None:
    out = rulings("rules", "BR", "--effective", "--with", "br-v5", "--lang", "en").out

    clause = out.split("  BR 9.1  ", 1)[1].split("BR 10  ", 1)[0]
    assert "BR-V5  [changed to]" in clause
    assert "BR-V2  [not in force]" in out


def test_a_ruling_on_a_variant_left_out_says_so(rulings: Rulings) -> None:
    out = rulings("rules", "BR", "--with", "BR-V2", "--lang", "en").out

    tail = out.split("Not as written tonight", 1)[1]
    assert "BR-Q8" in tail
    assert "BR-Q24" in tail


def test_variants_that_change_the_same_clause_are_named(rulings: Rulings) -> None:
    variants = ("--with", "RAID-V4", "--with", "RAID-V5")
    rules = rulings("rules", "raid", *variants, "--json").json

    assert rules["conflicts"]["RAID 6.2"] == ["RAID-V4", "RAID-V5"]


@pytest.mark.parametrize(
    ("typed", "outputs"),
    [
        (["RAID 9.1", "players=4", "damage=380"], {"cards": 9, "damage_left": 20}),
        (["lost_zone_cards", "players=4", "damage=380"], {"cards": 9, "damage_left": 20}),
        (["raid 7.1", "players=2"], {"boss_cards_drawn": 3}),
        (["BR-Q22", "remaining_hp=10"], {"prize_to": "poisoner"}),
        (["checkup_knock_out", "remaining_hp=30"], {"prize_to": "burner"}),
    ],
)
def test_calc(rulings: Rulings, typed: list[str], outputs: dict[str, Any]) -> None:
    results = rulings("calc", *typed, "--json").json["outputs"]

    assert {name: results[name] for name in outputs} == outputs


def test_calc_shows_its_working(rulings: Rulings) -> None:
    out = rulings("calc", "RAID 9.1", "players=4", "damage=380", "--lang", "en").out

    assert "9 (min(380 ÷ 40, 60))" in " ".join(out.split())
    assert "RAID 9.1" in out


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["RAID 9.1", "players=0", "damage=380"], "players must be from 1 to 5"),
        (["RAID 9.1", "players=4"], "also needs damage; add damage=…"),
        (["RAID 9.1", "players=4", "damage=-1"], "damage must be from 0"),
        (["RAID 9.1", "players=4", "damage=1", "x=1"], "has no input x"),
        (["RAID 9.1", "players=many", "damage=1"], "players=many"),
        (["BR 1.1"], "BR 1.1 has no formula; `rulings calc` lists all"),
        (["no_such_formula"], "no formula 'no_such_formula'"),
    ],
)
def test_calc_refuses_in_one_line(rulings: Rulings, typed: list[str], told: str) -> None:
    assert rulings("calc", *typed).is_rejected(told)


def test_calc_alone_lists_every_formula(rulings: Rulings) -> None:
    assert "lost_zone_cards players=… damage=…" in rulings("calc").out


def test_list_filters(rulings: Rulings) -> None:
    house = rulings("list", "--ruleset", "raid", "--authority", "house", "--json").json["entries"]

    assert {"RAID-V2", "RAID-V3"} <= {entry["id"] for entry in house}
    assert {entry["authority"] for entry in house} == {"house"}
    nothing = rulings("list", "--ruleset", "DB", "--authority", "official")
    assert (nothing.code, nothing.out) == (1, "")
    assert "no entry passes these filters" in nothing.err


def test_refs_go_through_variants(rulings: Rulings) -> None:
    citing = rulings("refs", "BR 11.1", "--json").json["cited_by"]

    through = {cited["id"]: cited["through"] for cited in citing}
    assert through["BR-Q7"] == ""
    assert "BR-V7" in through
    uncited = rulings("refs", "BR-N1")
    assert (uncited.code, uncited.err) == (1, "rulings: nothing rests on BR-N1\n")


@pytest.mark.parametrize("name", ["ジャッジマン", "Judge", "じゃっじまん", "jajjiman", "Juge"])
def test_a_card_in_any_spelling(rulings: Rulings, name: str) -> None:
    answer = rulings("card", name, "--json").json

    assert answer["card"]["id"] == "card:judge"
    assert {"BR-Q18", "RAID-Q6"} <= {entry["id"] for entry in answer["entries"]}


def test_the_rulings_on_a_card_come_before_its_text(rulings: Rulings) -> None:
    out = rulings("card", "Judge", "--lang", "en").out

    assert out.startswith("BR-Q18")
    assert out.index("RAID-Q6") < out.index("card:judge")


def test_a_card_that_is_not_there(rulings: Rulings) -> None:
    ran = rulings("card", "Black Lotus")

    assert ran.code == 1
    assert ran.out.startswith("The book has no such card.")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["call", "Why?", "--verdict", "x", "--clause", "BR 99.9"], "'BR 99.9' is not in the book"),
        (["new", "ruling"], "add --ruleset"),
        (["new", "ruling", "--ruleset", "shogi"], "no ruleset 'shogi'"),
        (["rules", "shogi"], "no ruleset 'shogi'"),
        (["rules", "BR", "--with", "BR-Q1"], "it has BR-V1, BR-V2"),
        (["list", "--authority", "god"], "no authority 'god'; there are official"),
        (["refs", "Q1"], "'Q1' may mean"),
        (["refs", "BR 8"], "'BR 8' may mean BR 8.1, BR 8.2; write it like BR 8.1"),
        (["sheet", "Q1", "-o", "q.md"], "'Q1' may mean"),
        (["rename", "8.1", "8.9"], "'8.1' may mean"),
        (["check", "/no/such/book"], "/no/such/book: B011 no such folder"),
        (["show"], "see `rulings show --help`"),
        (["frobnicate"], "No such command 'frobnicate'"),
        (["serach"], "Did you mean 'search'?"),
        (["chekc"], "Did you mean 'check'?"),
        (["ジャッジマン"], "`rulings search …` asks a question"),
    ],
)
def test_mistakes_end_in_one_line(rulings: Rulings, typed: list[str], told: str) -> None:
    ran = rulings(*typed)

    assert ran.is_rejected(told)
    assert ran.out == ""


def test_version(rulings: Rulings) -> None:
    assert rulings("--version").out == f"rulings {__version__}\n"


def test_warnings_pass_unless_strict(rulings: Rulings, write_book: Write) -> None:
    path = write_book()
    file = path / "rules" / "rulings.yaml"
    file.write_text(file.read_text().replace("[a, b, c, d]", "[a, b, c]"))

    loose, strict = rulings("check", str(path)), rulings("check", str(path), "--strict")

    assert (loose.code, strict.code) == (0, 1)
    assert "B406 warning: fewer than 4 phrasings in a language: CH-Q1; " in loose.out


@pytest.mark.long
def test_check_of_a_book_that_rests_on_others(
    rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the faults of this book are reported, also if it is named from within its folder."""
    call = "title: {en: A}, verdict: {en: Yes.}, question: {en: B}, answer: {en: C}"
    for name in ("own", "own-other"):
        (tmp_path / name).mkdir()
        text = f"rulings:\n- {{id: BR-Q1001, {call}, clauses: [BR 99.9], authority: house}}\n"
        (tmp_path / name / "calls.yaml").write_text(text)
    monkeypatch.chdir(tmp_path / "own")
    ran = rulings("check", ".", "--book", str(tmp_path / "own-other"))

    assert ran.code == 1
    assert "BR 99.9" in ran.out
    assert "own-other" not in ran.out


def test_schema_is_json(rulings: Rulings) -> None:
    assert json.loads(rulings("schema").out)["$defs"]["Ruling"]


def test_index_says_where_it_is_and_is_built_anew(
    rulings: Rulings, ship: Ship, write_book: Write
) -> None:
    ship(write_book())
    before = rulings("index", "--json").json
    after = rulings("index", "rebuild", "--json").json

    assert before["state"] == after["state"] == "fresh"
    assert Path(after["folder"]).exists()
    assert before["folder"] != after["folder"]


def test_every_command_has_help_with_an_example(rulings: Rulings) -> None:
    listed = rulings("--help").out
    for name in COMMANDS:
        assert f"  {name} " in listed
        usage, help_text = rulings(name, "--help").out.split("\n", 1)
        assert usage.startswith("Usage:")
        assert f"rulings {name} " in " ".join(help_text.split()), f"{name}: no example"
