"""`rulings diff`."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from cases import DATA
from places import ROOT
from running import Rulings

OLD, NEW = (str(path) for path in sorted((DATA / "editions").glob("*.txt")))


def test_words_on_the_terminal(rulings: Rulings) -> None:
    out = rulings("diff", OLD, NEW).out
    assert "CR 119.1b  edited\n  In a game of teams, the crates are shared{+ equally+}." in out
    assert "CR 311.3 → CR 312.3  moved (references follow)" in out
    assert out.replace("\n", " ").rstrip().endswith("1 references, 22 moved, 1 moved and edited")


def test_json(rulings: Rulings) -> None:
    plain = rulings("diff", OLD, NEW, "--json").json
    (change,) = [each for each in plain["changes"] if each["id"] == "CR 315.2"]
    assert (change["kind"], change["old"]["id"]) == ("moved", "CR 314.2")
    assert plain["counts"]["created"] == 7
    assert (plain["old"], plain["new"]) == ("2022-10-07", "2023-11-17")


def test_a_text_without_its_date_is_imported_first(rulings: Rulings, tmp_path: Path) -> None:
    undated = tmp_path / "undated.txt"
    text = Path(OLD).read_text(encoding="utf-8").replace("effective as of", "good from")
    undated.write_text(text, encoding="utf-8")

    ran = rulings("diff", str(undated), NEW)

    assert ran.is_rejected("; import it with --edition")


def test_a_text_of_any_game_may_end_in_credits(rulings: Rulings, tmp_path: Path) -> None:
    text = "Tides\n\n1.1 A raft may dock.\n1.2 It waits.\n\nGlossary\n\nRaft\nA boat.\n\nCredits\n"
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text(text)
    new.write_text(text.replace("waits", "sails"))

    assert rulings("diff", str(old), str(new)).out.startswith("R 1.2  edited\n")


PAGE = (ROOT / "docs" / "explanation-editions.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ rulings (.*?)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_what_the_page_shows_is_printed(
    rulings: Rulings, monkeypatch: pytest.MonkeyPatch, command: str, output: str
) -> None:
    monkeypatch.chdir(ROOT)
    assert rulings(*shlex.split(command)).out == output


def test_only_one_kind(rulings: Rulings) -> None:
    plain = rulings("diff", OLD, NEW, "--json", "--kind", "deleted").json
    assert [change["id"] for change in plain["changes"]] == ["CR 606.2"]
    assert rulings("diff", OLD, NEW, "--kind", "burnt").code == 2


@pytest.mark.parametrize(
    ("old", "told"),
    [
        ("nowhere", "no such folder"),
        (str(DATA), "run `rulings check`"),
        (str(DATA / "words.yaml"), "words.yaml:1:1: B104"),
    ],
)
def test_what_is_no_edition(rulings: Rulings, old: str, told: str) -> None:
    assert rulings("diff", old, NEW).is_rejected(told)


def test_numbered_texts_are_compared_and_signs_are_no_change(
    rulings: Rulings, tmp_path: Path
) -> None:
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text(
        'Tides\n\n1.1 A "raft" - or two -  may dock.\n1.2 第 3 条の札を引く。\n1.3 It waits.\n'
    )
    new.write_text(
        "Tides\n\n1.1 A “raft” – or two – may dock.\n1.2 第3条の札を引く。\n1.3 It sails.\n"
    )

    plain = rulings("diff", str(old), str(new), "--json").json

    assert [(each["id"], each["kind"]) for each in plain["changes"]] == [("R 1.3", "edited")]
    assert plain["ruleset"] == "tides"
