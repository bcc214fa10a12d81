"""A book that writes an imported rule in another language, and what is withdrawn with a rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from lanterns import NEW, RULINGS, forget, take
from running import Rulings

FRENCH = """\
clauses:
  - id: LN 1.2
    text: {fr: "Un joueur peut allumer deux lanternes par tour."}
    authority: official
    sources: [{id: lantern-rules-document}]
    checked_against: {lantern-rules: "2025"}
"""


@pytest.fixture
def translated(project: Path) -> Path:
    file = project / RULINGS.replace("rulings.yaml", "french.yaml")
    file.write_text(FRENCH, encoding="utf-8")
    return file


def test_a_translation_is_no_replacement_and_keeps_its_number(
    translated: Path, rulings: Rulings
) -> None:
    out = rulings("show", "LN 1.2", "--lang", "fr").out
    assert "Un joueur peut allumer" in out and "replaced by" not in out
    assert rulings("rename", "LN 1.2", "LN 9.1").is_rejected("it must keep the same id")
    assert translated.read_text(encoding="utf-8") == FRENCH


@pytest.mark.long
@pytest.mark.parametrize("at_hand", [True, False])
@pytest.mark.usefixtures("translated")
def test_a_translation_lacks_nothing(project: Path, rulings: Rulings, at_hand: bool) -> None:
    if not at_hand:
        forget(project)
    ran = rulings("check")
    assert ran.code == 0, ran.out


def test_what_is_withdrawn_may_cite_a_rule_that_is_gone(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    rule = "1.3 A player may light two lanterns in a turn.\n"
    take(rulings, tmp_path, NEW.replace(rule, ""), "2026")
    rulings("cite", "lantern-rules")
    file = project / RULINGS
    lines = file.read_text(encoding="utf-8").splitlines()
    unchecked = "".join(f"{line}\n" for line in lines if "checked_against" not in line)
    file.write_text(unchecked, encoding="utf-8")
    assert "'LN 1.2' is not in the book" in rulings("check").out
    gone = "HB-Q1 cites LN 1.2, which is not in 2026"
    assert rulings("stale", "--accept", "HB-Q1").is_rejected(gone)

    file.write_text(unchecked.replace("status: active", "status: withdrawn"), encoding="utf-8")

    assert "LN 1.2" not in rulings("check").out
