"""`rulings eval --fit` on a small book of its own, beside another that must stay as it is."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from cases import DATA
from running import Rulings, Ship, Write

from rulings.reading.load import open_book
from rulings_index import Index, open_index
from rulings_index.browser.export import export
from rulings_index.lab.evaluation import read_questions
from rulings_index.weights import SURE

QUESTIONS = DATA / "questions-harbour.yaml"


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA / "harbour", tmp_path / "harbour"))


@pytest.fixture
def other(write_book: Write, ship: Ship) -> Path:
    book = write_book()
    ship(book)
    return book


def test_a_fit_is_kept_in_the_book_and_holds_for_it_alone(
    rulings: Rulings, harbour: Path, other: Path, tmp_path: Path
) -> None:
    books = [other, harbour]
    index = open_index(books, cache_dir=tmp_path / "cache")
    before = levels(index)
    promotion = index.search("a pawn on the last rank")

    asked = tmp_path / "questions.yaml"
    of_other = "- {id: O1, query: a pawn on the last rank, relevant: [CH 1.1]}\n"
    asked.write_text(QUESTIONS.read_text("utf-8") + of_other, "utf-8")

    ran = rulings("eval", str(asked), "--book", str(harbour), "--fit", "--json")

    fitted = ran.json["fitted"]
    assert fitted["kept"] == str(harbour / "line.yaml")
    assert fitted["questions"] == 36, "the nearest entry to one is in the other book"
    assert fitted["held_out"]["answered"]["answer"] > fitted["before"]["answered"]["answer"]
    assert index.refresh(), "the file is part of what an index is made from"
    after = levels(index)
    assert after != before
    assert after["perhaps"] + after["answer"] + after["none"] == 36
    lines = {one.sureness.lines.answer for one in found(index, "HB-Q") if one.sureness}
    assert lines == {fitted["line"]["answer"]} != {SURE}
    again = index.search("a pawn on the last rank").sureness
    assert again == promotion.sureness, "no entry of another book is judged by it"


def found(index: Index, prefix: str) -> list[Any]:
    asked = [index.search(one.query) for one in read_questions(QUESTIONS)]
    return [one for one in asked if one.sureness and one.sureness.entry.startswith(prefix)]


def levels(index: Index) -> dict[str, int]:
    counts = dict.fromkeys(("answer", "perhaps", "none"), 0)
    for one in read_questions(QUESTIONS):
        counts[index.search(one.query).certainty] += 1
    return counts


def test_it_is_said_what_was_fitted_and_that_it_is_in_force(
    rulings: Rulings, harbour: Path, other: Path
) -> None:
    book = ("--book", str(harbour), "--only")

    printed = rulings("eval", str(QUESTIONS), *book, "--fit").out
    table = printed[printed.index("\nline ") :]

    assert "with an answer, as it ships" in table
    assert "with an answer, fitted" in table
    assert "Each fifth of the questions is judged by a line fitted to the rest." in table
    said = " ".join(rulings("doctor", *book).out.split())
    assert "line fitted on 36 questions" in said


def test_a_line_of_another_measure_does_not_hold(
    rulings: Rulings, harbour: Path, other: Path, tmp_path: Path
) -> None:
    (harbour / "line.yaml").write_text("line: {answer: -9, perhaps: -9, measured_by: old}\n")

    index = open_index([harbour], cache_dir=tmp_path / "cache")
    said = rulings("doctor", "--only", "--book", str(harbour))

    assert all(one.sureness.lines.answer == SURE for one in found(index, "HB-Q"))
    told = " ".join(said.out.split())
    assert "this version measures otherwise; rulings eval FILE --fit --book" in told
    assert said.code == 1


def test_the_page_carries_the_line(rulings: Rulings, harbour: Path, other: Path) -> None:
    rulings("eval", str(QUESTIONS), "--only", "--book", str(harbour), "--fit")
    book = open_book([other, harbour])

    facets = {name: found for name, found in export(book)["facets"].items() if name[:5] == "line:"}

    assert [len(found) for found in facets.values()] == [len(book.lines)] == [14]


@pytest.mark.parametrize(
    ("questions", "options", "says"),
    [
        (QUESTIONS, [], "a line is fitted to a book of yours; name it with --book DIR"),
        (QUESTIONS, ["--book", "{file}"], "is one file; a line is kept in a book's folder"),
        (None, ["--book", "{harbour}"], "needs 20 with an answer and 10 without"),
    ],
)
def test_what_cannot_be_fitted(
    rulings: Rulings,
    harbour: Path,
    other: Path,
    tmp_path: Path,
    questions: Path | None,
    options: list[str],
    says: str,
) -> None:
    few = tmp_path / "few.yaml"
    few.write_text(json.dumps([{"id": "1", "query": "third ship", "relevant": ["HB-Q1"]}]))
    places = {"harbour": harbour, "file": harbour / "rules" / "rulings.yaml"}

    ran = rulings(
        "eval", str(questions or few), "--fit", *(one.format(**places) for one in options)
    )

    assert ran.is_rejected(says)
    assert not (harbour / "line.yaml").exists()
