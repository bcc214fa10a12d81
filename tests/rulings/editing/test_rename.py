"""Another id, file or ruleset for an entry: only what was meant changes in the files."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path

import pytest
from running import Write

from rulings import open_book
from rulings.checks import run
from rulings.disk.changes import FileChange, save_changes
from rulings.editing.rename import BookChanges, move_to_file, plan_rename
from rulings.errors import RulingsError
from rulings.lookup.links import Links
from rulings.reading.load import load_book

HEAD = """# the questions of the club
rulings:
"""
WAYS = [
    """
  # asked on the {n}th of May
  - id: CH-Q{n}   # keep this
    title:    {{en: "Case {n}",   ja: 例{n}}}
    verdict: {{en: Yes., ja: はい。}}

    question: {{en: "Is it [[ CH 1.1 ]], or [[CH 1.1a]]?", ja: "[[CH 1.1]]か"}}
    answer:
      en: |
        By [[CH 1.1]], and CH 1.1 alone.

        # not a comment: [[CH 1.1]]
      ja: >-
        [[CH
        1.1]]による。
    clauses: [ "CH 1.1",   CH 1.1a ]   # the first decides
    authority: interpretation
    sources: [{{id: handbook, where: "CH 1.1"}}]
""",
    """
  - {{id: CH-Q{n}, title: {{en: "CH 1.1", ja: "CH 1.1"}}, verdict: {{en: Yes., ja: はい。}},
     question: {{en: q, ja: q}}, answer: {{en: 'It''s [[CH 1.1]].', ja: a}}, clauses: ['CH 1.1'],
     related: [{{id: CH 1.1, type: similar}}],
     authority: interpretation, sources: [{{id: handbook}}]}}
""",
]
SUBRULE = """
  - id: CH 1.1a
    title: {en: Which, ja: どれ}
    text: {en: "As [[CH 1.1]] says.", ja: "[[CH 1.1]]のとおり。"}
    authority: official
    sources: [{id: handbook}]
