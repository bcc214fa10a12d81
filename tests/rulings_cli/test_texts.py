"""Every text of an entry, of each kind, is shown wherever the entry is, and found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import fields
from running import Rulings, Ship, Write

from rulings.format.model import ENTRY_TYPES, Text
from rulings.format.sheets import Part
from rulings.format.words import WORDS
from rulings.kinds import BODY, KINDS
from rulings.reading.load import open_book
from rulings_cli.html import assets
from rulings_cli.html.entries import EntryMarkup
from rulings_cli.html.markup import Texts
from rulings_cli.html.selection import select


def entry_of(kind: str) -> tuple[dict[str, object], list[str]]:
    """An entry of a kind with a word of its own in each text that the model gives it."""
    types = {field.name: field.type for field in fields(ENTRY_TYPES[kind])}
    single = {key: {"en": f"qx{key}qx"} for key, type_ in types.items() if type_ == Text}
    several = {key: [{"en": f"qx{key}qx"}] for key, type_ in types.items() if type_ == list[Text]}
    entry: dict[str, object] = {"id": f"CH-{KINDS[kind].letter}7" if kind != "clause" else "CH 1.7"}
    entry |= {"authority": "official", "sources": [{"id": "handbook"}], **single, **several}
    words = [f"qx{key}qx" for key in (*single, *several)]
    if "cases" in types:
        cases = (("one", "CH 1.1"), ("other", "CH-Q1"))
        entry["cases"] = [
            {"when": {"en": f"qxwhen{name}qx"}, "verdict": {"en": f"qxholds{name}qx"}, "entry": to}
            for name, to in cases
        ]
        words += [f"qx{key}{name}qx" for name, _ in cases for key in ("when", "holds")]
    return entry, words


@pytest.mark.parametrize("kind", ENTRY_TYPES)
def test_each_text_of_an_entry_is_shown_printed_and_found(
    kind: str, rulings: Rulings, write_book: Write, ship: Ship, tmp_path: Path
) -> None:
    entry, words = entry_of(kind)
    folder = write_book({"rules/more.yaml": json.dumps({KINDS[kind].key: [entry]})})
    ship(folder)
    book, name = open_book([folder]), str(entry["id"])
    shown = rulings("show", name, "--lang", "en").out
    selection = select(book, ["CH"], "en")
    page = EntryMarkup(Texts(selection.languages), selection).article(selection.records[name])
    file = tmp_path / "sheet.md"
    assert rulings("sheet", name, "--lang", "en", "-o", str(file)).code == 0
    sheet = file.read_text(encoding="utf-8")

    for place in (shown, str(page), sheet):
        assert [word for word in words if word not in place] == []
    for word in words if KINDS[kind].searched else ():
        found = rulings("search", word, "--json").json["hits"]
        assert name in [hit["id"] for hit in found], word


@pytest.mark.parametrize("key", BODY)
def test_each_text_has_its_label_on_pages_and_may_be_left_out_of_a_sheet(key: str) -> None:
    part = Part("answer" if key == "text" else key)

    assert f"var(--{key})" in assets.style(["en"]) and f"--{key}:" in assets.style(["en"])
    assert {key, f"left_out_{part}"} <= WORDS.keys()
