"""What a book cites: `rulings cite` raises its edition in `rulings.toml`, and changes nothing else;
and it is read wherever the book is named.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from lanterns import ANSWERS, NEW, OLD, RULINGS, ask, forget, printed, take
from running import Rulings, Ship, Write

_OTHERS_OF_THE_SAME_EDITION = {
    "another before it": """
ruleset = "lantern-rules"
cites = [{ruleset = "sun-rules", edition = "2025"}, {ruleset = "lantern-rules", edition = "2025"}]
""",
    "another behind it": """
cites = [{edition = "2025", ruleset = "lantern-rules"}, {edition = "2025", ruleset = "sun-rules"}]
""",
    "a remark": """
# "lantern-rules" was read in "2025"
[[cites]]
ruleset = "sun-rules"
edition = "2025"
[[cites]]
ruleset = 'lantern-rules'
edition = "2025"
""",
}


@pytest.fixture
def next_edition(project: Path, rulings: Rulings, tmp_path: Path) -> Path:
    """The settings of a project whose document was imported in a newer edition."""
    take(rulings, tmp_path, NEW, "2026")
    return project / "rulings.toml"


@pytest.mark.parametrize(
    "text", _OTHERS_OF_THE_SAME_EDITION.values(), ids=_OTHERS_OF_THE_SAME_EDITION
)
def test_no_other_document_becomes_newer(next_edition: Path, rulings: Rulings, text: str) -> None:
    next_edition.write_text(text, encoding="utf-8")
    of_others = text.count("2025") - 1

    ran = rulings("cite", "lantern-rules")

    assert ran.code == 0, ran.err
    after = next_edition.read_text(encoding="utf-8")
    assert after.replace("2026", "2025") == text
    assert after.count("2026") == 1 and after.count("2025") == of_others
    cited = rulings("doctor").out
    assert "lantern-rules 2026" in cited and "sun-rules 2025" in cited


@pytest.mark.parametrize("cites", ["[{ruleset = 'lantern-rules', edition = '2025'}]", "[]"])
def test_what_cannot_be_changed_is_left_as_it_is(
    next_edition: Path, rulings: Rulings, cites: str
) -> None:
    text = f'books = ["."]\ncites = {cites}\nlang = "en"\n'
    next_edition.write_text(text, encoding="utf-8")

    ran = rulings("cite", "lantern-rules")

    written = '{ruleset = "lantern-rules", edition = "2026"}'
    assert ran.is_rejected(f"rulings.toml: write {written} in its cites; cite again")
    assert next_edition.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("obstacle", ["too large", "a pipe"])
def test_a_file_of_numbers_that_cannot_be_read_is_named(
    project: Path, rulings: Rulings, obstacle: str
) -> None:
    forget(project)
    file = project / "cited" / "lantern-rules-2025.json"
    if obstacle == "too large":
        with file.open("ab") as stream:
            stream.truncate(2**24 + 1)
    else:
        file.unlink()
        os.mkfifo(file)

    ran = rulings("check")

    fault = {"too large": "B002 has 16 MB; 16 MB at most", "a pipe": "B001 is a pipe"}[obstacle]
    assert ran.code == 1 and "lantern-rules-2025.json:1:1: " + fault in ran.out
    assert "LN 1.2" not in ran.out and "B602" not in ran.out, "nothing follows from it"


@pytest.mark.parametrize("at_hand", [True, False])
def test_a_book_that_cites_is_checked_and_read_beside_another(
    project: Path,
    rulings: Rulings,
    monkeypatch: pytest.MonkeyPatch,
    ship: Ship,
    write_book: Write,
    at_hand: bool,
) -> None:
    ship(write_book())
    if not at_hand:
        forget(project)
    assert rulings("new", "book", str(project.parent / "quay"), "--prefix", "QY").code == 0
    monkeypatch.chdir(project.parent / "quay")
    settings = project.parent / "quay" / "rulings.toml"

    for text in ('books = ["../harbour", "."]', 'books = [".", "../harbour"]\nonly = false'):
        settings.write_text(text, encoding="utf-8")
        checked = rulings("check")
        assert checked.code == 0 and "cited" not in checked.out
        assert rulings("show", "LN 1.2").code == 0
        assert rulings("show", "HB-Q1").err == ""
    monkeypatch.chdir(project.parent)
    assert rulings("show", "LN 1.2", "--book", "harbour").code == 0


def test_other_words_in_the_cited_edition_are_named_by_the_entry_that_cites_them(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    """Another machine may have imported another text, or answers in another order of ids."""
    take(rulings, tmp_path, OLD.replace("three turns", "ten turns"), "2025")
    assert rulings("stale").code == 0, "nothing cites LN 1.1"
    other = OLD.replace("two lanterns", "ten lanterns")
    take(rulings, tmp_path, other, "2025")

    ran = rulings("stale")

    warning = "lantern-rules 2025 had other words when it was cited: LN 1.2 (HB-Q1); "
    remove = ("import", "remove", "lantern-rules", "--edition", "2025")
    assert ran.code == 1 and warning in ran.err and " ".join(remove[:3]) in ran.err
    refused = rulings("cite", "lantern-rules")
    assert refused.is_rejected("cited: LN 1.2; read", "then remove cited/lantern-rules-2025.json")
    assert warning in rulings("stale").err, "what was cited is kept until somebody has read it"
    assert rulings(*remove).code == 0
    assert rulings("stale").code == 0
    settings = project / "rulings.toml"
    settings.write_text(settings.read_text() + 'path = "../rules"\n')
    take(rulings, tmp_path, other, "2026", "--into", "../rules")
    assert "other words" not in rulings("stale").err, "of another edition"


def test_cited_answers_are_imported_where_they_are_missing(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    ask(rulings, tmp_path, ANSWERS, "2025")
    rulings("cite", "fair-faq")
    forget(project)
    other = ask(rulings, tmp_path, ANSWERS.replace("worn", "torn"), "2025")
    assert "edition 2025 had other words before: 1, FQ-Q2 first" in other.err, "where it was cited"
    forget(project)

    ran = ask(rulings, tmp_path, ANSWERS, "2025")

    assert ran.code == 0 and "other words" not in ran.err, ran.err
    assert "No sleeve may." in rulings("show", "FQ-Q2").out
    other = ask(rulings, tmp_path, ANSWERS, "2026", ruleset="lantern-rules")
    assert other.is_rejected("the ruleset lantern-rules is there already; give the questions a")


def test_a_book_of_others_goes_stale_beside_ours_and_is_left_alone(
    project: Path, rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(rulings, tmp_path, NEW, "2026")
    rulings("cite", "lantern-rules")
    forget(project)
    (tmp_path / "quay").mkdir()
    monkeypatch.chdir(tmp_path / "quay")
    Path("rulings.toml").write_text('books = ["../harbour", "."]\n', encoding="utf-8")

    ran = rulings("stale")

    assert ran.code == 1 and "HB-Q1 cites LN 1.2: moved (2025 → 2026)" in ran.out, ran
    (tmp_path / "quay" / "quay.yaml").write_text(
        'ruleset: {id: quay-rules, prefix: QY, game: night-fair, name: {en: Quay}, edition: "1"}\n'
        + (project / RULINGS).read_text(encoding="utf-8").replace("HB-Q1", "QY-Q1"),
        encoding="utf-8",
    )
    theirs = (project / RULINGS).read_bytes()
    fixed = rulings("stale", "--fix")
    assert (project / RULINGS).read_bytes() == theirs
    assert "fix  HB-Q1 is in a book of others, which is only read here; cite" in fixed.out
    assert "[LN 1.3]" in Path("quay.yaml").read_text(encoding="utf-8"), fixed


@pytest.mark.parametrize("where", ["", "/harbour/harbour-rules"])
def test_what_another_project_holds_is_only_read(
    project: Path, rulings: Rulings, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    before = printed(project)
    (project.parent / "quay").mkdir()
    monkeypatch.chdir(project.parent / "quay")
    settings = f'books = ["../harbour{where}"]\n'
    Path("rulings.toml").write_text(settings, encoding="utf-8")
    reason = f"is only changed in its own project, {project}"

    for words in (
        ("rename", "HB-Q1", "next"),
        ("move", "HB-Q1", "other.yaml"),
        ("new", "ruling", "May I?", "--ruleset", "HB"),
        ("new", "ruling", "May I?", "--ruleset", "HB", "--into", "../harbour"),
        ("new", "clause", "May I?", "--ruleset", "HB", "--id", "HB 1.1"),
    ):
        assert rulings(*words).is_rejected(reason), words
    named = rulings("rename", "HB-Q1", "next", "--book", str(project))
    assert named.is_rejected(f"{reason}; change to that folder")
    rulings("tonight", "--event", "Cup")
    rulings("search", "xylophone lamps")
    assert rulings("log", "--to-asked", "HB-Q1").code == 0
    Path("rulings.toml").write_text(settings.replace("]", ', "."]'), encoding="utf-8")
    Path("asked.yaml").write_text("asked: {}\n", encoding="utf-8")
    assert rulings("new", "ruling", "May I?", "--ruleset", "HB").out.startswith("HB-Q1001")
    assert printed(project) == before
    assert Path("harbour-rules/rulings.yaml").exists()
    text = (project / RULINGS).read_text(encoding="utf-8").replace("HB-Q1", "HB-Q2")
    text = re.sub(r"(date: .*\d)-(\d\d)-", r"\1/\2/", text)
    (project / RULINGS).with_name("fair.yaml").write_text(text, encoding="utf-8")
    for more in ((), ("../harbour",), ("../harbour", "--dry-run"), ("../harbour", "--json")):
        fixed = rulings("check", *more, "--fix")
        assert f"fair.yaml {reason}; it is left as it is" in fixed.err, more
        assert fixed.code == 1 and "B103" in fixed.out, more
    assert text in printed(project)


def test_the_own_book_is_written_to_where_a_project_lies_around_it(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    (tmp_path / "rulings.toml").write_text("", encoding="utf-8")
    rulings("tonight", "--event", "Cup", "--ruleset", "HB")
    call, *_ = rulings("call", "Which lantern burns?", "--verdict", "Any.").out.split()

    ran = rulings("rename", call, "HB-Q7777")

    assert ran.code == 0, ran.err
    assert "HB-Q7777" in printed(tmp_path / "own-book")


@pytest.fixture
def quay(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The friend's project in which this runs, and which reads the book of `project`."""
    (project.parent / "quay").mkdir()
    monkeypatch.chdir(project.parent / "quay")
    Path("rulings.toml").write_text('books = ["../harbour"]\n', encoding="utf-8")
    return Path.cwd()


