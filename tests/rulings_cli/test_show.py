from __future__ import annotations

import pytest
from running import Rulings, Ship, Write


def test_a_clause_lists_all_that_rests_on_it(rulings: Rulings) -> None:
    out = rulings("show", "BR 9.1", "--lang", "en").out

    for identifier in ("BR-V5", "BR-Q8", "BR-Q22", "BR-Q23", "BR-Q24"):
        assert f"    {identifier}  " in out


def test_several_ids_give_several_entries(rulings: Rulings) -> None:
    entries = rulings("show", "BR-Q22", "BR", "8.1a", "RAID-V1", "--json").json["entries"]

    assert [entry["id"] for entry in entries] == ["BR-Q22", "BR 8.1a", "RAID-V1"]


def test_a_word_that_is_no_prefix_is_no_part_of_the_id_behind_it(rulings: Rulings) -> None:
    shown = rulings("show", "judge", "BR-Q23", "--json")

    assert [entry["id"] for entry in shown.json["entries"]] == ["BR-Q23"]
    assert (shown.code, "'judge' is not in the book" in shown.err) == (1, True)


@pytest.mark.parametrize("variant", ["RAID-V2", "RAID-V3", "RAID-V6", "BR-V7"])
def test_a_clause_that_an_entry_rests_on_in_two_ways_stands_once(
    rulings: Rulings, variant: str
) -> None:
    (entry,) = rulings("show", variant, "--json").json["entries"]
    cited = [clause["id"] for clause in entry["cited"]]

    assert len(cited) == len({*cited})
    assert entry["cited"][0]["role"] in ("modifies", "adds-to")


@pytest.mark.usefixtures("one_game")
def test_an_entry_says_that_a_call_stands_above_it(rulings: Rulings) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "BR", "--ruleset", "RAID")
    rulings("call", "Judge?", "--verdict", "All three.", "--overrules", "BR-Q18")
    for typed in (("show", "BR-Q18"), ("card", "Judge")):
        out = rulings(*typed, "--lang", "en").out
        assert out.count("A call stands above this") == 1
        assert "BR-Q18" in out.partition("A call stands above this")[0]


@pytest.mark.usefixtures("one_game")
def test_who_takes_prizes_is_not_changed_by_how_cards_are_read(rulings: Rulings) -> None:
    rulings("tonight", "--event", "City", "--ruleset", "RAID", "--with", "RAID-V3")

    assert "Changed tonight" not in rulings("show", "RAID 10.1", "--lang", "en").out
    poster = rulings("sheet", "--style", "poster", "--format", "md", "--lang", "en").out
    assert "Changed tonight by RAID-V3" not in poster


def test_a_ruling_says_that_a_variant_changes_the_clause_which_decides_it(rulings: Rulings) -> None:
    rests = "BR-V2 changes BR 5.2, on which this rests"
    assert rests in rulings("search", "BR-Q14", "--with", "BR-V2", "--lang", "en").out
    assert rests not in rulings("search", "BR-Q14", "--with", "BR-V1", "--lang", "en").out
    itself = rulings("search", "BR-V2", "--with", "BR-V2", "--lang", "en").out
    assert "on which this rests" not in itself
    sheet = rulings("sheet", "BR-Q14", "--with", "BR-V2", "--format", "md", "--lang", "en").out
    assert rests in sheet


@pytest.mark.parametrize("number", ["310", "315", "３１０"])
def test_a_bare_number_is_the_section_that_one_ruleset_has(rulings: Rulings, number: str) -> None:
    entries = rulings("show", number, "--json").json["entries"]

    assert len(entries) > 5
    assert entries == rulings("show", f"CR {number}", "--json").json["entries"]


def test_a_bare_number_is_a_section_of_every_ruleset_that_has_it(rulings: Rulings) -> None:
    entries = rulings("show", "9", "--json").json["entries"]

    assert {"battle-royal", "raid"} <= {entry["ruleset"] for entry in entries}
    assert all(entry["id"].split()[1].split(".")[0] == "9" for entry in entries)
    assert "'9999' is not in the book" in rulings("show", "9999").err


def test_the_json_contract(rulings: Rulings) -> None:
    (entry,) = rulings("show", "BR-Q22", "--json").json["entries"]

    assert {
        *("id", "kind", "title", "verdict", "question", "answer", "why", "asked", "clauses"),
        *("variants", "cards", "terms", "authority", "status", "checked_against", "sources"),
        *("related", "cited", "cited_by", "ruleset"),
    } <= entry.keys()
    assert entry["cited"][0]["text"]["ja"]
    assert entry["sources"][0]["where"] == "FAQ 22"


