from __future__ import annotations

from pathlib import Path

import pytest
from running import Write

from rulings import BookError, open_book
from rulings.format.model import Clause, Ruling
from rulings.reading.load import load_book


def problems(path: Path) -> list[tuple[str, int, str]]:
    all_problems = load_book([path]).all_problems()
    return [(Path(problem.path).name, problem.line, problem.code) for problem in all_problems]


def test_a_book_holds_its_entries_by_id(write_book: Write) -> None:
    book = open_book([write_book()])

    assert list(book.entries) == ["CH 1.1", "CH-Q1"]
    assert isinstance(book.entries["CH 1.1"], Clause)
    assert isinstance(book.entries["CH-Q1"], Ruling)
    assert book.ruleset_of("CH-Q1").id == "chess-rules"
    assert [clause.id for clause in book.section("CH 1")] == ["CH 1.1"]


@pytest.mark.parametrize("section", ["ruling", "CH-Q1", "XX 1", "CH", "card:clock"])
def test_a_section_is_named_as_the_clauses_are(write_book: Write, section: str) -> None:
    path = write_book()
    file = path / "rules" / "ruleset.yaml"
    file.write_text(file.read_text().replace("id: CH 1,", f'id: "{section}",'))

    assert problems(path) == [("ruleset.yaml", 8, "B205")]
    assert not load_book([path]).book.rulesets["chess-rules"].sections


def test_every_fault_is_collected(write_book: Write) -> None:
    path = write_book(
        {
            "terms.yaml": "terms:\n  - id: Pawn!\n    name: {en: x}\n  - idd: y\n    name: [z]\n",
            "broken.yaml": "a: [\n",
            "rules/more.yaml": """
                rulings:
                  - id: CH-Q1
                    title: {en: a, ja: b}
                    authority: offical
                  - id: XX-Q1
                    title: {en: a}
                    verdict: {en: a}
                    question: {en: a}
                    answer: {en: a}
                    authority: author
                """,
        }
    )

    assert problems(path) == [
        ("broken.yaml", 2, "B005"),
        ("more.yaml", 2, "B102"),
        ("more.yaml", 4, "B103"),
        ("more.yaml", 5, "B206"),
        ("terms.yaml", 2, "B203"),
        ("terms.yaml", 4, "B102"),
        ("terms.yaml", 4, "B101"),
        ("terms.yaml", 5, "B103"),
    ]


