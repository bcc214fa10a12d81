"""A book in any language is an ordinary book: read, checked, searched, shown, printed and paged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest
from cases import DATA

from rulings.checks import run
from rulings.format.sheets import Select, SheetLanguage
from rulings.lookup.event import NO_EVENT
from rulings.reading.load import load_book, open_book
from rulings_cli.answers.answers import print_answer, print_entry
from rulings_cli.html.selection import select
from rulings_cli.phone.page import phone_page
from rulings_cli.sheets.request import SheetRequest
from rulings_cli.terminal.output import Output
from rulings_index import Index, open_index

FRENCH = DATA / "french.yaml"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return open_index([FRENCH], cache_dir=tmp_path_factory.mktemp("cache"))


def test_it_has_no_fault() -> None:
    assert [str(problem) for problem in run(load_book([FRENCH]))] == []


def test_a_text_in_another_language_alone_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "french.yaml"
    path.write_text(FRENCH.read_text("utf-8").replace("{fr: Maldonne}", "{en: Misdeal}"), "utf-8")

    assert [problem.message for problem in run(load_book([path]))] == [
        "title has no français (fr); write it"
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("le donneur a retourné une carte", "BX-Q1"),
        ("combien de cartes distribuées", "BX 1.1"),
        ("qui choisit l'atout aux encheres", "BX 2.1"),
        ("dois-je couper si mon partenaire est maître", "BX-Q2"),
        ("bx 2.2", "BX 2.2"),
    ],
)
def test_it_is_searched(index: Index, query: str, found: str) -> None:
    results = index.search(query)

    assert [hit.id for hit in results.hits or results.nearest][:1] == [found]


@pytest.mark.parametrize("languages", [("fr",), ("en",), ("ja",), ("en", "ja")])
def test_it_is_shown_whatever_the_reader_speaks(index: Index, languages: Sequence[str]) -> None:
    shown = StringIO()
    output = Output(shown)
    for record in (*index.show("BX-Q2"), *index.show("BX-F1"), *index.show("term:pli")):
        print_answer(output, record, languages, NO_EVENT)
        print_entry(output, record, languages, NO_EVENT)

    assert "Non, défausser suffit." in shown.getvalue()
    assert "La carte était-elle visible ?" in shown.getvalue()


def test_it_is_printed() -> None:
    printed, fork, english = (
        SheetRequest(what=[what], books=[FRENCH], where=Select(), language=language)
        .make("md")
        .content.decode()
        for what, language in (("BX", "fr"), ("BX-F1", "fr"), ("BX", "en"))
    )

    assert "# Règles de la Belote express" in printed
    assert "Oui, on redonne." in printed
    assert "| Carte visible | **Oui, on redonne.** |" in fork
    assert "Faut-il redonner ?" in printed
    assert "Faut-il redonner ?" in english, "what stands in for English is printed whole"


@pytest.mark.parametrize(
    ("reader", "asked", "printed"),
    [("en_GB", None, ("fr",)), ("ja_JP", None, ("fr",)), ("en_GB", "both", ("ja", "en"))],
)
def test_a_sheet_is_in_the_language_of_its_book_unless_one_is_asked_for(
    reader: str,
    asked: SheetLanguage | None,
    printed: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", reader)

    plan = SheetRequest(what=["BX"], books=[FRENCH], language=asked).planner.make()

    assert sorted(plan.languages) == sorted(printed)


def test_it_is_paged() -> None:
    page = phone_page(select(open_book([FRENCH]), (), None))

    assert '<html lang="fr">' in page
    assert "Oui, on redonne." in page
    assert not re.search('lang="?ja', page.partition("<body>")[2].partition("<script")[0])
