"""Which edition a phrasing is for that is taught, where a document comes in a new one."""

from __future__ import annotations

from pathlib import Path

import pytest
from lanterns import NEW, OLD, take
from running import Rulings


@pytest.fixture(autouse=True)
def _evening(project: Path, rulings: Rulings) -> None:
    assert rulings("tonight", "--event", "Cup").code == 0


def teach(rulings: Rulings, asked: str, entry: str) -> Path:
    """Teach a question to an entry; returns the file in which it is kept."""
    rulings("search", asked)
    ran = rulings("log", "--to-asked", entry)
    assert ran.code == 0, ran.err
    return Path(ran.out.splitlines()[-1])


def first_hit(rulings: Rulings, asked: str) -> str:
    """The id of what is surely found; empty if nothing is."""
    found = rulings("search", asked, "--json").json
    return str(found["hits"][0]["id"]) if found["certainty"] == "answer" else ""


def test_what_is_taught_is_of_the_edition_that_is_cited_by_now(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    older = teach(rulings, "xylophone upside down", "LN 1.3")
    take(rulings, tmp_path, NEW, "2026")
    rulings("cite", "lantern-rules")
    before = older.read_text(encoding="utf-8")

    newer = teach(rulings, "quartet of wicks", "LN 1.3")

    assert newer.name == "asked-lantern-rules-2026.yaml"
    assert older.read_text(encoding="utf-8") == before
    assert newer.read_text().startswith('checked_against: {lantern-rules: "2026"}\n\nasked:\n')
    assert first_hit(rulings, "quartet of wicks") == "LN 1.3"
    assert f"{older.name} cites LN 1.3: moved (2025 → 2026)" in rulings("stale", "--fix").out
    assert first_hit(rulings, "quartet of wicks") == "LN 1.3"
    assert first_hit(rulings, "xylophone upside down") == "LN 1.4"
    assert rulings("stale").code == 0 and "asked" not in rulings("check").out
    assert teach(rulings, "zebra breeze", "LN 2.2") == newer


def test_a_phrasing_leaves_the_file_of_an_older_edition(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    teach(rulings, "quartet of wicks", "LN 1.2")
    take(rulings, tmp_path, NEW.replace("1.3 A", "1.2 Oil burns.\n1.3 A"), "2026")
    rulings("cite", "lantern-rules")
    rulings("search", "quartet of wicks")

    for entry, lost in (("LN 1.2", ""), ("LN 1.3", "it was a phrasing of LN 1.2")):
        ran = rulings("log", "--to-asked", entry)
        assert ran.code == 0 and lost in ran.err and ran.err.count("no longer") == bool(lost)
        rulings("stale", "--fix")
        assert first_hit(rulings, "quartet of wicks") == entry
    texts = (path.read_text(encoding="utf-8") for path in project.glob("asked*.yaml"))
    assert "".join(texts).count("quartet of wicks") == 1


def test_ones_own_entries_and_those_of_a_document_have_files_of_their_own(
    project: Path, rulings: Rulings
) -> None:
    own = teach(rulings, "xylophone lamps", "HB-Q1")
    assert own.read_text(encoding="utf-8").startswith("asked:\n")

    of_document = teach(rulings, "quartet of wicks", "LN 1.2")

    assert of_document.name == "asked-lantern-rules-2025.yaml"
    assert teach(rulings, "zebra breeze", "LN 2.2") == of_document
    assert "LN" not in own.read_text(encoding="utf-8")


def test_outside_of_a_project_it_is_of_the_newest_import(
    project: Path, rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    own = teach(rulings, "quartet of wicks", "LN 1.2")
    assert own.parent.name == "own-book"
    assert own.read_text(encoding="utf-8").startswith('checked_against: {lantern-rules: "2025"}\n')
    rulings("call", "May it?", "--verdict", "No.", "--clause", "LN 1.2")
    calls = own.with_name("calls.yaml").read_text(encoding="utf-8")
    assert 'lantern-rules: "2025"' in calls

    take(rulings, tmp_path, NEW, "2026")

    assert first_hit(rulings, "quartet of wicks") != "LN 1.2", "this is another rule now"


def test_a_call_is_found_by_what_is_taught_whatever_the_edition_of_the_file(
    project: Path, rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    teach(rulings, "quartet of wicks", "LN 1.2")
    take(rulings, tmp_path, OLD.replace("three", "four"), "2026")
    made = rulings("call", "May it?", "--verdict", "No.", "--ruleset", "LN").out.split()[0]

    assert teach(rulings, "zebra breeze", made).name == "asked.yaml"
    assert first_hit(rulings, "zebra breeze") == made


def test_a_clause_that_a_call_is_given_is_cited_as_of_the_edition_in_use(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    words = ("call", "May I light three?", "--verdict", "No.", "--ruleset", "HB")
    made = rulings(*words, "--clause", "LN 1.2").out.split()[0]
    take(rulings, tmp_path, NEW.replace("1.3 A", "1.2 Oil burns.\n1.3 A"), "2026")
    rulings("cite", "lantern-rules")
    calls = tmp_path / "own-book" / "calls.yaml"

    rulings("calls", "edit", made, "--verdict", "Two.")
    assert 'lantern-rules: "2025"' in calls.read_text(encoding="utf-8"), "nobody read it again"
    assert rulings("calls", "edit", made, "--clause", "LN 1.2").code == 0

    assert 'lantern-rules: "2026"' in calls.read_text(encoding="utf-8")
    rulings("stale", "--fix")
    assert "clauses: [LN 1.2]" in calls.read_text(encoding="utf-8")
