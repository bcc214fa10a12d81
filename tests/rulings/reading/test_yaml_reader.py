from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulings.reading.yaml_reader import parse_document, read_document

BOMB = "a0: &a0 [lol, lol]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30)
)


def write(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "file.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("scalar", "value"),
    [("1.10", "1.10"), ("no", "no"), ("2024-04-05", "2024-04-05"), ("~", None), ("", None)],
)
def test_scalars_stay_as_they_are_written(tmp_path: Path, scalar: str, value: str | None) -> None:
    assert read_document(write(tmp_path, f"key: {scalar}\n")).data == {"key": value}


def test_a_quoted_null_is_text(tmp_path: Path) -> None:
    assert read_document(write(tmp_path, 'key: "null"\n')).data == {"key": "null"}


def test_every_value_has_its_place(tmp_path: Path) -> None:
    document = read_document(
        write(tmp_path, "rulings:\n  - id: BR-Q1\n    title: {en: x, ja: あ}\n")
    )

    assert document.position(("rulings", 0, "id")) == (2, 9)
    assert document.position(("rulings", 0, "title", "ja")) == (3, 24)
    assert document.position(("rulings", 0, "missing")) == (2, 5)


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, 1, "B010"),
        ("a: &x [1]\nb: *x\n", 1, 4, "B007"),
        ("a: b\nc: *x\n", 2, 4, "B007"),
        ("verdict: {en: !Never untap.}\n", 1, 15, "B007"),
        ("a: !5 cards\n", 1, 4, "B007"),
        ("a: ! No, never\n", 1, 4, "B007"),
        ("a: &all players draw\n", 1, 4, "B007"),
        ("!important: x\n", 1, 1, "B007"),
        ("a: the card #53 names it\n", 1, 13, "B007"),
        ("a:\n  - magpie #2\n  - b # a comment\n", 2, 12, "B007"),
        ("a: {b: c #d\n}\n", 1, 10, "B007"),
        ("a: 1\rb: the card #53 names it\r", 2, 13, "B007"),
        ('a: "1\u2028 2\u2028 3"\nb: the card #53\n', 4, 13, "B007"),
        ('a: "1\x85 2"\nb: !5 cards\n', 3, 4, "B007"),
        ("a: 1\rb: x\x00\r", 2, 5, "B005"),
        ("a: [1\nb: 2\n", 1, 4, "B005"),
        ("a:\n\t- b\n", 2, 1, "B005"),
        ("---\na: 1\n---\nb: 2\n", 3, 1, "B006"),
        ("a:\n  - b: 1\n<<<<<<< HEAD\n    c: 2\n=======\n    c: 3\n>>>>>>> x\n", 3, 1, "B005"),
        ("? [a, b]\n: c\n", 1, 3, "B009"),
        (b"a: 1\nb: \xff\xfe\n", 2, 4, "B004"),
        (b"\x00\x01\x02PNG", 1, 1, "B005"),
        (b"a: \x07\n", 1, 4, "B005"),
        (b"a: 1\nb: x\x00\n", 2, 5, "B005"),
        ("[" * 900, 1, 42, "B008"),
        ("[\n" * 10_000, 42, 1, "B008"),
        (BOMB, 1, 5, "B007"),
    ],
)
def test_a_fault_is_told_with_its_place(
    tmp_path: Path, text: str | bytes, line: int, column: int, code: str
) -> None:
    (problem,) = read_document(write(tmp_path, text)).problems

    assert (problem.code, problem.line, problem.column) == (code, line, column)
    assert "\n" not in str(problem)


def test_brackets_that_the_parser_itself_refuses_are_nested_too_deep(tmp_path: Path) -> None:
    """libyaml 0.2.6 stops before the first value; an older one leaves it to us."""
    (problem,) = read_document(write(tmp_path, "[" * 10_000)).problems

    assert (problem.code, problem.line) == ("B008", 1)
    assert problem.message == "nested more than 40 deep; flatten it"


def test_two_entries_that_git_merged_into_one_are_told_apart(tmp_path: Path) -> None:
    both = "- id: a\n<<<<<<< HEAD\n  title: x\n=======\n  title: y\n>>>>>>> theirs\n"
    without_marks = "- id: a\n  title: x\n  title: y\n"
    whole = "keep both parts, each entry whole below its own `- id:`, and remove"
    remedies = {both: whole, without_marks: "with `- id:` above it"}
    for text, remedy in remedies.items():
        (problem,) = read_document(write(tmp_path, text)).problems
        assert remedy in problem.message


def test_phrasings_of_one_entry_that_git_did_not_merge_are_joined(tmp_path: Path) -> None:
    mine, other = "  SW-Q1: {en: [may I]}\n", "  SW-Q1: {en: [am I allowed]}\n"
    both = f"asked:\n<<<<<<< HEAD\n{mine}=======\n{other}>>>>>>> theirs\n"
    remedies = {
        both: "keep both parts, the lists of one entry joined, and remove",
        f"asked:\n{mine}{other}": "with its phrasings joined to those of the other",
    }
    for text, remedy in remedies.items():
        (problem,) = read_document(write(tmp_path, text)).problems
        assert remedy in problem.message


def test_an_entry_without_its_dash_is_one_fault(tmp_path: Path) -> None:
    text = "rulings:\n  - id: SW-Q1\n    title: x\n    id: SW-Q2\n    title: y\n    answer: z\n"

    (problem,) = read_document(write(tmp_path, text)).problems

    assert problem.line == 4 and "begin a new entry with `- ` before its id" in problem.message


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file(tmp_path: Path) -> None:
    path = write(tmp_path, "a: 1")
    path.chmod(0)

    (problem,) = read_document(path).problems

    assert problem.code == "B001"


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    (problem,) = read_document(tmp_path).problems

    assert problem.code == "B001"


def test_windows_line_ends_and_a_byte_order_mark(tmp_path: Path) -> None:
    document = read_document(write(tmp_path, b"\xef\xbb\xbfa: 1\r\nb: 2\r\n"))

    assert document.data == {"a": "1", "b": "2"}


def test_what_was_parsed_is_kept_until_the_file_changes() -> None:
    first = parse_document(b"a: [1, 2]", "kept.yaml")
    first.add_problem(("a",), "B000", "a fault of this reading alone")
    again = parse_document(b"a: [1, 2]", "kept.yaml")
    edited = parse_document(b"a: [1, 3]", "kept.yaml")
    elsewhere = parse_document(b"a: [1, 2]", "other.yaml")

    assert again.data is first.data
    assert again.problems == []
    assert edited.data == {"a": ["1", "3"]}
    assert (elsewhere.path, elsewhere.data) == ("other.yaml", first.data)
