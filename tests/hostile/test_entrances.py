"""Any text at any entrance: an answer or one line, in bounded time, and never a traceback."""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cases import DATA
from hostile import TEXT, VALUE, everything, leaves, put, write_book
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulings import ids
from rulings.checks import run
from rulings.errors import RulingsError
from rulings.format.model import LONGEST_TEXT, Formula
from rulings.format.sheets import Select
from rulings.importing.formats.mtg_cr import TARGET, MagicWriter, read_rules
from rulings.importing.formats.mtgjson import import_mtgjson
from rulings.reading.load import load_book
from rulings.reading.yaml_reader import MOST_VALUES, read_document
from rulings.text.formulas import LONGEST_EXPRESSION, FormulaError, evaluate, parse_given, show
from rulings.text.markdown import plain_text, render_html
from rulings_cli.sheets import request
from rulings_index import FilterError, Index, open_index

many = settings(
    deadline=None,
    max_examples=int(os.environ.get("RULINGS_EXAMPLES", "60")),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
_LONGEST_MESSAGE = 600
EDITIONS = sorted((DATA / "editions").glob("*.txt"))
WAYS = [way for way, _ in leaves(everything())]


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """The bound that docs/promises.md states, in processor time: other work does not count."""
    began = time.process_time()
    yield
    assert time.process_time() - began < seconds


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    place = tmp_path_factory.mktemp("entrances")
    return open_index([write_book(place / "book", everything())], cache_dir=place / "cache")


def one_line(error: Exception) -> None:
    assert "\n" not in str(error)
    assert len(str(error)) < _LONGEST_MESSAGE + 500, "a path and a message"


# YAML


@many
@given(st.sampled_from(WAYS), VALUE)
def test_anything_in_any_place_of_a_book(tmp_path: Path, way: object, value: object) -> None:
    data = everything()
    put(data, way, value)  # type: ignore[arg-type]
    with within(5):
        loading = load_book([write_book(tmp_path / "book", data)])
        for problem in run(loading):
            assert "\n" not in str(problem)
            assert len(problem.message) <= _LONGEST_MESSAGE + 1


@many
@given(st.integers(0, 10**6), st.binary(min_size=1, max_size=300))
def test_any_bytes_at_any_place_of_a_book(tmp_path: Path, at: int, raw: bytes) -> None:
    path = write_book(tmp_path / "book", everything()) / "all.yaml"
    content = path.read_bytes()
    at %= len(content)
    path.write_bytes(content[:at] + raw + content[at + len(raw) :])
    for problem in run(load_book([path.parent])):
        assert "\n" not in str(problem)
    path.write_bytes(raw)
    document = read_document(path)
    assert document.problems or isinstance(document.data, dict | list | str | None)


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        "- a\n" * 4_000_000,
        "[" + "a," * 8_000_000,
        "{" * 10**6,
        "? " + "k" * 10**7 + "\n: 1",
        "a: " * 10**6,
        "a: b\n" * 3_200_000,
    ],
    ids=["items", "flow", "braces", "long key", "nested keys", "the same key"],
)
def test_a_large_file_is_bounded_in_time_and_memory(tmp_path: Path, text: str) -> None:
    path = tmp_path / "large.yaml"
    path.write_text(text)
    with within(5):
        document = read_document(path)
    assert len(document.positions) <= MOST_VALUES + 1
    for problem in document.problems:
        assert len(str(problem)) < _LONGEST_MESSAGE + 500


# Ids and queries


@many
@given(TEXT)
def test_any_text_as_an_id(text: str) -> None:
    reference = ids.parse(text, {"br": "BR", "battle-royal": "BR"})
    assert not reference or all(map(ids.kind_of, reference.candidates))
    kind = ids.kind_of(text)
    ids.ancestors(text)
    ids.sort_key(text)
    if kind:
        assert text.isascii()
        assert text.isprintable()
        assert not set(text) & set("/\\$`<>'\"")


@many
@given(TEXT)
def test_any_text_as_a_query(index: Index, text: str) -> None:
    try:
        with within(2):
            index.search(text).as_json()
    except FilterError as error:
        one_line(error)
    index.show(text)
    with within(2):
        index.cards(text)


@pytest.mark.parametrize(
    "unit", ["あ", "a", "a ", '"', '"あ" ', "kind:note ", "9.", "々", "ー", "[["]
)
def test_a_very_long_query(index: Index, unit: str) -> None:
    text = unit * (100_000 // len(unit))
    with within(2):
        index.search(text)
        index.show(text)
        index.cards(text)


# Markdown

WORST = [
    "[",
    "[[",
    "![",
    "[a](",
    "*",
    "**a",
    "_a*",
    "`",
    "`a``",
    "> ",
    ">>\na\n",
    "> ---\na\n",
    "- ",
    "1. a\n",
    "<",
    "&amp",
    "\\",
    "~~~\n",
    "# \n",
]


@many
@given(TEXT | st.text("<>[](){}!*_`'\"=#:/\n abcあジ&;", max_size=80))
def test_any_text_as_markdown(text: str) -> None:
    with within(2):
        plain_text(text)
        html = render_html(text, lambda name: f"#{name}", str)
    assert "<img" not in html
    assert "<script" not in html
    assert not re.search("href=[\"' ]*javascript:", html, re.IGNORECASE)


@pytest.mark.long
@pytest.mark.parametrize("unit", WORST)
def test_the_longest_markdown_is_bounded(unit: str) -> None:
    text = (unit * LONGEST_TEXT)[:LONGEST_TEXT]
    with within(1):
        render_html(text, lambda _: None, str)


# Formulas

ATOMS = ["a", "b", "c", "1", "0", "9" * 30, "1e300", "0.1", "'w'", "True", "x", "None"]
SIGNS_OF_TWO = ["+", "-", "*", "/", "//", "%", "**", "<", "==", " and ", "@"]
FORMS = ["({})", "-{}", "{}.real", "[{}][0]", "f'{{{}:9999999}}'", "{}(1)", "lambda: {}"]
EXPRESSION = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(SIGNS_OF_TWO), inner).map("".join),
        st.tuples(st.sampled_from(FORMS), inner).map(lambda pair: pair[0].format(pair[1])),
        st.tuples(inner, inner).map(lambda two: "max({}, {})".format(*two)),
        st.tuples(inner, inner, inner).map(lambda three: "{} if {} else {}".format(*three)),
    ),
    max_leaves=20,
)


