from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from cases import load_cases
from running import Write

from rulings import checks
from rulings.checks import run
from rulings.checks.base import BOOK_CHECKS, ENTRY_CHECKS, EXPLANATIONS
from rulings.format.model import Fork, Note, Ruling
from rulings.reading.book import BUILT_IN_BOOK
from rulings.reading.load import load_book, open_book


def test_the_book_we_ship_has_no_fault() -> None:
    assert [str(problem) for problem in run(load_book([BUILT_IN_BOOK]))] == []


def test_every_rule_we_ship_can_be_said_aloud() -> None:
    entries = open_book().entries.values()
    silent = [
        entry.id
        for entry in entries
        if not isinstance(entry, Note | Fork) and not {"en", "ja"} <= entry.verdict.keys()
    ]

    assert silent == []


def test_a_verdict_we_ship_names_the_numbers_that_it_holds_for() -> None:
    """Those of its title, and of the question if there is a worked example."""
    rulings = [entry for entry in open_book().entries.values() if isinstance(entry, Ruling)]
    silent = [
        f"{entry.id} ({language}): {number}"
        for entry in rulings
        for language, verdict in entry.verdict.items()
        if (named := _numbers_in(verdict))
        for number in _numbers_in(entry.title[language])
        + (_numbers_in(entry.question.get(language, "")) if entry.worked else [])
        if number not in named
    ]

    assert silent == []


def _numbers_in(text: str) -> list[str]:
    """The numbers that a text states, without those in names (Pokégear 3.0) and ids, and without 1,
    which may just count things.
    """
    plain = unicodedata.normalize("NFKC", re.sub(r"\[\[[^\[\]]*\]\]", "", text))
    return [number for number in re.findall(r"(?<![\d.])\d+(?!\.?\d)", plain) if number != "1"]


def test_a_sound_book_has_no_fault(write_book: Write) -> None:
    assert run(load_book([write_book()])) == []


@pytest.mark.parametrize("case", load_cases("checks.yaml"))
def test_planted_faults(write_book: Write, case: dict[str, Any]) -> None:
    path = write_book()
    for change in filter(None, (case, case.get("also"))):
        file = path / change["file"]
        text = file.read_text()
        assert change["replace"] in text, "the case does not fit the small book any more"
        file.write_text(text.replace(change["replace"], change["by"] or "", 1))

    problems = run(load_book([path]))

    assert [(problem.code, problem.line) for problem in problems] == [
        (code, int(line)) for code, line in (item.split(":") for item in case["finds"])
    ]
    assert all("\n" not in problem.message for problem in problems)


@pytest.mark.parametrize("name", ["ポーン", "Pawn"])
def test_a_name_in_place_of_an_id_is_told_its_id(write_book: Write, name: str) -> None:
    path = write_book()
    file = path / "rules" / "rulings.yaml"
    file.write_text(file.read_text().replace("terms: [pawn]", f"terms: [{name}]"))

    (problem,) = run(load_book([path]))

    assert problem.message == f"chess has no term '{name}'; write pawn, which has this name"


def test_a_country_for_a_language_is_told_its_code(write_book: Write) -> None:
    path = write_book()
    file = path / "rules" / "ruleset.yaml"
    file.write_text(file.read_text().replace("edition:", "languages: [en, jp]\n  edition:"))

    (message,) = [each.message for each in run(load_book([path])) if each.code == "B411"]

    assert message == "there is no language 'jp'; write ja"


def test_what_few_phrasings_lead_to_is_told_once_a_file(write_book: Write) -> None:
    path = write_book()
    file = path / "rules" / "rulings.yaml"
    whole = file.read_text().replace("[a, b, c, d]", "[]")
    rulings = whole.partition("rulings:\n")[2]
    others = (rulings.replace("CH-Q1", f"CH-Q{number}") for number in range(2, 8))
    file.write_text(whole + "".join(others))

    (problem,) = [each for each in run(load_book([path])) if each.code == "B406"]

    assert problem.message.endswith(": CH-Q1, CH-Q2, CH-Q3, CH-Q4, CH-Q5, …; write more")


