"""Where `rulings new` writes, what it notes of what is cited, and what it refuses."""

from __future__ import annotations

import os
from pathlib import Path

import faults
import pytest
from once import folder_made_once
from running import Rulings

from rulings import open_book
from rulings_cli.places import locations

RULES = "Quay rules\n\n1 Ships\n1.1 {}\n1.2 A ship may leave at any time.\n"
IMPORT = ("--prefix", "QU", "--game", "quay", "--ruleset", "quay-rules", "--lang", "en")


@pytest.fixture
def mine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rulings: Rulings, shared_cache: Path
) -> Path:
    """A book of one's own and an imported document, both named, and no other book; they are made
    once, and copied for the others.
    """
    monkeypatch.setenv("RULINGS_ONLY", "1")
    place = tmp_path / "harbour"
    monkeypatch.setenv("RULINGS_BOOK", str(place))

    def make() -> None:
        assert rulings("new", "book", str(place), "--prefix", "HB", "--lang", "en").code == 0
        import_edition(rulings, tmp_path, "2024", "A ship docks at once.")
        ran = rulings("new", "clause", "Piers", "--id", "1.2", "--set", "text=A pier holds two.")
        assert ran.code == 0, ran.err

    folder_made_once(shared_cache / "quay", tmp_path, make)
    name_newest()
    return place


def import_edition(rulings: Rulings, folder: Path, edition: str, said: str) -> None:
    (folder / "quay.txt").write_text(RULES.format(said))
    source = str(folder / "quay.txt")
    assert rulings("import", "numbered", source, *IMPORT, "--edition", edition).code == 0
    name_newest()


def name_newest() -> None:
    """Let the newest import be one of the two books that are named."""
    own = os.environ["RULINGS_BOOK"].split(os.pathsep)[-1]
    newest = locations.imported_books()[0]
    os.environ["RULINGS_BOOK"] = os.pathsep.join([newest, own])


def test_an_import_among_the_books_is_none_to_write_to(mine: Path, rulings: Rulings) -> None:
    imported = Path(*locations.imported_books())
    before = faults.tree(imported)

    for into in ([], ["--into", str(mine)]):
        ran = rulings("new", "ruling", "May I dock?", "--book", str(imported), *into)
        assert ran.code == (2 if not into else 0), "--book names what to write to"
    assert rulings("new", "ruling", "And now?").code == 0
    assert set(open_book([mine]).entries) == {"HB 1.2", "HB-Q1", "HB-Q2"}

    refused = [
        rulings("new", kind, "X", "--ruleset", "QU", "--into", str(into))
        for kind in ("ruling", "source", "term")
        for into in (imported, imported.parent)
    ]
    assert all(ran.is_rejected("imported") or ran.is_rejected("does not hold") for ran in refused)
    assert faults.tree(imported) == before


@pytest.mark.parametrize("edition", ["2023", "2025"])
def test_another_edition_of_an_import_takes_no_draft(
    mine: Path, rulings: Rulings, edition: str
) -> None:
    import_edition(rulings, mine.parent, edition, "A ship docks late.")
    older = locations.imported("quay-rules", min(edition, "2024"))

    ran = rulings("new", "ruling", "X", "--ruleset", "QU", "--into", str(older))

    assert ran.is_rejected("was imported; name a book of yours with --into")


def test_an_answer_keeps_its_lines(mine: Path, rulings: Rulings) -> None:
    answer = "By [[HB 1.2]]:\n\n- one\n- two"
    ran = rulings("new", "ruling", "May I?", "--answer", answer, "--clause", "HB 1.2")
    assert ran.code == 0, ran.err
    (record,) = rulings("show", ran.out.split("  ")[0], "--json").json["entries"]
    assert record["answer"]["en"] == answer


def test_a_ruling_on_an_imported_ruleset_stands_in_my_book(mine: Path, rulings: Rulings) -> None:
    where = ("--into", str(mine))
    assert rulings("new", "ruling", "X", "--ruleset", "QU").is_rejected("was imported", "--into")
    texts = ("--verdict", "Yes.", "--answer", "Yes, by [[QU 1.1]].", "--clause", "1.1")

    for question in ("May I dock?", "And twice?"):
        ran = rulings("new", "ruling", question, "--ruleset", "quay-rules", *texts, *where)
        assert ran.code == 0, ran.err

    books = [*map(Path, locations.imported_books()), mine]
    assert (mine / "quay-rules" / "rulings.yaml").exists()
    assert {"QU-Q1001", "QU-Q1002"} <= set(open_book(books).entries)
    assert rulings("check").out == ""
    assert rulings("new", "source", "My notes", "--ruleset", "QU", *where).code == 0
    assert (mine / "quay-rules" / "sources.yaml").exists()


