"""Documents of numbered rules in three other styles: where each line goes, and what is odd."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cases import DATA, load_cases
from soundness import errors_in

from rulings.editions.comparison import Kind, compare
from rulings.editions.edition import read_edition
from rulings.errors import RulingsError
from rulings.format.model import Clause
from rulings.importing.book_writer import Target
from rulings.importing.documents.documents import read as read_document
from rulings.importing.formats.numbered import RulesWriter, read_numbered, refuse_lost_lines
from rulings.importing.outline.number_forms import Mark, read
from rulings.importing.outline.outline import Outline
from rulings.importing.outline.outlining import read_outline
from rulings.reading.load import load_book

FOLDER = DATA / "numbered"
CASES = load_cases("numbered/expected.yaml")


def import_into(place: Path, case: Any, document: Path) -> Outline:
    outline = read_numbered(document)
    target = Target("harbour-rules", "HB", "harbour", case["language"], names_game=True)
    RulesWriter(target, outline).write(place, document.name)
    return outline


@pytest.mark.parametrize("case", CASES)
def test_every_rule_is_in_its_place(case: Any) -> None:
    outline = read_numbered(FOLDER / case["document"])
    assert outline.edition == case["edition"]
    assert len(outline.rules) == int(case["rules"])
    assert outline.sections == case["sections"]
    assert list(outline.glossary) == case["glossary"]
    for number, text in case["texts"].items():
        assert outline.rules[number].body.text == text, number
    examples = {
        number: [example.text for example in rule.examples]
        for number, rule in outline.rules.items()
        if rule.examples
    }
    assert examples == case["examples"]


@pytest.mark.parametrize("case", CASES)
def test_every_odd_line_is_named(case: Any) -> None:
    outline = read_numbered(FOLDER / case["document"])
    oddities = [f"{odd.line}: {odd.what}" for odd in sorted(outline.odd)]
    assert [oddities[n][: len(odd)] for n, odd in enumerate(case["odd"])] == case["odd"]
    assert len(oddities) == len(case["odd"])
    left_out = [f"{each.first}-{each.last}: {each.what}" for each in outline.left_out]
    assert left_out == case["left_out"]


@pytest.mark.parametrize("case", CASES)
def test_the_book_is_sound_and_holds_the_text(case: Any, tmp_path: Path) -> None:
    report = import_into(tmp_path / "book", case, FOLDER / case["document"])
    loading = load_book([tmp_path / "book"])
    assert errors_in(loading) == []
    clauses = {key: each for key, each in loading.book.entries.items() if isinstance(each, Clause)}
    assert len(clauses) == len(report.rules)
    for number, rule in report.rules.items():
        assert clauses[f"HB {number}"].text[case["language"]] == rule.body.text
    for number, terms in case["terms"].items():
        assert clauses[f"HB {number}"].terms == terms


@pytest.mark.parametrize("case", CASES)
def test_the_next_edition_is_compared(case: Any, tmp_path: Path) -> None:
    document = FOLDER / case["document"]
    text = document.read_text(encoding="utf-8")
    for old, new in case["edits"]:
        assert old in text, old
        text = text.replace(old, new, 1)
    edited = tmp_path / document.name
    edited.write_text(text, encoding="utf-8")
    books = (tmp_path / "old", tmp_path / "new")
    for place, source in zip(books, (document, edited), strict=True):
        import_into(place, case, source)
    old_edition, new_edition = (read_edition(place) for place in books)
    assert old_edition.name == case["edition"] != new_edition.name
    changes = {
        f"{each.old.id if each.old else ''} -> {each.new.id if each.new else ''}".strip(): str(
            each.kind
        )
        for each in compare(old_edition, new_edition)
        if each.kind is not Kind.UNCHANGED
    }
    assert changes == case["changes"]


STYLES = {
    "1.2.3a Text": ("1.2.3a", "Text"),
    "1-2-3. Text": ("1.2.3", "Text"),
    "103.2． 文": ("103.2", "文"),
    "200.3C 文": ("200.3c", "文"),
    "１－２－３ａ．　文": ("1.2.3a", "文"),
    "第3条2項 文": ("3.2", "文"),
    "第十二条（文）": ("12", "（文）"),
    "§ 12.3 Text": ("12.3", "Text"),
    "Rule 7: Text": ("7", "Text"),
    "(a) Text": ("a", "Text"),
    "（ｂ）文": ("b", "文"),
    "⑫文": ("12", "文"),
    "901.4.All": ("901.4", "All"),
    "1.2.3": ("1.2.3", ""),
}


@pytest.mark.parametrize("line", STYLES)
def test_styles_of_numbers(line: str) -> None:
    mark: Mark = next(read(line))
    assert (".".join(map(str, mark.parts)) + mark.letter, mark.text) == STYLES[line]


@pytest.mark.parametrize("line", ["1.5cm", "a player", "例えば", "12人の", "i.e. this"])
def test_what_is_no_number(line: str) -> None:
    assert not [mark for mark in read(line) if not mark.weak]


def test_a_document_without_numbers(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear judge,\n\nno rules here.\n", encoding="utf-8")
    with pytest.raises(RulingsError, match="no numbered rule"):
        read_numbered(path)


PAGES = """\
#set page(height: 9cm, header: [Clockwork, the whole rules], numbering: "1")
= Clockwork
#for part in range(1, 7) [
  #part. Part #part

  #for rule in range(1, 9) [
    #part.#rule The rule number #rule of part #part is told here.

  ]
]
"""


def test_a_pdf_with_running_heads_and_page_numbers(tmp_path: Path) -> None:
    typst = pytest.importorskip("typst")
    path = tmp_path / "rules.pdf"
    path.write_bytes(typst.compile(PAGES.encode()))
    outline = read_numbered(path)
    assert len(outline.rules) == 48
    assert outline.rules["6.8"].body.text == "The rule number 8 of part 6 is told here."
    assert outline.sections["6"] == "Part 6"
    assert outline.odd == []
    assert {each.what for each in outline.left_out} == {"page numbers and running heads"}


PDF_OBJECTS = (
    b"<</Type/Catalog/Pages 2 0 R>>",
    b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
    b"<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    b"<</Length 36>>stream\nBT /F1 12 Tf 10 100 Td (1.1 Text) Tj ET\nendstream",
    b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
)


def pdf(before: bytes, after: bytes) -> bytes:
    """A PDF of one line, in which some bytes are others."""
    text, places = b"%PDF-1.4\n", []
    for number, each in enumerate(PDF_OBJECTS, 1):
        places.append(len(text))
        text += b"%d 0 obj%s\nendobj\n" % (number, each.replace(before, after))
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer<</Size 6/Root 1 0 R>>".replace(before, after)
    end = b"\n%s\nstartxref\n%d\n%%%%EOF" % (trailer, len(text))
    return text + b"xref\n0 6\n0000000000 65535 f \n" + table + end


def test_a_pdf_of_one_line(tmp_path: Path) -> None:
    path = tmp_path / "rules.pdf"
    path.write_bytes(pdf(b"", b""))
    assert read_numbered(path).rules["1.1"].body.text == "Text"


DAMAGED_PDFS = {
    "no PDF": b"1.1 Text",
    "pages in a circle": pdf(b"/Kids[3 0 R]", b"/Kids[2 0 R]"),
    "a length that is a name": pdf(b"/Length 36", b"/Length/x"),
    "a filter that is a number": pdf(b"/Length 36", b"/Length 36/Filter 7"),
    "an unknown encryption": pdf(b"/Root", b"/Encrypt<</Filter/Foo>>/Root"),
}


@pytest.mark.parametrize("name", DAMAGED_PDFS)
def test_a_damaged_pdf_ends_in_one_line(name: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.pdf"
    path.write_bytes(DAMAGED_PDFS[name])
    with pytest.raises(RulingsError, match="no PDF that can be read") as error:
        read_numbered(path)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("case", CASES)
def test_the_lines_of_a_document_add_up(case: Any) -> None:
    path = FOLDER / case["document"]
    outline = read_numbered(path)
    assert {name: str(count) for name, count in outline.lines_in().items()} == case["lines"]
    if path.suffix == ".txt":
        written = path.read_text(encoding="utf-8").split("\n")
        assert sum(outline.lines_in().values()) == sum(map(bool, written))


def test_a_line_that_is_lost_ends_the_import() -> None:
    path = FOLDER / "lantern-market.txt"
    outline = read_outline(read_document(path))
    del outline.rules["1.1.3"]
    with pytest.raises(RulingsError, match="125 lines of it were read, and 124 are accounted for"):
        refuse_lost_lines(path, outline)


@pytest.mark.parametrize("case", load_cases("numbered/heads.yaml"))
def test_what_is_not_certain_gets_a_default_and_a_note(case: Any, tmp_path: Path) -> None:
    title, edition = case["title"], case["edition"]
    path = tmp_path / "rules.txt"
    path.write_text(case["document"], encoding="utf-8")
    outline = read_numbered(path)
    assert (outline.title, outline.edition) == (title, edition)
    noted = "".join(outline.uncertain)
    assert ("--title" in noted, "--edition" in noted) == (title == "rules", edition == "undated")
    named = read_numbered(path, "Tides", "2026")
    assert (named.title, named.edition, named.uncertain) == ("Tides", "2026", [])


@pytest.mark.parametrize("case", load_cases("numbered/glossaries.yaml"))
def test_glossaries(case: Any, tmp_path: Path) -> None:
    path = tmp_path / case["file"]
    path.write_text(case["document"], encoding="utf-8")
    outline = read_numbered(path, "Boats", "2026")
    assert outline.glossary == {"Oar": "Moves a boat.", "Flag": "is seen."}
    assert [rule.body.text for rule in outline.rules.values()] == ["Row.", "Sail."]
    assert [each.what for each in outline.left_out] == case.get("left_out", [])


@pytest.mark.parametrize("others", ["Rested: Lies sideways.\n", ""])
def test_a_word_of_a_glossary_may_be_an_abbreviation(others: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(f"1.1 Row.\n\nGlossary\n{others}K.O.: To trash.\nAtk.: Attack.\n")
    outline = read_numbered(path, "Boats", "2026")
    assert [*outline.glossary.items()][-2:] == [("K.O.", "To trash."), ("Atk.", "Attack.")]
    assert outline.left_out == []
