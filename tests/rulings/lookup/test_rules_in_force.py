from __future__ import annotations

import pytest
from running import Write

from rulings import open_book
from rulings.errors import FilterError, RulingsError
from rulings.lookup.rules_in_force import choose_variants, find_ruleset, rules_in_force

VARIANT = """
  - id: CH-V{number}
    title: {{en: Another piece, ja: 別の駒}}
    text: {{en: It becomes another piece., ja: 別の駒になる。}}
    {change}
    authority: house
    sources: [{{id: handbook}}]
"""
CHANGES = (
    "modifies: [CH 1.1]",
    "modifies: [CH 1.1]",
    "adds_to: [CH 1.1]",
    "modifies: [CH 1.1]\n    status: withdrawn\n    history: [{date: '2024', status: withdrawn}]",
    "modifies: [CH 1.1]\n    status: draft",
)
VARIANTS = "variants:" + "".join(
    VARIANT.format(number=number, change=change) for number, change in enumerate(CHANGES, 1)
)


@pytest.mark.parametrize(
    ("before", "included", "excluded", "changed", "added", "conflict"),
    [
        ([], [], [], [], [], False),
        (["CH-V1", "CH-V3", "XX-V1"], [], [], ["CH-V1"], ["CH-V3"], False),
        (["CH-V1"], ["ch v2"], [], ["CH-V1", "CH-V2"], [], True),
        (["CH-V1", "CH-V2"], ["CHV3"], ["ch v2"], ["CH-V1"], ["CH-V3"], False),
        ([], ["CH-V1", "CH-V3"], ["CH-V3"], ["CH-V1"], [], False),
        ([], ["CH-V4"], [], ["CH-V4"], [], False),
    ],
)
def test_variants_laid_over_a_clause(
    write_book: Write,
    before: list[str],
    included: list[str],
    excluded: list[str],
    changed: list[str],
    added: list[str],
    conflict: bool,
) -> None:
    book = open_book([write_book({"rules/variants.yaml": VARIANTS})])
    ruleset = find_ruleset(book, "ch")

    chosen = choose_variants(book, ruleset, before, included, excluded)
    rules = rules_in_force(book, ruleset, chosen)

    (one,) = rules.clauses
    assert [variant.id for variant in one.changed_by] == changed
    assert [variant.id for variant in one.added_by] == added
    proposed = {"CH-V1", "CH-V2", "CH-V3"} - {*changed, *added}
    assert {variant.id for variant in one.proposed_by} == proposed
    assert rules.conflicts == ({"CH 1.1": ["CH-V1", "CH-V2"]} if conflict else {})


def test_a_ruling_that_rests_on_a_variant_left_out_is_named(write_book: Write) -> None:
    path = write_book({"rules/variants.yaml": VARIANTS})
    rulings = path / "rules" / "rulings.yaml"
    rulings.write_text(rulings.read_text().replace("cards:", "variants: [CH-V1]\n    cards:"))
    book = open_book([path])
    ruleset = find_ruleset(book, "チェスのルール")

    everything = rules_in_force(book, ruleset, choose_variants(book, ruleset, ["CH-V1"]))
    without = rules_in_force(book, ruleset, choose_variants(book, ruleset))

    assert everything.not_in_force == {}
    assert without.not_in_force == {"CH-Q1": ["CH-V1"]}


@pytest.mark.parametrize("name", ["CH-V9", "CH 1.1", "", "???", "CH-V5"])
def test_an_unknown_variant_is_told_with_those_there_are(write_book: Write, name: str) -> None:
    book = open_book([write_book({"rules/variants.yaml": VARIANTS})])

    with pytest.raises(RulingsError, match=r"it has CH-V1, CH-V2, CH-V3, CH-V4$"):
        choose_variants(book, find_ruleset(book, "CH"), (), [name])


def test_an_unknown_ruleset_is_told_with_those_there_are(write_book: Write) -> None:
    with pytest.raises(FilterError, match=r"no ruleset 'shogi'; there are chess-rules"):
        find_ruleset(open_book([write_book()]), "shogi")