def test_what_is_not_there_is_said(rulings: Rulings) -> None:
    ran = rulings("show", "BR-Q22", "BR-Q999")

    assert ran.code == 1
    assert ran.out.startswith("BR-Q22")
    assert "'BR-Q999' is not in the book" in ran.err


def test_cards_cited_in_a_text_stand_under_their_names(rulings: Rulings) -> None:
    assert "card:" not in rulings("show", "BR-Q15", "--lang", "both").out


def test_only_the_first_names_of_a_thing_are_shown(rulings: Rulings) -> None:
    shown = rulings("show", "term:knocked-out", "--lang", "en").out
    names = next(line for line in shown.splitlines() if " / " in line)

    assert 3 <= names.count(" / ") <= 7


def test_a_working_translation_is_marked_as_one(rulings: Rulings) -> None:
    assert "working translation" in rulings("show", "term:boost-cost", "--lang", "en").out
    assert "仮訳" in rulings("show", "term:boost-cost", "--lang", "ja").out
    assert "working translation" not in rulings("show", "term:poisoned", "--lang", "en").out


def test_a_case_of_a_fork_says_the_rule_where_there_is_no_verdict(
    rulings: Rulings, write_book: Write
) -> None:
    fork = """
        forks:
          - id: CH-F1
            ask: {en: Is it on the last rank?, ja: 最終段ですか}
            cases:
              - {when: {en: "It is", ja: はい}, entry: CH 1.1}
              - {when: {en: "It must be?", ja: 必ず}, entry: CH-Q1}
    """
    book = write_book({"rules/forks.yaml": fork})
    shown = rulings("show", "CH-F1", "--only", "--book", str(book), "--lang", "en").out

    assert "    CH 1.1  It is: A pawn on the last rank becomes a queen." in shown.splitlines()


def test_a_link_needs_an_address(rulings: Rulings) -> None:
    for address in ("foo", "javascript:alert(1)", f"https://x/{'v' * 5000}"):
        assert rulings("show", "BR-Q22", "--qr", address).is_rejected("https://rules.example.org/")


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("https://rules.example.org/", "https://rules.example.org/br/q22.html"),
        ("https://example.org/rules", "https://example.org/rules/br/q22.html"),
        ("https://example.org/page.html", "https://example.org/page.html#BR-Q22"),
    ],
)
def test_an_entry_is_shown_with_its_published_link(
    rulings: Rulings, address: str, link: str
) -> None:
    *_, code, last = rulings("show", "BR-Q22", "--qr", address).out.splitlines()

    assert last == link
    assert set(code) <= set("█▀▄ ")


@pytest.mark.parametrize("blank", ["", " ", "\u3000"], ids=ascii)
def test_a_citation_is_read_without_the_blanks_in_its_brackets(
    rulings: Rulings, write_book: Write, ship: Ship, blank: str
) -> None:
    book = write_book()
    file = book / "rules" / "rulings.yaml"
    cites = f"Each [[{blank}term:pawn{blank}]], by [[{blank}CH 1.1{blank}]]."
    file.write_text(file.read_text("utf-8").replace("Yes, by [[CH 1.1]].", cites), "utf-8")
    ship(book)

    assert "  Each pawn, by CH 1.1.\n" in rulings("show", "CH-Q1", "--lang", "en").out
    (hit,) = rulings("search", "CH-Q1", "--json").json["hits"]
    assert hit["snippet"] == "Each pawn, by CH 1.1."


def test_what_was_withdrawn_is_marked_where_it_is_listed(
    rulings: Rulings, write_book: Write
) -> None:
    book = write_book()
    file = book / "rules" / "rulings.yaml"
    text = file.read_text(encoding="utf-8")
    text = text.replace("id: CH-Q1", "id: CH-Q1\n    status: withdrawn")
    text = text.replace("terms: [pawn]", "related: [{id: CH 1.1, type: similar}]")
    file.write_text(text, encoding="utf-8")

    shown = rulings("show", "CH 1.1", "--book", str(book), "--lang", "en").out

    assert shown.count(", withdrawn)") == 2 and "Forced? (similar, withdrawn)" in shown
    assert ", withdrawn · " in rulings("show", "CH-Q1", "--book", str(book), "--lang", "en").out


def test_the_rules_below_its_format_are_of_no_other_format(
    rulings: Rulings, one_game: None
) -> None:
    rulings("tonight", "--event", "Raid night", "--ruleset", "raid", "--lang", "en")

    for asking in (("show", "PTCG 13"), ("search", "PTCG 13"), ("search", "game rules: PTCG 13")):
        assert "Of another format" not in rulings(*asking).out, asking
    assert "Of another format: Battle Royal" in rulings("show", "BR 7.1").out