CHECKED = {".": "quay.yaml", "../quay": "quay.yaml", "../harbour": "fair.yaml", "": "fair.yaml"}


@pytest.mark.parametrize("checked", CHECKED)
def test_a_check_of_one_project_lists_no_problems_of_others(
    quay: Path, project: Path, rulings: Rulings, checked: str
) -> None:
    Path("rulings.toml").write_text('books = ["../harbour", "."]\n', encoding="utf-8")
    text = (project / RULINGS).read_text(encoding="utf-8")
    (project / RULINGS).with_name("fair.yaml").write_text(text.replace("HB-Q1", "HB-QQ"), "utf-8")
    Path("quay.yaml").write_text(text.replace("HB-Q1", "HB-Q2").replace("[LN 1.2]", "[LN 9]"))

    ran = rulings("check", *filter(None, [checked]))

    assert (ran.code, ran.err) == (1, "") and CHECKED[checked] in ran.out
    assert ("fair.yaml" in ran.out) == (CHECKED[checked] == "fair.yaml")


@pytest.mark.usefixtures("quay")
def test_a_document_that_two_projects_cite_is_read_in_the_newer_edition(
    project: Path, rulings: Rulings
) -> None:
    """Else numbers of the one stand over words of the other."""
    Path("asked.yaml").write_text("asked: {LN 1.2: {}}\n", encoding="utf-8")
    again = "LN 1.2 is now LN 1.3 in lantern-rules 2026: read HB-Q1 again"
    gone = NEW.replace("1.3 A player", "1.2 Oil burns.\n1.3 A player")
    forget(project)
    take(rulings, project.parent, gone, "2026")

    assert again in rulings("show", "HB-Q1").err
    rulings("cite", "lantern-rules")
    ran = rulings("show", "HB-Q1")
    assert again in ran.err and "replaced" not in ran.out
    shown = rulings("show", "LN 1.2")
    assert "Oil burns" in shown.out and "(2026)" in shown.out and "2025" not in shown.out
    Path("rulings.toml").write_text(
        Path("rulings.toml").read_text(encoding="utf-8").replace('r"]', 'r", "."]'), "utf-8"
    )
    assert rulings("stale", "--accept", "asked.yaml").code == 1
    assert '"2026"' in Path("asked.yaml").read_text(encoding="utf-8")


