"""The posters that the curators keep with each ruleset, and what an evening changes on them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from once import folder_made_once
from printing import JAPANESE_FONT, LANGUAGES, Printed, TextOf, need, run, squeezed
from running import Rulings, write_calls

from rulings.reading.book import BUILT_IN_BOOK, Book
from rulings_cli.sheets.request import SheetRequest

RULESETS = ("battle-royal", "raid", "duel-boy-pocket", "mtg-cr", "ninja-slayer")


def printed_by(rulings: Rulings, text_of: TextOf, *arguments: str) -> str:
    """The words of the PDF that `rulings sheet …` writes."""
    ran = rulings("sheet", *arguments, "-o", "a.pdf")
    assert ran.code == 0, ran.err
    return squeezed(text_of(Path("a.pdf").read_bytes()))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "ruleset",
    [*RULESETS[:2], *(pytest.param(name, marks=pytest.mark.long) for name in RULESETS[2:])],
)
def test_a_poster_fits_one_page_in_every_language(
    printed: Printed, text_of: TextOf, book: Book, ruleset: str, language: str
) -> None:
    poster = printed(ruleset, style="poster", language=language)
    shown = squeezed(text_of(poster.content))
    names = [name for each in book.sheets[f"{ruleset}-poster"].sections for name in each.entries]

    assert (poster.pages, poster.left_out) == (1, "")
    assert 12 <= len(poster.ids) == len(names) <= 20
    for name in names:
        entry: Any = book.entries[name]
        for code in ("en", "ja") if language == "both" else (language,):
            text = entry.ask if entry.kind == "fork" else entry.verdict
            assert squeezed(text[code]) in shown, name
    kinds = [book.entries[name].kind for name in names if book.entries[name].kind != "variant"]
    assert kinds == sorted(kinds, key=lambda kind: kind != "clause"), "base rules first"


CALLS = {
    "If a player leaves before their last Prize is taken, what happens to their Stadium?": (
        "It stays until the next player's turn ends, then it is discarded."
    ),
    "ジャッジを待つ間に手札を見せてしまったら?": "続けます。2回目は警告、3回目は負け。",
}


@pytest.fixture
def make_calls(
    rulings: Rulings, one_game: None, tmp_path: Path, shared_cache: Path
) -> Callable[[], None]:
    """Makes the calls of an event, once for all tests that want them."""

    def make() -> None:
        rulings("tonight", "--event", "City", "--ruleset", "BR")
        for question, verdict in CALLS.items():
            assert rulings("call", question, "--verdict", verdict).code == 0

    return lambda: folder_made_once(shared_cache / "calls-of-a-poster", tmp_path, make)


@pytest.mark.parametrize("calls", [2, pytest.param(0, marks=pytest.mark.long)])
@pytest.mark.parametrize("decking_out", ["off", pytest.param("on", marks=pytest.mark.long)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_of_battle_royal_fits_one_page(
    rulings: Rulings,
    text_of: TextOf,
    book: Book,
    make_calls: Callable[[], None],
    language: str,
    decking_out: str,
    calls: int,
) -> None:
    """With every base rule, and with poison and burn, Judge and Escape Rope below them."""
    need(str(JAPANESE_FONT))
    variants = ("--with", "BR-V6") if decking_out == "on" else ()
    says = list(CALLS.values())[:calls]
    if calls:
        make_calls()
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--lang", language, *variants)
    ran = rulings("sheet", "--style", "poster", "-o", "a.pdf")
    assert (ran.code, ran.err) == (0, ""), "nothing is left out"
    assert "a.pdf  1 page, " in ran.out

    base = ("4.1", "4.2", "6.1", "7.1", "5.1", "5.1a", "8.1", "8.2", "10.2")
    entries: Any = book.entries
    for code in ("en", "ja") if language == "both" else (language,):
        says += [entries[f"BR {number}"].verdict[code] for number in base]
        says += [entries[name].title[code] for name in ("BR-Q18", "BR-Q15", "BR-V6")]
        fork = entries["BR-F19"]
        says += [text[code] for text in (fork.ask, *(case.when for case in fork.cases))]
    shown = squeezed(text_of(Path("a.pdf").read_bytes()))
    assert [text for text in says if squeezed(text) not in shown] == []
    fonts = run("pdftohtml", "-xml", "-stdout", "-zoom", "2", "a.pdf")
    assert min(map(int, re.findall(r'<fontspec id="\d+" size="(\d+)"', fonts))) / 2 >= 7.5


def test_a_short_line_of_both_languages_is_one_line(rulings: Rulings, text_of: TextOf) -> None:
    need(str(JAPANESE_FONT))
    printed_both = rulings("sheet", "BR", "--style", "poster", "--lang", "both", "-o", "a.pdf")
    assert printed_both.code == 0, printed_both.err
    lines = [squeezed(line) for line in text_of(Path("a.pdf").read_bytes()).splitlines()]

    assert "40HPormoreleft/残りHP40以上" in lines
    assert "Judge:whoisaffected?" in lines, "what does not fit one line is not mixed"
    assert "「ジャッジマン」だれが受けるか" in lines
    ends = [line for line in lines if line.endswith("BR10.2·author'saccount/著者の説明")]
    assert ends[0].startswith("負けです。"), "who says so ends a line that has room for it"


def test_a_ruleset_by_any_name_has_its_poster(
    printed: Printed, text_of: TextOf, tmp_path: Path
) -> None:
    named = [
        printed(name, style="poster", form="md").content
        for name in ("battle-royal-poster", "battle-royal", "BR", "バトルロイヤル")
    ]
    assert len(set(named)) == 1
    assert printed("BR", form="md").content != named[0]

    both = printed("BR", "raid", style="poster")
    assert (both.pages, both.left_out) == (2, ""), "a page for each"
    pages = text_of(both.content).rstrip("\f").split("\f")
    headed = ("Battle Royal:", "Raid:", "Battle Royal:")
    for page, (own, other) in zip(pages, pairwise(headed), strict=True):
        assert squeezed(f"{own} what tables ask") in squeezed(page)
        assert squeezed(f"{other} what tables ask") not in squeezed(page)
    in_markdown = printed("BR", "raid", style="poster", form="md").content
    assert in_markdown == named[0] + b"\n" + printed("raid", style="poster", form="md").content

    (tmp_path / "ours.yaml").write_text(
        "sheet: {title: {en: Ours}, poster: raid, style: poster, sections: [{entries: [RAID-Q1]}]}"
    )
    request = SheetRequest(what=["raid"], books=[BUILT_IN_BOOK, tmp_path], style="poster")
    assert [item.id for item in request.planner.make().selected] == ["RAID-Q1"]


@pytest.mark.parametrize(
    ("language", "judge", "decking_out"),
    [
        ("en", "Not settled tonight (BR-V7 is off)", "Not settled tonight (BR-V6 is off)"),
        pytest.param(
            *("ja", "本日は決まりなし(BR-V7は使わない)", "本日は決まりなし(BR-V6は使わない)"),
            marks=pytest.mark.long,
        ),
    ],
)
def test_what_is_not_settled_tonight_says_so(
    rulings: Rulings, text_of: TextOf, book: Book, language: str, judge: str, decking_out: str
) -> None:
    need(str(JAPANESE_FONT))
    entry: Any = book.entries["BR-Q18"]
    verdict = squeezed(entry.verdict[language])
    variant: Any = book.entries["BR-V6"]
    poster = ("BR", "--style", "poster", "--lang", language)

    assert verdict in printed_by(rulings, text_of, *poster), "without an event nothing changes"

    rulings("tonight", "--event", "City", "--ruleset", "BR", "--with", "BR-V5")
    shown = printed_by(rulings, text_of, *poster)
    assert squeezed(judge) in shown
    assert squeezed(decking_out) in shown
    assert verdict not in shown
    assert squeezed(variant.verdict[language]) not in shown
    assert squeezed(judge) in printed_by(rulings, text_of, "BR", "--lang", language)

    rulings("tonight", "--with", "BR-V6", "--with", "BR-V7")
    shown = printed_by(rulings, text_of, *poster)
    assert verdict in shown
    label, _, says = squeezed(variant.verdict[language]).partition(":")
    assert says[1:] in shown
    assert f"{label}:" not in shown, "what is in force is proposed no more"
    assert squeezed(judge) not in shown


@pytest.mark.parametrize(
    ("language", "off"),
    [
        ("en", "Not settled tonight ({} is off): call a judge"),
        pytest.param(
            "ja", "本日は決まりなし({}は使わない)。ジャッジを呼ぶ", marks=pytest.mark.long
        ),
    ],
)
def test_a_proposal_that_is_off_says_so_in_the_booklet(
    rulings: Rulings, book: Book, language: str, off: str
) -> None:
    def printed(*what: str) -> str:
        return rulings("sheet", *what, "--lang", language, "--format", "md").out

    def entry_of(name: str, sheet: str) -> str:
        return sheet.partition(f"\n### {name} ")[2].partition("\n#")[0]

    variants = [each.id for each in book.entries.values() if each.kind == "variant"]
    assert "tonight" not in entry_of("BR-V6", printed("BR")), "nobody has decided"
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--with", "BR-V5")
    booklet = printed()
    for name in (each for each in variants if each.startswith("BR-")):
        shown = entry_of(name, booklet)
        assert "> **" in shown, "it stays to be read"
        assert (off.format(name) in shown) == (name != "BR-V5"), name
    assert off.format("BR-V7") in entry_of("BR-V7", printed("BR-Q18")), "where it is cited, too"
    assert off.format("BR-V7") in entry_of("BR-V7", printed("BR-V7", "--style", "poster"))


def test_no_other_entry_stands_under_in_force(rulings: Rulings) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--with", "BR-V5", "--lang", "en")
    lines = rulings("sheet", "BR-Q22", "BR-Q18", "--style", "poster", "--format", "md").out

    heads = [line for line in lines.splitlines() if line.startswith(("## ", "### BR"))]
    assert [head.split()[1] for head in heads[:5]] == ["In", "BR-V5", "Rules", "BR-Q22", "BR-Q18"]


def ids_left_out(line: str) -> list[str]:
    """The ids that a line on a poster names, each behind its title."""
    return re.findall(r"\(([A-Z]+[ -][A-Z]?\d[^()]*)\)", line)


@pytest.mark.usefixtures("one_game")
def test_calls_stay_and_the_rest_is_left_out_from_its_end(
    rulings: Rulings, text_of: TextOf, book: Book
) -> None:
    need(str(JAPANESE_FONT))
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--lang", "both")
    variants = [word for number in range(1, 8) for word in ("--with", f"BR-V{number}")]
    rulings("tonight", *variants)
    ran = rulings("call", "Emolga?", "--verdict", "It may, tonight.", "--overrules", "BR-Q1")
    emolga = ran.out.split()[0]
    rulings("call", "Judge?", "--verdict", "All three, tonight.", "--overrules", "BR-Q18")
    ran = rulings("sheet", "--style", "poster", "-o", "a.pdf")
    shown = squeezed(text_of(Path("a.pdf").read_bytes()))

    sections = book.sheets["battle-royal-poster"].sections
    above = ("BR-V6", "BR-Q18")  # in force, and overruled: what stands there says so
    base = [name for each in sections for name in each.entries if name not in above]
    left_out = ids_left_out(ran.err)
    assert 1 < len(left_out) <= len(base) - 4
    assert left_out == base[-len(left_out) :]
    assert emolga in shown
    named = [f"{book.entries[name].title['en']} ({name})" for name in left_out]
    assert squeezed(f"Not on this poster: {' · '.join(named)}.") in shown
    first: Any = book.entries["BR 4.1"]
    at = shown.index(squeezed(first.verdict["en"]))
    assert 0 < at < shown.index("Allthree,tonight."), "what stands in the place of an entry stays"


@pytest.mark.usefixtures("one_game")
def test_a_call_stands_once_on_a_poster_where_the_entry_would_that_it_overrules(
    rulings: Rulings, book: Book
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--lang", "en")
    posters = {
        "BR 5.1": rulings("call", "Both?", "--verdict", "Only one.", "--overrules", "BR 5.1").out,
        "BR-Q23": rulings("call", "Burnt?", "--verdict", "Nobody.", "--overrules", "BR-Q23").out,
        "BR-Q1": rulings("call", "Emolga?", "--verdict", "It may.", "--overrules", "BR-Q1").out,
    }
    poster = ("sheet", "--style", "poster", "--format", "md")
    printed = rulings(*poster).out
    at = {name: printed.index(call.split()[0]) for name, call in posters.items()}

    for name, verdict in (("BR 5.1", "Only one."), ("BR-Q23", "Nobody."), ("BR-Q1", "It may.")):
        assert printed.count(f"**{verdict}**") == printed.count(verdict) == 1
        assert printed.count(posters[name].split()[0]) == 1
        assert printed.count(f"*In place of {name}: ") == 1
        entry: Any = book.entries[name]
        assert entry.verdict["en"] not in printed, "what is overruled has no verdict there"
    calls, attacks, burnt = (printed.index(f"## {head}") for head in ("Calls", "Attacks", "Poison"))
    assert calls < at["BR-Q1"] < attacks < at["BR 5.1"] < burnt < at["BR-Q23"], "a row of a fork"

    printed = rulings(*poster, "--omit", "BR 5.1").out
    assert printed.count("**Only one.**") == 1
    assert printed.index("**Only one.**") < printed.index("## Attacks"), "its place is not there"


@pytest.mark.usefixtures("one_game")
def test_a_poster_says_what_is_off(rulings: Rulings) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--lang", "en")
    rulings("call", "Judge?", "--verdict", "All three.", "--overrules", "BR-Q18")
    printed = rulings("sheet", "--style", "poster", "--format", "md").out

    assert "BR-V7 is off" in printed.partition("Escape Rope")[2]
    assert "BR-V7" not in printed.partition("Escape Rope")[0]


@pytest.mark.usefixtures("one_game")
def test_the_calls_of_an_event_are_printed_after_it_was_closed(rulings: Rulings) -> None:
    rulings("tonight", "--event", "Monday", "--ruleset", "BR", "--date", "2026-05-05")
    rulings("call", "A phone rings", "--verdict", "A warning.")
    rulings("tonight", "--event", "Sunday", "--date", "2026-05-04")
    rulings("call", "Judge?", "--verdict", "All three.", "--overrules", "BR-Q18")
    rulings("tonight", "--end")
    printed = rulings("sheet", "--calls", "--format", "md").out

    assert "Sunday · 2026-05-04" in printed
    assert "*Battle Royal*\n\n*In place of BR-Q18" in printed, "whose rules it is on"
    assert "A warning." not in printed, "it is a call of another event"
    assert rulings("sheet", "--calls", "--format", "md", "--no-event").is_rejected("no call")

    rulings("call", "Sleeves?", "--verdict", "Clear ones.")
    assert "Clear ones." in rulings("sheet", "--calls", "--format", "md").out


def test_without_an_event_a_place_is_asked_for(rulings: Rulings) -> None:
    assert rulings("sheet").is_rejected("add -o faq.pdf")


@pytest.mark.long
@pytest.mark.usefixtures("one_game")
def test_with_more_calls_than_fit_the_first_base_rules_and_the_latest_calls_stay(
    rulings: Rulings, text_of: TextOf, here: Path
) -> None:
    need(str(JAPANESE_FONT))
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--lang", "both")
    rulings("call", "Zebra?", "--verdict", f"No, and here is why: {'so ' * 20}")
    rulings("calls", "export", "calls.json")
    (call,) = json.loads(Path("calls.json").read_text(encoding="utf-8"))["calls"]
    earlier = [
        call | {"id": f"{call['id']}{n}", "call": call["call"] | {"made": f"2020-05-01T21:{n:02}"}}
        for n in range(17)
    ]
    rulings("calls", "merge", write_calls(here / "earlier.json", *earlier))
    ids = [each["id"] for each in (*earlier, call)]
    ran = rulings("sheet", "--style", "poster", "-o", "a.pdf")
    assert ran.code == 0, ran.err

    shown = squeezed(text_of(Path("a.pdf").read_bytes()))
    left_out = ids_left_out(ran.err)
    calls = [name for name in left_out if name in ids]
    assert 0 < len(calls) < len(ids), "there is no room for all"
    assert sorted(calls) == sorted(ids[: len(calls)]), "the earliest go"
    assert not {"BR 4.1", "BR 4.2", "BR 6.1", "BR 7.1"}.intersection(left_out)
    assert left_out[-1] == "BR-V6", "a variant that is not used goes first"
    assert "turnattach1SpecialEnergy" in shown


def test_only_its_own_variants_are_in_force_on_a_poster(rulings: Rulings) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--ruleset", "RAID", "--lang", "en")
    rulings("tonight", "--with", "BR-V5", "--with", "RAID-V2")

    for ruleset, own, other in (("BR", "BR-V5", "RAID-V2"), ("RAID", "RAID-V2", "BR-V5")):
        poster = ("sheet", "--style", "poster", "--ruleset", ruleset, "--format", "md")
        printed = rulings(*poster).out
        assert f"### {own}" in printed.partition("## ")[2], printed
        assert other not in printed
