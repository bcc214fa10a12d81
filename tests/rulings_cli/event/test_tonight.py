"""The event: set once, and obeyed by everything that is asked afterwards."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from running import Rulings, Ship, Write
from small_rulesets import VARIANTS, write_ruleset

QUESTION = "Does Judge hit all three players?"


def test_an_event_is_set_shown_closed_and_opened_again(rulings: Rulings) -> None:
    assert rulings("tonight", "--json").json["event"] is None
    assert "No event" in rulings("tonight", "--lang", "en").out, "a language begins none"

    begin = ("tonight", "--event", "City League", "--date", "2026-05-01", "--lang", "en")
    begun = " ".join(rulings(*begin, "--ruleset", "レイド").out.split())
    assert "in the Lost Zone (RAID-Q21, RAID-Q22), RAID-V3 Local rule: swap" in begun
    rulings("tonight", "--with", "raid v1", "--with", "RAID-V2", "--without", "RAID-V2")
    shown = rulings("tonight", "--lang", "both", "--json").json["event"]

    assert shown == {
        "name": "City League",
        "date": "2026-05-01",
        "rulesets": ["raid"],
        "variants": ["RAID-V1"],
        "lang": "both",
    }
    rulings("tonight", "--end")
    assert rulings("tonight", "--json").json["event"] is None
    assert [event["name"] for event in rulings("tonight", "--list", "--json").json["events"]] == [
        "City League"
    ]
    again = rulings("tonight", "--event", "City League", "--json")
    assert again.json["event"] == shown
    assert "City League of 2026-05-01 is open again, with its calls" in again.err
    assert rulings("tonight", "--event", "City League").err == "", "it is open already"


def test_only_the_open_event_is_closed(rulings: Rulings) -> None:
    rulings("tonight", "--event", "Friday", "--ruleset", "BR")
    rulings("tonight", "--event", "Saturday", "--ruleset", "RAID")

    assert rulings("tonight", "--event", "Friday", "--end").is_rejected("Saturday is")
    assert rulings("tonight", "--with", "RAID-V1", "--end").is_rejected("leave the rest out")
    assert rulings("tonight", "--json").json["event"]["name"] == "Saturday"
    assert rulings("tonight", "--event", "ｓａｔｕｒｄａｙ", "--end").code == 0
    assert rulings("tonight", "--json").json["event"] is None


def test_an_empty_ruleset_means_all(rulings: Rulings) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--with", "BR-V5")
    event = rulings("tonight", "--ruleset", "", "--json").json["event"]

    assert (event["rulesets"], event["variants"]) == ([], ["BR-V5"])


def test_its_language_is_set_and_given_up_again(rulings: Rulings) -> None:
    def languages() -> tuple[bool, bool]:
        english = rulings("search", QUESTION).out
        japanese = rulings("search", "ジャッジマンは3人全員に効く?").out
        return "tonight: City" in " ".join(english.split()), "本日: City" in japanese

    rulings("tonight", "--event", "City", "--ruleset", "BR", "--lang", "en")
    assert languages() == (True, False)
    rulings("tonight", "--with", "BR-V7")
    assert rulings("tonight", "--json").json["event"]["lang"] == "en", "kept until it is changed"

    ran = rulings("tonight", "--lang", "as-asked")
    assert ran.code == 0, ran.err
    assert "that of the question" in " ".join(ran.out.split())
    event = rulings("tonight", "--json").json["event"]
    assert (event["lang"], event["variants"]) == (None, ["BR-V7"])
    assert languages() == (True, True)

    rulings("tonight", "--lang", "ja")
    assert languages() == (False, True)
    assert rulings("tonight", "--lang", "as-asked", "--json").json["event"]["lang"] is None
    assert "closed" in rulings("tonight", "--end", "--lang", "as-asked").out
    assert "No event" in rulings("tonight", "--lang", "as-asked").out, "it begins none"


def test_variants_of_rules_that_are_no_longer_played_go(rulings: Rulings) -> None:
    both = ("--ruleset", "BR", "--ruleset", "RAID", "--with", "BR-V5", "--with", "RAID-V3")
    rulings("tonight", "--event", "City", *both)

    ran = rulings("tonight", "--ruleset", "BR", "--json")
    event = ran.json["event"]

    assert "no longer in force: RAID-V3; --with puts back" in ran.err
    assert (event["rulesets"], event["variants"]) == (["battle-royal"], ["BR-V5"])
    assert rulings("tonight", "--with", "RAID-V3").is_rejected("RAID-V3 changes raid, which is not")


def test_its_rulesets_come_first_and_others_are_named_as_such(rulings: Rulings) -> None:
    before = rulings("search", QUESTION, "--json").json
    rulings("tonight", "--event", "Raid night", "--ruleset", "raid")
    during = rulings("search", QUESTION, "--json").json
    named = rulings("search", f"Battle Royal: {QUESTION}", "--json").json
    forgotten = rulings("search", QUESTION, "--no-event", "--json").json

    assert before["event"] is None
    assert before["hits"][0]["ruleset"] == "battle-royal"
    assert during["event"]["name"] == "Raid night"
    assert during["hits"][0]["ruleset"] == "raid"
    assert named["hits"][0]["ruleset"] == "battle-royal"
    assert "Of another format: Battle Royal" in rulings("show", "BR-Q18", "--lang", "en").out
    assert forgotten["hits"][0]["id"] == before["hits"][0]["id"]


@pytest.mark.parametrize(
    "asked",
    [
        ("search", "ボスの番"),
        ("show", "RAID-Q6"),
        ("card", "ジャッジマン"),
        ("rules", "raid"),
        ("calc", "RAID 9.1", "players=4", "damage=380"),
    ],
    ids=lambda asked: asked[0],
)
def test_every_answer_says_which_evening_it_is(rulings: Rulings, asked: tuple[str, ...]) -> None:
    rulings(*("tonight", "--event", "City", "--date", "2026-05-01"), *("--lang", "ja"))

    assert "本日: City, 2026-05-01" in " ".join(rulings(*asked).out.split())
    assert "本日" not in rulings(*asked, "--no-event").out


@pytest.mark.parametrize(
    ("language", "begins", "proposal"),
    [
        ("en", "In force tonight Can't draw at turn start: lose.", "Proposed:"),
        ("ja", "本日採用 番のはじめに引けないと負け。", "提案:"),
    ],
)
def test_a_variant_in_force_is_no_proposal(
    rulings: Rulings, language: str, begins: str, proposal: str
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--lang", language)
    rulings("tonight", "--with", "BR-V6")
    title = rulings("show", "BR-V6", "--json").json["entries"][0]["title"][language]
    poster = rulings("sheet", "--style", "poster", "--format", "md").out

    assert f"{title} {begins}" in " ".join(rulings("search", title).out.split())
    for shown in (rulings("search", title).out, rulings("show", "BR-V6").out, poster):
        assert proposal not in shown.partition("BR-V6")[2].partition("BR-V")[0]
    rulings("tonight", "--without", "BR-V6")
    assert proposal in rulings("show", "BR-V6").out


def test_a_long_event_leaves_the_source_in_the_last_line(rulings: Rulings) -> None:
    rulings("tonight", "--event", "A long name of an evening " * 3, "--ruleset", "BR")
    out = " ".join(
        rulings("search", "10 HP left, Poisoned and Burned: who takes the Prize?").out.split()
    )

    assert "interpretation · tilanosaur, FAQ 22 · tonight: A long name of an evening" in out


def test_a_verdict_says_first_what_it_rests_on_where_that_is_not_in_force(rulings: Rulings) -> None:
    condition = "Only where this variant is in force: BR-V5"
    out = rulings("show", "BR-Q8", "--lang", "en").out
    assert condition in out.split("Verdict", 1)[0]

    rulings("tonight", "--event", "City", "--ruleset", "BR", "--with", "BR-V5")

    assert condition not in rulings("show", "BR-Q8", "--lang", "en").out
    assert "BR-V5  [changed to]" in rulings("rules", "BR", "--lang", "en").out
    assert "[changed to]" not in rulings("rules", "BR", "--without", "BR-V5", "--lang", "en").out


@pytest.mark.usefixtures("one_game")
@pytest.mark.parametrize("played", [("--ruleset", "BR"), pytest.param((), marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("question", "otherwise", "off", "verdict"),
    [
        (
            "G-Weezing up front, can I still use my Ability?",
            "In another case",
            "[Not settled tonight: BR-V5]",
            "Author: Detention Gas: 1 chosen opponent's Basics",
        ),
        (
            "ガラルマタドガスで特性が使えなくなるのは誰?",
            "別の場合",
            "[本日は決まっていません: BR-V5]",
            "著者の解釈:いのこりガスは選んだ相手1人のたねに",
        ),
    ],
)
def test_another_case_says_what_is_not_settled_and_what_was_called(
    rulings: Rulings, played: tuple[str, ...], question: str, otherwise: str, off: str, verdict: str
) -> None:
    def other_case() -> str:
        out = rulings("search", question).out.partition(otherwise)[2]
        return "".join(out.partition("\n\n")[0].split())

    def squeezed(text: str) -> str:
        return text.replace(" ", "")

    assert squeezed(verdict) in other_case(), "without an event nothing is off"
    assert squeezed(off) not in other_case()
    rulings("tonight", "--event", "City", *played)
    assert squeezed(off + verdict) in other_case()
    rulings("tonight", "--with", "BR-V5")
    assert squeezed(verdict) in other_case()
    assert squeezed(off) not in other_case()

    rulings("tonight", "--without", "BR-V5")
    ran = rulings("call", "Gas?", "--verdict", "Never tonight.", "--overrules", "BR-Q8")
    assert f"Nevertonight.({ran.out.split()[0]})" in other_case()
    assert squeezed(verdict) not in other_case(), "a call stands above it"


@pytest.mark.usefixtures("one_game")
@pytest.mark.parametrize(
    ("included", "first"), [((), "RAID 2.5"), (("--with", "RAID-V2"), "RAID-V2")]
)
def test_a_variant_that_is_off_stands_behind_the_rule(
    rulings: Rulings, included: tuple[str, ...], first: str
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "raid", *included)

    hits = rulings("search", "how many prizes does the raid boss have", "--json").json["hits"]
    assert hits[0]["id"] == first


@pytest.mark.usefixtures("one_game")
def test_a_call_says_nothing_of_the_case_that_a_variant_is_used(rulings: Rulings) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "raid")
    called = ("call", "とこやみでボスはグッズを使える?", "--verdict", "使えません。")
    call = rulings(*called, "--overrules", "RAID-Q5").out.split()[0]

    for asked, otherwise in (
        ("グッズ封じはボスに効く?", "別の場合"),
        ("Everlasting Darkness at a table that plays without local rules", "In another case"),
    ):
        shown = rulings("search", asked).out
        case = shown.partition(otherwise)[2].partition("\n\n")[0]
        assert rulings("search", asked, "--json").json["hits"][0]["id"] == "RAID-O25", asked
        assert "RAID-Q5" in case, asked
        assert call not in case, asked


@pytest.mark.usefixtures("one_game")
def test_what_a_question_was_taught_to_find_comes_first(rulings: Rulings) -> None:
    played = ("--ruleset", "raid", "--with", "RAID-V2", "--with", "RAID-V3")
    rulings("tonight", "--event", "City", *played)
    for asked in ("ロストは増えたし残りは2枚、何枚めくれる?", "Iono: how many for each of us?"):
        rulings("search", asked)
        rulings("log", "--to-asked", "RAID-Q21")

        answer = rulings("search", asked, "--json").json
        assert (answer["certainty"], answer["hits"][0]["id"]) == ("answer", "RAID-Q21"), asked


def test_a_page_is_made_for_the_event(
    rulings: Rulings, ship: Ship, write_book: Write, tmp_path: Path
) -> None:
    book = write_book({"rules/variants.yaml": VARIANTS})
    write_ruleset(book / "another" / "one", "ONE")
    ship(book)
    file = tmp_path / "page.html"

    rulings("page", "-o", str(file))
    assert 'id="ONE-1"' in file.read_text(encoding="utf-8")

    rulings("tonight", "--event", "<City>", "--ruleset", "CH", "--with", "CH-V1", "--lang", "en")
    rulings("page", "-o", str(file))

    page = file.read_text(encoding="utf-8")
    assert '"chosen":["CH-V1"]' in page
    assert "&lt;City&gt;" in page
    assert 'id="CH-Q1"' in page
    assert 'id="ONE-1"' not in page


def test_a_sheet_is_made_for_the_event(rulings: Rulings, tmp_path: Path) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "DB", "--with", "DB-V1", "--lang", "en")

    ran = rulings("sheet", "-o", str(tmp_path / "sheet.md"))

    assert ran.code == 0, ran.err
    sheet = (tmp_path / "sheet.md").read_text(encoding="utf-8")
    assert "City" in sheet
    assert "DB-V1" in sheet
    assert "BR-Q1" not in sheet


@pytest.mark.parametrize(("ruleset", "prefix"), [("BR", "BR"), ("mtg-cr", "CR")])
def test_the_booklet_holds_all_that_is_played(
    rulings: Rulings, ruleset: str, prefix: str, tmp_path: Path
) -> None:
    rulings("tonight", "--event", "City", "--ruleset", ruleset, "--lang", "en")
    listed = rulings("list", "--ruleset", ruleset, "--json").json["entries"]
    ids = {entry["id"] for entry in listed if entry["kind"] not in ("fork", "note", "variant")}

    assert rulings("sheet", "-o", str(tmp_path / "booklet.md")).code == 0
    printed = re.findall(
        rf"^#+ ({prefix}[ -][\w.]+)", (tmp_path / "booklet.md").read_text(encoding="utf-8"), re.M
    )

    assert ids - {*printed} == set()
    assert len(printed) == len({*printed}), "each once"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("--event", ""), "needs a name"),
        (("--event", "x", "--date", "soon"), "2026-05-01"),
        (("--event", "x", "--ruleset", "shogi"), "no ruleset"),
        (("--event", "x", "--with", "BR-Q1"), "not a variant"),
        (("--end",), "no event is open"),
        (("--with", "BR-V6"), "no event is open; begin one"),
        (("--ruleset", "BR", "--date", "2026-05-01"), "no event is open; begin one"),
    ],
    ids=lambda typed: " ".join(typed) if isinstance(typed, tuple) else "",
)
def test_mistakes_end_in_one_line_and_set_nothing(
    rulings: Rulings, typed: tuple[str, ...], said: str
) -> None:
    ran = rulings("tonight", *typed)

    assert ran.is_rejected(said)
    assert rulings("tonight", "--json").json["event"] is None


def test_the_program_alone_prints_its_help(rulings: Rulings) -> None:
    alone = rulings()

    assert alone.code == 0
    assert len(alone.out.splitlines()) > 20
    assert "tonight" in alone.out


def removed(path: Path) -> Path:
    path.unlink()
    return path


DAMAGED: dict[str, Callable[[Path], object]] = {
    "an event that is gone": lambda path: path.write_text('{"open": "Gone", "events": []}'),
    "nested too deep": lambda path: path.write_text("[" * 100_000),
    "a number too long": lambda path: path.write_text("9" * 5_000),
    "not UTF-8": lambda path: path.write_bytes(b"\xff"),
    "too large": lambda path: path.write_bytes(b" " * (1 << 23)),
    "a folder": lambda path: removed(path).mkdir(),
    "a pipe": lambda path: os.mkfifo(removed(path)),
}


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_file_of_events_is_named(
    rulings: Rulings, tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    rulings("tonight", "--event", "City")
    (place,) = tmp_path.rglob("events.json")
    damage(place)

    ran = rulings("show", "BR-Q1", "--lang", "en")

    assert ran.is_rejected("events.json")
    assert rulings("show", "BR-Q1", "--no-event").code == 0
    assert rulings("tonight", "--event", "City").code == 2


@pytest.mark.parametrize("status", ["draft", "withdrawn"])
def test_what_is_not_in_use_is_not_put_in_force(
    rulings: Rulings, write_book: Write, ship: Ship, status: str
) -> None:
    kept = f"authority: proposal\n        status: {status}"
    draft = VARIANTS.replace("authority: proposal", kept, 1)
    ship(write_book({"rules/variants.yaml": draft}))

    assert rulings("tonight", "--event", "City", "--with", "CH-V1").is_rejected("or is a draft")
    shown = rulings("tonight", "--event", "City", "--with", "CH-V2", "--json").json["event"]
    assert shown["variants"] == ["CH-V2"]


def test_a_variant_of_two_rulesets_of_the_event_is_not_guessed(rulings: Rulings) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--ruleset", "RAID")

    for typed in (("tonight", "--with"), ("tonight", "--without"), ("search", "bench", "--with")):
        assert rulings(*typed, "v2").is_rejected("'v2' may mean BR-V2, RAID-V2"), typed
    assert rulings("tonight", "--json").json["event"]["variants"] == []
    shown = rulings("tonight", "--ruleset", "RAID", "--with", "v2", "--json").json["event"]
    assert shown["variants"] == ["RAID-V2"]
