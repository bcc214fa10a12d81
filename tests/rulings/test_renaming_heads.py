"""Another name for a game, a ruleset or its prefix: all that cites it follows, nothing else."""

from __future__ import annotations

import difflib
from pathlib import Path
from shutil import copytree

import pytest
from running import Write
from soundness import errors_in

from rulings.books import BUILT_IN_BOOK, Book
from rulings.checks import run
from rulings.effective import find_ruleset
from rulings.errors import RulingsError
from rulings.filters import choices_of, resolve
from rulings.links import Links
from rulings.loading import load_book, open_book
from rulings.renaming_heads import find_head, with_new_name
from rulings.saving.several import Change, save_all

SHEET = """
sheet:
  id: first
  title: {en: First, ja: 最初}
  sections:
    - {entries: [CH 1, CH-Q1], select: {ruleset: chess-rules, game: chess}}
    - {select: {ruleset: CH}}
"""
FORK = """
forks:
  - id: CH-F1  # ask back
    ask: {en: "Is it [[CH 1.1]]?", ja: どれ}
    cases:
      - {when: {en: a pawn, ja: ポーン}, entry: CH-Q1}
      - {when: {en: "CH-Q1 again", ja: 再び}, entry: CH 1.1}
"""
ASKED = "asked:\n  CH-Q1: {en: [what of CH-Q1]}  # slang\n"


@pytest.fixture
def book(write_book: Write) -> Path:
    more = {"rules/sheet.yaml": SHEET, "rules/forks.yaml": FORK, "rules/asked.yaml": ASKED}
    return write_book(more)


def renamed(path: Path, old: str, new: str) -> dict[Path, Change]:
    loading = load_book([path])
    head = find_head(loading, old)
    assert head
    return with_new_name(loading, head, new, [one.path for one in loading.documents])


def added_and_gone(changes: dict[Path, Change]) -> list[str]:
    return [
        f"{line[0]} {line[1:].strip()}"
        for change in changes.values()
        for line in difflib.ndiff(
            change.before.decode().split("\n"), change.after.decode().split("\n")
        )
        if line[0] in "+-"
    ]


def called(book: Book) -> dict[str, set[str]]:
    links = Links(book)
    return {entry: {link.target for link in links.of(entry)} for entry in book.entries}


def test_a_prefix_is_renamed_wherever_an_id_has_it(book: Path) -> None:
    before = open_book([book])

    changes = renamed(book, "prefix:CH", "kc")
    save_all(changes)

    after = open_book([book])
    moved = {old: old.replace("CH", "KC", 1) for old in before.entries}
    assert called(after) == {
        moved[entry]: {moved.get(one, one) for one in cited}
        for entry, cited in called(before).items()
    }
    assert after.now_called() == moved
    assert [one.id for one in after.rulesets["chess-rules"].sections] == ["KC 1"]
    assert after.entries["KC-Q1"].asked["en"][-1] == "what of CH-Q1"
    first, second = after.sheets["first"].sections
    assert first.entries == ["KC 1", "KC-Q1"] and second.select and second.select.ruleset == "KC"
    text = (book / "rules" / "forks.yaml").read_text()
    assert "# ask back" in text and '"CH-Q1 again"' in text, "a word in a text is no citation"
    assert "# slang" in (book / "rules" / "asked.yaml").read_text()


def test_a_ruleset_is_renamed_with_all_that_was_checked_against_it(book: Path) -> None:
    changes = renamed(book, "ruleset:chess-rules", "club-rules")
    save_all(changes)

    after = open_book([book])
    assert added_and_gone(changes) == [
        "- id: chess-rules",
        "+ id: club-rules",
        "+ aliases: {en: [chess-rules]}",
        '- checked_against: {chess-rules: "2024"}',
        '+ checked_against: {club-rules: "2024"}',
        "- - {entries: [CH 1, CH-Q1], select: {ruleset: chess-rules, game: chess}}",
        "+ - {entries: [CH 1, CH-Q1], select: {ruleset: club-rules, game: chess}}",
    ]
    assert after.entries["CH-Q1"].checked_against == {"club-rules": "2024"}
    assert find_ruleset(after, "chess-rules").id == "club-rules"


def test_a_game_is_renamed_in_its_rulesets(book: Path) -> None:
    save_all(renamed(book, "game:chess", "shogi"))

    after = open_book([book])
    assert [*after.games] == ["shogi"] and after.rulesets["chess-rules"].game == "shogi"
    assert {game for game, _ in (*after.cards, *after.terms)} == {"shogi"}
    assert resolve("game", "chess", choices_of(after)) == ["shogi"]
    select = after.sheets["first"].sections[0].select
    assert select and select.game == "shogi"


@pytest.mark.parametrize("old", ["prefix:CH", "ruleset:chess-rules", "game:chess"])
def test_nothing_is_wrong_afterwards(book: Path, old: str) -> None:
    before = [(one.code, one.line) for one in run(load_book([book])) if one.code < "B4"]

    save_all(renamed(book, old, "new"))

    assert [(one.code, one.line) for one in run(load_book([book])) if one.code < "B4"] == before


def test_there_and_back_once_more_the_alias_stands_once(book: Path) -> None:
    for old, new in (("chess", "shogi"), ("shogi", "chess"), ("chess", "shogi")):
        save_all(renamed(book, f"game:{old}", new))

    assert open_book([book]).games["shogi"].aliases == {"en": ["shogi", "chess"]}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("prefix:XX", "YY", "is not in the book; there are CH"),
        ("prefix:CH", "a b", "is no prefix"),
        ("prefix:CH", "1", "is no prefix"),
        ("prefix:CH", "ch", "is there already"),
        ("ruleset:chess-rules", "chess-rules", "is there already"),
        ("ruleset:chess-rules", "Not Slug", "small letters"),
        ("game:chess", "x" * 61, "small letters"),
        ("game:go", "x", "is not in the book"),
    ],
)
def test_what_cannot_be_meant_is_refused(book: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(RulingsError, match=told):
        renamed(book, old, new)


@pytest.mark.parametrize("old", ["prefix:CH", "ruleset:chess-rules", "game:chess"])
def test_what_stands_in_a_book_that_may_not_be_written_keeps_its_name(book: Path, old: str) -> None:
    loading = load_book([book])
    head = find_head(loading, old)
    others = [one.path for one in loading.documents if "rules/rulings" in one.path]

    assert head
    with pytest.raises(RulingsError, match="cannot be written"):
        with_new_name(loading, head, "new", others)


def test_the_book_that_ships_is_the_same_under_another_prefix(tmp_path: Path) -> None:
    path = copytree(BUILT_IN_BOOK, tmp_path / "book")
    before = open_book([path])

    save_all(renamed(path, "prefix:BR", "ZZ"))

    after = open_book([path])
    assert len(after.entries) == len(before.entries)
    count = sum(len(cited) for cited in called(before).values())
    assert sum(len(cited) for cited in called(after).values()) == count
    assert errors_in(load_book([path])) == []
