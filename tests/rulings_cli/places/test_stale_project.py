"""What goes stale in a project, where a document that it cites comes in a new edition."""

from __future__ import annotations

from pathlib import Path

import pytest
from lanterns import ANSWERS, NEW, OLD, RULINGS, ask, forget, printed, take
from running import Rulings


@pytest.mark.parametrize("at_hand", [True, False])
def test_what_went_stale_is_found_by_the_texts_or_by_the_numbers(
    project: Path, rulings: Rulings, tmp_path: Path, at_hand: bool
) -> None:
    assert rulings("stale").code == 0
    take(rulings, tmp_path, NEW, "2026")
    if at_hand:
        assert "--fix writes LN 1.3" in rulings("stale").out, "an import alone is enough to know"
    assert rulings("cite", "lantern-rules").code == 0
    if not at_hand:
        forget(project)

    ran = rulings("stale")

    assert ran.code == 1
    assert f"{RULINGS}:8:15: HB-Q1 cites LN 1.2: moved (2025 → 2026)" in ran.out
    assert "fix  --fix writes LN 1.3" in ran.out
    fixed = rulings("stale", "--fix")
    assert fixed.code == 1 and "done  LN 1.3 is written\n" in fixed.out
    assert "fix  " not in fixed.out
    assert rulings("check").code == 0 and "[[LN 1.3]]" in (project / RULINGS).read_text()
    assert rulings("stale").code == 0