@many
@given(st.lists(EXPRESSION | TEXT, min_size=1, max_size=8))
def test_any_chain_of_expressions(expressions: list[str]) -> None:
    outputs = {chr(ord("a") + number): text for number, text in enumerate(expressions)}
    formula = Formula(name="f", inputs={}, outputs=outputs)
    try:
        with within(1):
            outcome = evaluate(formula, {})
    except FormulaError as error:
        one_line(error)
        return
    assert all(len(show(value)) <= LONGEST_EXPRESSION for value in outcome.outputs.values())


@pytest.mark.parametrize("first", ["9999999999", "'word'", "1e15", "0.1"])
@pytest.mark.parametrize("step", ["*", "+", "%"])
def test_outputs_that_feed_each_other_do_not_grow(first: str, step: str) -> None:
    chain = {"a": first} | {
        b: step.join([a] * 100) for a, b in zip("abcdefg", "bcdefgh", strict=True)
    }
    with within(1), pytest.raises(FormulaError):
        evaluate(Formula(name="f", inputs={}, outputs=chain | {"z": "1 / 0"}), {})


@many
@given(st.lists(TEXT, max_size=3))
def test_any_inputs_of_a_formula(pairs: list[str]) -> None:
    try:
        evaluate(Formula(name="f", inputs={}, outputs={"a": "1"}), parse_given(pairs))
    except FormulaError:
        return


# Importers: a book that reads without fault, or one line


def imported(work: Callable[[Path], object], place: Path) -> None:
    try:
        with within(10):
            work(place)
    except RulingsError as error:
        one_line(error)
        assert not place.exists()
        return
    problems = [p for p in load_book([place]).all_problems() if not p.code.startswith("B2")]
    assert not problems, problems[0]


@many
@given(st.integers(0, 10**6), TEXT, st.integers(0, 9))
def test_any_text_among_the_comprehensive_rules(
    tmp_path_factory: pytest.TempPathFactory, at: int, text: str, kind: int
) -> None:
    place = tmp_path_factory.mktemp("cr")
    chance = random.Random(at)
    lines = EDITIONS[at % 2].read_bytes().decode("utf-8-sig", "replace").splitlines()
    if kind < 5:
        lines.insert(at % len(lines), text)
    elif kind < 7:
        chance.shuffle(lines)
    else:
        del lines[at % len(lines) :: 1 + kind % 3]
    path = place / "rules.txt"
    path.write_text("\n".join(lines), encoding="utf-8", errors="replace")
    imported(
        lambda book: MagicWriter(TARGET, read_rules(path)).write(book, path.name), place / "book"
    )


FACE = {"name": "Lantern", "foreignData": [{"language": "Japanese", "name": "灯"}]}
BURNS = {"date": "2001-02-03", "text": "It burns."}
CARDS = {"meta": {"date": "2018-11-07"}, "data": {"Lantern": [FACE | {"rulings": [BURNS]}]}}


@many
@given(st.sampled_from([way for way, _ in leaves(CARDS)]), VALUE, TEXT)
def test_anything_in_a_collection_of_cards(
    tmp_path_factory: pytest.TempPathFactory, way: object, value: object, name: str
) -> None:
    place = tmp_path_factory.mktemp("cards")
    cards = json.loads(json.dumps(CARDS))
    put(cards, way, value)  # type: ignore[arg-type]
    cards["data"][name] = [FACE | {"name": name, "rulings": [{"text": name}]}]
    path = place / "cards.json"
    path.write_text(json.dumps(cards))
    imported(lambda book: import_mtgjson(path, book, "2026-01-02"), place / "book")


# Sheet files


@many
@given(
    st.sampled_from(
        [way for way, _ in leaves(everything()["sheet"])] + [("sections",), ("columns",)]
    ),
    VALUE,
)
def test_anything_in_a_sheet_file(tmp_path: Path, way: object, value: object) -> None:
    data = everything()
    book = write_book(tmp_path / "book", data)
    sheet = data["sheet"]
    put(sheet, way, value)  # type: ignore[arg-type]
    path = write_book(tmp_path / "sheet", {"sheet": sheet}) / "all.yaml"
    asked = request.SheetRequest(what=[str(path)], books=[book], where=Select())
    try:
        asked.make("md")
    except RulingsError as error:
        assert "\n" not in str(error)
