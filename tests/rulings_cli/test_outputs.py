"""What every command prints with --json is what docs/reference/json.md says, and no key more."""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from pathlib import Path
from types import NoneType
from typing import Any

import pytest
from cases import DATA
from places import ROOT
from running import Rulings, Ship, Write

from rulings import open_book
from rulings.format.record import VERSION, Cited, Record, Source
from rulings.kinds import KINDS
from rulings.lookup.records import Records
from rulings_cli.start.application import COMMANDS

OLD, NEW = (str(path) for path in sorted((DATA / "editions").glob("*.txt")))
NUMBERED = str(DATA / "numbered" / "amefuri.md")
TARGET = ["--prefix", "AM", "--game", "ame", "--ruleset", "ame-r", "--lang", "ja", "--edition", "1"]
QUESTIONS = """
- {id: W1, query: pawn on the last rank, ruleset: CH, kind: en, relevant: [CH 1.1]}
- {id: W2, query: what is the weather, ruleset: CH, kind: no-answer, relevant: []}
"""
PRINTED: dict[str, list[list[str]]] = {
    "search": [["pawn", "last", "rank"], ["zzzz"]],
    "show": [["CH-Q1", "CH 1.1", "card:clock", "term:pawn"]],
    "card": [["clock"], ["nosuch"]],
    "refs": [["CH 1.1"]],
    "list": [["--kind", "ruling"]],
    "rules": [["CH"], ["CH", "--effective"]],
    "calc": [["CH 1.2", "a=2"], []],
    "tonight": [[], ["--event", "Cup", "--ruleset", "CH"], ["--list"]],
    "calls": [[]],
    "log": [[]],
    "check": [["{book}"], ["{broken}"]],
    "diff": [[OLD, NEW]],
    "stale": [["--against", NEW]],
    "import": [
        ["numbered", NUMBERED, "--plan", *TARGET],
        ["numbered", NUMBERED, "--into", "{new}", *TARGET],
        ["mtg-cr", NEW, "--into", "{newer}"],
    ],
    "index": [[]],
    "eval": [["{questions}"]],
    "doctor": [[]],
}


@pytest.fixture
def places(write_book: Write, tmp_path: Path, ship: Ship) -> dict[str, str]:
    formula = {"rules/more.yaml": FORMULA}
    book = write_book(formula)
    ship(book)
    (tmp_path / "broken.yaml").write_text("rulings: [")
    (tmp_path / "questions.yaml").write_text(QUESTIONS)
    paths = {"book": book, "broken": tmp_path / "broken.yaml", "editions": Path(OLD).parent}
    paths |= {"questions": tmp_path / "questions.yaml"}
    paths |= {"new": tmp_path / "new", "newer": tmp_path / "newer"}
    return {name: str(path) for name, path in paths.items()}


FORMULA = """
clauses:
  - id: CH 1.2
    title: {en: x, ja: y}
    text: {en: x, ja: y}
    asked: {en: [e, f, g, h], ja: [ほ, へ, と, ち]}
    formula: {name: f, inputs: {a: {text: {en: a, ja: a}}}, outputs: {b: a * 2}}
    authority: official
    sources: [{id: handbook}]
rulings:
  - id: CH-Q9
    title: {en: x, ja: y}
    question: {en: x, ja: y}
    answer: {en: "x, [[CR 100.1]]", ja: y}
    authority: official
    checked_against: {mtg-cr: "2022-10-07"}
    sources: [{id: handbook}]
"""


CONTRACT = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
TYPES = {
    section.partition("\n")[0]: re.findall(r"^- `(\w+)`(\??): (.+?)(?: \(.+\))?$", section, re.M)
    for section in CONTRACT.split("\n## ")[1:]
}
"""By the heading of a command or type, its keys: name, a ``?`` where it may be missing, type."""
PLAIN: dict[str, Any] = {
    **{"text": str, "integer": int, "number": int | float, "boolean": bool},
    **{"object": dict, "nothing": NoneType},
}


def odd(data: Any, kind: str, way: str = "") -> list[str]:
    """The places where data is not of its type in the contract, or has a key that is not in it."""
    if " or " in kind:
        return min((odd(data, each, way) for each in kind.split(" or ")), key=len)
    if kind.startswith("list of ") and isinstance(data, list):
        return [place for each in data for place in odd(each, kind[8:], f"{way}[]")]
    if kind.startswith("names with ") and isinstance(data, dict):
        return [place for each in data.values() for place in odd(each, kind[11:], way)]
    if kind in TYPES and isinstance(data, dict):
        names = [key for key, _, _ in TYPES[kind]]
        needed = [key for key, may_miss, _ in TYPES[kind] if not may_miss]
        bad = [f"{way}.{key}" for key in data.keys() - set(names)]
        bad += [f"no {way}.{key}" for key in needed if key not in data]
        known = [(key, each) for key, _, each in TYPES[kind] if key in data]
        return bad + [place for key, each in known for place in odd(data[key], each, key)]
    fits = isinstance(data, PLAIN[kind]) if kind in PLAIN else f"`{data}`" == kind
    return [] if fits else [f"{way} is not {kind}"]


