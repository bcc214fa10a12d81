"""`rulings stale`, and the history of an entry."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import DATA
from running import Rulings, Ship

OLD, NEW = (str(path) for path in sorted((DATA / "editions").glob("*.txt")))

BOOK = """\
ruleset: {id: house, prefix: HB, game: harbour, name: {en: House}, edition: "1"}
rulings:
  - id: HB-Q1
    title: {en: Under the quay}
    verdict: {en: "Yes."}
    question: {en: How many?}
    answer: {en: "Any number."}
    clauses: [CR 314.2]
    authority: house
    checked_against: {mtg-cr: "2022-10-07"}
    history:
      - {date: "2023-05-01", status: active, by: Head judge, note: {en: Asked twice.}}
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / "rulings.yaml").write_text(BOOK, encoding="utf-8")
    return folder


def test_a_ruling_that_went_stale(rulings: Rulings, book: Path) -> None:
    """The older edition lies beside the newer one, and is found there."""
    ran = rulings("stale", "--against", NEW, "--book", str(book))
    assert ran.code == 1
    assert "rulings.yaml:8:15: HB-Q1 cites CR 314.2: moved (2022-10-07 → 2023-11-17)" in ran.out
    assert "fix  --fix writes CR 315.2" in ran.out


def test_json(rulings: Rulings, book: Path) -> None:
    (audit,) = rulings("stale", "--against", NEW, "--book", str(book), "--json").json["audits"]
    (finding,) = [each for each in audit["findings"] if each["entry"] == "HB-Q1"]
    assert (finding["citation"], finding["mend"]) == ("CR 314.2", "CR 315.2")


@pytest.mark.parametrize("how", [("--fix",), ("--accept", "HB-Q1")])
def test_what_only_moved_follows(rulings: Rulings, book: Path, how: tuple[str, ...]) -> None:
    options = ("--against", NEW, "--book", str(book))
    warning = rulings("stale", *options, *how).err
    assert "rewritten" in warning and "a number that a text writes without [[ ]] stays" in warning
    text = (book / "rulings.yaml").read_text()
    assert "[CR 315.2]" in text and 'checked_against: {mtg-cr: "2023-11-17"}' in text


def test_the_newest_imported_edition_is_the_measure(rulings: Rulings, book: Path) -> None:
    assert rulings("stale", "--book", str(book)).code == 2  # nothing to compare with
    for path in (OLD, NEW):
        rulings("import", "mtg-cr", path)
    ran = rulings("stale", "--book", str(book))
    assert (ran.code, "--fix writes CR 315.2" in ran.out) == (1, True)


def test_an_edition_that_is_not_at_hand(rulings: Rulings, book: Path, tmp_path: Path) -> None:
    lonely = tmp_path / "alone" / "new.txt"
    lonely.parent.mkdir()
    lonely.write_bytes(Path(NEW).read_bytes())
    ran = rulings("stale", "--against", str(lonely), "--book", str(book))
    assert ran.code == 1
    assert "not audited: the text of mtg-cr 2022-10-07 is not at hand" in ran.err
    rulings("import", "mtg-cr", OLD)
    again = rulings("stale", "--against", str(lonely), "--book", str(book))
    assert "2022-10-07 is not at hand" not in again.err


def test_what_could_not_be_read_is_named(rulings: Rulings, book: Path) -> None:
    other = book / "other.yaml"
    other.write_text(BOOK[BOOK.index("rulings:") :].replace("HB-Q1", "ZZ-Q1"))
    other.write_text(other.read_text().replace("house", "interpretation"))
    ran = rulings("stale", "--against", NEW, "--book", str(book))
    assert "other.yaml:2:9: B206" in ran.err and "prefix ZZ" in ran.err


@pytest.mark.parametrize("status", ["withdrawn", "superseded"])
def test_what_nobody_rules_by_any_more_is_not_audited(
    rulings: Rulings, book: Path, status: str
) -> None:
    file = book / "rulings.yaml"
    file.write_text(BOOK.replace("    authority", f"    status: {status}\n    authority"))
    more = BOOK[BOOK.index("  - id") :].replace("HB-Q1", "HB-Q2").replace("314.2", "100.1")
    file.write_text(file.read_text() + more)
    assert "HB-Q1" not in rulings("stale", "--against", NEW, "--book", str(book)).out


def test_an_edition_that_nothing_cites_is_no_good_news(
    rulings: Rulings, book: Path, tmp_path: Path
) -> None:
    text = tmp_path / "rules.md"
    text.write_text("# Harbour rules\n\n## 1. Piers\n1.1 A pier holds two ships.\n")
    ran = rulings("stale", "--against", str(text), "--book", str(book))
    assert ran.is_rejected("nothing of the book cites harbour-rules; import that under")


@pytest.fixture(autouse=True)
def no_other_book(ship: Ship, tmp_path: Path) -> None:
    """No test may rewrite the book of the project."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "none.yaml").write_text("terms: []\n")
    ship(tmp_path / "empty")