@pytest.mark.usefixtures("quay")
def test_words_that_another_project_cited_are_cited_again_there(
    project: Path, rulings: Rulings, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(rulings, project.parent, OLD.replace("two lanterns", "ten lanterns"), "2025")
    rulings("cite", "lantern-rules")

    numbers = "cited/lantern-rules-2025.json"
    remedy = f"read them again, remove {numbers} and cite it in {project}, or remove"
    assert remedy in rulings("stale").err
    (project / numbers).unlink()
    monkeypatch.chdir(project)
    assert rulings("cite", "lantern-rules").code == 0
    assert "read them again" not in rulings("stale").err


def test_an_answer_that_was_withdrawn_is_so_named_where_the_document_is_not(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    ask(rulings, tmp_path, ANSWERS, "2025")
    rulings("cite", "fair-faq")
    cases = ("--case", "they are clear=FQ-Q1", "--case", "they are worn=FQ-Q2")
    rulings("new", "fork", "Are my sleeves allowed?", *cases, "--ruleset", "HB")
    ask(rulings, tmp_path, ANSWERS.rpartition("May")[0], "2026")
    rulings("cite", "fair-faq")
    for at_hand in (True, False):
        if not at_hand:
            forget(project)
        assert "B320 warning: FQ-Q2 was withdrawn" in rulings("check").out
        rulings("sheet", "HB-F1", "-o", "a.md")
        assert "| they are worn |  *withdrawn* | FQ-Q2" in Path("a.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("content", "code"), [(None, "B011"), ("{", "B005"), ("<<<<<<<", "B005")])
def test_numbers_that_elsewhere_cannot_be_read_are_a_fault_here_too(
    project: Path, rulings: Rulings, content: str | None, code: str
) -> None:
    numbers = project / "cited" / "lantern-rules-2025.json"
    numbers.unlink() if content is None else numbers.write_text(content, encoding="utf-8")

    ran = rulings("check")

    line = f"cited/lantern-rules-2025.json{':1:1' if content else ''}: {code} "
    assert ran.code == 1 and ran.out.count(line) == 1
    forget(project)
    assert rulings("check").out.count(line) == 1


def test_what_cannot_be_meant_is_said(project: Path, rulings: Rulings) -> None:
    ruling = project / RULINGS
    text = ruling.read_text(encoding="utf-8")
    for day in ("2025-06-31", "2025-6-31"):
        ruling.write_text(text.replace("[LN 1.2]\n", "[LN 1.2 LN 2.1]\n").replace('"2025"', day))

        out = rulings("check").out

        assert "'LN 1.2 LN 2.1' is not in the book; write LN 1.2, LN 2.1, each" in out
        assert f"B602 {day} is no date; write the edition that you read" in out
    ruling.write_text(text.replace('"2025"', "2025-6-30"))
    assert rulings("check").code == 0


def test_a_draft_on_a_rule_whose_text_is_not_at_hand_says_so(
    project: Path, rulings: Rulings
) -> None:
    forget(project)

    ran = rulings("new", "ruling", "May I?", "--clause", "LN 2.1", "--ruleset", "HB")

    assert ran.code == 0 and "the text of LN 2.1 is not at hand; read it in the document" in ran.err


@pytest.mark.usefixtures("project")
def test_an_event_of_a_book_plays_what_it_cites(rulings: Rulings) -> None:
    assert rulings("tonight", "--event", "Fair", "--ruleset", "HB").code == 0
    question = ("May wind put out a far lantern?", "--verdict", "No.")

    answer = rulings("search", "does wind put out lanterns?", "--json").json
    assert answer["hits"][0]["id"] == "LN 2.1"
    assert rulings("call", *question, "--clause", "LN 2.1").code == 0
