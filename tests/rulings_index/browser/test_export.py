"""What travels with a page, and the scripts that read it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from places import ROOT

from rulings.kinds import KINDS
from rulings.reading.load import open_book
from rulings_cli.html import assets
from rulings_cli.phone import page
from rulings_index.browser import export

INDEX = ROOT / "index" / "rulings_index"
BUILT_IN = {"JSON", "URL"}
"""What browsers call so."""


def code_of(script: str) -> str:
    """A script without its comments."""
    return re.sub(r"(?m)(^|\s)//.*$", "", (INDEX / script).read_text(encoding="utf-8"))


def test_the_scripts_read_what_is_exported_and_all_of_it() -> None:
    scripts = [*map(code_of, export.SCRIPTS), *map(assets.read, page.SCRIPTS)]
    code = re.sub(r"""'[^'\n]*'|"[^"\n]*"|(?m:^ *//.*$)""", "", "\n".join(scripts))
    read = set(re.findall(r"\b[A-Z][A-Z_]+\b", code)) - BUILT_IN
    stated = set(re.findall(r"\b([A-Z][A-Z_]+) = ", code))
    exported = export.constants().keys()
    assert read == exported | stated, "read and not exported, or exported and not read"
    assert not exported & stated, "exported, and stated in a script"


def test_no_name_of_the_scripts_means_two_things() -> None:
    """The scripts run in one scope, and the name of one module would hide that of another."""
    meanings: dict[str, list[object]] = {}
    for module in export._MODULES:
        for name in export.constants().keys() & vars(module).keys():
            meanings.setdefault(name, []).append(vars(module)[name])

    assert [name for name, values in meanings.items() if any(v != values[0] for v in values)] == []


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
def test_no_script_states_a_weight_or_a_list(script: str) -> None:
    code = code_of(script)
    constants = dict(re.findall(r"(?m)^const (\w+) = (.*)$", code))
    assert not [name for name, value in constants.items() if re.match(r"[-\d.\[{]", value)]
    plain = re.sub(r"\+ 0\.5\)", "", code)  # half a document, in the formula of BM25
    assert not re.findall(r"\b\d+\.\d+", plain)


@pytest.mark.long
def test_an_entry_that_is_not_searched_has_no_number() -> None:
    """Forks with phrasings are numbered behind the other entries, and others not at all."""
    book = open_book()
    few = {name: entry for name, entry in book.entries.items() if name.startswith("BR-")}
    exported = export.export(replace(book, entries=few))
    searched = [name for name, entry in few.items() if KINDS[entry.kind].searched]
    assert exported["games"][0]["entries"] == len(searched)
    searched += [name for name, entry in few.items() if entry.kind == "fork" and entry.asked]
    assert exported["entries"] == searched
    assert len(searched) < len(few)
    phrasings = [count for game in exported["games"] for count in game["phrasings"]]
    for listed in (phrasings, exported["substances"]):
        assert len(listed) == len(searched)
