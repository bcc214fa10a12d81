"""Citations that went stale, and their fixes in files as people write them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cases import DATA

from rulings.editing.editor import Editor
from rulings.editions.edition import read_edition
from rulings.editions.stale import Audit, audit, update
from rulings.errors import RulingsError
from rulings.reading.book import Loading
from rulings.reading.load import load_book

EDITIONS = DATA / "editions"
NEW = EDITIONS / "harbour-2023-11-17.txt"

BEFORE = """\
# yaml-language-server: $schema=book.schema.json
ruleset: {id: house, prefix: HB, game: harbour, name: {en: House}, edition: "1"}
rulings:
  # the quay question, asked every week
  - id: HB-Q1   # do not renumber
    title: {en: 'Under the quay, "face down"'}
    verdict: {en: "Yes."}
    question: {en: How many?}
    answer:
      en: >-
        Any number, by [[CR 314.2]] and [[CR
        314.1]], before the decks are shuffled.
    clauses: [ "CR 314.2",
               CR 314.1 ]      # the deciding one first
    authority: house
    checked_against: {mtg-cr: "20221007"}

  - id: HB-Q2
    title: {en: Landing}
    verdict: {en: It triggers.}
    question: {en: Does it trigger?}
    answer: {en: "[[CR 310.3]] does; not [[CR 100.1]]."}
    clauses:
      - CR 310.3
      - CR 606.2
      - CR 100.1
    authority: house
    checked_against:
      mtg-cr: '2022-10-07'
  - {id: HB-Q3, title: {en: Storms}, verdict: {en: No.}, question: {en: Is it}, answer: {en: No.},
     clauses: [CR 311.2], checked_against: {mtg-cr: 2022-10-07}, authority: house}
  - id: HB-Q4
    title: {en: Clash}
    verdict: {en: No.}
    question: {en: "?"}
    answer: {en: No.}
    clauses: [CR 310.3, CR 310.1, CR 606.2, CR 606.3]
    authority: house
    checked_against: {mtg-cr: "2022-10-07"}
  - id: HB-Q5
    title: {en: Old}
    verdict: {en: No.}
    question: {en: "?"}
    answer: {en: No.}
    clauses: [CR 100.1]
    authority: house
    checked_against: {mtg-cr: "2019-01-01"}
