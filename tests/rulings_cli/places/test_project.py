"""A project: its `rulings.toml`, the documents that it cites, and what it publishes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cases import DATA
from lanterns import NEW, OLD, QUOTED, RULINGS, forget, keep_a_fork, printed, take
from running import Rulings


def test_a_project_reads_its_book_and_what_it_cites_and_nothing_else(
    project: Path, rulings: Rulings, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = rulings("list", "--json").json["entries"]
    assert {entry["ruleset"] for entry in listed} == {"lantern-rules", "harbour-rules"}
    assert rulings("show", "BR 8.1a").code == 1, "the book that ships is not read"
    assert QUOTED in rulings("show", "LN 1.2").out, "at the table a cited clause is shown whole"

    monkeypatch.chdir(project / "harbour")
    assert rulings("show", "HB-Q1").code == 0, "also in a folder below"
    monkeypatch.chdir(project.parent)
    assert rulings("show", "BR 8.1a").code == 0, "and not outside of it"


@pytest.mark.parametrize("at_hand", [True, False])
def test_only_the_book_is_published_and_of_what_it_cites_the_number(
    project: Path, rulings: Rulings, at_hand: bool
) -> None:
    if not at_hand:
        forget(project)
    commands = (
        ("site", "-o", "made/public"),
        ("page", "-o", "made/page.html"),
        ("sheet", "HB", "-o", "made/sheet.md"),
        ("export", "-o", "made/export.jsonl"),
        ("export", "--format", "csv", "-o", "made/export.csv"),
    )
    for words in commands:
        (project / "made").mkdir(exist_ok=True)
        ran = rulings(*words)
        assert ran.code == 0, ran.err
        text = printed(project / "made")
        assert "LN 1.2" in text and "HB-Q1" in text, words
        assert QUOTED not in text and "LN 2.1" not in text, words
        assert words[0] != "sheet" or "The rules in full" not in text, "it has no text"
        shutil.rmtree(project / "made")


def test_a_clause_is_quoted_where_its_licence_is_said_to_allow_it(
    project: Path, rulings: Rulings
) -> None:
    settings = project / "rulings.toml"
    settings.write_text(settings.read_text() + "quote = true\n")

    assert rulings("site", "-o", "public").code == 0

    text = printed(project / "public")
    assert QUOTED in text and "puts out every lantern" not in text
    assert not (project / "public" / "ln").exists(), "it is not published by itself"


def test_without_the_document_its_numbers_stand_for_it(project: Path, rulings: Rulings) -> None:
    committed = (project / "cited" / "lantern-rules-2025.json").read_text()
    assert not any(words in committed for words in (QUOTED, "wall", "Lanterns"))
    assert list(json.loads(committed)["numbers"])[2:] == [
        *("LN 1.1", "LN 1.2", "LN 1.3", "LN 2.1", "LN 2.2")
    ]
    forget(project)

    assert "books .; cites lantern-rules 2025; only true" in rulings("doctor").out
    for words in (("check",), ("check", "."), ("check", str(project))):
        ran = rulings(*words)
        assert ran.code == 0 and "error" not in ran.out, ran.out
        assert "LN 1.2" not in ran.out and "cited/" not in ran.out
    assert "LN 1.2" in rulings("show", "LN 1.2").out

    ruling = project / "harbour" / "harbour-rules" / "rulings.yaml"
    ruling.write_text(ruling.read_text().replace("clauses: [LN 1.2]", "clauses: [LN 1.7]"))
    ran = rulings("check")
    assert ran.code == 1 and "B301 'LN 1.7' is not in the book" in ran.out


@pytest.mark.parametrize("at_hand", [True, False])
def test_a_document_of_a_game_that_another_book_describes_may_be_cited(
    project: Path, rulings: Rulings, at_hand: bool
) -> None:
    settings = project / "rulings.toml"
    before = settings.read_text()
    settings.write_text(before.replace('books = ["."]', 'books = ["."]\nonly = false'))
    assert rulings("import", "mtg-cr", str(min((DATA / "editions").glob("*.txt")))).code == 0
    settings.write_text(before)
    assert rulings("cite", "mtg-cr").code == 0
    if not at_hand:
        forget(project)

    ran = rulings("new", "ruling", "How many?", "--clause", "CR 314.2", "--ruleset", "HB")

    assert ran.code == 0, ran.err
    assert rulings("check").code == 0
    assert rulings("site", "-o", "public").code == 0
    assert 'mtg-cr: "2022-10-07"' in (project / RULINGS).read_text()


def test_what_an_evening_taught_and_ruled_is_there_when_it_is_over(
    project: Path, rulings: Rulings
) -> None:
    assert rulings("tonight", "--event", "Fair", "--ruleset", "HB").code == 0
    rulings("search", "xylophone quorum")
    assert rulings("call", "Late?", "--verdict", "Two minutes.").code == 0
    assert rulings("log", "--to-asked", "HB-Q1").code == 0
    call = rulings("call", "Xylophones?", "--verdict", "One.").out.split()[0]
    assert rulings("log", "--to-asked", call).code == 0
    assert call not in (project / "asked.yaml").read_text(), "a call is no entry of the project"
    assert rulings("tonight", "--end").code == 0

    assert rulings("search", "xylophone quorum", "--json").json["hits"][0]["id"] == "HB-Q1"
    assert "xylophone quorum" in (project / "asked.yaml").read_text()
    assert rulings("check").code == 0
    assert "Two minutes." in rulings("sheet", "--calls", "--format", "md").out


@pytest.mark.long
def test_calls_of_other_games_are_no_faults_of_a_project(
    project: Path, rulings: Rulings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(project.parent)
    assert rulings("call", "Sleeves?", "--verdict", "Yes.", "--ruleset", "BR").code == 0
    monkeypatch.chdir(project)
    assert rulings("tonight", "--event", "Fair", "--ruleset", "HB").code == 0

    ran = rulings("check")
    assert ran.code == 0 and "calls.yaml" not in ran.out, ran.out


def test_an_event_does_not_narrow_a_site(project: Path, rulings: Rulings) -> None:
    rulings("new", "ruling", "Wind?", "--verdict", "No.", "--answer", "No.", "--ruleset", "LN")
    assert rulings("tonight", "--event", "Fair", "--ruleset", "LN").code == 0

    assert rulings("site", "-o", "public").code == 0

    assert (project / "public" / "ln").exists() and (project / "public" / "hb").exists()


@pytest.mark.parametrize("at_hand", [True, False])
def test_a_book_brings_what_it_cites_wherever_it_is_named(
    project: Path, rulings: Rulings, monkeypatch: pytest.MonkeyPatch, at_hand: bool
) -> None:
    if not at_hand:
        forget(project)
    monkeypatch.chdir(project.parent)

    assert rulings("check", "harbour").code == 0
    assert rulings("--only", "check", "--book", "harbour").code == 0
    assert rulings("--only", "show", "LN 1.2", "--book", "harbour").code == 0
    with monkeypatch.context() as variables:
        variables.setenv("RULINGS_BOOK", "harbour")
        assert rulings("--only", "show", "LN 1.2").code == 0
        assert rulings("--only", "show", "HB-Q1").err == ""
    assert rulings("--only", "site", "--book", "harbour", "-o", "made").code == 0
    assert QUOTED not in printed(project.parent / "made")
    assert not (project.parent / "made" / "ln").exists()


def test_a_clause_whose_text_is_elsewhere_says_so(project: Path, rulings: Rulings) -> None:
    message = "Its text is not on this machine"
    assert message not in rulings("show", "LN 1.2", "--lang", "en").out
    forget(project)

    assert message in rulings("show", "LN 1.2", "--lang", "en").out


def test_a_document_that_is_nowhere_is_named(project: Path, rulings: Rulings) -> None:
    forget(project)
    (project / "cited" / "lantern-rules-2025.json").unlink()

    ran = rulings("check")

    assert ran.code == 1
    assert "B011 the document is not here; import it, or commit" in ran.out
    assert "LN 1.2" not in ran.out and "B602" not in ran.out, "nothing follows from it"


def test_a_damaged_file_of_numbers_is_named(project: Path, rulings: Rulings) -> None:
    forget(project)
    (project / "cited" / "lantern-rules-2025.json").write_text('{"numbers": 3}')

    fault = "B005 no file of `rulings cite`; write it again"
    assert fault in rulings("show", "HB-Q1").err and fault in rulings("check").out


def test_rulings_on_the_document_go_into_the_book(project: Path, rulings: Rulings) -> None:
    for at_hand in (True, False):
        ran = rulings(
            "new", "ruling", "Does a wall stop wind?", "--ruleset", "LN", "--clause", "2.2"
        )
        assert ran.code == 0, ran.err
        if at_hand:
            forget(project)
    text = (project / "lantern-rules" / "rulings.yaml").read_text()

    assert "LN-Q1001" in text and "LN-Q1002" in text
    assert 'checked_against: {lantern-rules: "2025"}' in text
    assert rulings("check").code == 0


def test_a_document_may_lie_anywhere(project: Path, rulings: Rulings, tmp_path: Path) -> None:
    take(rulings, tmp_path, NEW, "2026", "--into", str(tmp_path / "elsewhere"))
    settings = project / "rulings.toml"
    text = settings.read_text().replace('"2025"', '"2026"')
    settings.write_text(text + 'path = "../elsewhere"\n')

    assert QUOTED in rulings("show", "LN 1.3").out
    assert rulings("cite", "lantern-rules").code == 0
    assert (project / "cited" / "lantern-rules-2026.json").exists()


def test_a_book_laid_over_ours_is_taught_in_its_own_folder(project: Path, rulings: Rulings) -> None:
    (project / "rulings.toml").write_text('books = ["."]\nonly = false\n')
    rulings("tonight", "--event", "Cup")
    rulings("search", "xylophone lamps")

    assert rulings("log", "--to-asked", "HB-Q1").code == 0
    assert "xylophone lamps" in (project / "asked.yaml").read_text(encoding="utf-8")


def test_the_next_edition_is_cited_by_the_same_command(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    assert "`rulings cite lantern-rules` adds the import" in take(rulings, tmp_path, NEW, "2026")
    before = (project / "rulings.toml").read_text()
    assert QUOTED in rulings("show", "LN 1.2").out, "an import alone changes nothing"

    assert rulings("cite", "lantern-rules").code == 0

    assert (project / "rulings.toml").read_text() == before.replace('"2025"', '"2026"')
    assert QUOTED in rulings("show", "LN 1.3").out
    forget(project)
    assert "LN 1.2 is now LN 1.3 in lantern-rules 2026" in rulings("show", "HB-Q1").err


def test_numbers_in_the_name_of_an_edition_are_compared_as_numbers(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    take(rulings, tmp_path, OLD, "2025.9")
    take(rulings, tmp_path, NEW, "2025.10")

    moved = "LN 1.2 is now LN 1.3 in lantern-rules 2025.10"
    assert moved in rulings("search", "may I light three lanterns").err
    assert "moved (2025 → 2025.10)" in rulings("stale").out
    rulings("cite", "lantern-rules")
    assert "2025.10" in (project / "rulings.toml").read_text(encoding="utf-8")
    older = take(rulings, tmp_path, OLD, "2024")
    assert "edition '2025.10' counts as newer than 2024 and stays in use; if it is not" in older


def test_an_erratum_of_the_same_edition_is_not_cited_unawares(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    take(rulings, tmp_path, OLD.replace("two lanterns", "three lanterns"), "2025")

    for _ in range(2):
        ran = rulings("cite", "lantern-rules")
        assert ran.is_rejected("lantern-rules 2025 had other words when it was cited: LN 1.2")
    Path(ran.err.split("then remove ")[1].split(" and")[0]).unlink()
    assert rulings("cite", "lantern-rules").err == ""


def test_an_older_edition_is_not_cited_unawares(project: Path, rulings: Rulings) -> None:
    settings = project / "rulings.toml"
    settings.write_text(settings.read_text().replace('"2025"', '"2026"'))
    before = settings.read_text()

    ran = rulings("cite", "lantern-rules")

    assert ran.is_rejected("lantern-rules 2026, which this project cites, is not here; import it")
    assert settings.read_text() == before


@pytest.mark.long
def test_rules_that_the_project_holds_itself_are_published_and_go_stale(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    (project / "rulings.toml").write_text('books = ["../rules", "."]\n', encoding="utf-8")
    take(rulings, tmp_path, OLD, "2025", "--into", "../rules")
    assert rulings("cite", "lantern-rules").code == 0
    assert 'path = "../rules"' in (project / "rulings.toml").read_text(encoding="utf-8")
    take(rulings, tmp_path, NEW, "2026", "--into", "../rules")

    ran = rulings("stale")

    assert ran.code == 1 and "HB-Q1 cites LN 1.2: moved (2025 → 2026)" in ran.out, ran.out
    rulings("cite", "lantern-rules")
    assert rulings("stale", "--fix").code == 1
    assert rulings("stale").code == 0
    assert rulings("site", "-o", str(tmp_path / "site")).code == 0
    assert QUOTED in printed(tmp_path / "site")


@pytest.mark.long
def test_a_ruleset_that_ships_may_be_cited(
    rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "asked.yaml").write_text("asked: {BR-Q22: {en: [who gets the last card]}}\n")
    settings = 'cites = [{ruleset = "battle-royal", edition = "EUIC 2024"}]\n'
    (tmp_path / "rulings.toml").write_text(settings)
    monkeypatch.chdir(tmp_path)

    assert rulings("check").code == 0
    assert rulings("search", "who gets the last card").out.startswith("BR-Q22")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("cites = 3", "cites: needs documents"),
        ('cites = [{ruleset = "x"}]', "cites: needs documents"),
        ('[[cites]]\nruleset = "x"\nedition = 3', "rulings.toml: cites: needs documents"),
        ('cites = [{ruleset = "x", edition = "1", quote = "yes"}]', "path and quote may be added"),
        ('cites = [{ruleset = "x", edition = "1", project = "y"}]', "path and quote may be added"),
    ],
)
def test_a_mistake_in_the_file_is_named(
    text: str, fault: str, rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rulings.toml").write_text(text)
    monkeypatch.chdir(tmp_path)

    assert rulings("list").is_rejected("rulings.toml", fault)


def test_what_cannot_be_cited_is_named(
    project: Path, rulings: Rulings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rulings("cite", "sun-rules").is_rejected("sun-rules was not imported")
    monkeypatch.chdir(project.parent)
    assert rulings("cite", "lantern-rules").is_rejected("no rulings.toml", "rulings new book")


@pytest.mark.parametrize(
    "command",
    [
        ["sheet", "LN", "-o", "-", "--format", "md"],
        ["export", "--ruleset", "LN"],
        ["page", "--ruleset", "HB", "--ruleset", "LN", "-o", "a.html"],
    ],
)
def test_nothing_is_printed_of_a_document_and_it_is_said_why(
    project: Path, rulings: Rulings, command: list[str]
) -> None:
    ran = rulings(*command)

    assert ran.code in (1, 2) and not ran.out
    assert "of a document that the book only cites; this is not published" in ran.err


def test_the_sheets_of_an_event_leave_cited_documents_out(project: Path, rulings: Rulings) -> None:
    table = ("--verdict", "Any.", "--clause", "LN 1.2")
    rulings("tonight", "--event", "Cup", "--ruleset", "HB", "--ruleset", "LN")
    rulings("call", "Which lantern burns?", *table)

    ran = rulings("sheet", "-o", "-", "--format", "md")

    assert (ran.code, ran.err) == (0, "") and "May I light three lanterns?" in ran.out
    assert "Which lantern burns?" in ran.out, "a call on the document has no other sheet"


def test_a_variant_changes_a_clause_of_a_cited_document(project: Path, rulings: Rulings) -> None:
    text = ("--clause", "LN 1.2", "--set", "text=Light as many as you like.")
    variant = rulings("new", "variant", "Any number", *text)
    assert variant.out.startswith("HB-V1"), variant.err
    (written,) = project.rglob("variants.yaml")
    assert "modifies: [LN 1.2]" in written.read_text()
    rulings("tonight", "--event", "Cup", "--ruleset", "HB", "--ruleset", "LN", "--with", "HB-V1")

    assert "Changed tonight by HB-V1: Any number" in rulings("show", "LN 1.2").out
    assert "HB-V1  [changed to]" in rulings("rules", "LN", "--effective").out
    assert "HB-V1  [changed to]" in rulings("rules", "LN", "--with", "HB-V1").out


def test_a_case_that_a_document_decides_is_asked_for_without_its_text(
    project: Path, rulings: Rulings
) -> None:
    keep_a_fork(project)
    at_hand = rulings("search", "is a lantern kept", "--json").json["fork"]
    forget(project)
    without = rulings("search", "is a lantern kept", "--json").json["fork"]
    for fork in (at_hand, without):
        assert [case["entry"] for case in fork["cases"]] == ["LN 1.3", "HB-Q1"]
    assert "it is out → LN 1.3\n" in rulings("search", "is a lantern kept").out