"""


@pytest.fixture
def book(write_book: Write) -> Path:
    """A book in which a clause is cited by forty rulings, in every way that people write it."""
    path = write_book()
    clauses = path / "rules" / "clauses.yaml"
    clauses.write_text(clauses.read_text() + SUBRULE, encoding="utf-8")
    for part in range(4):
        numbers = range(10 + part * 10, 20 + part * 10)
        text = HEAD + "".join(WAYS[n % 2].format(n=n) for n in numbers)
        file = path / "rules" / f"questions-{part}.yaml"
        content = text.replace("\n", "\r\n" if part == 3 else "\n")
        file.write_text(content, encoding="utf-8-sig" if part == 0 else "utf-8", newline="")
    (path / "rules" / "asked.yaml").write_text('asked:\n  CH 1.1: {en: ["CH 1.1?"]}  # slang\n')
    return path


def planned(path: Path) -> BookChanges:
    loading = load_book([path])
    return BookChanges(loading, {})


def renamed(path: Path, old: str, new: str) -> dict[Path, FileChange]:
    plan = planned(path)
    plan_rename(plan, old, new)
    return plan.changes


def lines_changed(changes: dict[Path, FileChange]) -> list[tuple[str, str]]:
    changed_lines: list[tuple[str, str]] = []
    for change in changes.values():
        before, after = (content.decode().splitlines(keepends=True) for content in change)
        lines = list(difflib.unified_diff(before, after, n=0))[2:]
        minus = [line[1:] for line in lines if line[0] == "-"]
        plus = [line[1:] for line in lines if line[0] == "+" and "formerly:" not in line]
        assert len(minus) == len(plus)
        changed_lines += zip(minus, plus, strict=True)
    return changed_lines


def test_only_the_id_changes_wherever_it_is_cited(book: Path) -> None:
    changes = renamed(book, "ch 1.1", "CH 7.2")

    assert len(changes) == 7, "four files of questions, the rulings, the clauses, and asked.yaml"
    changed = lines_changed(changes)
    assert len(changed) > 140
    for before, after in changed:
        assert after.replace("7.2", "1.1") == before
    all_text = b"".join(change.after for change in changes.values()).decode()
    assert 'title: {en: "CH 1.1", ja: "CH 1.1"}' in all_text, "a title is no citation"
    assert 'where: "CH 1.1"' in all_text, "nor is a place in a source"
    assert "and CH 1.1 alone" in all_text, "nor a number in a text"
    assert '"CH 1.1?"' in all_text, "nor what a player says"


def test_the_book_means_the_same_afterwards(book: Path) -> None:
    before = open_book([book])
    cited = {link.origin for link in Links(before).to["CH 1.1"]}

    save_changes(renamed(book, "CH 1.1", "CH 7.2"))

    after = open_book([book])
    assert after.entries.keys() - before.entries.keys() == {"CH 7.2"}
    assert before.entries.keys() - after.entries.keys() == {"CH 1.1"}
    assert {link.origin for link in Links(after).to["CH 7.2"]} == cited
    assert after.now_called() == {"CH 1.1": "CH 7.2"}
    assert after.entries["CH 7.2"].asked["en"][-1] == "CH 1.1?"
    assert not [
        problem for problem in run(load_book([book])) if problem.code in ("B301", "B303", "B311")
    ]


def test_cards_and_terms_are_renamed_too(book: Path) -> None:
    for old, new in (("card:clock", "card:watch"), ("term:pawn", "foot")):
        save_changes(renamed(book, old, new))

    after = open_book([book])
    ruling = after.entries["CH-Q1"]
    assert (ruling.cards, ruling.terms) == (["watch"], ["foot"])
    assert after.now_called() == {"card:clock": "card:watch", "term:pawn": "term:foot"}
    assert not [problem for problem in run(load_book([book])) if problem.code < "B4"]


def test_the_last_of_two_that_took_the_same_id_gets_another(book: Path) -> None:
    first, second = book / "rules" / "questions-0.yaml", book / "rules" / "questions-2.yaml"
    second.write_text(
        second.read_text().replace('id: CH-Q31, title: {en: "CH', 'id: CH-Q11, title: {en: "The')
    )
    duplicates = [str(problem) for problem in run(load_book([book])) if problem.code == "B204"]
    assert len(duplicates) == 1 and f"`rulings rename 'CH-Q11' next --book {book}`" in duplicates[0]
    unchanged = first.read_bytes()

    changes = renamed(book, "CH-Q11", "next")
    save_changes(changes)

    assert list(changes) == [second] and "CH-Q50" in second.read_text()
    assert first.read_bytes() == unchanged
    assert "CH-Q50" in open_book([book]).entries


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("CH 1.1", "CH 1.1a", "is there already"),
        ("CH 1.1", "CH-Q99", "is no id of a clause"),
        ("CH 9.9", "CH 7.2", "is not in the book"),
        ("chess-rules", "x", "is a ruleset, which keeps its id"),
        ("card:clock", "Not A Slug", "small letters"),
        ("card:clock", "next", "a card has no next id; write its new one"),
        ("card:gone", "x", "is not in the book"),
        ("CH-Q11", "QQ-Q1", "is no id of a ruling; write it like CH-Q1"),
    ],
)
def test_what_cannot_be_meant_is_refused(book: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(RulingsError, match=told):
        renamed(book, old, new)


def test_renaming_back_leaves_only_the_id_in_between_as_a_former_one(book: Path) -> None:
    before = {file: file.read_bytes() for file in book.rglob("*.yaml")}
    for old, new in [("CH-Q12", "CH-Q80"), ("CH-Q80", "CH-Q12")]:
        save_changes(renamed(book, old, new))
    contents = {file: file.read_bytes() for file in before}

    assert load_book([book]).all_problems() == []
    assert open_book([book]).entries["CH-Q12"].formerly == ["CH-Q80"]
    line = b"    formerly: [CH-Q80]\n"
    assert {file: text.replace(line, b"") for file, text in contents.items()} == before


@pytest.mark.parametrize(
    "change",
    [
        lambda plan: plan_rename(plan, "CH-Q12", "CH-Q98"),
        lambda plan: move_to_file(plan, "CH-Q12", "new.yaml"),
    ],
    ids=["rename", "move"],
)
def test_what_was_edited_after_it_was_read_is_not_written_over(
    book: Path, change: Callable[[BookChanges], object]
) -> None:
    plan, other = planned(book), planned(book)
    plan_rename(other, "CH-Q12", "CH-Q99")
    move_to_file(other, "CH-Q99", "new.yaml")
    save_changes(other.changes)
    before = {file: file.read_bytes() for file in book.rglob("*.yaml")}

    change(plan)
    with pytest.raises(RulingsError, match="was edited meanwhile; run it again"):
        save_changes(plan.changes)

    assert {file: file.read_bytes() for file in book.rglob("*.yaml")} == before


def test_nothing_is_renamed_while_a_file_cannot_be_read(book: Path) -> None:
    (book / "rules" / "broken.yaml").write_text("rulings: [")

    with pytest.raises(RulingsError, match="correct it first"):
        renamed(book, "CH 1.1", "CH 7.2")


@pytest.mark.parametrize(
    "names", [["CH-Q12"], ["CH-Q1", "CH-Q31", "CH-Q13"], ["CH 1.1a", "CH 1.1"], ["card:clock"]]
)
@pytest.mark.parametrize("goal", ["questions-3.yaml", "new.yaml"])
def test_what_is_moved_is_the_same_there(book: Path, names: list[str], goal: str) -> None:
    before, plan = open_book([book]), planned(book)
    lines = {line.strip() for file in book.rglob("*.yaml") for line in file.read_text().split("\n")}
    place = book / ("cards-2.yaml" if names == ["card:clock"] else f"rules/{goal}")

    moved = [move_to_file(plan, name, str(place)) for name in names]
    save_changes(plan.changes)

    after = load_book([book])
    assert after.all_problems() == []
    assert after.book.entries == before.entries and after.book.cards == before.cards
    assert {after.origins[name.known].document.path for name in moved} == {str(place)}
    stripped = {
        line.strip() for file in book.rglob("*.yaml") for line in file.read_text().split("\n")
    }
    assert lines <= stripped | {""}, "no comment is lost"


def test_an_entry_on_a_line_with_others_is_not_moved(book: Path) -> None:
    (book / "terms.yaml").write_text("terms: [{id: pawn, name: {en: pawn}}]\n")

    with pytest.raises(RulingsError, match="by hand"):
        move_to_file(planned(book), "term:pawn", "terms-2.yaml")


def test_a_comment_further_left_than_its_entry_stays_a_comment(book: Path) -> None:
    file = book / "rules" / "rulings.yaml"
    file.write_text(file.read_text().replace("  - id: CH-Q1", "# asked twice\n  - id: CH-Q1"))
    plan = planned(book)

    move_to_file(plan, "CH-Q1", "new.yaml")
    save_changes(plan.changes)

    assert (book / "rules" / "new.yaml").read_text().count("# asked twice\n") == 1
