"""Questions and answers from tables and texts, and the cards that they name."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cases import DATA, load_cases
from growth import grows_evenly
from running import Rulings
from soundness import errors_in

from rulings.errors import RulingsError
from rulings.format.model import Ruling
from rulings.importing.book_writer import Target
from rulings.importing.formats.faq import Cards, link_cards, write_faq
from rulings.importing.formats.questions import Questions, names_in, read_questions
from rulings.importing.importer import Report, Request
from rulings.reading.book import Book
from rulings.reading.load import load_book, open_book

FOLDER = DATA / "faq"
NAMED = {"question": "Domanda", "answer": "Risposta", "cards": "Carte", "date": "Aggiornato"}
TODAY = "2026-01-02"


def import_into(place: Path, questions: Questions, language: str = "en") -> dict[str, int]:
    cards = Cards({"Glass Dome": "glass-dome", "大きな傘": "big-umbrella"})
    linked = link_cards(questions.read, cards)
    target = Target("lantern-faq", "LQ", "lantern", language, names_game=True)
    report = Report({})
    write_faq(asked(Path("faq"), place), report, target, "2024", linked, cards)
    return report.counts


def asked(file: Path, place: Path) -> Request:
    return Request(file, {}, TODAY, lambda *_: place, lambda _: Book(), lambda folder: folder)


def rulings_in(place: Path) -> dict[str, Ruling]:
    entries = open_book([place]).entries
    return {key: entry for key, entry in entries.items() if isinstance(entry, Ruling)}


READ = {
    "lantern.csv": (["Can I light", "Does Glass Dome", "What do\npartners", "Is oil kept?"], 2),
    "lantern.json": (["Can I light", "Is a stall moved?"], 2),
    "lantern.yaml": (["Can I light", "Is a stall moved?"], 0),
    "lantern.txt": (["Can I light", "Is a stall moved, even where the card says"], 1),
    "amefuri.md": (["傘は夜に開けますか?", "庭があふれたとき"], 2),
}


@pytest.mark.parametrize("name", READ)
def test_every_form_is_read(name: str) -> None:
    questions = read_questions(FOLDER / name, NAMED if name.endswith("csv") else {})
    begins, odd = READ[name]
    asked = [each["question"] for each in questions.read]
    assert [words[: len(begin)] for words, begin in zip(asked, begins, strict=True)] == begins
    assert len(questions.odd) == odd


def in_groups(groups: int, each: int) -> str:
    return json.dumps(
        {
            f"group {group}": [{"q": f"Question {group}.{n}?", "a": "Yes."} for n in range(each)]
            for group in range(groups)
        }
    )


NINE_GROUPS = {"file": "a.json", "document": in_groups(9, 44), "read": 9 * 44}


@pytest.mark.parametrize("case", [*load_cases("faq/items.yaml"), NINE_GROUPS])
def test_every_item_is_read_or_named(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / case["file"]
    path.write_text(case["document"], encoding="utf-8")
    questions = read_questions(path, {})
    odd, notes = (
        [message.removeprefix(f"{path}: ") for message in messages]
        for messages in (questions.odd, questions.in_part)
    )
    left_out = case.get("left_out", [])
    assert (odd, notes) == (left_out, case.get("notes", []))
    assert len(questions.read) == int(case["read"])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "## How is it lit?\n\nSo:\n1. Open\n   the lid.\n2. Light it.\n"),
        ("a.txt", "Q: How is it lit?\nA: So:\n1. Open\nthe lid.\n2. Light it.\n"),
    ],
)
def test_an_answer_keeps_its_numbered_list(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (question,) = read_questions(path, {}).read
    assert question["answer"] == "So:\n1. Open the lid.\n2. Light it."


@pytest.mark.parametrize(("head", "mark"), [("", "|"), ("", ";"), ("sep=;\n", ";")])
def test_tables_show_what_stands_between_cells(head: str, mark: str, tmp_path: Path) -> None:
    """Excel says it in a line of its own."""
    path = tmp_path / "a.csv"
    path.write_text(f"{head}question{mark}answer\nIs it, then?{mark}Yes.\n", encoding="utf-8")
    assert read_questions(path, {}).read == [{"question": "Is it, then?", "answer": "Yes."}]


def test_a_question_with_other_words_is_named(tmp_path: Path) -> None:
    path, place = tmp_path / "a.csv", tmp_path / "book"
    target = Target("lantern-faq", "LQ", "lantern", "en", names_game=True)
    before, now = "Can a lit lantern attack?", "Can a lit lantern never attack?"
    for words in (before, now):
        path.write_text(f"question,answer\n{words},Yes.\n", encoding="utf-8")
        linked = link_cards(read_questions(path, {}).read, Cards({}))
        report = Report({})
        write_faq(asked(path, place), report, target, "2026", linked, Cards({}))
    change = f"its question was {before!r} and is now {now!r}"
    assert report.warnings == [f"LQ-Q1: {change}; does the id still fit?"]


def test_numbers_are_kept_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for number in ("1.10", "1e400", "7" * 5_000):
        path.write_text(f'[{{"question": "How many?", "answer": {number}}}]', encoding="utf-8")
        assert read_questions(path, {}).read == [{"question": "How many?", "answer": number}]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("Yes if x<y and z>w.", "Yes if x<y and z>w."),
        ("<Blocker> may block; <Piercing> does not.", "<Blocker> may block; <Piercing> does not."),
        ("<p>It <b>does</b>.<br/>So does <Blocker>.</p>", "It does.\nSo does <Blocker>."),
        ("See <a href='x'>rule 2</a> if a<b and c>d.", "See rule 2 if a<b and c>d."),
    ],
)
@pytest.mark.parametrize("file", ["a.json", "a.md", "a.txt"])
def test_only_elements_of_html_are_tags(file: str, cell: str, text: str, tmp_path: Path) -> None:
    asked = {
        "a.json": json.dumps([{"question": "Does it?", "answer": cell}]),
        "a.md": f"# Does it?\n\n{cell}\n",
        "a.txt": f"Q: Does it?\nA: {cell}\n",
    }
    (tmp_path / file).write_text(asked[file], encoding="utf-8")
    (read,) = read_questions(tmp_path / file, {}).read
    assert read["answer"].split() == text.split()


def test_what_is_not_used_and_what_is_odd() -> None:
    questions = read_questions(FOLDER / "lantern.csv", NAMED)
    assert questions.unused == ["No"]
    assert [message.split(".csv: ")[1] for message in questions.odd] == [
        "line 6: no answer: 'Who carries the bell?'",
        "line 7: no question: 'Nobody asked this.'",
    ]


def test_answers_are_whole(tmp_path: Path) -> None:
    import_into(tmp_path / "book", read_questions(FOLDER / "lantern.txt", {}))
    ruling = rulings_in(tmp_path / "book")["LQ-Q1"]
    assert ruling.answer == {"en": "Yes, for one coin.\n\nIt shows its face then."}
    assert (ruling.title, ruling.verdict) == ({}, {})


def test_cards_are_linked_where_they_are_known(tmp_path: Path) -> None:
    import_into(tmp_path / "book", read_questions(FOLDER / "lantern.csv", NAMED))
    loading = load_book([tmp_path / "book"])
    assert errors_in(loading) == []
    rulings = rulings_in(tmp_path / "book")
    assert {key: ruling.cards for key, ruling in rulings.items()} == {
        "LQ-Q1": ["tall-lantern"],
        "LQ-Q2": ["glass-dome", "oil"],
        "LQ-Q3": ["tall-lantern"],
        "LQ-Q4": ["oil", "wick"],
    }
    assert rulings["LQ-Q2"].answer == {"en": 'It does. See Glass Dome and "Oil".'}
    assert rulings["LQ-Q3"].answer["en"].startswith("Their coins.\n")
    assert rulings["LQ-Q2"].history[0].date == "2024-06-02"
    assert loading.book.cards["lantern", "wick"].name == {"en": "Wick"}


def test_japanese_cards_in_brackets(tmp_path: Path) -> None:
    import_into(tmp_path / "book", read_questions(FOLDER / "amefuri.md", {}), "ja")
    rulings = rulings_in(tmp_path / "book")
    assert [ruling.cards for ruling in rulings.values()] == [["big-umbrella"], ["big-umbrella"]]
    assert rulings["LQ-Q2"].answer["ja"].endswith("\n- 三度で負けです。\n- 同時なら引き分けです。")


def test_a_word_is_not_taken_for_a_card() -> None:
    cards = Cards({"Oil": "oil", "Dark Oil": "dark-oil"})
    assert (
        list(cards.named_in("Oil is kept. Dark oil is not; dark oil, Dark Oil."))
        == ["dark-oil"] * 2
    )
    assert list(cards.named_in('The card "Oil" is.')) == ["oil"]


def test_ids_are_kept_when_it_is_imported_again(tmp_path: Path) -> None:
    import_into(tmp_path / "book", read_questions(FOLDER / "lantern.csv", NAMED))
    text = (FOLDER / "lantern.csv").read_text(encoding="utf-8")
    edited = tmp_path / "edited.csv"
    edited.write_text(
        text.replace("1;Can I light a lantern", "0;New?;Yes.;;\n1;Could I light a lantern").replace(
            "6;Is oil kept?;Yes", "6;Who begins?;Nobody"
        ),
        encoding="utf-8",
    )
    counts = import_into(tmp_path / "book", read_questions(edited, NAMED))
    assert counts == {"questions": 5, "withdrawn": 1}
    rulings = rulings_in(tmp_path / "book")
    assert rulings["LQ-Q1"].question["en"].startswith("Could I light")
    assert (rulings["LQ-Q4"].status, rulings["LQ-Q5"].question["en"]) == ("withdrawn", "New?")


def test_a_question_with_a_link_keeps_its_id(tmp_path: Path) -> None:
    file = tmp_path / "linked.csv"
    file.write_text("question,answer,cards\nDoes [[Dark Hole]] work?,Yes.,Dark Hole\n")
    for _ in range(2):
        counts = import_into(tmp_path / "book", read_questions(file, {}))
    assert counts == {"questions": 1, "withdrawn": 0}
    assert rulings_in(tmp_path / "book").keys() == {"LQ-Q1"}


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.csv", "x,y\n1,2\n", "which column is the question"),
        ("a.json", '[{"question": }]', "a.json:1:15: no valid JSON"),
        ("a.json", "7", "give a list of questions"),
        ("a.json", "[" * 100_000, "nested too deep"),
        ("a.json", "9" * 5_000, "give a list of questions"),
        ("a.json", "[" * 900 + "]" * 900, "nested too deep|which column|no question"),
        (
            "a.json",
            '{"question": "A?", "answer": ' + "[" * 900 + "]" * 900 + "}",
            "nested|no question",
        ),
        ("a.csv", 'question,answer\n"Is it?,Yes.\nWas it?,No.\n', "no table that can be read"),
        ("a.yaml", "a: [", "correct it"),
        ("a.md", "no heading\n", "no column|which column|no question"),
        ("a.csv", "question,answer\n,\n", "no question with an answer"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, name: str, text: str, told: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(RulingsError, match=told) as error:
        read_questions(tmp_path / name, {})
    assert "\n" not in str(error.value)


def test_a_column_that_is_not_there() -> None:
    with pytest.raises(RulingsError, match="no column 'Reply'; there are No, Domanda"):
        read_questions(FOLDER / "lantern.csv", {"answer": "Reply"})


def test_names_in_a_cell() -> None:
    assert names_in("Fire / Ice; Torch、灯|Lamp\nOil") == [
        "Fire",
        "Ice",
        "Torch",
        "灯",
        "Lamp",
        "Oil",
    ]
    assert names_in("Dusk // Dawn, the Pair") == ["Dusk // Dawn, the Pair"]


JOINED = {
    "Red Oar, Blue Oar": ["red-oar", "blue-oar"],
    "Red Oar and Blue Oar": ["red-oar", "blue-oar"],
    "Red Oar, Blue Oar und Torch": ["red-oar", "blue-oar", "torch"],
    "Torch, Flag": ["torch", "flag"],  # which stand in the question by themselves
    "Dusk, the Pair": ["dusk-the-pair"],  # which stands in the question as it is
    "Salt and Sand": ["salt-and-sand"],  # which are no cards, as far as is known
}


@pytest.mark.parametrize("cell", JOINED)
def test_names_with_a_comma_or_an_and_are_parted_where_that_is_safe(cell: str) -> None:
    cards = Cards({})
    asked = "Does a Flag hold a Torch beside Dusk, the Pair?"
    questions = [{"question": asked, "answer": "Yes.", "cards": cell}]
    questions += [{"question": "Why?", "answer": "So.", "cards": "Red Oar; Blue Oar"}]
    assert link_cards(questions, cards)[0][1][: len(JOINED[cell])] == JOINED[cell]
    assert list(cards.doubtful) == ([cell] if len(JOINED[cell]) == 1 else [])


LONG: dict[str, Callable[[int], str]] = {
    "a cell": lambda size: f"question,answer\nIs it?,<b>Yes</b> {'<a ' * size}\n",
    "headings": lambda size: (
        f"question,answer,{','.join(f'h{number}' for number in range(size))}\nIs it?,Yes.\n"
    ),
}


@pytest.mark.parametrize("name", LONG)
def test_a_long_table_takes_no_more_than_its_share(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"

    def read(size: int) -> None:
        path.write_text(LONG[name](size), encoding="utf-8")
        questions = read_questions(path, {})
        assert len([*questions.read, *questions.odd]) == 1

    assert grows_evenly(read, 8_000)


@pytest.mark.parametrize("file", ["a.md", "a.txt"])
def test_a_line_below_an_answer_takes_no_word_of_it(file: str, tmp_path: Path) -> None:
    path = tmp_path / file
    path.write_text("Q: Is it?\nA: Yes\n---\nQ: So?\n\nA: Maybe\ntwice\n---\n", encoding="utf-8")
    answers = [each["answer"].replace("\n", " ") for each in read_questions(path, {}).read]
    assert [" ".join(answer.replace("---", "").split()) for answer in answers] == [
        "Yes",
        "Maybe twice",
    ]


def test_a_column_of_rules_is_cited(rulings: Rulings, tmp_path: Path) -> None:
    for name, text in {
        "rules.txt": "1. Time\n1.1 Nobody may be late.\n1.2 Ten minutes are late.\n",
        "faq.csv": "Question,Answer,Rule\nAm I late?,Not yet.,1.2; 7.7\nMay I sit?,Yes.,\n"
        'And now?,No.,"1,2, 1,1"\nAnd then?,No.,"1-2,1-1"\n',
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    place = ("--game", "ferry", "--lang", "en", "--edition", "2025")
    for command in (
        ("numbered", str(tmp_path / "rules.txt"), "--ruleset", "ferry-rules", "--prefix", "FR"),
        ("faq", str(tmp_path / "faq.csv"), "--ruleset", "ferry-faq", "--prefix", "FQ"),
    ):
        ran = rulings("import", *command, *place)
        assert ran.code == 0, ran
    assert "faq.csv: '7.7' is no rule at hand" in str(ran)
    floor = ("--ruleset", "ferry-floor", "--prefix", "FF", *place)
    rulings("import", "numbered", str(tmp_path / "rules.txt"), *floor)
    both = rulings("import", *command, *place).err
    assert "faq.csv: '1.2' may be FF 1.2, FR 1.2; write which one is meant" in both
    assert rulings("import", "remove", "ferry-floor").code == 0
    rulings("import", *command, *place)

    call = rulings("call", "Late?", "--verdict", "Never.", "--overrules", "FR 1.2").out.split()[0]

    asked = rulings("show", "FQ-Q1", "--lang", "en").out
    assert "FR 1.2  Ten minutes are late." in asked
    assert f"A call stands above FR 1.2: Never. ({call})" in asked
    assert "FR 1.2" not in rulings("show", "FQ-Q2").out
    for identifier in ("FQ-Q3", "FQ-Q4"):
        (otherwise_written,) = rulings("show", identifier, "--json").json["entries"]
        assert otherwise_written["clauses"] == ["FR 1.2", "FR 1.1"]


def test_nothing_in_a_text_is_lost_or_misplaced_without_a_word(tmp_path: Path) -> None:
    """Footnotes stand below the last answer, and belong to another one."""
    file = tmp_path / "faq.md"
    file.write_text(
        "## How many lamps?\n\nTen.[^1] ![a lamp](lamp.png)\n\n> ## A quoted title?\n> and text\n\n"
        "More.\n\n## May I sell one?\n\nNo.\n\n[^1]: Twelve at night.\n",
        encoding="utf-8",
    )

    questions = read_questions(file, {})

    assert [each["question"] for each in questions.read] == ["How many lamps?", "May I sell one?"]
    first, second = (each["answer"].split() for each in questions.read)
    assert " ".join(first) == "Ten.[^1] a lamp A quoted title? and text More."
    assert second == ["No."]
    assert [message.partition(": ")[2] for message in questions.in_part] == [
        "line 1: a picture in it is left out, but for its words"
    ]
    assert "Twelve at night." in " ".join(questions.odd)
