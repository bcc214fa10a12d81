"""Imported YAML comes back equal, and a book appears whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.editing import emitter
from rulings.errors import RulingsError
from rulings.ids import Slugs, slug
from rulings.importing.book_writer import Target, new_book
from rulings.importing.rulings_writer import KeptIds
from rulings.lookup.records import first_words
from rulings.reading.yaml_reader import read_document

posix = pytest.mark.skipif(os.name == "nt", reason="links and pipes need rights on Windows")
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufffe\uffff"))
ENTRIES = st.dictionaries(
    st.text("abcdefgh", min_size=1),
    st.one_of(
        TEXT,
        st.lists(TEXT),
        st.dictionaries(TEXT, TEXT),
        st.lists(st.dictionaries(st.sampled_from(["en", "ja"]), TEXT)),
    ),
    min_size=1,
)


@pytest.mark.long
@settings(deadline=None, max_examples=200)
@given(ENTRIES)
def test_whatever_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, entry: dict) -> None:  # type: ignore[type-arg]
    path = tmp_path_factory.getbasetemp() / "written.yaml"
    text = "entries:\n" + emitter.item(entry) + emitter.head("head", entry)
    path.write_text(text, encoding="utf-8", newline="\n")
    document = read_document(path)
    assert document.problems == []
    assert document.data == {"entries": [entry], "head": entry}


@pytest.mark.parametrize(
    "text", ["no", "~", "null", "1.10", "", "- a", "a: b", "a #b", "\ud800", "é\x85"]
)
def test_scalars_that_yaml_takes_for_something_else(tmp_path: Path, text: str) -> None:
    path = tmp_path / "one.yaml"
    path.write_text(f"key: {emitter.scalar(text)}\n", encoding="utf-8")
    assert read_document(path).data == {"key": text.replace("\ud800", "\ufffd")}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Lim-Dûl's Vault", "lim-duls-vault"),
        ("Æther Vial", "aether-vial"),
        ("Fire // Ice", "fire-ice"),
        ("我が闇", "x-u8j811mzo6a"),
        ("+2 Mace", "2-mace"),
    ],
)
def test_slugs(name: str, wanted: str) -> None:
    assert slug(name) == wanted


def test_each_name_has_a_slug_of_its_own() -> None:
    slugs = Slugs()
    names = ["Fire // Ice", "Fire Ice", "Fire // Ice", "fire ice"]
    assert [slugs.of(name) for name in names] == [
        "fire-ice",
        "fire-ice-2",
        "fire-ice",
        "fire-ice-3",
    ]


def test_first_words_break_between_words() -> None:
    assert first_words("A ship, once loaded, sails at dawn.", 20) == "A ship, once…"
    assert first_words("Short.", 20) == "Short."
    assert len(first_words("x" * 100, 20)) == 20


def test_ids_stay_and_are_never_given_away() -> None:
    known = [("T-Q1", "a", "one two three four"), ("T-Q2", "a", "gone"), ("T-Q7", "b", "other")]
    ids = KeptIds("T", known)
    assert ids.assign("a", ["brand new", "one two three five"]) == ["T-Q8", "T-Q1"]
    assert ids.assign("c", ["gone"]) == ["T-Q9"]
    assert ids.left == {"T-Q2", "T-Q7"}


def write(place: Path, title: str) -> None:
    with new_book(place, "test", "from nothing") as book:
        book.head({"game": {"id": "g", "name": {"en": title}}})
        for number in range(120):
            book.add("terms", {"id": f"t{number}", "name": {"en": "x" * 9_000}})


def test_a_book_is_split_into_files_of_a_megabyte(tmp_path: Path) -> None:
    write(tmp_path / "book", "first")
    files = {file.name: file.stat().st_size for file in (tmp_path / "book").iterdir()}
    assert sorted(files) == ["ruleset.yaml", "terms-2.yaml", "terms.yaml"]
    assert max(files.values()) < 1_010_000


def test_a_failed_import_leaves_the_old_book(tmp_path: Path) -> None:
    place = tmp_path / "book"
    write(place, "first")
    before = {file.name: file.read_bytes() for file in place.iterdir()}
    with pytest.raises(KeyError), new_book(place, "test", "x") as book:
        book.head({"game": {"id": "other", "name": {"en": "Other"}}})
        raise KeyError
    assert {file.name: file.read_bytes() for file in place.iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["book"]


@pytest.mark.parametrize(
    ("entry", "fault"),
    [
        ({"id": "R 3{", "text": {"en": "It sails."}}, r"'R 3\{' is not an id"),
        ({"id": "R 3", "text": {"en": "It sails." * 3000}}, "R 3: .*length <= 20000"),
    ],
)
def test_a_book_with_a_fault_replaces_none(
    tmp_path: Path, entry: dict[str, Any], fault: str
) -> None:
    place = tmp_path / "book"
    write(place, "first")
    with (
        pytest.raises(RulingsError, match=f"{fault}.*nothing was imported"),
        new_book(place, "test", "x") as book,
    ):
        book.add("clauses", entry | {"authority": "author"})
    assert "first" in (place / "ruleset.yaml").read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["book"]


@pytest.mark.parametrize("foreign", ["notes.txt", "ruleset.yaml", "sub/more.yaml", ".hidden"])
def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path, foreign: str) -> None:
    place = tmp_path / "book"
    write(place, "first")
    (place / foreign).parent.mkdir(exist_ok=True)
    (place / foreign).write_text("mine")
    with pytest.raises(RulingsError, match="not written by"):
        write(place, "second")
    assert (place / foreign).read_text() == "mine"


@posix
@pytest.mark.parametrize("kind", ["pipe", "link to an imported file", "link in a circle"])
def test_an_entry_that_is_no_file_is_refused(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "book"
    write(place, "first")
    write(tmp_path / "other", "other")
    targets = {"link to an imported file": "../other/ruleset.yaml", "link in a circle": "odd.yaml"}
    if kind == "pipe":
        os.mkfifo(place / "odd.yaml")
    else:
        (place / "odd.yaml").symlink_to(targets[kind])
    with pytest.raises(RulingsError, match="not written by"):
        write(place, "second")
    assert "first" in (place / "ruleset.yaml").read_text()


def test_what_came_during_the_import_stays(tmp_path: Path) -> None:
    place = tmp_path / "book"
    write(place, "first")
    with (
        pytest.raises(RulingsError, match=r"mine\.txt was not written"),
        new_book(place, "test", "x") as book,
    ):
        book.head({"game": {"id": "g", "name": {"en": "second"}}})
        (place / "mine.txt").write_text("mine")
    assert (place / "mine.txt").read_text() == "mine"
    assert "first" in (place / "ruleset.yaml").read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["book"]


def test_the_folder_one_stands_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "book").mkdir()
    monkeypatch.chdir(tmp_path / "book")
    write(Path(), "first")
    assert (tmp_path / "book" / "ruleset.yaml").is_file()


def test_another_format_does_not_replace_the_book(tmp_path: Path) -> None:
    write(tmp_path / "book", "first")
    with pytest.raises(RulingsError), new_book(tmp_path / "book", "other", "x"):
        pass


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_a_place_without_rights(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(RulingsError, match="cannot be written"):
        write(tmp_path / "book", "first")


@pytest.mark.parametrize(("ruleset", "prefix"), [("harbour", "HA"), ("quay", "HB")])
def test_an_import_does_not_replace_another_ruleset(
    tmp_path: Path, ruleset: str, prefix: str
) -> None:
    place = tmp_path / "book"
    with new_book(place, "faq", "from one.md") as book:
        book.head(Target("harbour", "HB", "harbour").head({"en": "Harbour"}, "2026"))
    before = (place / "ruleset.yaml").read_bytes()

    with (
        pytest.raises(RulingsError, match=r"holds the ruleset harbour \(HB\)"),
        new_book(place, "faq", "from two.md") as book,
    ):
        book.head(Target(ruleset, prefix, "harbour").head({"en": "Another"}, "2026"))

    assert (place / "ruleset.yaml").read_bytes() == before