"""

AFTER = (
    BEFORE.replace(
        "[[CR 314.2]] and [[CR\n        314.1]]", "[[CR 315.2]] and [[CR\n        315.1]]"
    )
    .replace('[ "CR 314.2",\n               CR 314.1 ]', '[ "CR 315.2",\n               CR 315.1 ]')
    .replace('{mtg-cr: "20221007"}', '{mtg-cr: "2023-11-17"}')
    .replace(
        "[CR 311.2], checked_against: {mtg-cr: 2022-10-07}",
        '[CR 312.2], checked_against: {mtg-cr: "2023-11-17"}',
    )
)

Audited = Callable[[str], tuple[Path, Loading, Audit]]


@pytest.fixture
def audited(tmp_path: Path) -> Audited:
    def run(text: str) -> tuple[Path, Loading, Audit]:
        path = tmp_path / "rulings.yaml"
        path.write_bytes(text.encode())
        loading = load_book([tmp_path])
        return path, loading, audit(loading, read_edition(NEW), [EDITIONS])

    return run


def told(report: Audit) -> dict[str, list[str]]:
    lines: dict[str, list[str]] = {}
    for each in report.findings:
        number = f" -> {each.new_number}" if each.new_number else ""
        lines.setdefault(each.entry, []).append(f"{each.citation} {each.kind}{number}")
    return lines


def test_what_is_stale(audited: Audited) -> None:
    _, _, report = audited(BEFORE)
    assert told(report) == {
        "HB-Q1": ["CR 314.2 moved -> CR 315.2", "CR 314.1 moved -> CR 315.1"],
        "HB-Q2": ["CR 310.3 moved and edited", "CR 606.2 deleted"],
        "HB-Q3": ["CR 311.2 moved -> CR 312.2"],
        # somebody must read it again, so nothing in it follows before
        "HB-Q4": [
            *("CR 310.3 moved and edited", "CR 310.1 moved", "CR 606.2 deleted", "CR 606.3 moved")
        ],
    }
    assert report.without_text == {"2019-01-01": ["HB-Q5"]}


def test_fix_changes_nothing_but_what_moved(audited: Audited) -> None:
    path, loading, report = audited(BEFORE)
    assert update(loading, [report], [], fix=True) == [path]
    assert path.read_text(encoding="utf-8") == AFTER


def test_a_number_that_another_citation_had(audited: Audited) -> None:
    """311.2 became 312.2, and 312.2 became 313.2."""
    chain = 'question: {en: "x: [[CR 312.2]], [[CR 311.2]], [[CR 312.2]]"}'
    text = BEFORE.replace("question: {en: Is it}", chain)
    text = text.replace("[CR 311.2],", "[CR 311.2, CR 312.2],")
    for accepted, fix in (([], True), (["HB-Q3"], False), (["HB-Q3"], True)):
        path, loading, report = audited(text)
        update(loading, [report], accepted, fix=fix)
        after = path.read_text(encoding="utf-8")
        assert "x: [[CR 313.2]], [[CR 312.2]], [[CR 313.2]]" in after
        assert "clauses: [CR 312.2, CR 313.2]," in after


def test_fix_twice_is_fix_once(audited: Audited) -> None:
    path, loading, report = audited(BEFORE)
    update(loading, [report], [], fix=True)
    again, loading, report = audited(path.read_text(encoding="utf-8"))
    assert "HB-Q1" not in told(report) and "HB-Q3" not in told(report)
    assert update(loading, [report], [], fix=True) == []
    assert again == path


def test_what_was_edited_after_the_audit_is_not_written_over(audited: Audited) -> None:
    path, loading, report = audited(BEFORE)
    edited = BEFORE.replace("  - id: HB-Q2", "  # read again\n  - id: HB-Q2")
    path.write_text(edited, encoding="utf-8")

    with pytest.raises(RulingsError, match="was edited meanwhile; run it again"):
        update(loading, [report], [], fix=True)
    with pytest.raises(RulingsError, match="was edited meanwhile; run it again"):
        update(loading, [report], ["HB-Q1"], fix=False)
    assert path.read_text(encoding="utf-8") == edited


@pytest.mark.parametrize(
    ("accepted", "fix"), [(["HB-Q1", "HB-Q2", "HB-Q3"], False), (["HB-Q2"], True)]
)
def test_accept_raises_the_edition_and_lets_all_citations_follow(
    audited: Audited, accepted: list[str], fix: bool
) -> None:
    path, loading, report = audited(BEFORE.replace("      - CR 606.2\n", ""))
    update(loading, [report], accepted, fix=fix)
    text = path.read_text(encoding="utf-8")
    entries = load_book([path]).book.entries
    for number in (1, 2, 3):
        assert entries[f"HB-Q{number}"].checked_against == {"mtg-cr": "2023-11-17"}
    assert "[[CR 311.3]] does; not [[CR 100.1]]" in text
    assert "# the deciding one first" in text and "# do not renumber" in text
    _, _, report = audited(text)
    assert list(told(report)) == ["HB-Q4"]


@pytest.mark.parametrize(
    ("identifier", "words"),
    [("HB-Q2", "CR 606.2"), ("HB-Q9", "is the id right"), ("HB-Q5", "no text of")],
)
def test_what_cannot_be_accepted(audited: Audited, identifier: str, words: str) -> None:
    path, loading, report = audited(BEFORE)
    with pytest.raises(RulingsError, match=words):
        update(loading, [report], [identifier], fix=False)
    assert path.read_text(encoding="utf-8") == BEFORE


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_line_ends_are_kept(audited: Audited, ends: str) -> None:
    path, loading, report = audited(BEFORE.replace("\n", ends))
    update(loading, [report], [], fix=True)
    raw = path.read_bytes().decode()
    assert raw.count("315.2") == 2
    assert "\n" not in raw.replace(ends, "")


def test_a_clause_that_restates_a_moved_rule_is_told_and_never_renamed(audited: Audited) -> None:
    clause = """\
ruleset: {id: mtg-cr, prefix: CR, game: harbour, name: {en: Few}, edition: "20221007"}
clauses:
  - id: CR 314.2
    title: {en: Smugglers}
    text: {en: Hide them first.}
    authority: official
    checked_against: {mtg-cr: "20221007"}
"""
    _, loading, report = audited(clause)
    assert told(report) == {"CR 314.2": ["CR 314.2 moved"]}
    assert update(loading, [report], [], fix=True) == []
    with pytest.raises(RulingsError, match="that is now"):
        update(loading, [report], ["CR 314.2"], fix=False)


def test_a_file_that_would_not_hold_the_wanted_data_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    text = "rulings:\n  - clauses:\n      - |-\n        CR 314.2\n"  # an id as nobody writes it
    path.write_text(text)
    editor = Editor(path)
    with pytest.raises(RulingsError, match="by hand"):
        editor.replace(("rulings", 0, "clauses", 0), "CR 315.2")
    editor.data["rulings"] = []  # as if an edit went wrong
    with pytest.raises(RulingsError, match="by hand"):
        editor.content()
    assert path.read_text() == text
    assert [each.name for each in tmp_path.iterdir()] == ["odd.yaml"]


@pytest.mark.long
@pytest.mark.shared
def test_conspiracies_of_2022_in_the_rules_of_2023(shared: Path, tmp_path: Path) -> None:
    path = tmp_path / "rulings.yaml"
    path.write_text(BEFORE.replace("CR 314.1", "CR 314.3"))
    folder = shared / "data" / "mtg-cr"
    loading = load_book([tmp_path])
    new = read_edition(folder / "MagicCompRules-2023-11-17.txt")
    update(loading, [audit(loading, new, [folder])], [], fix=True)
    text = path.read_text()
    assert "315.2" in text and "314.2" not in text
    assert 'checked_against: {mtg-cr: "2023-11-17"}' in text