def test_a_changed_text_is_found_by_its_digest(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    ruling = project / RULINGS
    ruling.write_text(ruling.read_text().replace("LN 1.2", "LN 1.1"))
    take(rulings, tmp_path, NEW, "2026")
    rulings("cite", "lantern-rules")
    forget(project)

    ran = rulings("stale")

    assert ran.code == 1 and "HB-Q1 cites LN 1.1: edited (2025 → 2026)" in ran.out


def test_a_number_that_is_gone_from_a_new_edition_is_said_to_be_followed(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    take(rulings, tmp_path, OLD.replace("1.2 A", "1.4 A").replace("1.3 A", "1.5 A"), "2026")
    rulings("cite", "lantern-rules")

    ran = rulings("check")

    assert "'LN 1.2' is not in the book; `rulings stale --fix` follows what only moved" in ran.out
    rulings("stale", "--fix")
    assert rulings("check").code == 0


@pytest.mark.parametrize("at_hand", [True, False])
def test_quotes_dashes_and_followed_references_make_nothing_stale(
    project: Path, rulings: Rulings, tmp_path: Path, at_hand: bool
) -> None:
    text = OLD.replace("two lanterns in a turn.", "two “lanterns” in a turn – see rule 2.2.")
    (project / "cited" / "lantern-rules-2025.json").unlink()
    take(rulings, tmp_path, text, "2025")
    rulings("cite", "lantern-rules")
    newer = text.replace("“lanterns”", '"lanterns"').replace("–", "-")
    newer = newer.replace("2.2 A", "2.3 A").replace("rule 2.2", "rule 2.3")
    take(rulings, tmp_path, newer.replace("2.3 A", "2.2 Fog stays.\n2.3 A"), "2026")

    assert rulings("search", "may I light three lanterns").err == ""
    rulings("cite", "lantern-rules")
    if not at_hand:
        forget(project)

    assert rulings("stale").code == 0


def test_a_search_names_the_new_number_of_a_rule_whose_references_follow(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    text = OLD.replace("in a turn.", "in a turn, see rule 2.2.")
    take(rulings, tmp_path, text, "2025")
    newer = text.replace("2.2 A", "2.3 A").replace("rule 2.2", "rule 2.3").replace("1.2 A", "1.4 A")
    take(rulings, tmp_path, newer.replace("1.3 A", "1.2 Oil burns.\n1.3 A"), "2026")

    err = rulings("show", "HB-Q1").err

    assert "LN 1.2 is now LN 1.4 in lantern-rules 2026" in err


ASKED = """\
# as our players say it
checked_against: {lantern-rules: "2025"}
asked:
  LN 1.2: {en: [two lamps]}
  "LN 1.3": {en: [lamp is out]}
"""


def test_phrasings_follow_a_new_edition(project: Path, rulings: Rulings, tmp_path: Path) -> None:
    asked = project / "harbour" / "asked.yaml"
    asked.write_text(ASKED)
    take(rulings, tmp_path, NEW, "2026")
    rulings("cite", "lantern-rules")

    out = rulings("stale", "--fix").out

    assert "harbour/asked.yaml:4:11: harbour/asked.yaml cites LN 1.2: moved (2025 → 2026)" in out
    new = ASKED.replace("2025", "2026").replace("LN 1.3", "LN 1.4").replace("LN 1.2", "LN 1.3")
    assert asked.read_text() == new, "one gets the number that another had"
    assert rulings("stale").code == 0 and "asked.yaml" not in rulings("check").out


@pytest.mark.parametrize(("number", "code"), [("2.1", 0), ("1.1", 0), ("1.2", 1)])
def test_phrasings_of_rules_that_stand_count_again_when_the_edition_is_raised(
    project: Path, rulings: Rulings, tmp_path: Path, number: str, code: int
) -> None:
    """Where a rule was deleted, somebody must say what is asked now."""
    asked = project / "asked.yaml"
    asked.write_text(f'checked_against: {{lantern-rules: "2025"}}\nasked: {{LN {number}: {{}}}}\n')
    gone = OLD.replace("1.2 A player may light two lanterns in a turn.\n", "")
    take(rulings, tmp_path, gone.replace("three turns", "four turns"), "2026")
    rulings("cite", "lantern-rules")

    out = rulings("stale", "--fix").out

    assert ("done  2026 is written" in out) == (code == 0)
    assert ('"2026"' in asked.read_text()) == (code == 0)
    assert f"asked.yaml cites LN {number}" not in rulings("stale").out or code


def test_phrasings_that_say_no_edition_are_not_audited(project: Path, rulings: Rulings) -> None:
    asked = project / "asked.yaml"
    asked.write_text("# ours\nasked: {LN 1.2: {en: [two lamps]}, LN 9.9: {en: [x]}}\n")

    assert "'LN 9.9' is not in the book; correct the id; `rulings list" in rulings("check").out
    assert "1 entry (asked.yaml) not audited: cites lantern-rules" in rulings("stale").err
    rulings("stale", "--accept", "asked.yaml")

    line = 'checked_against: {lantern-rules: "2025"}'
    assert asked.read_text().startswith(f"# ours\n{line}\nasked: {{LN 1.2:")
    assert rulings("stale").code == 0


@pytest.mark.parametrize("how", [("--fix",), ("--accept", "HB-Q1"), ("--accept", "hb-q1,HB-Q1")])
def test_nothing_gets_numbers_of_an_edition_that_is_not_cited(
    project: Path, rulings: Rulings, tmp_path: Path, how: tuple[str, ...]
) -> None:
    take(rulings, tmp_path, NEW, "2026")
    before = (project / RULINGS).read_text()

    ran = rulings("stale", *how)

    assert ran.is_rejected("cites lantern-rules 2025, not 2026; run `rulings cite lantern-rules`")
    assert (project / RULINGS).read_text() == before
    rulings("cite", "lantern-rules")
    rulings("stale", *how)
    assert "[LN 1.3]" in (project / RULINGS).read_text()


def test_a_number_that_another_rule_got_is_not_called_gone(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    text = OLD.replace("1.2 A player may", "1.4 Each player may")
    take(rulings, tmp_path, text.replace("1.3 A", "1.2 A"), "2026")
    rulings("cite", "lantern-rules")
    forget(project)

    ran = rulings("stale", "--accept", "HB-Q1")

    assert ran.is_rejected("HB-Q1 cites LN 1.2, which is another rule in 2026"), ran


def test_a_citation_without_an_edition_is_not_audited_until_somebody_reads_it(
    project: Path, rulings: Rulings
) -> None:
    ruling = project / RULINGS
    before = ruling.read_text()
    for kept in ('harbour-rules: "1"', ""):
        lines = before.replace("HB-Q1", "HB-Q2").splitlines(keepends=True)[1:]
        lines = [line for line in lines if "checked_against" not in line]
        lines += [f"    checked_against: {{{kept}}}\n"] if kept else []
        ruling.write_text(before + "".join(lines))

        ran = rulings("stale")

        assert ran.code == 1 and "1 entry cites lantern-rules; 0 citations" in ran.out
        assert "1 entry (HB-Q2) not audited: cites lantern-rules without an edition" in ran.err
        assert rulings("stale", "--json").json["audits"][0]["unchecked"] == ["HB-Q2"]
        accepted = rulings("stale", "--accept", "HB-Q2")
        assert accepted.code == 0 and "not audited" not in accepted.err, "it is mended"
        assert rulings("stale").code == 0
        assert rulings("check").code == 0


def test_a_book_that_cites_nothing_has_nothing_stale(
    rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rulings("new", "book", str(tmp_path / "harbour"), "--prefix", "HB", "--lang", "en")
    monkeypatch.chdir(tmp_path / "harbour")

    ran = rulings("stale")

    assert (ran.code, ran.out) == (0, "")
    assert "cites no document of others" in ran.err
    accepted = rulings("stale", "--accept", "HB-Q1")
    assert accepted.is_rejected("this project cites no document of others")


def test_a_call_says_which_editions_it_was_checked_against(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    words = ("call", "May I light three?", "--verdict", "No.", "--ruleset", "HB")
    assert rulings(*words, "--clause", "LN 1.2").code == 0

    assert 'lantern-rules: "2025"' in printed(tmp_path / "own-book")
    (tmp_path / "own-book" / "calls.yaml").unlink()
    identifier = rulings(*words).out.split()[0]
    assert "lantern-rules" not in printed(tmp_path / "own-book")
    assert rulings("calls", "edit", identifier, "--clause", "LN 1.2").code == 0
    assert 'lantern-rules: "2025"' in printed(tmp_path / "own-book")


def test_what_a_log_teaches_says_which_edition_it_is_of(project: Path, rulings: Rulings) -> None:
    rulings("tonight", "--event", "Cup")
    rulings("search", "xylophone lamps")
    assert rulings("log", "--to-asked", "LN 1.2").code == 0

    written = (project / "asked-lantern-rules-2025.yaml").read_text(encoding="utf-8")
    assert written.startswith('checked_against: {lantern-rules: "2025"}\n\nasked:\n')
    assert rulings("stale").code == 0


def test_a_search_warns_where_a_newer_import_has_another_number_or_text(
    project: Path, rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("search", "may I light three lanterns")
    assert rulings(*asked).err == ""
    take(rulings, tmp_path, NEW, "2026")

    prints = [("sheet", "HB-Q1", "-o", "a.md"), ("page", "-o", "a.html"), ("site", "-o", "a")]
    for words in (asked, ("search", "LN 1.2"), (*asked, "--json"), ("show", "HB-Q1"), *prints):
        err = rulings(*words).err
        assert "LN 1.2 is now LN 1.3 in lantern-rules 2026: read HB-Q1 again" in err, words
        assert err.endswith("(`rulings stale` says more)\n") and len(err.splitlines()) == 1
    for file in map(Path, ("a.md", "a.html", "a/hb/q1.html")):
        text = file.read_text(encoding="utf-8")
        assert "LN 1.2 is LN 1.3 in lantern-rules 2026, in the same words" in text, file
    mark = "three lanterns?\n  LN 1.2 is LN 1.3 in lantern-rules 2026, in the same words\n"
    assert mark in rulings(*asked).out and mark in rulings("show", "HB-Q1").out
    assert "LN 1.1 has another text" in rulings("search", "LN 1.1").err
    assert rulings("search", "LN 2.2", "--limit", "1").err == "", "it is the same rule in both"

    monkeypatch.chdir(tmp_path)
    book = ("--book", str(project))
    assert "LN 1.2 is now LN 1.3 in lantern-rules 2026" in rulings(*asked, *book).err, (
        "also outside of the project"
    )
    assert rulings("search", "LN 1.3", "--limit", "1", *book).err == "", (
        "what is shown is the new text"
    )


def test_a_search_says_deleted_where_stale_does(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    take(
        rulings,
        tmp_path,
        OLD.replace("1.2 A player may light two lanterns in a turn.\n", ""),
        "2026",
    )

    err = rulings("search", "may I light three lanterns").err
    rulings("cite", "lantern-rules")

    assert "LN 1.2 is not in lantern-rules 2026" in err
    assert "HB-Q1 cites LN 1.2: deleted" in rulings("stale").out


def test_a_fork_goes_stale_by_what_its_cases_cite(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    cases = ("--case", "two=LN 1.2", "--case", "three=HB-Q1")
    assert rulings("new", "fork", "How many?", *cases, "--ruleset", "HB").out.startswith("HB-F1")
    forks = project / "harbour" / "harbour-rules" / "forks.yaml"
    assert 'lantern-rules: "2025"' in forks.read_text(), "a draft says what was at hand"
    assert "2 entries cite lantern-rules" in rulings("stale").out
    noted = forks.read_text()
    forks.write_text("".join(each for each in noted.splitlines(True) if "checked" not in each))

    assert "1 entry (HB-F1) not audited: cites lantern-rules" in rulings("stale").err
    rulings("stale", "--accept", "HB-F1")
    assert rulings("stale").code == 0 and rulings("check").code == 0
    take(rulings, tmp_path, NEW, "2026")
    rulings("cite", "lantern-rules")
    assert "HB-F1 cites LN 1.2: moved (2025 → 2026)" in rulings("stale", "--fix").out

    assert "entry: LN 1.3" in forks.read_text() and rulings("stale").code == 0


def test_a_text_of_a_card_or_term_goes_stale_as_an_entry_does(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    for kind in ("card", "term"):
        words = (kind, "Wick", "--set", "remark=See [[LN 1.2]].", "--game", "harbour")
        assert rulings("new", *words).code == 0
    terms = project / "harbour" / "terms.yaml"
    noted = terms.read_text()
    assert 'lantern-rules: "2025"' in noted, "a draft says what was at hand"
    terms.write_text("".join(each for each in noted.splitlines(True) if "checked" not in each))

    assert "1 entry (term:harbour/wick) not audited" in rulings("stale").err
    rulings("stale", "--accept", "term:harbour/wick")
    assert terms.read_text().count("checked_against") == 1 and rulings("stale").code == 0
    take(rulings, tmp_path, NEW, "2026")
    rulings("cite", "lantern-rules")
    assert "term:harbour/wick cites LN 1.2: moved (2025 → 2026)" in rulings("stale", "--fix").out

    assert "[[LN 1.3]]" in terms.read_text()
    assert "[[LN 1.3]]" in terms.with_name("cards.yaml").read_text()
    assert rulings("stale").code == 0


def test_stale_and_a_plan_are_printed_in_the_readers_language(
    project: Path, rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(rulings, tmp_path, NEW, "2026")
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")

    stale = rulings("stale").out
    plan = rulings("import", "numbered", str(tmp_path / "lanterns-2026.md"), "--plan").out

    assert "HB-Q1 の引く LN 1.2: 移動 (2025 → 2026)" in stale
    assert "直し方  --fix が LN 1.3 と書きます" in stale and "見直す引用 1 件" in stale
    assert "行: 8 = 条項 5 + 見出し 2 + 条項の外 1" in plan and "計画: 条項 5, 節 2" in plan


@pytest.mark.parametrize("at_hand", [True, False])
def test_published_answers_are_cited_by_their_ruleset_and_go_stale(
    project: Path, rulings: Rulings, tmp_path: Path, at_hand: bool
) -> None:
    assert ask(rulings, tmp_path, ANSWERS, "2025").code == 0
    assert rulings("cite", "fair-faq").code == 0
    cases = ("--case", "they are clear=FQ-Q1", "--case", "they are worn=FQ-Q2")
    words = ("new", "fork", "Are my sleeves allowed?", *cases, "--set", "asked=are my sleeves ok")
    assert rulings(*words, "--ruleset", "HB").code == 0
    assert 'fair-faq: "2025"' in (project / RULINGS).with_name("forks.yaml").read_text()
    assert "No sleeve may." in rulings("show", "FQ-Q2").out
    assert rulings("stale").code == 0
    assert ask(rulings, tmp_path, ANSWERS.replace("No.", "Yes."), "2026").code == 0
    assert "FQ-Q1 has another text in fair-faq 2026" in rulings("show", "HB-F1").err
    rulings("cite", "fair-faq")
    if not at_hand:
        forget(project)

    ran = rulings("stale")

    assert ran.code == 1
    assert "HB-F1 cites FQ-Q1: edited (2025 → 2026)" in ran.out
    assert "FQ-Q2" not in ran.out and ("{+Yes+}" in ran.out) is at_hand
    (shown,) = rulings("show", "FQ-Q1", "--json").json["entries"]
    assert (shown["authority"], bool(shown["answer"])) == ("author", at_hand)
    rulings("stale", "--accept", "HB-F1")
    assert rulings("stale").code == 0


def test_what_is_imported_again_in_one_edition_or_by_another_import(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    ask(rulings, tmp_path, ANSWERS, "2025")
    again = ask(rulings, tmp_path, ANSWERS.replace("No.", "Yes."), "2025")

    assert "edition 2025 had other words before: 1, FQ-Q1 first" in again.err
    other = ask(rulings, tmp_path, ANSWERS, "2026", ruleset="lantern-rules")
    assert other.is_rejected("lantern-rules is there already, by another import; choose another")
    assert rulings("import", "remove", "fair-faq").code == 0
