"""`rulings page` and what it writes, without a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from running import Rulings, Write
from small_rulesets import VARIANTS

from rulings.lookup.event import Event
from rulings.reading.book import Book
from rulings_cli.commands.show import qr_code
from rulings_cli.html.selection import select
from rulings_cli.phone.page import phone_page


@pytest.fixture
def made(rulings: Rulings, write_book: Write, tmp_path: Path) -> Callable[..., str]:
    """The page of a small book, by the options given."""
    folder = write_book()

    def make(*options: str) -> str:
        file = tmp_path / "table.html"
        ran = rulings("page", "-o", str(file), "--only", "--book", str(folder), *options)
        assert ran.code == 0, ran.err
        assert "KB" in ran.out
        return file.read_text(encoding="utf-8")

    return make


def test_the_same_book_gives_the_same_page(made: Callable[..., str]) -> None:
    assert made() == made()


def test_the_footer_tells_edition_and_content(made: Callable[..., str]) -> None:
    page = made()
    assert re.search(r'id="hash">.*?[0-9a-f]{12}', page)
    assert "(2024)" in page[page.index("<footer>") :]


def test_the_policy_is_strict(made: Callable[..., str]) -> None:
    page = made()
    assert "default-src 'none'" in page
    assert "unsafe" not in page
    assert not re.search(r"<[^>]+\s(on\w+|style)=", page)


def test_one_language_and_no_switch(made: Callable[..., str]) -> None:
    page = made("--lang", "en")
    assert "Yes, it must be promoted." in page
    assert "必ず昇格する" not in page[: page.index('id="index"')]
    assert 'id="language-ja"' not in page


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        ((), "[]"),
        (("--with", "ch v1"), '["CH-V1"]'),
        (("--with", "CH-V1", "--without", "CH-V1"), "[]"),
        (("--ruleset", "CH", "--with", "CH-V2", "--with", "CH-V1"), '["CH-V2","CH-V1"]'),
    ],
)
def test_variants_in_force_are_chosen(
    rulings: Rulings, write_book: Write, options: tuple[str, ...], chosen: str
) -> None:
    book = write_book({"rules/variants.yaml": VARIANTS})
    page = book / "table.html"
    ran = rulings("page", "-o", str(page), "--only", "--book", str(book), *options)
    assert ran.code == 0, ran.err
    assert f'"chosen":{chosen}' in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "-o table.html"),
        (("-o", "x.pdf"), "end the name in .html"),
        (("-o", "x.html", "--ruleset", "nonsense"), "no ruleset"),
        (("-o", "/nowhere/x.html", "--ruleset", "PTCG"), "another place"),
        (("-o", "x.html", "--with", "BR-Q1"), "not a variant on this page"),
    ],
)
def test_mistakes_end_in_one_line(rulings: Rulings, arguments: tuple[str, ...], said: str) -> None:
    ran = rulings("page", *arguments)
    assert ran.is_rejected(said)


@pytest.mark.long
def test_a_page_is_small_enough_to_hand_round(book: Book, table: Path) -> None:
    event = Event("City League", "2026-05-01", ("battle-royal", "raid"))
    of_event = phone_page(select(book, (), None, event))
    assert len(of_event.encode()) <= 2_000_000
    assert table.stat().st_size <= 4_500_000


def test_a_code_can_be_printed() -> None:
    lines = qr_code("http://192.168.1.5:8000/").splitlines()
    assert len({len(line) for line in lines}) == 1
    assert set("".join(lines)) <= set("█▀▄ ")
