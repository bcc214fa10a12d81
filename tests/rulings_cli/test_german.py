"""A German book: what is typed for it, the slips of its curator, and drafts that wait."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from once import folder_made_once
from running import Rulings, python

from rulings import open_book
from rulings.format.model import Ruling


@pytest.fixture
def book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rulings: Rulings, shared_cache: Path
) -> Path:
    """A German book with two clauses, the only one in use."""
    monkeypatch.setenv("RULINGS_ONLY", "1")
    place = tmp_path / "hafen"
    monkeypatch.setenv("RULINGS_BOOK", str(place))

    def make() -> None:
        assert rulings("new", "book", str(place), "--prefix", "HF", "--lang", "de").code == 0
        for number, title, text in (
            ("1.1", "Anlegen", "Ein Schiff legt am Steg an."),
            ("1.2", "Stege", "Am Steg liegen zwei Schiffe."),
        ):
            ran = rulings("new", "clause", title, "--id", number, "--set", f"text={text}")
            assert ran.code == 0, ran.err

    folder_made_once(shared_cache / "hafen", tmp_path, make)
    return place


def checked(book: Path, rulings: Rulings) -> list[str]:
    lines = rulings("check", str(book)).out.splitlines()
    return [line.split(" ", 1)[1] for line in lines if ": B" in line]


def add(book: Path, name: str, text: str) -> None:
    (book / "hafen" / "hafen-rules" / f"{name}.yaml").write_text(text, "utf-8")


def test_texts_in_other_languages_stand_beside_what_is_typed(book: Path, rulings: Rulings) -> None:
    typed = ("--verdict", "Nein.", "--answer", "Nein.", "--clause", "1.2")
    ran = rulings("new", "ruling", "Drei Schiffe?", *typed, "--set", "title.en=Three ships?")
    assert ran.code == 0, ran.err
    entry = open_book([book]).entries["HF-Q1"]

    assert isinstance(entry, Ruling)
    assert entry.title == {"de": "Drei Schiffe?", "en": "Three ships?"}
    assert entry.question == {"de": "Drei Schiffe?"}


def test_a_book_in_two_languages_is_begun_in_both(rulings: Rulings, tmp_path: Path) -> None:
    place = tmp_path / "port"
    typed = ("new", "book", str(place), "--prefix", "PT", "--lang", "de", "--lang", "fr")
    ran = rulings(*typed, "--set", "title.fr=Port")

    assert ran.code == 0, ran.err
    assert open_book([place]).rulesets["port-rules"].languages == ["de", "fr"]
    assert "title: {de: Port, fr: Port}" in (place / "book.yaml").read_text("utf-8")


def test_a_sheet_names_a_variant_in_its_language(book: Path, rulings: Rulings) -> None:
    variant = "title: {en: Wide piers, de: Breite Stege}, text: {de: Drei.}, adds_to: [HF 1.2]"
    add(book, "variants", f"variants:\n  - {{id: HF-V1, {variant}, authority: house}}\n")
    words = "title: {de: Drei Schiffe}, verdict: {de: Ja.}, variants: [HF-V1], authority: house"
    more = "question: {de: Drei?}, answer: {de: Ja.}, clauses: [HF 1.2]"
    add(book, "rulings", f"rulings:\n  - {{id: HF-Q1, {words}, {more}}}\n")

    out = rulings("sheet", "HF-Q1", "HF-V1", "--format", "md", "--lang", "de").out

    assert "Only with HF-V1: Breite Stege" in out and "Wide piers" not in out, out


@pytest.mark.parametrize(
    ("question", "verdict", "snippet"),
    [
        ("dürfen drei Schiffe an den Steg", "Nein, zwei.", "Ein Steg hat Platz für zwei Schiffe."),
        ("may three ships moor", "No, two.", "A pier has room for two ships."),
    ],
)
def test_an_answer_is_in_the_language_of_the_question(
    book: Path, rulings: Rulings, question: str, verdict: str, snippet: str
) -> None:
    asked = "asked: {de: [drei Schiffe an den Steg], en: [three ships moor]}"
    words = (
        "title: {de: Drei Schiffe, en: Three ships}, verdict: {de: 'Nein, zwei.', en: 'No, two.'}"
    )
    answer = (
        "answer: {en: A pier has room for two ships., de: Ein Steg hat Platz für zwei Schiffe.}"
    )
    more = f"{answer}, clauses: [HF 1.2], authority: author, sources: []"
    add(book, "rulings", f"rulings:\n  - {{id: HF-Q1, {words}, {asked}, {more}}}\n")

    assert f"{verdict}\n" in rulings("search", question).out
    assert rulings("search", question, "--json").json["hits"][0]["snippet"] == snippet


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (("--lang", "dt"), "--lang dt: no such language; write a code such as de or pt-BR"),
        (("--lang", "de", "--lang", "en"), "--lang: a note is typed in one language"),
    ],
)
def test_a_language_that_is_none_is_refused(
    book: Path, rulings: Rulings, typed: tuple[str, ...], message: str
) -> None:
    ran = rulings("new", "note", "Ebbe", "--set", "text=Ebbe.", *typed)

    assert ran.code == 2 and message in ran.err


def test_hints_are_in_the_language_of_the_book(book: Path, rulings: Rulings) -> None:
    entry = "- {id: HF-N1, title: Ebbe, text: {dt: Wasser}, authority: author, sources: []}"
    add(book, "notes", f"notes:\n  {entry}\n")

    assert "B103 title: needs keys and values: write `title: {de: Ebbe}`" in checked(book, rulings)


def test_umlauts_have_one_plain_form_in_ids(book: Path, rulings: Rulings, tmp_path: Path) -> None:
    """`new`, `import`, `rename` and `check` take ä for a and ß for ss."""
    rulings("new", "term", "Zähler")
    rulings("new", "card", "Große Übung")
    document = tmp_path / "regeln.txt"
    document.write_text("1.1 Zieh.\n\n1.2 Lade.\n\nGlossar\nZähler: ein Stein.\n", "utf-8")
    names = ("--prefix", "RG", "--game", "regeln", "--ruleset", "regeln", "--lang", "de")
    ran = rulings("import", "numbered", str(document), *names, "--into", str(tmp_path / "regeln"))
    assert ran.code == 0, ran.err
    imported = open_book([tmp_path / "regeln"])

    assert ("hafen", "grosse-ubung") in open_book([book]).shelves["card"]
    assert list(imported.shelves["term"]) == [("regeln", "zahler")]
    assert ("hafen", "zahler") in open_book([book]).shelves["term"]
    ran = rulings("rename", "term:zahler", "zähler")
    assert (ran.code, ran.err) == (
        2,
        "rulings: 'zähler': small letters, digits and hyphens only; write zahler\n",
    )
    terms = book / "hafen" / "terms.yaml"
    terms.write_text(terms.read_text("utf-8").replace("zahler", "zähler"), "utf-8")
    only = "B203 id 'zähler': small letters, digits and hyphens only; write zahler"
    assert only in checked(book, rulings)


def test_a_name_that_could_be_japanese_is_found_alone(book: Path, rulings: Rulings) -> None:
    rulings("new", "term", "Zähler", "--set", "aliases=Mana")
    typed = ("--verdict", "Drei.", "--answer", "Drei.", "--clause", "1.2", "--set", "terms=zahler")
    assert rulings("new", "ruling", "Wie viele Kisten?", *typed).code == 0

    for asked in ("Mana", "mana", "Zähler"):
        assert "HF-Q1" in rulings("search", asked).out


def test_a_language_that_does_not_exist_is_named(book: Path, rulings: Rulings) -> None:
    source = "{id: hafen-document}"
    text = "{dt: Wasser, de: Wasser}"
    add(
        book,
        "notes",
        f"notes:\n  - {{id: HF-N1, title: {{de: Ebbe}}, text: {text}, authority: author, "
        f"sources: [{source}]}}\n",
    )

    assert checked(book, rulings) == ["B411 there is no language 'dt'; correct it"]


def test_a_draft_with_a_todo_answers_nobody(book: Path, rulings: Rulings, tmp_path: Path) -> None:
    for question in ("Zählt der Kran als Schiff?", "Darf der Kran schwimmen?"):
        assert rulings("new", "ruling", question, "--clause", "1.1").code == 0
    results = json.loads(rulings("search", "zählt der Kran als Schiff", "--json").out)
    drafts = rulings("search", "Kran", "status:draft").out
    site = tmp_path / "public"
    assert rulings("site", "-o", str(site)).code == 0
    pages = "".join(path.read_text("utf-8") for path in site.rglob("*.html"))
    assert rulings("sheet", "HF", "-o", str(site / "sheet.md")).code == 0
    sheet = (site / "sheet.md").read_text("utf-8")

    assert "HF-Q1" not in json.dumps(results)
    assert "HF-Q1" in drafts and "HF-Q2" in drafts and "The same" not in drafts
    assert "TODO" not in pages + sheet and "HF 1.1" in pages and "HF 1.1" in sheet
    assert rulings("show", "HF-Q1").code == 0
    note = "B410 note: searches, pages and sheets leave out what holds a TODO: HF-Q1, HF-Q2"
    assert note in checked(book, rulings)


def test_a_page_is_the_same_however_python_hashes(book: Path, tmp_path: Path) -> None:
    """The forms that Snowball gives of a word come in sets."""
    pages = [tmp_path / f"{seed}.html" for seed in (1, 2)]
    for seed, page in enumerate(pages, 1):
        ran = python("-m", "rulings_cli", "page", "-o", page, PYTHONHASHSEED=str(seed))
        assert ran.code == 0, ran.err

    assert pages[0].read_text("utf-8") == pages[1].read_text("utf-8")


def test_what_is_said_at_the_table_is_kept_in_the_language_of_the_book(
    book: Path, rulings: Rulings
) -> None:
    rulings("tonight", "--event", "Hafenfest", "--ruleset", "HF")
    rulings("search", "drei Schiffe am Steg?")
    made = rulings("call", "Wellen?", "--verdict", "Nein.", "--asked", "Sturm?", "--clause", "1.2")
    call = made.out.split()[0]

    taught = rulings("log", "--to-asked", "HF 1.2")
    rulings("calls", "edit", call, "--verdict", "Ja.", "--asked", "Orkan?")

    assert taught.out.startswith("HF 1.2  de: drei Schiffe am Steg?\n"), taught.err
    (entry,) = rulings("calls", "--json").json["calls"]
    assert (entry["question"], entry["verdict"]) == ({"de": "Wellen?"}, {"de": "Ja."})
    assert entry["asked"] == {"de": ["Orkan?"]}
