"""`rulings import`, and the imported book beside our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cases import DATA
from running import Rulings, Ship, Write

from rulings.format.authority_and_status import Status
from rulings.reading.book import BUILT_IN_BOOK
from rulings.reading.load import load_book

OLD, NEW = (str(path) for path in sorted((DATA / "editions").glob("*.txt")))


@pytest.fixture
def our_magic(ship: Ship) -> None:
    """Lets only our rules of Magic ship: a third of the book, and a third of its index."""
    ship(BUILT_IN_BOOK / "mtg")


def test_an_imported_edition_is_searched_at_once(rulings: Rulings, our_magic: None) -> None:
    ran = rulings("import", "mtg-cr", OLD)
    assert ran.code == 0
    assert ran.out.endswith("2 examples, 4 glossary entries\n")
    (entry,) = rulings("show", "119.1d", "--json").json["entries"]
    assert entry["edition"] == "2022-10-07"
    assert entry["text"]["en"].startswith("In a short game")
    hits = rulings("search", "smugglers under the quay", "--json").json["hits"]
    assert hits[0]["id"] == "CR 314.2"


def test_our_words_stay_where_they_fit(rulings: Rulings, our_magic: None, tmp_path: Path) -> None:
    """Our 310 are battles; in this edition 310 are islands, and nothing of ours may stick."""
    rulings("import", "mtg-cr", OLD, "--into", str(tmp_path / "old"))
    book = ("--book", str(tmp_path / "old"))
    (island,) = rulings("show", "310.4.", "--json", *book).json["entries"]
    assert (island["edition"], list(island["text"])) == ("2022-10-07", ["en"])
    assert island["asked"] == {}
    (ours,) = rulings("show", "310.4b", "--json", *book).json["entries"]
    assert ours["edition"] == "20231117"  # not in the imported edition


LANTERN = str(DATA / "numbered" / "lantern-market.txt")
NAMES = ("--prefix", "LM", "--game", "lantern", "--ruleset", "lantern-rules", "--lang", "en")


def test_the_plan_of_a_numbered_document_writes_nothing(rulings: Rulings, tmp_path: Path) -> None:
    ran = rulings("import", "numbered", LANTERN, "--plan")
    assert ran.code == 0
    assert "lantern-market.txt:135: 7.4 belongs nowhere" in ran.err
    assert "lantern-market.txt:8-21: contents" in ran.out
    assert "plan: 72 rules, 5 sections, 0 chapters, 0 titles, 2 examples" in ran.out
    report = rulings("import", "numbered", LANTERN, "--plan", "--json").json
    assert (report["counts"]["rules"], len(report["unplaced"])) == (72, 9)
    assert "lantern-market.txt:215-215: a word of the glossary without a meaning: Window" in ran.out
    assert sum(report["accounts"]["parts"].values()) == report["accounts"]["total"]
    assert "\nlines: 125 = 89 in rules + 6 headings + 3 in examples + " in ran.out
    assert not (tmp_path / "imported").exists()


REJECTED = {
    "no prefix": (NAMES[2:], "--prefix HB"),
    "a prefix in small letters": (("--prefix", "lm", *NAMES[2:]), "write it like HB"),
    "a prefix of our book": (("--prefix", "BR", *NAMES[2:]), "belongs to 'Battle Royal' already"),
    "a ruleset of our book": ((*NAMES[:4], "--ruleset", "raid", *NAMES[6:]), "choose another"),
    "the whole ruleset of our book": (
        ("--prefix", "BR", "--game", "pokemon-tcg", "--ruleset", "battle-royal", *NAMES[6:]),
        "battle-royal belongs to 'Battle Royal' already; choose another --ruleset and --prefix",
    ),
    "a language that there is not": ((*NAMES[:6], "--lang", "xx"), "--lang 'xx'"),
    "no language": ((*NAMES[:6], "--lang", "English"), "--lang 'English'"),
}


@pytest.mark.parametrize("name", REJECTED)
def test_what_an_import_needs(rulings: Rulings, tmp_path: Path, name: str) -> None:
    given, message = REJECTED[name]
    ran = rulings("import", "numbered", LANTERN, "--into", str(tmp_path / "book"), *given)
    assert ran.is_rejected(message)
    assert not (tmp_path / "book").exists()


@pytest.mark.parametrize("edition", ["2024", "2025"])
@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (("lantern", "other"), "the import of lantern-rules has game: lantern; remove it first"),
        (("en", "de"), "the import of lantern-rules has lang: en; remove it first, or choose"),
    ],
)
def test_an_import_is_not_replaced_by_one_of_another_game_or_language(
    rulings: Rulings, tmp_path: Path, edition: str, changed: tuple[str, str], message: str
) -> None:
    assert rulings("import", "numbered", LANTERN, *NAMES, "--edition", "2024").code == 0
    names = [changed[1] if each == changed[0] else each for each in NAMES]
    ran = rulings("import", "numbered", LANTERN, *names, "--edition", edition)
    assert ran.is_rejected(message)
    assert [each.name for each in (tmp_path / "imported").glob("*/*/")] == ["2024"]


def test_a_document_without_title_and_edition(
    rulings: Rulings, our_magic: None, tmp_path: Path
) -> None:
    """Its edition has a folder of its own, and one with a date goes before it."""
    path = tmp_path / "tides.txt"
    path.write_text("1 Game Concepts\n\n1.1 Oars.\n\n1.2 Sails.\n\n1.3 Tides.\n", "utf-8")
    ran = rulings("import", "numbered", str(path), *NAMES)
    assert ran.code == 0
    assert "'tides' stands for it: --title names it" in ran.err
    assert "'undated' stands for it: --edition names it" in ran.err
    assert "tides (undated) · official" in rulings("search", "oars", "--game", "lantern").out
    dated = ("--title", "Tides and Oars", "--edition", "2024-05-06")
    ran = rulings("import", "numbered", str(path), *NAMES, *dated)
    assert (ran.code, ran.err) == (0, "")
    shown = rulings("search", "oars", "--game", "lantern").out
    assert "Tides and Oars (2024-05-06) · official" in shown
    assert rulings("import", "faq", str(path), "--title", "Tides").is_rejected("--title")
    assert rulings("import", "numbered", str(path), *NAMES, "--edition", "../x").is_rejected("../x")


def test_a_first_book_is_imported_where_there_is_none(
    rulings: Rulings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULINGS_ONLY", "1")

    place = rulings("import", "numbered", LANTERN, *NAMES, "--json").json["book"]
    assert rulings("show", "LM 1.1.3").code == 2, "nobody named it"
    assert rulings("show", "LM 1.1.3", "--book", place).code == 0


def test_rules_of_another_game_from_edition_to_edition(
    rulings: Rulings, our_magic: None, tmp_path: Path
) -> None:
    rulings("import", "numbered", LANTERN, *NAMES)
    text = Path(LANTERN).read_text(encoding="utf-8").replace("March 4, 2024", "March 3, 2025")
    second = tmp_path / "second.txt"
    second.write_text(
        text.replace("1.1.3 A", "1.1.3 Lanterns are counted twice.\n\n1.1.4 A"), encoding="utf-8"
    )
    assert rulings("import", "numbered", str(second), *NAMES).code == 0
    (hit, *_) = rulings("search", "player without a stall", "--game", "lantern", "--json").json[
        "hits"
    ]
    assert (hit["id"], hit["verdict"]) == ("LM 1.1.4", None)
    shown = rulings("search", "player without a stall", "--game", "lantern", "--limit", "1").out
    assert shown.count("A player without a stall loses at once.") == 1
    assert "LM 1 The Market › LM 1.1 Aim" in shown
    editions = tmp_path / "imported" / "lantern-rules"
    own = tmp_path / "own"
    own.mkdir()
    (own / "rulings.yaml").write_text(OWN_RULING, encoding="utf-8")
    stale = rulings("stale", "--against", str(editions / "2025-03-03"), "--book", str(own))
    assert "LM-Q1001 cites LM 1.1.3: moved (2024-03-04 → 2025-03-03)" in stale.out


OWN_RULING = """\
sources: [{id: notes, title: {en: My notes}}]
rulings:
  - id: LM-Q1001
    title: {en: No stall}
    verdict: {en: "Out."}
    question: {en: What of a player without a stall?}
    answer: {en: "They lose."}
    clauses: [LM 1.1.3]
    authority: house
    checked_against: {lantern-rules: "2024-03-04"}
    sources: [{id: notes}]