def test_a_bare_number_is_taken_for_one_of_the_same_ruleset(write_book: Write) -> None:
    others = """
        ruleset: {id: go-rules, prefix: AG, game: chess, name: {en: Go, ja: 囲碁}, edition: "1"}
        sources: [{id: primer, title: {en: Primer, ja: 入門}}]
        clauses:
          - {id: AG 1.1, text: {en: Go., ja: 碁}, authority: house, sources: [{id: primer}]}
          - {id: AG 1.2, text: {en: Ko., ja: コウ}, authority: house, sources: [{id: primer}]}
        """
    path = write_book({"another/ruleset.yaml": others})
    file = path / "rules" / "rulings.yaml"
    cited = file.read_text().replace("[[CH 1.1]]", "[[1.1]]").replace("clauses: [CH", "clauses: [")
    file.write_text(cited.replace("[ 1.1]", '["1.1", "1.2"]'))
    problems = [each for each in run(load_book([path])) if each.code in ("B301", "B303")]
    remedies = [each.message.partition("; ")[2] for each in problems]

    assert remedies == ["write CH 1.1", "write CH 1.1", "write CH 1.1", "write AG 1.2"]


def test_a_remedy_keeps_no_key_that_is_far(write_book: Write) -> None:
    path = write_book()
    file = path / "rules" / "rulings.yaml"
    whole = file.read_text()
    for key, remedy in (("antwort", "known: "), ("anwser", "did you mean 'answer'?")):
        file.write_text(whole.replace("answer:", f"{key}:"))
        (message,) = [each.message for each in run(load_book([path])) if each.code == "B101"]
        assert f"unknown key '{key}'; {remedy}" in message


@pytest.mark.parametrize(
    ("cited", "key", "listed"),
    [
        ("CH 1.2", "clauses", "[CH 1.1, CH 1.2]"),
        ("CH-V9", "variants", "[CH-V9]"),
        ("CH-N9", "related", "[{id: CH-N9, type: similar}]"),
    ],
)
def test_what_is_cited_is_listed_where_its_kind_may_stand(
    write_book: Write, cited: str, key: str, listed: str
) -> None:
    path = write_book()
    more = path / "rules" / "more.yaml"
    text = (
        "title: {en: x, ja: x}, text: {en: x, ja: x}, authority: house, sources: [{id: handbook}]"
    )
    more.write_text(
        f"clauses: [{{id: CH 1.2, {text}}}]\nvariants: [{{id: CH-V9, adds_to: [CH 1.1], {text}}}]\n"
        f"notes: [{{id: CH-N9, {text}}}]\n"
    )
    file = path / "rules" / "rulings.yaml"
    file.write_text(file.read_text().replace("[[CH 1.1]]", f"[[{cited}]]", 1))
    (message,) = [each.message for each in run(load_book([path])) if each.code == "B304"]
    assert f"add it to `{key}`, or leave" in message
    whole = file.read_text().replace("    clauses: [CH 1.1]\n", "")
    own = "" if key == "clauses" else "    clauses: [CH 1.1]\n"
    file.write_text(whole.replace("    authority:", f"{own}    {key}: {listed}\n    authority:", 1))

    assert not [each for each in run(load_book([path])) if each.code in ("B301", "B304")]


def test_a_book_of_another_is_asked_for(write_book: Write) -> None:
    path = write_book()
    file = path / "rules" / "rulings.yaml"
    file.write_text(file.read_text().replace("id: CH-Q1", "id: TR-Q1"))

    problem = next(each for each in run(load_book([path])) if each.code == "B206")

    assert "prefix TR; known: CH; " in problem.message and "--book" in problem.message