@pytest.mark.parametrize("command", PRINTED)
def test_what_is_printed_is_what_the_contract_says(
    command: str, places: dict[str, str], rulings: Rulings
) -> None:
    rulings("call", "May I?", "--verdict", "No.", "--ruleset", "CH")
    for typed in PRINTED[command]:
        ran = rulings(command, *(word.format(**places) for word in typed), "--json")
        assert ran.code in (0, 1), ran.err
        printed = json.loads(ran.out)
        assert next(iter(printed)) == "version"
        assert odd(printed, f"rulings {command}") == [], typed


def test_every_command_that_prints_json_is_in_the_contract() -> None:
    """A command that is added shall say there what it prints."""
    other = {"sheet", "page", "site", "ask", "call", "new", "rename", "move", "cite"}
    commands = {name.removeprefix("rulings ") for name in TYPES if name.startswith("rulings ")}

    assert set(COMMANDS) - other - {"schema", "export"} == commands == PRINTED.keys()
    assert f"now {VERSION}." in CONTRACT


@pytest.mark.parametrize("kind", [Record, Cited, Source])
def test_the_contract_has_every_key_of_a_record(kind: type) -> None:
    of_rules = {"added_by", "changed_by", "proposed_by"}

    assert {key for key, _, _ in TYPES[kind.__name__]} - of_rules == {*kind.__annotations__}


def test_whatever_our_book_holds_is_shown_as_the_contract_says(rulings: Rulings) -> None:
    book = open_book()
    sections = [each.id for ruleset in book.rulesets.values() for each in ruleset.sections]
    named = [f"{kind}:{slug}" for kind, shelf in book.shelves.items() for _, slug in shelf]
    shown = rulings("show", *book.entries, *sections, *named, "--json").json["entries"]

    assert {entry["kind"] for entry in shown} >= {*KINDS, *book.shelves}
    assert [place for entry in shown for place in odd(entry, "Record")] == []


def test_a_text_comes_in_the_language_asked_for(
    rulings: Rulings, write_book: Write, ship: Ship
) -> None:
    ship(write_book({"terms.yaml": "terms: [{id: pawn, name: {ja: ポーン}}]\n"}))

    as_written = rulings("show", "term:pawn", "--json").json["entries"][0]
    asked = rulings("show", "term:pawn", "CH-Q1", "--lang", "fr", "--json").json["entries"]

    assert as_written["name"] == {"ja": "ポーン"}
    assert asked[0]["name"] == {"ja": "ポーン", "fr": "ポーン"}
    assert asked[1]["verdict"]["fr"] == "Yes, it must be promoted."
    assert asked[1]["names"]["term:pawn"]["fr"] == "ポーン"
    assert asked[1]["asked"].keys() == {"en", "ja"}, "no phrasing is made up"


def test_an_export_is_the_records_that_the_filters_let_through(
    rulings: Rulings, write_book: Write, ship: Ship, tmp_path: Path
) -> None:
    book = write_book()
    ship(book)

    lines = rulings("export", "--kind", "ruling").out.splitlines()
    assert [json.loads(line) for line in lines] == [
        {"version": VERSION, **Records(open_book([book])).entry("CH-Q1")}
    ]
    out = tmp_path / "book.csv"
    assert rulings("export", "--format", "csv", "--lang", "ja", "-o", str(out)).code == 0
    clause, ruling = csv.DictReader(io.StringIO(out.read_text(encoding="utf-8")))
    assert (clause["id"], clause["title"]) == ("CH 1.1", "昇格")
    assert (ruling["verdict"], ruling["clauses"]) == ("はい、必ず昇格する。", "CH 1.1")
    assert ruling["asked"] == "い\nろ\nは\nに"
    assert rulings("export", "--kind", "variant").code == 1


def test_a_language_in_which_no_title_is_written_is_exported(
    rulings: Rulings, write_book: Write, ship: Ship
) -> None:
    book = write_book()
    file = book / "rules" / "rulings.yaml"
    file.write_text(file.read_text().replace("verdict: {", "verdict: {de: Ja, ", 1))
    ship(book)

    _, ruling = csv.DictReader(io.StringIO(rulings("export", "--format", "csv").out))
    assert (ruling["verdict.de"], ruling["title.de"]) == ("Ja", "")
    (only,) = rulings("export", "--lang", "de", "--kind", "ruling").out.splitlines()
    assert json.loads(only)["verdict"]["de"] == "Ja"
    assert rulings("list", "--lang", "de").code == 0


