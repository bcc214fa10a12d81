"""Paper for a wall: what is on a poster, how large, and what an evening puts on every sheet."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from printing import JAPANESE_FONT, Printed, TextOf, need, run, squeezed
from running import Rulings, Ship, Write
from small_rulesets import VARIANTS, write_house_rule, write_ruleset

from rulings.format.sheets import Select
from rulings.reading.book import Book


def sizes_of(pdf: bytes, folder: Path) -> list[tuple[str, int]]:
    """The words of a PDF in order, each run of one font with the size of its type in points."""
    path = folder / "sizes.pdf"
    path.write_bytes(pdf)
    page = run("pdftohtml", "-xml", "-stdout", "-zoom", "1", path)
    fonts = dict(re.findall(r'<fontspec id="(\d+)" size="(\d+)"', page))
    texts = re.findall(r'<text [^>]*font="(\d+)">(.*?)</text>', page)
    return [(squeezed(re.sub("<[^>]*>", "", text)), int(fonts[font])) for font, text in texts]


@pytest.mark.parametrize("language", ["ja", pytest.param("en", marks=pytest.mark.long)])
@pytest.mark.parametrize("what", ["battle-royal-first-ten", "raid-boss-turn", "NS"])
def test_titles_and_verdicts_are_large_on_one_page(
    printed: Printed, text_of: TextOf, book: Book, tmp_path: Path, what: str, language: str
) -> None:
    where = Select(ruleset=what, kind="ruling") if what == "NS" else Select()
    words = () if what == "NS" else (what,)
    poster = printed(*words, style="poster", language=language, where=where)
    shown = squeezed(text_of(poster.content))
    sizes = sizes_of(poster.content, tmp_path)

    assert poster.pages == 1
    on_it = [
        name
        for name, entry in book.entries.items()
        if squeezed(entry.title[language]) in shown
        and squeezed(f"{name}·") in shown
        and entry.kind in ("ruling" if what != "raid-boss-turn" else "clause")
    ]
    assert len(on_it) == len(poster.ids) >= 9
    for name in on_it:
        entry: Any = book.entries[name]
        assert squeezed(entry.verdict[language]) in shown
        assert squeezed(entry.verdict[language])[:8] in "".join(
            text for text, size in sizes if size >= 12
        )
    assert all(size < 9 for text, size in sizes if re.search(r"·BR\d|·RAID\d", text))
    if poster.left_out:
        absent = re.findall(r"[A-Z]+(?:-[QV]| )\d[\w.]*", poster.left_out)
        assert absent
        assert not set(absent) & set(on_it)
        assert all(squeezed(name) in shown for name in absent), "the poster says so itself"


@pytest.mark.long
def test_two_pages_hold_what_one_does_not(printed: Printed) -> None:
    all_rulings = {"style": "poster", "where": Select(ruleset="battle-royal", kind="ruling")}
    one_page = printed(**all_rulings, pages=1)
    more = printed(**all_rulings, pages=3)
    fewer = printed(**all_rulings, omit=["BR-Q1", "BR-Q2"], pages=1)

    assert len(one_page.ids) < 24
    assert one_page.left_out.startswith("Not on this poster: Counter Catcher: condition and ")
    assert (len(more.ids), more.left_out) == (24, "")
    assert "(BR-Q1)" not in fewer.left_out


def test_a_poster_in_markdown(printed: Printed) -> None:
    text = printed("BR-Q22", style="poster", form="md").content.decode()

    assert "The author: Poison and Burn, 10 HP before the Checkup: the Poisoner's Prize." in text
    assert "Burned" in text
    assert "8.1a" in text
    assert "BR 9.1" not in text
    assert "Why" not in text


def test_a_number_that_begins_a_sentence_is_no_list(
    rulings: Rulings, ship: Ship, write_book: Write, tmp_path: Path, text_of: TextOf
) -> None:
    book = write_book()
    file = book / "rules" / "rulings.yaml"
    file.write_text(file.read_text().replace("Yes, by [[CH 1.1]].", "6. By [[CH 1.1]]."))
    ship(book)

    for name in ("a.pdf", "a.md"):
        assert rulings("sheet", "CH-Q1", "--lang", "en", "-o", str(tmp_path / name)).code == 0

    assert "6. By CH 1.1" in text_of((tmp_path / "a.pdf").read_bytes())
    assert "\n6\\. By CH 1.1" in (tmp_path / "a.md").read_text()


@pytest.mark.parametrize(("codes", "is_both"), [("de, en", False), ("en, ja", True)])
def test_the_papers_of_an_event_are_in_both_languages_where_its_rules_are(
    rulings: Rulings, write_book: Write, text_of: TextOf, codes: str, is_both: bool
) -> None:
    book = write_book()
    rules = book / "rules" / "ruleset.yaml"
    rules.write_text(rules.read_text().replace("  prefix:", f"  languages: [{codes}]\n  prefix:"))
    only = ("--only", "--book", str(book))
    rulings("tonight", "--event", "City", "--ruleset", "CH", *only)

    assert rulings("sheet", *only).code == 0

    text = text_of(Path("City.pdf").read_bytes())
    assert "Questions" in text
    assert ("質問" in text) is is_both


@pytest.mark.parametrize("form", ["pdf", "md"])
def test_a_remark_of_several_rules_stands_once(
    printed: Printed, text_of: TextOf, form: str
) -> None:
    poster = printed("RAID", form=form).content
    text = squeezed(text_of(poster) if form == "pdf" else poster.decode())

    assert text.count(squeezed("Our own summary of the normal rules, not part")) == 1
    assert squeezed("On PTCG 2, PTCG 10, PTCG 11: Our own") in text


def test_the_same_sheet_however_it_is_called(printed: Printed) -> None:
    named = [printed(name, form="md").content for name in ("raid", "RAID", "レイド")]

    assert named[0] == named[1] == named[2]


def test_the_evening_is_on_every_sheet(
    rulings: Rulings,
    ship: Ship,
    write_book: Write,
    tmp_path: Path,
    text_of: TextOf,
) -> None:
    need(str(JAPANESE_FONT))
    ship(write_book({"rules/variants.yaml": VARIANTS}))
    rulings("tonight", "--event", "City", "--date", "2026-05-01", "--ruleset", "CH")
    rulings("tonight", "--with", "CH-V1", "--lang", "en")
    above = rulings("call", "Queen?", "--verdict", "Two queens.", "--overrules", "CH-Q1").out
    phones = rulings("call", "A phone rings", "--verdict", "Warning.").out
    withdrawn = rulings("call", "Late?", "--verdict", "Game loss.").out
    rulings("calls", "withdraw", withdrawn.split()[0], "--why", "Too hard")

    for options in ((), ("--style", "poster"), ("--calls",)):
        ran = rulings("sheet", *options, "-o", str(tmp_path / "a.pdf"))
        assert ran.code == 0, ran.err
        shown = squeezed(text_of((tmp_path / "a.pdf").read_bytes()))
        for text in ("City · 2026-05-01", "Two queens.", "Warning.", phones.split()[0]):
            assert squeezed(text) in shown
        assert "Gameloss" not in shown
        assert "Anypiece" in shown, "what is in force"
    printed = rulings("sheet", "--format", "md").out
    assert f"{above.split()[0]} stands above this: Two queens." in printed
    assert "Only with" not in printed

    rulings("tonight", "--end")
    assert "Two queens." not in rulings("sheet", "CH", "--format", "md").out


def test_a_variant_that_is_off_leaves_the_rule_as_it_is_written(
    rulings: Rulings, ship: Ship, write_book: Write
) -> None:
    ship(write_book({"rules/variants.yaml": VARIANTS}))
    rulings("tonight", "--event", "City", "--ruleset", "CH", "--with", "CH-V2", "--lang", "en")

    line = "CH 1.1 stands as written"
    assert line in " ".join(rulings("show", "CH-V1").out.split())
    assert line not in " ".join(rulings("show", "CH-V2").out.split())
    poster = rulings("sheet", "CH", "--style", "poster", "--format", "md").out
    assert poster.count(line) == 1
    assert "Any piece will do." not in poster, "nobody reads from afar what is not used"

    rulings("tonight", "--end")
    poster = rulings("sheet", "CH-V1", "--style", "poster", "--lang", "en", "--format", "md").out
    assert "Only where this variant is in force" in poster.split("Any piece will do.")[1]


def test_headings_stay_with_what_follows(printed: Printed, book: Book, text_of: TextOf) -> None:
    """No page or column ends in the title of a section or of an entry."""
    names = ("raid", "raid-boss-turn", "raid-poster")
    sections = [section for name in names for section in book.sheets[name].sections]
    titles = {squeezed(section.title["en"]) for section in sections}
    for what, options in ((names[:1], {}), (names[1:], {"style": "poster", "pages": 3})):
        poster = printed(*what, **({"language": "en"} | options))
        for page in text_of(poster.content).rstrip("\f").split("\f"):
            lines = [squeezed(line) for line in page.splitlines() if line.strip()]
            foot = next(at for at, line in enumerate(lines) if "·book" in line or "/本" in line)
            assert lines[foot - 1] not in titles


def test_a_house_rule_in_force_stands_on_the_poster_of_the_rules_that_it_changes(
    rulings: Rulings, tmp_path: Path
) -> None:
    write_ruleset(tmp_path / "g" / "yard", "TWO")
    write_house_rule(tmp_path / "g" / "inn")
    book = ("--only", "--book", str(tmp_path))
    rulings(
        "tonight", "--event", "A", "--ruleset", "TWO", "--ruleset", "ONE", "--with", "ONE-V1", *book
    )

    printed = rulings("sheet", "TWO", "--style", "poster", "--format", "md", "--lang", "en", *book)

    assert "In force tonight" in printed.out
    assert printed.out.index("Here you draw three.") < printed.out.index("You draw seven.")


@pytest.mark.usefixtures("one_game")
def test_a_call_on_the_event_stands_where_the_rules_are_that_it_overrules(
    rulings: Rulings, tmp_path: Path
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--ruleset", "raid")
    call = rulings("call", "Retreat?", "--verdict", "Each once.").out.split()[0]

    def is_on(ruleset: str) -> bool:
        paper = tmp_path / "poster.md"
        assert rulings("sheet", ruleset, "--style", "poster", "-o", str(paper)).code == 0
        return call in paper.read_text(encoding="utf-8")

    assert (is_on("BR"), is_on("raid")) == (True, True)
    rulings("calls", "edit", call, "--overrules", "BR-O24")
    assert (is_on("BR"), is_on("raid")) == (True, False)
