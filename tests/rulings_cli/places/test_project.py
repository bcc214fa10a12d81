"""A project: its `rulings.toml`, the documents that it cites, and what it publishes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cases import DATA
from running import Rulings

OLD = """\
# Lantern rules

## 1. Lanterns
1.1 A lantern burns for three turns.
1.2 A player may light two lanterns in a turn.
1.3 A lantern that is out is turned over.

## 2. Wind
2.1 Wind puts out every lantern in its row.
2.2 A wall stops wind.
"""
NEW = OLD.replace("three turns", "four turns").replace("1.3 A", "1.4 A").replace("1.2 A", "1.3 A")
QUOTED = "may light two lanterns"


def take(rulings: Rulings, folder: Path, text: str, edition: str, *more: str) -> None:
    """Import an edition of the lantern rules."""
    document = folder / f"lanterns-{edition}.md"
    document.write_text(text, encoding="utf-8")
    names = ("--prefix", "LN", "--game", "night-fair", "--ruleset", "lantern-rules", "--lang", "en")
    ran = rulings("import", "numbered", str(document), *names, "--edition", edition, *more)
    assert ran.code == 0, ran.err


@pytest.fixture
def project(tmp_path: Path, rulings: Rulings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book that cites an imported document; commands run in its folder."""
    take(rulings, tmp_path, OLD, "2025")
    place = tmp_path / "harbour"
    assert rulings("new", "book", str(place), "--prefix", "HB", "--lang", "en").code == 0
    monkeypatch.chdir(place)
    assert rulings("cite", "lantern-rules").code == 0
    begin = ("new", "ruling", "May I light three lanterns?", "--verdict", "No, two.")
    ran = rulings(*begin, "--answer", "No, by [[LN 1.2]].", "--clause", "LN 1.2", "--ruleset", "HB")
    assert ran.out.startswith("HB-Q1"), ran.err
    return place


def forget(folder: Path) -> None:
    """Leave the machine without the imported documents."""
    shutil.rmtree(folder.parent / "imported")


def printed(folder: Path) -> str:
    """All that was written to a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return "".join(path.read_text(encoding="utf-8", errors="replace") for path in files)


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
    made = (
        ("site", "-o", "made/public"),
        ("page", "-o", "made/page.html"),
        ("sheet", "HB", "-o", "made/sheet.md"),
        ("export", "-o", "made/export.jsonl"),
        ("export", "--format", "csv", "-o", "made/export.csv"),
    )
    for words in made:
        (project / "made").mkdir(exist_ok=True)
        ran = rulings(*words)
        assert ran.code == 0, ran.err
        text = printed(project / "made")
        assert "LN 1.2" in text and "HB-Q1" in text, words
        assert QUOTED not in text and "LN 2.1" not in text, words
        assert words[0] != "sheet" or "Rules cited, in full" not in text, "it has no text"
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


def test_a_document_that_is_nowhere_is_named(project: Path, rulings: Rulings) -> None:
    forget(project)
    (project / "cited" / "lantern-rules-2025.json").unlink()

    ran = rulings("check")

    assert ran.code == 1
    assert "B011 the document is not here; import it, or commit" in ran.out


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


def test_the_next_edition_is_cited_by_the_same_command(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    take(rulings, tmp_path, NEW, "2026")
    before = (project / "rulings.toml").read_text()
    assert QUOTED in rulings("show", "LN 1.2").out, "an import alone changes nothing"

    assert rulings("cite", "lantern-rules").code == 0

    assert (project / "rulings.toml").read_text() == before.replace('"2025"', '"2026"')
    assert QUOTED in rulings("show", "LN 1.3").out


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
        ('[[cites]]\nruleset = "x"\nedition = 3', "rulings.toml:1: cites: needs documents"),
        ('cites = [{ruleset = "x", edition = "1", quote = "yes"}]', "path and quote may be added"),
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


RULINGS = "harbour/harbour-rules/rulings.yaml"


@pytest.mark.parametrize("at_hand", [True, False])
def test_what_went_stale_is_found_by_the_texts_or_by_the_numbers(
    project: Path, rulings: Rulings, tmp_path: Path, at_hand: bool
) -> None:
    assert rulings("stale").code == 0
    take(rulings, tmp_path, NEW, "2026")
    if at_hand:
        assert "write LN 1.3" in rulings("stale").out, "an import alone is enough to know"
    assert rulings("cite", "lantern-rules").code == 0
    if not at_hand:
        forget(project)

    ran = rulings("stale")

    assert ran.code == 1
    assert f"{RULINGS}:8:15: HB-Q1 cites LN 1.2: moved (2025 → 2026)" in ran.out
    assert "fix  write LN 1.3 (--fix does)" in ran.out
    assert rulings("stale", "--fix").code == 1
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


@pytest.mark.parametrize("how", [("--fix",), ("--accept", "HB-Q1")])
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
        rulings("stale", "--accept", "HB-Q2")
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


def test_a_call_says_which_editions_it_was_checked_against(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    words = ("call", "May I light three?", "--verdict", "No.", "--ruleset", "HB")
    assert rulings(*words, "--clause", "LN 1.2").code == 0

    assert 'lantern-rules: "2025"' in printed(tmp_path / "own-book")


def test_a_search_warns_where_a_newer_import_has_another_number_or_text(
    project: Path, rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("search", "may I light three lanterns")
    assert rulings(*asked).err == ""
    take(rulings, tmp_path, NEW, "2026")

    for words in (asked, ("search", "LN 1.2"), (*asked, "--json")):
        err = rulings(*words).err
        assert "LN 1.2 is LN 1.3 in lantern-rules 2026" in err, words
        assert err.endswith("(`rulings stale` says more)\n") and len(err.splitlines()) == 1
    assert "LN 1.1 was changed" in rulings("search", "LN 1.1").err
    assert rulings("search", "LN 2.2", "--limit", "1").err == "", "it is the same rule in both"

    monkeypatch.chdir(tmp_path)
    book = ("--book", str(project))
    assert "LN 1.2 is LN 1.3 in lantern-rules 2026" in rulings(*asked, *book).err, (
        "also outside of the project"
    )
    assert rulings("search", "LN 1.3", "--limit", "1", *book).err == "", (
        "what is shown is the new text"
    )


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