def test_cards_and_terms_are_exported(
    rulings: Rulings, write_book: Write, ship: Ship, tmp_path: Path
) -> None:
    cards = "cards: [{id: rook, name: {en: Rook, ja: ルーク}}, {id: king, name: {en: King}}]\n"
    pawn = "terms: [{id: pawn, name: {en: pawn}, aliases: {en: [footman, soldier]}}]\n"
    book = write_book({"cards.yaml": cards, "terms.yaml": pawn})
    file = book / "rules" / "rulings.yaml"
    file.write_text(file.read_text().replace("cards: [", "cards: [rook, ", 1))
    ship(book)
    records = Records(open_book([book]))

    printed = rulings("export", "--kind", "card").out
    game = next(iter(open_book([book]).games))
    assert [json.loads(line) for line in printed.splitlines()] == [
        {"version": VERSION, **records.named(game, "card", name)} for name in ("rook", "king")
    ]
    assert rulings("export", "--kind", "card", "--ruleset", "CH").out == printed
    for unknown in (("--game", "nothing"), ("--lang", "de")):
        assert rulings("export", "--kind", "card", *unknown).code == 2, unknown
    out = tmp_path / "terms.csv"
    rulings("export", "--kind", "term", "--format", "csv", "--lang", "en", "--bom", "-o", str(out))
    assert out.read_bytes().startswith(codecs.BOM_UTF8)
    (term,) = csv.DictReader(io.StringIO(out.read_text(encoding="utf-8-sig")))
    assert (term["id"], term["aliases"]) == ("term:pawn", "footman\nsoldier")


def test_an_export_for_opensearch_is_what_its_documentation_asks_for(
    rulings: Rulings, write_book: Write, ship: Ship, tmp_path: Path
) -> None:
    """Bulk: an action and a document a line each, the last line ended, ids of 512 bytes at most. A
    mapping names only analyzers, tokenizers and filters that it defines or that are built in.
    """
    pawn = "terms: [{id: pawn, name: {en: 'pawn, plain', ja: ポーン}, aliases: {en: [footman]}}]\n"
    book = write_book({"terms.yaml": pawn})
    ship(book)
    out = tmp_path / "book.ndjson"
    assert rulings("export", "--format", "opensearch", "-o", str(out)).code == 0

    text = out.read_text(encoding="utf-8")
    assert text.endswith("}\n")
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["index"]["_id"] for line in lines[::2]] == ["CH 1.1", "CH-Q1"]
    assert all(len(line["index"]["_id"].encode()) <= 512 for line in lines[::2])
    record = Records(open_book([book])).entry("CH-Q1")
    assert [lines[3][key] for key in ("id", "verdict", "asked", "clauses")] == [
        *("CH-Q1", record["verdict"], record["asked"], ["CH 1.1"])
    ]
    mapping = json.loads((tmp_path / "book.mapping.json").read_text(encoding="utf-8"))
    analysis = mapping["settings"]["analysis"]
    assert "footman, pawn\\, plain, ポーン" in analysis["filter"]["names"]["synonyms"]
    filters = {*analysis["filter"], *BUILT_IN_FILTERS}
    for name, analyzer in analysis["analyzer"].items():
        assert set(analyzer["filter"]) <= filters, name
        assert analyzer["tokenizer"] in {"standard", *analysis["tokenizer"]}, name
        assert ("names" in analyzer["filter"]) == name.startswith("question_"), name
    fields = [next(iter(each.values())) for each in mapping["mappings"]["dynamic_templates"]]
    assert [field["mapping"]["type"] for field in fields] == ["text", "text", "keyword"]
    for field in fields[:2]:
        used = {field["mapping"]["analyzer"], field["mapping"]["search_analyzer"]}
        assert used <= analysis["analyzer"].keys()
    refused = rulings("export", "--format", "opensearch")
    assert (refused.code, "--out" in refused.err) == (2, True)


BUILT_IN_FILTERS = (
    *("cjk_width", "lowercase"),
    *("kuromoji_baseform", "kuromoji_part_of_speech", "ja_stop", "kuromoji_stemmer"),
)
"""What OpenSearch has without a definition, the latter with its plugin `analysis-kuromoji`."""


@pytest.mark.parametrize(
    "start",
    [*"=+-@＝＋－＠", *(f"{space}=" for space in ("\u200b", "\ufeff", "\u3000"))]
    + [f"\\{escaped}=" for escaped in "0tnr"],
)
def test_no_cell_of_an_export_is_a_formula(
    rulings: Rulings, write_book: Write, ship: Ship, tmp_path: Path, start: str
) -> None:
    book = write_book()
    file = book / "rules" / "rulings.yaml"
    file.write_text(file.read_text().replace("Forced?", f'"{start}cmd|x"'))
    ship(book)
    out = tmp_path / "book.csv"

    printed = rulings("export", "--format", "csv").out
    rulings("export", "--format", "csv", "-o", str(out))

    for text in (printed, out.read_bytes().decode()):
        title = list(csv.DictReader(io.StringIO(text)))[1]["title.en"]
        assert title.startswith("'")
        assert title.endswith(f"{start[-1]}cmd|x")
