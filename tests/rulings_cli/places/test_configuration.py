"""What is always wanted: `--only`, its variable, and the user's `rulings.toml`."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from pathlib import Path

import pytest
from running import Rulings, Ship, Write

OTHER = {
    "game.yaml": "game: {id: go, name: {en: Go, ja: 囲碁}}",
    "terms.yaml": "terms: [{id: stone, name: {en: stone, ja: 石}}]",
    "cards.yaml": "cards: [{id: bowl, name: {en: Bowl, ja: 碁笥}}]",
    "rules/ruleset.yaml": """
        ruleset: {id: go-rules, prefix: GO, game: go, name: {en: Rules of Go}, edition: "1"}
        sources: [{id: primer, title: {en: Primer}}]
        """,
    "rules/clauses.yaml": """
        clauses:
          - id: GO 1.1
            text: {en: A stone without liberties is taken off the board., ja: 石を取る。}
            authority: official
            cards: [bowl]
            sources: [{id: primer}]
        """,
    "rules/rulings.yaml": "rulings: []",
}

_AS_SHOGI = {"GO": "SG", "go": "shogi", "Go": "Shogi", "primer": "manual", "stone": "rook"}
IMPORTED = {
    file: reduce(lambda text, name: text.replace(name, _AS_SHOGI[name]), _AS_SHOGI, text)
    for file, text in OTHER.items()
}


@pytest.fixture
def own(write_book: Write, ship: Ship) -> Path:
    """A book of one's own, beside a small one that ships."""
    ship(write_book())
    return write_book(OTHER, "own")


@pytest.fixture
def configure(tmp_path: Path) -> Callable[[str], Path]:
    """Writes the user's configuration."""

    def write(text: str) -> Path:
        path = tmp_path / "configuration" / "tcg-rulings" / "rulings.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def books_of(rulings: Rulings, *options: str) -> list[str]:
    """What the doctor says of each book."""
    findings = rulings("doctor", "--json", *options).json["findings"]
    return [finding["state"] for finding in findings if finding["name"] == "book"]


@pytest.mark.parametrize("how", ["--only", "RULINGS_ONLY", "rulings.toml"])
def test_the_shipped_book_is_left_out(
    rulings: Rulings,
    own: Path,
    configure: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
    how: str,
) -> None:
    switch = ["--only"] if how == "--only" else []
    if how == "RULINGS_ONLY":
        monkeypatch.setenv("RULINGS_ONLY", "1")
    if how == "rulings.toml":
        configure("only = true\n")
    book = ["--book", str(own), *switch]

    assert rulings("show", "GO 1.1", *book).code == 0
    assert rulings("show", "CH 1.1", *book).code == 1
    assert rulings("card", "Clock", *book).code == 1, "its names leave with it"
    listed = rulings("list", "--json", *book).json["entries"]
    assert {entry["ruleset"] for entry in listed} == {"go-rules"}
    results = rulings("search", "pawn on the last rank becomes a queen", "--json", *book)
    assert results.json["hits"] == []
    assert rulings("rules", "CH", *book).code == 2
    assert f"left out ({how})" in " ".join(books_of(rulings, *book))


def test_the_switch_may_stand_anywhere_but_behind_dashes(rulings: Rulings, own: Path) -> None:
    assert rulings("--only", "show", "CH 1.1", "--book", str(own)).code == 1
    assert rulings("show", "--book", str(own), "--", "CH 1.1", "--only").code == 1
    assert "'--only' is not in the book" in rulings("show", "--", "CH 1.1", "--only").err


def test_nothing_is_left_without_a_book(rulings: Rulings, own: Path) -> None:
    ran = rulings("search", "stone", "--only")

    assert (ran.code, ran.err) == (
        2,
        "rulings: --only reads only the books that you name; add yours: --book DIR\n",
    )


WORDS = {
    "search": ("search", "a rook without liberties is taken off the board", "--json"),
    "show": ("show", "SG 1.1"),
    "list": ("list",),
    "card": ("card", "Bowl", "--json"),
    "refs": ("refs", "SG 1.1"),
    "rules": ("rules", "SG"),
    "export": ("export",),
    "site": ("site", "-o", "made"),
    "page": ("page", "-o", "made"),
    "sheet": ("sheet", "GO", "--lang", "en", "-o", "made.md"),
    "sheet of an import": ("sheet", "SG", "--lang", "en", "-o", "made.md"),
    "check": ("check", "--strict"),
    "stale": ("stale", "--json"),
    "completion": ("tonight", "--event", "Cup", "--ruleset", "SG"),
    "index": ("index", "status", "--json"),
}