@pytest.mark.parametrize(
    ("file", "written", "by", "remedy"),
    [
        ("rulings", "clauses: [CH 1.1]", "clauses: [CH 1.1, ch1.1]", "write CH 1.1"),
        ("rulings", "clauses: [CH 1.1]", "clauses: [CH 1.1, ＣＨ １.１]", "full-width characters"),
        (
            "rulings",
            "clauses: [CH 1.1]",
            "clauses: [CH 1.1, CH 8.1]",
            "list --ruleset CH`",
        ),
        ("rulings", "clauses: [CH 1.1]", "clauses: [CH 1.1, GO 1.1]", "add its book with --book"),
        ("rulings", "[[CH 1.1]]", "[[CH 1.1 CH-Q1]]", "in the book; write [[CH 1.1]], [[CH-Q1]]"),
        ("rulings", "[[CH 1.1]]", "[[CH 1.1, CH-Q1]]", "in the book; write [[CH 1.1]], [[CH-Q1]]"),
        ("rulings", "[[CH 1.1]]", "[[CH 1.1 CH-Q9]]", "list --ruleset CH` has all"),
        ("rulings", "[[CH 1.1]]", "[[CH 1.1, CH-Q9]]", "list --ruleset CH` has all"),
        (
            "rulings",
            "clauses: [CH 1.1]",
            'clauses: ["CH 1.1, CH-Q1"]',
            "write CH 1.1, CH-Q1, each as an item",
        ),
        ("rulings", "clauses: [CH 1.1]", "clauses: [CH 1.1、CH-Q1]", "write CH 1.1, CH-Q1, each"),
        ("rulings", "clauses: [CH 1.1]", "variants: []", "add it to `clauses`"),
        ("rulings", "  en: [a, b, c, d]", "  - ほか", "write `asked: {ja: [ほか]}`"),
        ("ruleset", "prefix: CH", "prefix: C H", "it needs capital letters, digits"),
        ("rulings", "id: CH-Q1", "id: CH–Q1", "it holds a long dash; write CH-Q1"),
        ("rulings", "id: CH-Q1", "id: CH‒Q1", "it holds a long dash; write CH-Q1"),
        ("rulings", "id: CH-Q1", "id: CH―Q1", "it holds a long dash; write CH-Q1"),
        ("rulings", "  - id: CH-Q1", "  id: CH-Q1", "write `- id: CH-Q1`"),
        ("rulings", "  - id: CH-Q1", "  -id: CH-Q1", "write `- id: CH-Q1`"),
    ],
)
def test_the_remedy_says_what_to_write(
    write_book: Write, file: str, written: str, by: str, remedy: str
) -> None:
    path = write_book()
    place = path / "rules" / f"{file}.yaml"
    text = place.read_text()
    assert written in text
    text = text.replace("      ja: [い, ろ, は, に]\n", "") if by == "  - ほか" else text
    place.write_text(text.replace(written, by))

    assert any(remedy in problem.message for problem in run(load_book([path])))


@pytest.mark.parametrize("name", ["rulings.yaml.txt", "Cards.YML", "a.Yaml.TXT"])
def test_a_file_whose_name_ends_wrongly_is_named(write_book: Write, name: str) -> None:
    path = write_book()
    for file in (path / "rules" / name, path / ".git" / name, path / "notes.txt"):
        file.parent.mkdir(exist_ok=True)
        file.write_text("rulings:\n")

    problems = run(load_book([path]))

    assert [(each.code, each.severity) for each in problems] == [("B014", "warning")]
    assert problems[0].path == str(path / "rules" / name)


def test_every_check_is_tried_here() -> None:
    tried = {
        item.split(":")[0] for case in load_cases("checks.yaml") for item in case.values[0]["finds"]
    }

    elsewhere = {"B014"}  # below
    assert {*ENTRY_CHECKS, *BOOK_CHECKS} - elsewhere <= tried


def test_codes_are_unique_and_explained() -> None:
    root = Path(checks.__file__).parent
    written = "".join(file.read_text(encoding="utf-8") for file in root.glob("*.py"))
    codes = re.findall(r'^@of_(?:entry|book)\("(.*?)"', written, re.MULTILINE)

    assert sorted(codes) == sorted([*ENTRY_CHECKS, *BOOK_CHECKS])
    assert all(re.fullmatch(r"B\d{3}", code) for code in EXPLANATIONS)
    assert all(summary and remedy for _, summary, remedy in EXPLANATIONS.values())


def test_every_code_in_the_code_is_explained() -> None:
    root = Path(__file__).parents[2] / "rulings"
    used = {
        code
        for file in root.rglob("*.py")
        for code in re.findall(r'"(B\d{3})"', file.read_text(encoding="utf-8"))
    }

    assert used == set(EXPLANATIONS)


def test_a_ruling_beside_the_rules_of_its_game_needs_a_clause(write_book: Write) -> None:
    club = write_book() / "club"
    club.mkdir()
    (club / "ruleset.yaml").write_text(
        "ruleset: {id: club, prefix: CL, game: chess, edition: '1', name: {en: Club, ja: 部}}\n"
        "sources: [{id: club, title: {en: Club}, kind: {en: note}, standing: {en: ours}}]\n",
        encoding="utf-8",
    )
    (club / "rulings.yaml").write_text(
        "rulings: [{id: CL-Q1, title: {en: A}, verdict: {en: A}, question: {en: A}, "
        "answer: {en: A}, authority: official, sources: [{id: club}]}]\n",
        encoding="utf-8",
    )

    assert "B305" in {problem.code for problem in run(load_book([club.parent]))}