def test_an_error_says_the_first_fault_and_how_many_more(write_book: Write) -> None:
    path = write_book({"terms.yaml": "terms: 5\nnote: x\n"})

    with pytest.raises(BookError) as caught:
        open_book([path])

    assert "terms.yaml:1:8: B103 terms: needs a list" in str(caught.value)
    assert "(and 1 more: run `rulings check`)" in str(caught.value)


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_a_folder_without_a_book(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()

    with pytest.raises(BookError, match=r"B01[12]"):
        open_book([tmp_path / name])


def test_an_id_may_stand_once_in_a_book(write_book: Write) -> None:
    path = write_book()
    (path / "rules" / "again.yaml").write_text((path / "rules" / "clauses.yaml").read_text())

    (problem,) = load_book([path]).all_problems()

    assert (Path(problem.path).name, problem.code) == ("clauses.yaml", "B204")
    assert "again.yaml:2:5" in problem.message


def test_a_later_book_lies_on_top(write_book: Write) -> None:
    below = write_book()
    above = write_book(name="above")
    clauses = above / "rules" / "clauses.yaml"
    text = clauses.read_text().replace("becomes a queen", "may become a rook")
    clauses.write_text(text.replace("[e, f, g, h]", "[new]").replace("[ほ, へ, と, ち]", "[新]"))

    entry = open_book([below, above]).entries["CH 1.1"]

    assert isinstance(entry, Clause)
    assert "rook" in entry.text["en"]
    assert entry.asked["en"] == ["new", "e", "f", "g", "h"], "found by the words of both"


def test_an_example_of_an_id_has_the_prefix_of_the_book_itself(write_book: Write) -> None:
    below, above = write_book(), write_book(name="above")
    for file in (above / "rules").glob("*.yaml"):
        text = file.read_text().replace("chess-rules", "tempo-rules").replace("CH", "TR")
        file.write_text(text.replace("id: TR-Q1", "id: Question 1"))

    messages = [
        str(each) for each in load_book([below, above]).all_problems() if each.code == "B205"
    ]

    assert len(messages) == 1 and "a ruling is named like TR-Q1" in messages[0]


def test_two_rulesets_cannot_share_a_prefix(write_book: Write) -> None:
    path = write_book()
    other = path / "other"
    other.mkdir()
    text = (path / "rules" / "ruleset.yaml").read_text().split("sources:")[0]
    (other / "ruleset.yaml").write_text(text.replace("id: chess-rules", "id: other-rules"))

    assert [code for _, _, code in problems(path)] == ["B201"]


@pytest.mark.parametrize(
    ("ruleset", "edition", "asked"),
    [
        ("chess-rules", "2024", ["how old"]),
        ("chess-rules", "2030", []),
        ("other-rules", "2030", ["how old"]),
    ],
)
def test_phrasings_of_one_edition_are_asked_of_no_other(
    write_book: Write, ruleset: str, edition: str, asked: list[str]
) -> None:
    book = write_book()
    (book / "asked-of.yaml").write_text(
        f'checked_against: {{{ruleset}: "{edition}"}}\nasked: {{CH-Q1: {{fr: [how old]}}}}\n',
        encoding="utf-8",
    )

    assert open_book([book]).entries["CH-Q1"].asked.get("fr", []) == asked


def printed(head: str, edition: str, text: str, section: str) -> dict[str, str]:
    """An edition as it was imported: the ruleset, and one rule of it."""
    rule = f"{{id: CH 1.1, text: {{en: {text}}}, authority: official}}"
    return {
        "rules/ruleset.yaml": head.replace('"2024"', f'"{edition}"').replace(
            "title: {en: Pawns, ja: ポーン}", f"title: {{en: {section}}}"
        ),
        "rules/clauses.yaml": f"clauses: [{rule}]",
        "rules/rulings.yaml": "",
    }


SAME = "A pawn becomes a queen on the last rank"
EDITIONS = {
    "the same": ([("2023", SAME, "Pawns")], 4),
    "another rule": ([("2022", "Kings castle once", "Pawns")], 0),
    "another rule of another section": ([("2022", "Rooks move along their row", "Rooks")], 0),
    "the same in a section that was renamed": ([("2025", SAME, "Pawns and their ranks")], 4),
    "another over the same": (
        [("2023", SAME, "Pawns"), ("2025", "Kings castle once", "Kings")],
        0,
    ),
    "much shorter": ([("2025", "Pawns become queens", "Pawns")], 4),
}


@pytest.mark.parametrize("case", EDITIONS)
def test_phrasings_stay_with_what_says_the_same_in_whatever_edition(
    write_book: Write, case: str
) -> None:
    editions, kept = EDITIONS[case]
    books = [write_book()]
    head = (books[0] / "rules" / "ruleset.yaml").read_text("utf-8")
    for year, text, section in editions:
        books.append(write_book(printed(head, year, text, section), f"edition-{year}"))

    assert len(open_book(books).entries["CH 1.1"].asked.get("ja", [])) == kept


@pytest.mark.parametrize(("language", "name"), [("ja", "日本語"), ("de", "Deutsch")])
def test_words_laid_under_another_edition_are_named_by_their_language(
    write_book: Write, language: str, name: str
) -> None:
    below, above = write_book(), write_book(name="above")
    for book, edition in ((below, "2024"), (above, "2025")):
        for file in (book / "rules" / "clauses.yaml", book / "rules" / "ruleset.yaml"):
            text = file.read_text("utf-8").replace("2024", edition)
            file.write_text(
                text.replace("ja:", f"{language}:" if book == below else "xx:"), "utf-8"
            )

    entry = open_book([below, above]).entries["CH 1.1"]

    assert isinstance(entry, Clause)
    assert language in entry.text
    assert entry.remark["en"] == f"{name}: checked against edition 2024."
    assert entry.remark["ja"] == f"{name}は2024版で確認したもの。"