TOLD = [("--only", words) for words in WORDS.values()]
TOLD += [("RULINGS_ONLY", WORDS["export"]), ("rulings.toml", WORDS["export"])]


@pytest.mark.parametrize(("how", "words"), TOLD)
def test_no_command_gives_out_a_book_that_nobody_named(
    rulings: Rulings,
    own: Path,
    write_book: Write,
    configure: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    how: str,
    words: tuple[str, ...],
) -> None:
    write_book(IMPORTED, "imported/shogi-rules/2024")
    write_book({}, "own-book")
    monkeypatch.chdir(tmp_path)
    book = ["--book", str(own)]
    assert "SG 1.1" in rulings("list", *book).out, "an import that everybody reads"
    if how == "RULINGS_ONLY":
        monkeypatch.setenv("RULINGS_ONLY", "1")
    if how == "rulings.toml":
        configure(f'only = true\nbooks = ["{own.as_posix()}"]\n')
        book = []

    ran = rulings(*words, *book, *(["--only"] if how == "--only" else []))

    written = [path for path in tmp_path.glob("made*/**/*") if path.is_file()]
    written += [path for path in tmp_path.glob("made*") if path.is_file()]
    texts = [ran.out, *(path.read_text("utf-8", "replace") for path in written)]
    for words_of_others in ("SG 1.1", "shogi-rules", "Rules of Shogi", "CH 1.1", "chess-rules"):
        assert not any(words_of_others in text for text in texts), words_of_others
    assert bool(written) == ("-o" in words and "SG" not in words)


def test_a_page_carries_no_words_of_the_games_that_ship(
    rulings: Rulings, own: Path, tmp_path: Path
) -> None:
    page = tmp_path / "table.html"

    assert rulings("page", "--only", "--book", str(own), "-o", str(page)).code == 0

    text = page.read_text("utf-8").lower()
    words = ("pokemon", "pokémon", "ポケモン", "ぽけもん", "にげる", "lifelink", "絆魂")
    assert not [word for word in words if word in text]


def test_an_import_that_is_named_is_read(rulings: Rulings, own: Path, write_book: Write) -> None:
    imported = write_book(IMPORTED, "imported/shogi-rules/2024")
    books = ("--only", "--book", str(own), "--book", str(imported))

    assert rulings("show", "SG 1.1", *books).code == 0
    assert rulings("show", "CH 1.1", *books).code == 1


def test_calls_are_read_at_their_event_and_else_where_they_are_asked_for(
    rulings: Rulings, own: Path
) -> None:
    book = ("--only", "--book", str(own))
    rulings("tonight", "--event", "Cup", *book)
    options = ("--verdict", "No.", "--ruleset", "GO")
    kept = rulings("call", "May a stone be taken back?", *options, *book)
    call = kept.out.split("  ")[0]

    assert rulings("search", "may a stone be taken back", *book).out.startswith(call)
    assert call in rulings("list", *book).out
    assert call not in rulings("list", "--no-event", *book).out
    assert call not in rulings("export", "--book", str(own)).out, "no export holds calls"

    rulings("tonight", "--end", *book)
    assert call not in rulings("search", "may a stone be taken back", *book).out
    assert call not in rulings("export", *book).out
    assert call in rulings("calls", *book).out, "it asks for them"


def test_a_call_on_rules_that_are_not_in_use_stops_no_other_book(
    rulings: Rulings, own: Path
) -> None:
    rulings("tonight", "--event", "Cup", "--ruleset", "CH")
    rulings("call", "Why?", "--verdict", "So.", "--ruleset", "CH")

    new = ("new", "clause", "Ko", "--id", "1.2", "--set", "text=No ko.", "--into", str(own))
    ran = rulings("--only", *new)

    assert ran.code == 0, ran.err


