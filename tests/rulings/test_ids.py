from __future__ import annotations

from typing import Any

import pytest
from cases import load_cases
from named import PREFIXES

from rulings import ids as identifiers


@pytest.mark.parametrize("case", load_cases("identifiers.yaml"))
def test_loose_forms(case: dict[str, Any]) -> None:
    reference = identifiers.parse(case["typed"] or "", PREFIXES)

    assert list(reference.candidates if reference else []) == case.get("means", [])
    if reference and "exact" in case:
        assert reference.exact


@pytest.mark.parametrize(
    ("identifier", "kind"),
    [
        ("BR 8.1a", "clause"),
        ("BR-V5", "variant"),
        ("BR-Q22", "ruling"),
        ("BR-N1", "note"),
        ("card:escape-rope", "card"),
        ("term:poisoned", "term"),
        ("BR 8.1A", None),
        ("br 8.1", None),
        ("BR-Q0", None),
        ("BR  8", None),
        ("../etc", None),
    ],
)
def test_kind_of(identifier: str, kind: str | None) -> None:
    assert identifiers.kind_of(identifier) == kind


def test_ancestors_are_the_clauses_above() -> None:
    assert identifiers.ancestors("CR 702.19b") == ["CR 702.19", "CR 702"]
    assert identifiers.ancestors("CR 702") == []


def test_rulebook_order() -> None:
    shuffled = ["BR-Q2", "BR 10.1", "BR-V1", "BR 2.1b", "BR 2.1", "BR-Q10", "BR 2.1a", "BR-N1"]

    assert sorted(shuffled, key=identifiers.sort_key) == [
        *("BR 2.1", "BR 2.1a", "BR 2.1b", "BR 10.1"),
        *("BR-V1", "BR-Q2", "BR-Q10", "BR-N1"),
    ]


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("Élan vital", "write elan-vital"),
        ("X-Speed", "write x-speed"),
        ("蛍", "name it as it is read, such as hotaru for 蛍"),
        ("ほたる", "name it as it is read, such as hotaru for 蛍"),
        ("hotaru", ""),
    ],
)
def test_what_cannot_be_a_slug_gets_a_readable_name(name: str, remedy: str) -> None:
    reason = identifiers.no_slug(name)

    assert reason.endswith(remedy) and bool(reason) == bool(remedy)


@pytest.mark.parametrize(
    ("sentence", "ids"),
    [
        ("what does CR 704.5x say?", ["CR 704.5x"]),
        ("br-q22って何", ["BR-Q22"]),
        ("ＢＲ　８．１ａ と br q22 の違い", ["BR 8.1a", "BR-Q22"]),
        ("br8.1a, then BR 8.1a", ["BR 8.1a"]),
        ("take 3.5 damage", []),
        ("raid 4 players", []),
        ("zcr 704.5 or cr 704.5xx", []),
    ],
)
def test_ids_in_a_sentence(sentence: str, ids: list[str]) -> None:
    assert identifiers.mentioned(sentence, PREFIXES) == ids


def test_editions_are_in_the_order_of_their_numbers_after_what_has_none() -> None:
    editions = ["EUIC 2024", "2024", "1.10", "undated", "1.9"]
    ordered = ["undated", "1.9", "1.10", "2024", "EUIC 2024"]
    assert sorted(editions, key=identifiers.edition_key) == ordered
