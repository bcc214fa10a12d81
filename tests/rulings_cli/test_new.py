"""`rulings new`: a book from nothing, and its entries."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest
from once import folder_made_once
from running import Rulings

from rulings import open_book
from rulings.disk import changes
from rulings.editing import draft
from rulings.format.model import Fork, Ruling, Variant
from rulings_cli.commands.new import DraftKind
from rulings_cli.event import tonight
from rulings_cli.writing import changing


@pytest.fixture
def book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rulings: Rulings, shared_cache: Path
) -> Path:
    """A book that was just begun, the only one in use; begun once, and copied for the others."""
    monkeypatch.setenv("RULINGS_ONLY", "1")
    monkeypatch.setenv("RULINGS_BOOK", str(tmp_path / "harbour"))
    place = tmp_path / "harbour"

    def begin() -> None:
        assert rulings("new", "book", str(place), "--prefix", "HB", "--lang", "en").code == 0

    folder_made_once(shared_cache / "begun", tmp_path, begin)
    return place


def test_a_new_book_checks_clean_and_has_what_a_repository_needs(
    book: Path, rulings: Rulings
) -> None:
    checked = rulings("check", str(book), "--strict")

    assert (checked.code, checked.out) == (0, "")
    assert "- run: rulings check\n" in (book / ".github/workflows/check.yml").read_text()
    assert "- run: rulings site -o public" in (book / ".github/workflows/publish.yml").read_text()
    assert (book / "README.md").read_text().startswith("# Harbour\n")
    assert open_book([book]).rulesets["harbour-rules"].languages == ["en"]


def test_what_is_there_is_not_written_over(book: Path, rulings: Rulings) -> None:
    before = (book / "README.md").read_text()

    ran = rulings("new", "book", str(book), "--prefix", "XX")

    assert ran.code == 2 and "choose a new folder" in ran.err
    assert (book / "README.md").read_text() == before


def test_a_new_book_has_a_prefix_of_its_own(
    rulings: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rulings.toml").write_text("")
    monkeypatch.chdir(tmp_path)
    ran = rulings("new", "book", "harbour", "--prefix", "BR")
    assert ran.is_rejected("a ruleset has the prefix BR; choose another --prefix")
    assert not (tmp_path / "harbour").exists()


def test_calls_on_an_event_are_no_rules_that_are_written_for(book: Path, rulings: Rulings) -> None:
    rulings("tonight", "--event", "City")
    assert rulings("call", "May I use a phone?", "--verdict", "No.").code == 0
    for kind in (["clause", "Piers", "--id", "1.2"], ["term", "pier"]):
        ran = rulings("new", *kind, "--set", "text=Two ships.")
        assert ran.code == 0, ran.err
    assert {"HB 1.2"} == set(open_book([book]).entries)


def test_a_bare_number_is_a_clause_of_the_ruleset_that_is_written_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rulings: Rulings
) -> None:
    place, beside = tmp_path / "harbour", tmp_path / "lighthouse"
    monkeypatch.setenv("RULINGS_ONLY", "1")
    for folder, prefix in ((beside, "AA"), (place, "HB")):
        rulings("new", "book", str(folder), "--prefix", prefix, "--lang", "en")
        monkeypatch.setenv("RULINGS_BOOK", str(folder))
        rulings("new", "clause", "Piers", "--id", "1.2", "--set", "text=Two ships.")
    monkeypatch.setenv("RULINGS_BOOK", os.pathsep.join(map(str, (beside, place))))

    ran = rulings(
        "new", "ruling", "A third?", "--verdict", "No.", "--clause", "1.2", "--into", str(place)
    )

    assert ran.code == 0, ran.err
    entry = open_book([beside, place]).entries["HB-Q1"]
    assert isinstance(entry, Ruling)
    assert entry.clauses == ["HB 1.2"]


def test_texts_in_two_languages_are_both_kept(
    rulings: Rulings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = tmp_path / "harbour"
    monkeypatch.setenv("RULINGS_ONLY", "1")
    rulings("new", "book", str(place), "--prefix", "HB", "--lang", "en", "--lang", "ja")
    monkeypatch.setenv("RULINGS_BOOK", str(place))
    rulings("new", "clause", "Piers", "--id", "1.1", "--set", "text=Two.", "--set", "text.ja=2隻。")
    in_english = ("--verdict", "No.", "--answer", "Two dock.", "--clause", "1.1")
    in_japanese = ("--set", "verdict.ja=いいえ。", "--set", "answer.ja=2隻まで。")

    assert rulings("new", "ruling", "A third?", *in_english, *in_japanese).code == 0

    entry = open_book([place]).entries["HB-Q1"]
    assert isinstance(entry, Ruling)
    assert (entry.verdict, entry.answer) == (
        {"en": "No.", "ja": "いいえ。"},
        {"en": "Two dock.", "ja": "2隻まで。"},
    )


EVERY_KIND = [
    ["clause", "Docking", "--id", "1.1", "--set", "text=A ship docks at once."],
    ["clause", "--id", "HB 1.2", "--set", "text=A pier holds two.", "--set", "title=Piers"],
    ["term", "pier", "--set", "aliases=jetty", "--set", "aliases=wharf"],
    ["card", "Big Crane", "--set", "effect=Lifts a ship."],
    ["source", "Judge letter 3", "--edition", "2026", "--ruleset", "HB"],
    [
        *(
            "ruling",
            "May I dock twice?",
            "--verdict",
            "No, once.",
            "--answer",
            "No, by [[HB 1.1]].",
        ),
        *("--clause", "1.1", "--set", "terms=pier", "--set", "cards=big-crane"),
        *("--set", "asked=dock two times", "--source", "judge-letter-3: page 2"),
    ],
    ["ruling", "May I leave?", "--set", "related=HB-Q1", "--set", "related.supersedes=HB-Q1"],
    [
        "ruling",
        "--set",
        "title=May I moor?",
        "--verdict",
        "Yes.",
        "--answer",
        "Yes.",
        "--clause=1.1",
    ],
    ["variant", "Free docking", "--set", "modifies=HB 1.1"],
    ["note", "Why two", "--set", "about=HB 1.2", "--set", "text=Three sank."],
    ["open", "May ships be sold?", "--verdict", "Not said.", "--set", "nearest=HB 1.1"],
    [
        *("fork", "Is it big?", "--case", "it is=HB-Q1", "--case", "it is small=HB 1.1"),
        *("--set", "asked=may this ship dock"),
    ],
    ["game", "Lighthouse", "--into", "{book}"],
    ["ruleset", "Lighthouse rules", "--prefix", "LH", "--game", "lighthouse"],
]


def test_every_kind_is_begun_by_a_command_and_passes_the_checks(
    book: Path, rulings: Rulings
) -> None:
    for typed in EVERY_KIND:
        ran = rulings("new", *(word.format(book=book) for word in typed))
        assert (ran.code, ran.err) == (0, ""), typed

    assert rulings("check", str(book)).code == 0
    new_book = open_book([book])
    ruling, fork = new_book.entries["HB-Q1"], new_book.entries["HB-F1"]
    assert isinstance(ruling, Ruling) and isinstance(fork, Fork)
    assert ruling.status == "active", "nothing is left to write"
    assert (ruling.sources[0].id, ruling.sources[0].where) == ("judge-letter-3", "page 2")
    assert ruling.asked == {"en": ["dock two times"]}
    assert [new_book.entries[f"HB-Q{number}"].status for number in (2, 3)] == ["draft", "active"]
    related = [(each.id, each.type) for each in new_book.entries["HB-Q2"].related]
    assert related == [("HB-Q1", "similar"), ("HB-Q1", "supersedes")]
    assert [case.entry for case in fork.cases] == ["HB-Q1", "HB 1.1"]
    assert fork.asked == {"en": ["may this ship dock"]}
    assert new_book.terms["harbour", "pier"].aliases == {"en": ["jetty", "wharf"]}
    assert set(new_book.rulesets) == {"harbour-rules", "lighthouse-rules"}


@pytest.mark.parametrize(
    ("typed", "lists"),
    [
        (["--clause", "1.1"], (["HB 1.1"], [], [])),
        (["--clause", "1.1", "--set", "adds_to=HB 1.1"], ([], ["HB 1.1"], ["HB 1.1"])),
    ],
)
def test_a_variant_changes_the_clause_that_is_named(
    book: Path, rulings: Rulings, typed: list[str], lists: tuple[list[str], ...]
) -> None:
    clause = rulings("new", "clause", "Piers", "--id", "1.1", "--set", "text=x")
    assert clause.code == 0, clause.err

    ran = rulings("new", "variant", "Free docking", "--set", "text=Dock.", *typed)

    assert (ran.code, ran.err) == (0, "")
    variant = open_book([book]).entries["HB-V1"]
    assert isinstance(variant, Variant)
    assert (variant.modifies, variant.adds_to, variant.clauses) == lists


def test_every_kind_was_tried() -> None:
    kinds = set(DraftKind.__args__)  # type: ignore[attr-defined]

    assert {typed[0] for typed in EVERY_KIND} | {"book"} == kinds


def test_a_former_id_of_a_card_is_given_to_no_other(book: Path, rulings: Rulings) -> None:
    rulings("new", "card", "Nami", "--id", "nami", "--into", str(book))
    assert rulings("rename", "card:nami", "robin", "--book", str(book)).code == 0

    ran = rulings("new", "card", "Nami", "--id", "nami", "--into", str(book))

    assert ran.is_rejected("card:robin was nami before", "give another --id")


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        (["clause", "x"], "--id"),
        (["fork", "x", "--case", "a=HB-Q1"], "two cases or more"),
        (["fork", "x", "--case", "a HB-Q1"], "a fork needs two cases or more"),
        (["fork", "x", "--case=a=HB-Q1", "--case=b HB-Q1"], "--case 'b HB-Q1': write CASE=ID"),
        (["fork", "x", "--case=a=HB-Q1", "--case==HB-Q1"], "--case '=HB-Q1': write CASE=ID"),
        (["card"], "needs its name"),
        (["ruleset", "Other"], "--prefix"),
        (["ruleset", "Other", "--prefix", "HB"], "choose another --prefix"),
        (["ruling", "x", "--set", "verdit=y"], "write KEY=TEXT"),
        (["ruling", "x", "--set", "id=HB-Q1"], "write KEY=TEXT"),
        (["ruling", "x", "--set", "sources=letter"], ", --id, --source"),
        (["ruling", "x", "--set", "status=gone"], "status"),
        (["ruling", "x", "--source", "letter"], "rulings new source"),
        (["game", "Harbour", "--into", "{book}"], "exists already"),
        (["game", "Quay"], "--into"),
        (["ruling", "x", "--into", "{book}/book.yaml"], "name the folder of a book, not a file"),
        (["term", "pier", "--set", "translation=good"], "one of official, working"),
        (["book", "x", "--id", "Not A Slug"], "wrong form"),
        (["book"], "needs its folder"),
    ],
)
def test_what_is_missing_or_wrong_is_one_line(
    book: Path, rulings: Rulings, typed: list[str], message: str
) -> None:
    ran = rulings("new", *(word.format(book=book) for word in typed))

    assert ran.code == 2
    assert message in ran.err and ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("terms: [{id: pier}]", "key 'name' is missing; add it; left out: pier"),
        ("terms: [{id: pier, name: {en: Pier}, id: quay}]", "duplicate key 'id'"),
        ("terms: [", "nothing was written"),
    ],
)
def test_a_fault_in_another_file_stops_only_what_it_may_hide(
    book: Path, rulings: Rulings, fault: str, told: str
) -> None:
    (book / "harbour" / "more-terms.yaml").write_text(fault)

    ran = rulings("new", "clause", "Docking", "--id", "1.1", "--set", "text=One.")

    assert told in ran.err and "more-terms.yaml:" in ran.err
    assert bool(ran.out) == (ran.code == 0) == ("nothing" not in told)


def test_what_is_left_to_write_is_marked_until_it_is_written(
    rulings: Rulings, tmp_path: Path
) -> None:
    place = str(tmp_path / "one")
    rulings("--only", "new", "book", place, "--prefix", "ON", "--lang", "fr")

    rulings("--only", "new", "ruling", "x", "--into", place)

    path = tmp_path / "one" / "one" / "one-rules" / "rulings.yaml"
    text = path.read_text()
    assert "verdict: {fr: TODO}" in text
    assert rulings("--only", "check", place).code == 0, "a draft may hold what is to be written"
    path.write_text(text.replace("status: draft", "status: active"))
    assert "B407" in rulings("--only", "check", place).out


def test_a_fork_of_several_languages_begins_as_a_draft(tmp_path: Path, rulings: Rulings) -> None:
    place = str(tmp_path / "harbour")
    rulings("new", "book", place, "--prefix", "HB", "--lang", "en", "--lang", "ja")
    for number in ("1.1", "1.2"):
        clause = ("clause", "Piers", "--id", number, "--set", "text=x", "--set", "text.ja=x")
        rulings("new", *clause, "--into", place)

    cases = ("--case", "it is=HB 1.1", "--case", "it is small=HB 1.2")
    ran = rulings("new", "fork", "Is it big?", *cases, "--into", place)

    assert ran.code == 0, ran.err
    fork = open_book([Path(place)]).entries["HB-F1"]
    assert isinstance(fork, Fork) and fork.status == "draft"
    assert fork.cases[0].when == {"en": "it is", "ja": "TODO"}
    assert rulings("check", place).code == 0


def test_a_search_leaves_out_a_fork_that_is_not_written_yet(
    tmp_path: Path, rulings: Rulings
) -> None:
    place = str(tmp_path / "harbour")
    rulings("new", "book", place, "--prefix", "HB", "--lang", "en", "--lang", "ja")
    for wind, verdict in {"calm": "Two.", "gale": "One."}.items():
        japanese = (f"--set={key}.ja=凧" for key in ("title", "question", "verdict", "answer"))
        english = (f"May I fly a kite in a {wind}?", "--verdict", verdict, "--answer", verdict)
        rulings("new", "ruling", *english, *japanese, "--into", place)
    cases = ("--case", "calm=HB-Q1", "--case", "gale=HB-Q2")
    rulings("new", "fork", "Windy?", *cases, "--into", place)

    printed = rulings("search", "fly a kite in a calm", "--only", "--book", place).out

    assert printed.startswith("HB-Q1") and "In another case" not in printed


def test_the_configuration_of_a_new_book_speaks_its_language(
    rulings: Rulings, tmp_path: Path
) -> None:
    texts = {}
    for code in ("en", "ja"):
        rulings("new", "book", str(tmp_path / code), "--prefix", "HB", "--lang", code)
        texts[code] = (tmp_path / code / "rulings.toml").read_text(encoding="utf-8")

    assert texts["en"].startswith("# Commands that run in this folder")
    assert texts["ja"].startswith("# このフォルダーで")
    for text in texts.values():
        assert tomllib.loads(text) == {"books": ["."]}
        assert len(text.splitlines()) == len(texts["en"].splitlines())


@pytest.mark.parametrize("command", [("new", "ruling", "So?"), ("rename", "HB-Q1", "HB-Q2")])
def test_no_other_command_gives_an_id_meanwhile(
    book: Path, rulings: Rulings, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    rulings("new", "ruling", "A third ship?", "--verdict", "No.")
    save, held = changes.save_changes, list[bool]()

    def is_held(planned: Mapping[Path, changes.FileChange]) -> None:
        with pytest.raises(TimeoutError), changes.locked(str(lock), longest_wait=0):
            pass
        held.append(True)
        save(planned)

    with tonight.locked():
        (lock,) = Path(os.environ["XDG_DATA_HOME"]).rglob(".rulings-lock")
    for module in (draft, changing):
        monkeypatch.setattr(module, "save_changes", is_held)

    assert rulings(*command).code == 0
    assert held == [True]
