"""The phone page is quick on a slow phone, and stays so in a book twenty times the size."""

from __future__ import annotations

import os
import statistics
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path

import pytest
from phones import NewPhone, Phone

from rulings.books import AnyEntry, Book
from rulings.model import Authority, Clause, Text
from rulings_cli.pages.phone import phone_page
from rulings_cli.pages.selection import Selection, select

pytestmark = pytest.mark.browser

SLOWED = 6
LONGEST_LOAD = 1.5
LONGEST_KEY_MS = 50
QUESTION = "毒とやけど 残り10 サイドは誰"
KEYS = """question => Array.from(question, (_, typed) => {
  const field = document.getElementById("query");
  field.value = question.slice(0, typed + 1);
  const start = performance.now();
  field.dispatchEvent(new Event("input", {bubbles: true}));
  document.body.offsetHeight;
  return performance.now() - start;
})"""
slow = pytest.mark.skipif(
    not os.environ.get("RULINGS_SLOW_TESTS"),
    reason="timed, so for a quiet machine; set RULINGS_SLOW_TESTS=1",
)


def page_of(book: Book, size: int, folder: Path) -> Path:
    file = folder / f"{size}.html"
    file.write_text(phone_page(of_size(book, size)), encoding="utf-8", newline="\n")
    return file


def of_size(book: Book, size: int) -> Selection:
    """The book, cut to a size, or with the rules of an imported rulebook behind it."""
    entries: dict[str, AnyEntry] = dict(list(book.entries.items())[:size])
    clauses = [entry for entry in book.entries.values() if isinstance(entry, Clause)]
    for number, clause in enumerate(islice(cycle(clauses), size - len(entries)), 1):
        identifier = f"{clause.id.split()[0]} {100 + number // 50}.{number % 50 + 1}"
        entries[identifier] = Clause(
            id=identifier,
            title=Text(en=f"{clause.title.en} w{number} x{number % 97}"),
            text=Text(en=clause.text.en),
            authority=Authority.OFFICIAL,
        )
    chosen = select(book, (), ("ja", "en"))
    whole = replace(book, entries=book.entries | entries)
    return Selection(whole, entries, chosen.title)


def seconds_to_load(phone: Phone, file: Path) -> float:
    """The processor's time, so that what else the machine does is not the page's."""
    session = phone.page.context.new_cdp_session(phone.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    phone.open(file)
    measured = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in measured if one["name"] == "TaskDuration"))


@slow
def test_loads_at_once_at_200_entries(new_phone: NewPhone, book: Book, tmp_path: Path) -> None:
    file = page_of(book, 200, tmp_path)
    taken = min(seconds_to_load(new_phone(), file) for _ in range(3))
    assert taken * SLOWED < LONGEST_LOAD


def test_answers_on_a_slow_phone(new_phone: NewPhone, book: Book, tmp_path: Path) -> None:
    phone = new_phone()
    phone.slow_down(SLOWED)
    phone.open(page_of(book, 200, tmp_path))
    assert phone.ask("db q2")[0] == "DB-Q2"
    assert phone.complaints == []


@slow
@pytest.mark.parametrize("size", [1000, 5000])
def test_answers_each_key_at_once(
    new_phone: NewPhone, book: Book, tmp_path: Path, size: int
) -> None:
    phone = new_phone().open(page_of(book, size, tmp_path))
    phone.ask("サイド")
    times = phone.page.evaluate(KEYS, QUESTION)
    assert statistics.median(times) < LONGEST_KEY_MS
    assert phone.complaints == []