CITING = [
    ["new", "ruling", "May I?", "--verdict", "Yes.", "--answer", "Yes.", "--clause", "QU 1.1"],
    ["new", "ruling", "May I?", "--verdict", "Yes.", "--answer", "Yes.", "--set", "clauses=QU 1.1"],
    ["new", "note", "Why", "--set", "text=Since [[QU 1.1]] says so."],
    ["new", "variant", "Twice", "--set", "text=Twice.", "--set", "modifies=QU 1.1"],
    ["call", "May I?", "--verdict", "Yes.", "--ruleset", "HB", "--clause", "QU 1.1"],
]


@pytest.mark.parametrize("typed", CITING, ids=lambda typed: " ".join(typed[:2] + typed[-2:]))
def test_what_is_cited_is_found_stale_in_the_next_edition(
    mine: Path, rulings: Rulings, typed: list[str]
) -> None:
    assert rulings("tonight", "--event", "Friday", "--ruleset", "HB").code == 0  # its calls count
    ran = rulings(*typed)
    assert ran.code == 0, ran.err
    identifier = ran.out.split("  ")[0]
    checked = open_book(locations.books(None)).entries[identifier].checked_against
    assert checked["quay-rules"] == "2024" and "harbour-rules" in checked

    import_edition(rulings, mine.parent, "2025", "No ship may ever dock here.")

    ran = rulings("stale")
    assert (ran.code, f"{identifier} cites QU 1.1" in ran.out) == (1, True)


def test_the_edition_that_was_read_may_be_named(mine: Path, rulings: Rulings) -> None:
    typed = ("new", "note", "Why", "--set", "text=By [[QU 1.1]].")

    ran = rulings(*typed, "--set", "checked_against.quay-rules=2022")
    assert ran.code == 0, ran.err
    assert open_book(locations.books(None)).entries["HB-N1"].checked_against["quay-rules"] == "2022"
    assert rulings(*typed, "--set", "checked_against.nowhere=2022").is_rejected(
        "no ruleset 'nowhere'"
    )


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["ruling", "X", "--id", "foo"], "'foo' is not an id; a ruling is named like HB-Q1"),
        (["ruling", "X", "--id", "HB-V9"], "'HB-V9' is the id of a variant"),
        (["ruling", "X", "--id", "HB-Q１"], "it holds full-width characters; write HB-Q1"),
        (["ruling", "X", "--id", "XX-Q1"], "no ruleset has the prefix XX"),
        (["clause", "X", "--id", "../1.1"], "'../1.1' is not an id"),
        (["clause", "X", "--id", "1.1.x"], "is not an id"),
        (["ruling", "X", "--set", "clauses=HB 77.7"], "'HB 77.7' is not in the book"),
        (["ruling", "X", "--set", "cards=big-crane"], "has no card 'big-crane'"),
        (["ruling", "X", "--answer", "By [[HB 9]]."], "[[HB 9]] is not in the book"),
        (["ruling", "X", "--verdict", "No. " * 40], "80 at most"),
        (["variant", "X", "--set", "modifies=HB-Q1"], "'HB-Q1' is not in the book"),
        (["term", "pier", "--id", "../pier"], "digits and hyphens only; write pier"),
        (["source", "Letter", "--id", "A letter"], "digits and hyphens only; write a-letter"),
        (["game", "X", "--id", "a\n", "--into", "{mine}"], "wrong form"),
        (["ruleset", "X", "--id", "a\n", "--prefix", "XX", "--game", "harbour"], "wrong form"),
        (["ruleset", "X", "--prefix", "XX\n", "--game", "harbour"], "wrong form"),
    ],
)
def test_what_check_would_reject_is_not_written(
    mine: Path, rulings: Rulings, typed: list[str], told: str
) -> None:
    before = faults.tree(mine)

    ran = rulings("new", *(word.format(mine=mine) for word in typed))

    assert ran.is_rejected(told), ran.err
    assert faults.tree(mine) == before