def test_calls_are_given_out_only_by_what_is_made_for_their_event(
    rulings: Rulings, own: Path, tmp_path: Path
) -> None:
    book = ("--only", "--book", str(own))
    options = ("--ruleset", "GO", "--note", "Between us", *book)

    def call(verdict: str) -> str:
        return rulings("call", "A stone fell", "--verdict", verdict, *options).out.split("  ")[0]

    for event, verdicts in {"Other": ("At the other.",), "Cup": ("No.", "Withdrawn.")}.items():
        rulings("tonight", "--event", event, *book)
        *_, last = map(call, verdicts)
    assert rulings("calls", *book, "withdraw", last, "--why", "Too hard").code == 0

    def given_out(command: str, *words: str) -> str:
        place = tmp_path / f"made-{command}{'.md' if command == 'sheet' else ''}"
        assert rulings(command, *words, "-o", str(place), *book).code == 0
        files = (
            [place] if place.is_file() else [file for file in place.rglob("*") if file.is_file()]
        )
        return "".join(file.read_text(encoding="utf-8", errors="replace") for file in files)

    for published in (given_out("site"), given_out("export")):
        assert "GO 1.1" in published
        assert "A stone fell" not in published
    page = given_out("page")  # which also says what was withdrawn
    assert "No." in page and "Withdrawn." in page and "At the other." not in page
    for made in (given_out("sheet", "--calls"), given_out("sheet", "GO")):
        assert "No." in made
        for left_out in ("At the other.", "Withdrawn.", "Too hard", last):
            assert left_out not in made


def test_a_book_that_is_in_use_already_is_read_once(
    rulings: Rulings, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULINGS_BOOK", str(own))
    monkeypatch.chdir(own)

    assert len(books_of(rulings, "--book", ".")) == len(books_of(rulings))
    renamed = rulings("rename", "GO 1.1", "GO 9.9", "--dry-run", "--book", ".")
    assert (renamed.code, renamed.err) == (0, "")


def test_a_variable_overrides_the_file(
    rulings: Rulings,
    own: Path,
    configure: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    configure(f'only = true\nbooks = ["{own.as_posix()}"]\n')
    assert rulings("show", "GO 1.1").code == 0
    assert rulings("show", "CH 1.1").code == 1

    monkeypatch.setenv("RULINGS_ONLY", "0")
    monkeypatch.setenv("RULINGS_BOOK", str(tmp_path / "book"))

    assert rulings("show", "CH 1.1").code == 0
    assert rulings("show", "GO 1.1").code == 1


def test_a_ruleset_and_a_language_of_the_file(
    rulings: Rulings, own: Path, configure: Callable[[str], Path]
) -> None:
    configure('ruleset = "GO"\nlang = "ja"\n')
    book = ["--book", str(own)]

    listed = rulings("list", *book).out
    assert "GO 1.1" in listed
    assert "石" in listed
    assert "CH 1.1" not in listed
    assert "stone" in rulings("list", *book, "--lang", "en").out
    assert "CH 1.1" in rulings("list", *book, "--ruleset", "CH").out
    assert "CH 1.1" in rulings("list", *book, "--ruleset", "").out
    assert "CH 1.1" in rulings("list", *book, "--game", "chess").out
    everything = rulings("export", *book).out
    assert "GO 1.1" in everything
    assert "CH 1.1" not in everything
    assert "CH 1.1" in rulings("export", *book, "--ruleset", "").out


def test_books_stand_beside_the_file_or_anywhere(
    rulings: Rulings, own: Path, configure: Callable[[str], Path]
) -> None:
    file = configure('books = ["mine"]\n')
    own.rename(file.parent / "mine")

    assert rulings("show", "GO 1.1").code == 0
    assert f"{file.parent / 'mine'} (rulings.toml): reads without fault" in books_of(rulings)


FAULTS = {
    "an unknown key": ('lang = "ja"\nbook = ["x"]\n', ": unknown key 'book'; known are books,"),
    "no list": ('books = "x"\n', ": books: needs a list of folders"),
    "a word for true": ('only = "yes"\n', ": only: needs true or false"),
    "a number": ("ruleset = 5\n", ": ruleset: needs a name"),
    "no language": ('\nlang = "?"\n', ": lang: needs"),
    "nested too deep": (f"books = {'[' * 5_000}", "not valid TOML: "),
    "a number too long": (f"only = {'9' * 5_000}", "not valid TOML: "),
    "no TOML": ("only = \n", "rulings.toml:1:8: not valid TOML: Invalid value; correct it"),
}


@pytest.mark.parametrize(("text", "says"), FAULTS.values(), ids=FAULTS.keys())
def test_a_slip_in_the_file_is_one_line_that_names_it(
    rulings: Rulings, own: Path, configure: Callable[[str], Path], text: str, says: str
) -> None:
    file = configure(text)

    ran = rulings("search", "pawn")

    assert ran.code == 2
    assert ran.err.startswith(f"rulings: {file}")
    assert says in ran.err
    assert ran.err.count("\n") == 1
