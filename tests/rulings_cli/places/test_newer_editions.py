"""What is said of a newer edition where it was not looked for: beside the book, under variants."""

from __future__ import annotations

from pathlib import Path

import pytest
from lanterns import NEW, OLD, RULINGS, ask, forget, printed, take
from running import Rulings


def test_an_import_beside_the_book_is_warned_of_before_it_is_cited(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    (project / "rulings.toml").write_text('books = ["../rules", "."]\n', encoding="utf-8")
    take(rulings, tmp_path, OLD, "2025", "--into", "../rules")
    assert rulings("cite", "lantern-rules").code == 0
    forget(project)
    kept = set((project / "cited").iterdir())
    take(rulings, tmp_path, OLD.replace("two", "ten"), "2025", "--into", "../rules")
    assert set((project / "cited").iterdir()) == kept, "a cited edition stays as it was cited"
    (project / "cited" / "lantern-rules-2-2030.json").write_text("another document")

    take(rulings, tmp_path, NEW, "2026", "--into", "../rules")

    again = "LN 1.2 is now LN 1.3 in lantern-rules 2026: read HB-Q1 again"
    for words in (("search", "may I light three lanterns"), ("sheet", "HB-Q1", "-o", "a.md")):
        assert again in rulings(*words).err, words
    assert rulings("search", "LN 1.3", "--limit", "1").err == ""
    rulings("cite", "lantern-rules")
    assert again in rulings("show", "HB-Q1").err


def test_a_variant_of_a_rule_that_moved_says_so(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    """Also where no rule has the old number now."""
    ran = rulings(
        *("new", "variant", "Ten", "--set", "modifies=LN 1.2", "--ruleset", "HB"),
        *("--set", "text=Ten lanterns may be lit.", "--set", "verdict=Proposed: ten."),
    )
    assert ran.code == 0, ran
    assert rulings("show", "HB-V1").err == ""

    take(rulings, tmp_path, NEW, "2026")
    rulings("cite", "lantern-rules")

    assert "LN 1.2 is now LN 1.3 in lantern-rules 2026" in rulings("show", "HB-V1").err


def test_a_faq_is_read_in_the_newest_rules_that_were_imported(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    """Also before the project cites them: its numbers are those of the new edition."""
    take(rulings, tmp_path, NEW, "2026")

    ran = ask(rulings, tmp_path, "question,answer,rule\nThree?,No.,1.3\nOut?,Yes.,1.4\n", "2026")

    assert ran.err.count("is no rule at hand") == 0
    written = printed(tmp_path / "imported" / "fair-faq")
    assert written.count("lantern-rules: '2026'") + written.count('lantern-rules: "2026"') == 2


def test_an_imported_faq_is_named_and_never_written(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    """It lies outside of the project, and is shared with every other one of the machine."""
    more = "May I light three?,No.,1.2\n"
    answers = f"question,answer,rule\nMay sleeves be clear?,No.,\n{more}"
    ask(rulings, tmp_path, answers, "2025")
    rulings("cite", "fair-faq")
    ask(rulings, tmp_path, answers, "2026")
    take(rulings, tmp_path, NEW, "2026")
    rulings("cite", "lantern-rules")
    before = printed(tmp_path / "imported")
    assert "clauses: [LN 1.2]" in before

    ran = rulings("stale", "--fix")

    assert printed(tmp_path / "imported") == before
    assert "HB-Q1 cites LN 1.2" in ran.out and "[LN 1.3]" in (project / RULINGS).read_text()
    assert "FQ-Q2 cites LN 1.2: moved" in ran.out
    remedy = "FQ-Q2 is in a book of others, which is only read here; cite a newer one"
    assert f"fix  {remedy}\n" in ran.out
    (finding,) = (
        each for done in rulings("stale", "--json").json["audits"] for each in done["findings"]
    )
    assert (finding["entry"], finding["mend"]) == ("FQ-Q2", None)
    assert rulings("stale", "--accept", "FQ-Q2").is_rejected(remedy)


def test_an_edition_imported_with_other_words_is_compared_by_what_was_cited(
    project: Path, rulings: Rulings, tmp_path: Path
) -> None:
    def three(text: str) -> str:
        return text.replace("light two", "light three")

    take(rulings, tmp_path, three(OLD), "2025")
    take(rulings, tmp_path, three(NEW), "2026")
    assert rulings("cite", "lantern-rules").code == 0

    fixed = rulings("stale", "--fix")

    assert fixed.code == 1 and "cites LN 1.2: " in fixed.out
    assert "moved" not in fixed.out, "its words are those of no rule now"
    assert "LN 1.2" in (project / RULINGS).read_text(encoding="utf-8"), "nobody has read it yet"


def test_a_book_of_others_is_audited_by_the_numbers_that_it_cites(
    project: Path, rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(project)
    take(rulings, tmp_path, NEW, "2026")
    (tmp_path / "friend").mkdir()
    (tmp_path / "friend" / "rulings.toml").write_text(f'books = ["{project}"]\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path / "friend")

    audited = rulings("stale")

    assert "HB-Q1 cites LN 1.2: moved" in audited.out
    assert "not audited" not in audited.err


@pytest.mark.parametrize("status", ["withdrawn", "superseded"])
def test_nobody_is_sent_to_what_holds_no_longer(
    project: Path, rulings: Rulings, tmp_path: Path, status: str
) -> None:
    take(rulings, tmp_path, NEW, "2026")
    rulings("cite", "lantern-rules")
    file = project / RULINGS
    file.write_text(file.read_text().replace("status: active", f"status: {status}"))

    for command in (("show", "HB-Q1"), ("search", "HB-Q1"), ("page", "-o", "a.html")):
        assert "LN 1.3" not in rulings(*command).err, command
    accepted = rulings("stale", "--accept", "HB-Q1")
    assert accepted.is_rejected(
        "HB-Q1 is withdrawn, or not checked against lantern-rules; is the id right?"
    )


CHANGED = {
    "moved": (NEW, "LN 1.2 is LN 1.3 in lantern-rules 2026, in the same words"),
    "moved, and another has its number": (
        NEW.replace("1.3 A", "1.2 Oil burns.\n1.3 A"),
        "LN 1.2 is LN 1.3 in lantern-rules 2026, in the same words",
    ),
    "edited": (
        OLD.replace("light two", "light ten"),
        "LN 1.2 changed in lantern-rules 2026: read again",
    ),
    "gone": (
        OLD.replace("1.2 A player may light two lanterns in a turn.\n", ""),
        "LN 1.2 changed in lantern-rules 2026: read again",
    ),
}


@pytest.mark.parametrize("change", CHANGED)
def test_what_became_of_a_rule_is_said_above_the_answer(
    project: Path, rulings: Rulings, tmp_path: Path, change: str
) -> None:
    text, line = CHANGED[change]
    take(rulings, tmp_path, text, "2026")

    assert rulings("show", "HB-Q1").out.splitlines()[1].strip() == line