"""


def test_questions_of_another_game(rulings: Rulings, our_magic: None, tmp_path: Path) -> None:
    table = str(DATA / "faq" / "lantern.csv")
    columns = ("--column", "question=Domanda", "--column", "answer=Risposta")
    ran = rulings("import", "faq", table, "--plan", *columns)
    assert (ran.code, "column answer: Risposta" in ran.out) == (0, True)
    assert "not used: No, Carte, Aggiornato" in ran.out
    assert "\nitems: 6 = 4 read + 2 left out\n" in ran.out
    assert "lantern.csv: line 6: no answer: 'Who carries the bell?'" in ran.err
    assert "which column is the question" in rulings("import", "faq", table, "--plan").err
    names = ("--prefix", "LQ", "--game", "lantern", "--ruleset", "lantern-faq", "--lang", "en")
    assert rulings("import", "faq", table, *columns, "--column", "cards=Carte", *names).code == 0
    shown = rulings("search", "light a lantern in the window", "--game", "lantern").out
    assert "LQ-Q1  Can I light a lantern in the window?\n" in shown
    assert "Yes, for one coin, eg. at dusk. It shows its face." in shown
    assert rulings("card", "Tall Lantern").out.count("LQ-Q") == 2


@pytest.mark.parametrize(
    ("form", "content", "name"),
    [
        ("numbered", "# Fog\n\n1.1 Fog stays.\n1.2 Wind blows.\n", "FG 1.1"),
        ("faq", "# Does fog stay?\nYes, it does.\n", "FG-Q1"),
    ],
)
def test_an_import_has_the_authority_that_is_said(
    rulings: Rulings, our_magic: None, tmp_path: Path, form: str, content: str, name: str
) -> None:
    (path := tmp_path / "fog.md").write_text(content, encoding="utf-8")
    names = ("--prefix", "FG", "--game", "fog", "--ruleset", "fog-rules", "--lang", "en")
    ran = rulings("import", form, str(path), *names, "--edition", "1", "--authority", "house")
    assert ran.code == 0, ran.err

    (shown,) = rulings("show", name, "--json").json["entries"]
    assert shown["authority"] == "house"


def test_a_ruling_of_several_cards_is_one_hit_that_names_them(
    rulings: Rulings, our_magic: None, tmp_path: Path
) -> None:
    """Its text stands there once and whole, not cut at "eg."."""
    text = "The lantern burns blue, eg. at dusk. Snuffing it takes a turn."
    ruling = {"date": "2001-02-03", "text": text}
    cards = {name: [{"name": name, "rulings": [ruling]}] for name in ("Ash", "Elm", "Oak")}
    path = tmp_path / "cards.json"
    path.write_text(json.dumps({"data": cards}), encoding="utf-8")
    rulings("import", "mtgjson", str(path))
    ran = rulings("search", "lantern burns blue at dusk", "--ruleset", "mtg-card-rulings")
    lines = ran.out.split("\n")
    assert lines[0] == "MTG-Q1  Ash"
    assert lines[1] == f"  {text}"
    assert "The same  Elm (MTG-Q2), Oak (MTG-Q3)" in ran.out
    assert ran.out.count("burns blue") == 1
    (hit,) = rulings("search", "lantern burns blue at dusk", "--ruleset", "MTG", "--json").json[
        "hits"
    ]
    assert hit["snippet"] == "The lantern burns blue, eg. at dusk."
    assert (hit["verdict"], hit["same"]) == (None, ["MTG-Q2", "MTG-Q3"])


def test_a_rule_without_a_title_leaves_no_blanks_at_the_end_of_a_line(
    rulings: Rulings, our_magic: None
) -> None:
    rulings("import", "numbered", LANTERN, *NAMES)

    for typed in (["show", "LM 1.1.3"], ["search", "a player without a stall"], ["rules", "LM"]):
        lines = rulings(*typed).out.split("\n")
        assert len(lines) > 1
        assert not [line for line in lines if line != line.rstrip()], typed


@pytest.mark.long
def test_an_import_is_removed(rulings: Rulings) -> None:
    for edition in ("2023", "2024"):
        report = rulings("import", "numbered", LANTERN, *NAMES, "--edition", edition, "--json").json
    assert rulings("import", "remove", "lantern-rules", "--edition", "1999").is_rejected(
        "no import 'lantern-rules 1999'; there are lantern-rules 2023, lantern-rules 2024"
    )

    ran = rulings("import", "remove", "lantern-rules", "--edition", "2024")
    assert ran.out.endswith("2024: removed\n")
    assert rulings("show", "LM 1.1", "--json").json["entries"][0]["edition"] == "2023"
    assert rulings("import", "remove", "lantern-rules").out.endswith("2023: removed\n")
    assert not Path(report["book"]).parent.exists(), "nor the numbers beside it"
    assert rulings("show", "LM 1.1").code == 1
    assert rulings("import", "remove", "lantern-rules").is_rejected("there are none")


@pytest.mark.parametrize("option", [["--plan"], ["--ruleset", "x"], ["--into", "x"], ["--json"]])
def test_remove_refuses_an_option_that_it_would_not_heed(
    rulings: Rulings, option: list[str]
) -> None:
    rulings("import", "numbered", LANTERN, *NAMES)

    ran = rulings("import", "remove", "lantern-rules", *option)

    assert ran.is_rejected(f"import remove takes no {option[0]}; leave it out")
    assert rulings("import", "remove", "lantern-rules").code == 0, "it is there still"


def test_what_is_not_of_an_import_is_not_removed(rulings: Rulings) -> None:
    report = rulings("import", "numbered", LANTERN, *NAMES, "--json").json
    mine = Path(report["book"]) / "mine.yaml"
    mine.write_text("rulings: []\n")

    ran = rulings("import", "remove", "lantern-rules")

    assert ran.is_rejected("mine.yaml was not written by `rulings import`; move it away first")
    assert mine.exists() and len(list(mine.parent.iterdir())) > 2


def test_a_cut_list_of_questions_is_told(rulings: Rulings, tmp_path: Path) -> None:
    path = tmp_path / "faq.csv"
    lines = ["question,answer", *(f"May a ship of {n} masts sail?,Yes {n}." for n in "1234567")]
    path.write_text("\n".join(lines))
    assert not rulings("import", "faq", str(path), *NAMES).err
    path.write_text("\n".join(lines[:4]))

    message = "questions of the earlier import that are not in it were withdrawn: 4, LM-Q"
    assert message in rulings("import", "faq", str(path), *NAMES).err
    assert not rulings("import", "faq", str(path), *NAMES).err


READ_AGAIN = {
    "the same": ("Am I late?,Not yet.,1.2", "2024"),
    "with a rule less": ("Am I late?,Not yet.,", None),
    "with another answer": ("Am I late?,Yes.,1.2", "2025"),
    "with other words": ("Am I late now?,Not yet.,1.2", "2025"),
    "with a rule more": ("Am I late?,Not yet.,1.2; 1.1", "2025"),
    "new": ("Who rows?,Nobody.,1.2", "2025"),
}


@pytest.mark.parametrize("change", READ_AGAIN)
def test_what_nobody_has_written_anew_is_not_read_again(
    rulings: Rulings, ship: Ship, write_book: Write, tmp_path: Path, change: str
) -> None:
    ship(write_book())
    rules, questions = tmp_path / "rules.txt", tmp_path / "faq.csv"
    line, edition = READ_AGAIN[change]

    def import_all(words: str, line: str, edition: str) -> None:
        rules.write_text(f"1. Time\n1.1 Nobody may be late.\n1.2 {words}\n")
        questions.write_text(f"Question,Answer,Rule\n{line}\n")
        of = ("--game", "ferry", "--lang", "en", "--edition", edition)
        rulings("import", "numbered", str(rules), "--ruleset", "ferry", "--prefix", "FR", *of)
        ran = rulings("import", "faq", str(questions), "--ruleset", "ask", "--prefix", "FQ", *of)
        assert ran.code == 0, ran

    import_all("Ten minutes are late.", "Am I late?,Not yet.,1.2", "2024")
    import_all("Five minutes are late.", line, "2025")

    imported = load_book([tmp_path / "imported" / "ask" / "2025"]).book.entries.values()
    (entry,) = (each for each in imported if each.status is Status.ACTIVE)
    assert entry.checked_against == ({"ferry": edition} if edition else {})
