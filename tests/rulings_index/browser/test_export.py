"""What travels with a page, and the scripts that read it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from places import ROOT

from rulings import ids
from rulings.kinds import KINDS
from rulings.lookup import filters
from rulings.reading.load import open_book
from rulings_cli.html import assets
from rulings_cli.phone import page
from rulings_index import weights
from rulings_index.asking_back import forks
from rulings_index.browser import export
from rulings_index.lexicon import names, spelling
from rulings_index.query import analysed, syntax
from rulings_index.storage import segment
from rulings_index.text import analysis, readings, romaji, stems

INDEX = ROOT / "index" / "rulings_index"
READ = re.compile(r"""\b(?:get|pattern|whole)\(\s*"(\w+)\"""")
LETTERS_OF_SCRIPTS = {"KATAKANA", "HIRAGANA", "KANJI", "LATIN", "DIGIT", "OTHER"}
MODULES = (
    *(analysed, analysis, export, filters, forks, ids, names, readings, romaji, segment),
    *(spelling, stems, syntax, weights),
)


def code_of(script: str) -> str:
    """A script without its comments."""
    return re.sub(r"(?m)(^|\s)//.*$", "", (INDEX / script).read_text(encoding="utf-8"))


def test_the_scripts_read_what_is_exported_and_all_of_it() -> None:
    scripts = "\n".join(map(code_of, export.SCRIPTS))
    exported = export.tables().keys()
    assert not set(READ.findall(scripts)) - exported, "read, and not exported"
    scripts += "\n".join(assets.read(script) for script in page.SCRIPTS)
    assert not exported - set(re.findall(r'"(\w+)"', scripts)), "exported, and not read"


def test_every_script_is_listed_once() -> None:
    there = [path.relative_to(INDEX).as_posix() for path in INDEX.rglob("*.js")]
    assert sorted(export.SCRIPTS) == sorted(there)
    assets = ROOT / "cli" / "rulings_cli" / "html" / "assets"
    on_phones = {path.name for path in assets.glob("*.js")} - {"site.js"}  # which a site loads
    assert set(page.SCRIPTS) == on_phones
    assert len(page.SCRIPTS) == len(on_phones)


@pytest.mark.parametrize("script", export.SCRIPTS)
def test_a_script_stands_beside_the_module_that_it_follows(script: str) -> None:
    assert (INDEX / script).with_suffix(".py").is_file()


@pytest.mark.parametrize("script", export.SCRIPTS)
def test_no_script_states_a_weight_or_a_list_again(script: str) -> None:
    code = code_of(script)
    constants = dict(re.findall(r"(?m)^const (\w+) = (.*)$", code))
    assert not [name for name, value in constants.items() if re.match(r"[-\d.\[{]", value)]
    stated = {name.lstrip("_") for module in MODULES for name in vars(module) if name.isupper()}
    assert not {name for name in constants if name in stated} - LETTERS_OF_SCRIPTS
    plain = re.sub(r"\+ 0\.5\)", "", code)  # half a document, in the formula of BM25
    assert not re.findall(r"\b\d+\.\d+", plain)


@pytest.mark.long
def test_an_entry_that_is_not_searched_has_no_number() -> None:
    """Forks stand between other entries; whatever is numbered leaves them out."""
    book = open_book()
    few = {name: entry for name, entry in book.entries.items() if name.startswith("BR-")}
    exported = export.export(replace(book, entries=few))
    searched = [name for name, entry in few.items() if KINDS[entry.kind].searched]
    assert exported.entries == searched
    assert len(searched) < len(few)
    for listed in (exported.phrasings, exported.texts, exported.substances):
        assert len(listed) == len(searched)
