"""`rulings rename` and `move` as they are typed, and the old id that still finds it."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path

import pytest
from running import Rulings, Write

from rulings import open_book
from rulings_index.browser.export import export

posix = pytest.mark.skipif(os.name == "nt", reason="links need rights on Windows")


@pytest.fixture
def book(write_book: Write, rulings: Rulings, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = write_book()
    monkeypatch.setenv("RULINGS_ONLY", "1")
    monkeypatch.setenv("RULINGS_BOOK", str(path))
    return path


def contents(book: Path) -> dict[Path, str]:
    return {path: path.read_text() for path in book.rglob("*.yaml")}


def test_a_dry_run_shows_the_diff_and_writes_nothing(book: Path, rulings: Rulings) -> None:
    before = contents(book)

    ran = rulings("rename", "CH 1.1", "CH 2.5", "--dry-run")

    changed = [line for line in ran.out.splitlines() if line[:1] in "+-" and line[1:2] not in "+-"]
    assert "-    clauses: [CH 1.1]" in changed and "+    clauses: [CH 2.5]" in changed
    assert len([line for line in changed if line[0] == "-"]) == 3
    assert contents(book) == before


def test_the_old_id_still_finds_it(book: Path, rulings: Rulings) -> None:
    assert rulings("rename", "CH 1.1", "CH 2.5").code == 0
    assert rulings("rename", "card:clock", "watch").code == 0

    assert rulings("check", str(book)).code == 0
    results = rulings("search", "ch 1.1", "--json").json
    assert (results["hits"][0]["id"], results["certainty"]) == ("CH 2.5", "answer")
    assert rulings("show", "CH 1.1", "--json").json["entries"][0]["formerly"] == ["CH 1.1"]
    assert rulings("refs", "CH 1.1", "--json").json["cited_by"][0]["id"] == "CH-Q1"
    assert rulings("show", "card:clock", "--json").json["entries"][0]["id"] == "card:watch"
    exported = export(open_book([book]))
    assert exported["entries"][exported["formerly"]["CH 1.1"]] == "CH 2.5", "for the page"


def test_the_free_id_that_it_got_is_printed(book: Path, rulings: Rulings) -> None:
    assert "CH-Q1 -> CH-Q2" in rulings("rename", "CH-Q1", "next").out.splitlines()


def test_a_former_id_is_answered_with_the_present_one(book: Path, rulings: Rulings) -> None:
    rulings("rename", "CH-Q1", "CH-Q91")
    rulings("rename", "card:clock", "watch")

    for typed, now in (("CH-Q1", "CH-Q91"), ("ch q1", "CH-Q91"), ("card:clock", "card:watch")):
        other = "dial" if ":" in typed else "CH-Q5"
        for command in (("rename", typed, other), ("move", typed, "x.yaml")):
            assert rulings(*command).is_rejected(f"{typed} is {now} now"), command


def test_a_book_that_cites_the_old_id_is_told_the_new_one(
    book: Path, rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(
        "notes: [{id: CH-N1, title: {en: x, ja: x}, text: {en: '[[CH 1.1]]', ja: x},\n"
        " about: [CH 1.1], authority: house, sources: [{id: handbook}]}]\n"
    )
    rulings("rename", "CH 1.1", "CH 2.5")

    report = rulings("check", "--book", str(own)).out

    assert report.count("CH 1.1 is called CH 2.5 now; write CH 2.5") == 1
    assert report.count("[[CH 1.1]] is called CH 2.5 now; write CH 2.5") == 1
    cited = rulings("refs", "CH 2.5", "--book", str(own), "--json").json["cited_by"]
    assert [citing["id"] for citing in cited] == ["CH-Q1", "CH-N1"], "it is followed all the same"


def test_a_ruling_goes_to_another_file_and_by_its_id_to_another_ruleset(
    book: Path, rulings: Rulings
) -> None:
    rulings("new", "ruleset", "Go rules", "--prefix", "GO", "--game", "chess")
    goal = book / "rules" / "pawns.yaml"

    assert rulings("move", "CH-Q1", str(goal)).code == 0
    assert goal.read_text().startswith("rulings:\n  - id: CH-Q1\n")
    assert rulings("rename", "CH-Q1", "GO-Q1").code == 0

    assert goal.read_text().startswith("rulings:\n  - id: GO-Q1\n    formerly: [CH-Q1]\n")
    assert rulings("check", str(book)).out == ""


@pytest.mark.parametrize(
    ("name", "typed", "there"),
    [
        ("CH-Q1", "pawns.yaml", "rules/pawns.yaml"),
        ("card:clock", "things.yml", "things.yml"),
        ("CH-Q1", "{book}/pawns.yaml", "pawns.yaml"),
        ("CH-Q1", "{book}/rules/new/../pawns.yaml", "rules/pawns.yaml"),
        ("CH-Q1", "../book/rules/new/pawns.yaml", "rules/new/pawns.yaml"),
    ],
)
def test_a_file_s_name_stands_beside_the_entry_a_path_where_it_leads(
    book: Path,
    rulings: Rulings,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    typed: str,
    there: str,
) -> None:
    elsewhere = book.parent / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    before = open_book([book])

    ran = rulings("move", name, typed.format(book=book))

    assert ran.code == 0, ran.err
    assert name.removeprefix("card:") in (book / there).read_text()
    assert open_book([book]) == before
    assert not [*elsewhere.iterdir()]


@posix
@pytest.mark.parametrize(
    ("name", "typed", "told"),
    [
        ("CH-Q1", ".hidden.yaml", "hidden"),
        ("CH-Q1", "{book}/.git/x.yaml", "hidden"),
        ("CH-Q1", "{book}/rules/.h/x.yaml", "hidden"),
        ("CH-Q1", "{book}/linked/x.yaml", "outside"),
        ("CH-Q1", "{book}/../x.yaml", "outside"),
        ("CH-Q1", "rules/x.yaml", "outside"),
        ("CH-Q1", "/nowhere/x.yaml", "outside"),
        ("CH-Q1", "{book}/cut.yaml", "correct it first"),
        ("card:clock", "{book}/other/x.yaml", "would not be read as now"),
    ],
)
def test_no_entry_is_moved_out_of_its_book(
    book: Path, rulings: Rulings, tmp_path: Path, name: str, typed: str, told: str
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (book / "linked").symlink_to(elsewhere)
    (book / "other").mkdir()
    (book / "other" / "game.yaml").write_text("game: {id: go, name: {en: Go, ja: 囲碁}}\n")
    (book / "cut.yaml").write_text("rulings: [\n")
    before = contents(book)

    ran = rulings("move", name, typed.format(book=book))

    assert ran.is_rejected(told), ran
    assert contents(book) == before
    assert not [*elsewhere.iterdir()]


def test_a_lower_book_that_holds_the_same_entry_keeps_it(
    book: Path, rulings: Rulings, tmp_path: Path
) -> None:
    copy = shutil.copytree(book, tmp_path / "copy")
    before = contents(book)

    ran = rulings("move", "CH-Q1", "pawns.yaml", "--book", str(copy))

    assert ran.code == 0, ran.err
    assert "CH-Q1" in (copy / "rules" / "pawns.yaml").read_text(encoding="utf-8")
    assert contents(book) == before


def test_an_entry_of_a_book_that_may_not_be_written_stays(
    book: Path, rulings: Rulings, tmp_path: Path
) -> None:
    imported = tmp_path / "chess-2024"
    book.rename(imported)
    for folder in (imported, imported / "rules"):
        (folder / "about.yaml").write_text("# Imported by `rulings import faq` from chess.csv.\n")
    before = contents(imported)

    for goal in ("pawns.yaml", str(imported / "pawns.yaml")):
        ran = rulings("move", "CH-Q1", goal, "--book", str(imported))
        assert ran.is_rejected("was imported"), ran

    assert contents(imported) == before


def test_several_are_moved_or_none(book: Path, rulings: Rulings) -> None:
    """Where one of them cannot be, no file changes."""
    rulings("new", "ruling", "May I castle?", "--ruleset", "CH", "--set", "asked=castling")
    before, goal = contents(book), str(book / "rules" / "kings.yaml")

    assert rulings("move", "CH-Q1", "CH-Q9", goal).code == 2
    assert contents(book) == before
    ran = rulings("move", "CH-Q1", "chq2", goal)

    assert ran.out.count("rewritten") == 2, ran
    assert rulings("move", "CH-Q1", "CH-Q2", goal).is_rejected("already in")


def test_a_half_of_a_move_is_named_and_finished(book: Path, rulings: Rulings) -> None:
    """As a kill leaves it: the entry is in the file that is its goal, and still where it was."""
    source, goal = book / "rules" / "rulings.yaml", book / "rules" / "pawns.yaml"
    before = source.read_text()
    rulings("move", "CH-Q1", str(goal))
    source.write_text(before)

    (line,) = rulings("check", str(book)).out.splitlines()
    assert "duplicate id CH-Q1; first defined at" in line
    assert rulings("search", "must it be promoted").code == 0
    assert rulings("move", "CH-Q1", str(goal)).code == 0

    assert rulings("check", str(book)).out == ""
    assert len([text for text in contents(book).values() if "id: CH-Q1" in text]) == 1


def test_two_entries_of_one_id_are_no_half_of_a_move(book: Path, rulings: Rulings) -> None:
    goal = book / "rules" / "pawns.yaml"
    text = (book / "rules" / "rulings.yaml").read_text()
    goal.write_text(text.replace("Promotion", "Promoting").replace("must", "shall"))
    before = contents(book)

    assert "rulings rename 'CH-Q1' next" in rulings("check", str(book)).out
    assert rulings("move", "CH-Q1", str(goal)).is_rejected("stands twice")
    assert contents(book) == before


def test_the_second_of_two_entries_of_one_id_is_renamed_and_refs_lists_what_cites_it(
    book: Path, rulings: Rulings
) -> None:
    """`check` says which one its command renames."""
    rules = book / "rules"
    text = (rules / "rulings.yaml").read_text()
    (rules / "pawns.yaml").write_text(text.replace("Forced", "Compelled"))
    related = "related: [{id: CH-Q1, type: similar}]\n    clauses:"
    cites = text.replace("CH-Q1", "CH-Q5").replace("clauses:", related)
    (rules / "siblings.yaml").write_text(cites)
    before = contents(book)

    line = next(line for line in rulings("check", str(book)).out.splitlines() if "B204" in line)
    assert line.startswith(f"{rules / 'rulings.yaml'}:")
    rulings(*shlex.split(line.split("`")[1])[1:])

    changed = {path for path, text in contents(book).items() if before[path] != text}
    assert {path.name for path in changed} == {"rulings.yaml"}
    assert "CH-Q5" in rulings("refs", "CH-Q1").out


def test_two_clauses_of_one_number_are_named_with_a_remedy_that_works(
    book: Path, rulings: Rulings
) -> None:
    clauses = (book / "rules" / "clauses.yaml").read_text()
    (book / "rules" / "more.yaml").write_text(clauses.replace("official", "author"))

    (line,) = rulings("check", str(book)).out.splitlines()

    assert line.endswith("remove one of the two, or give this one another number")


def test_a_half_of_a_rename_is_named_and_finished(book: Path, rulings: Rulings) -> None:
    """As a kill leaves it: the clause has its new id, and others cite the old one."""
    source = book / "rules" / "rulings.yaml"
    before = source.read_text()
    rulings("rename", "CH 1.1", "CH 2.5")
    after = contents(book)
    source.write_text(before)

    line = rulings("check", str(book)).out.splitlines()[0]
    command = line.split("(`rulings ")[1].split("`")[0]
    assert rulings("refs", "CH 2.5", "--json").json["cited_by"][0]["id"] == "CH-Q1"
    assert rulings(*shlex.split(command)).code == 0

    assert contents(book) == after
    assert rulings("check", str(book)).out == ""


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["rename", "CH-Q9", "next"], "'CH-Q9' is not in the book"),
        (["rename", "CH 1.1", "next"], "id of a clause; write it like CH 8.1a"),
        (["move", "CH-Q1", "CH"], "ends in .yaml"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    book: Path, rulings: Rulings, typed: list[str], told: str
) -> None:
    before = contents(book)

    assert rulings(*typed).is_rejected(told)
    assert contents(book) == before


def test_calls_and_events_follow_what_is_renamed(
    book: Path, rulings: Rulings, tmp_path: Path
) -> None:
    """Also a call that was handed over before, and when the event was closed meanwhile."""
    variant = "variants: [{id: CH-V1, title: {en: Go, ja: 早}, text: {en: Be fast., ja: 早く。},\n"
    variant += " modifies: [CH 1.1], authority: house, sources: [{id: handbook}]}]\n"
    (book / "variants.yaml").write_text(variant, encoding="utf-8")
    rulings("tonight", "--event", "Club", "--ruleset", "CH", "--with", "CH-V1")
    call = rulings("call", "Late?", "--verdict", "Tonight: yes.", "--overrules", "CH-Q1").out
    exported = tmp_path / "calls.json"
    rulings("calls", "export", str(exported))
    rulings("tonight", "--end")

    assert rulings("rename", "CH-Q1", "CH-Q61").code == 0
    assert rulings("rename", "CH-V1", "CH-V7").code == 0

    rulings("tonight", "--event", "Club")
    assert "CH-V7" in rulings("tonight").out
    first = rulings("show", "CH-Q61").out
    assert first.startswith(call.split()[0]) and "overruling CH-Q61" in first
    assert rulings("calls", "merge", str(exported)).out == "nothing new\n"
    again = exported.read_text(encoding="utf-8").replace(call.split()[0], "CH-Q7777")
    exported.write_text(again, encoding="utf-8")
    assert "CH-Q7777" in rulings("calls", "merge", str(exported)).out, "of another phone"


def test_what_stands_in_a_book_beside_this_folder_moves_there(
    write_book: Write, rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = write_book()
    rulings("new", "book", str(tmp_path / "mine"), "--prefix", "MM", "--lang", "en")
    monkeypatch.chdir(tmp_path / "mine")
    beside = os.path.relpath(book)
    assert beside.startswith("..")

    ran = rulings("move", "CH-Q1", "other.yaml", "--book", beside)

    assert ran.code == 0, ran.err
    assert "CH-Q1" in (book / "rules" / "other.yaml").read_text(encoding="utf-8")


def test_a_former_id_is_given_to_nothing_else(book: Path, rulings: Rulings) -> None:
    rulings("rename", "CH 1.1", "CH 2.5")
    other = "clauses: [{id: CH 1.2, title: {en: Draws, ja: 引分}, text: {en: No., ja: 不可。},\n"
    other += " authority: house, sources: [{id: handbook}]}]\n"
    (book / "draws.yaml").write_text(other, encoding="utf-8")

    taken = rulings("rename", "CH 1.2", "CH 1.1")
    assert taken.is_rejected("CH 2.5 was CH 1.1 before, and calls may name it; choose another")
    assert rulings("rename", "CH 2.5", "CH 1.1").code == 0, "it gets its own back"
