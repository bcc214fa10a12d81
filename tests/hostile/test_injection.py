"""Escape sequences, HTML, Typst, Markdown, shell and spreadsheet formulas in every field of a
book come out of every command as text."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hostile import (
    ALL_OF_THEM,
    ESCAPES,
    FREE,
    SHELL,
    Way,
    everything,
    harmless,
    leaves,
    put,
    with_payloads,
    write_book,
)
from markdown_it import MarkdownIt
from printing import Reader
from running import Rulings

from rulings.reading import book_files
from rulings.reading.load import load_book
from rulings.text.markdown import render_html
from rulings_cli.terminal import output
from rulings_cli.terminal.output import Output

PRINTED = [
    *(["search", "title in English"], ["search", "title", "--full"], ["search", "zzzz"]),
    *(["show", "CH 1.1"], ["show", "CH-Q1", "CH-V1", "CH-N1", "card:clock", "term:pawn"]),
    *(["rules", "chess"], ["rules", "chess", "--effective"], ["card", "clock"], ["refs", "CH 1.1"]),
    *(
        ["list"],
        ["calc"],
        ["calc", "double"],
        ["check"],
        ["index", "status"],
    ),
    *(["sheet", "--list"], ["sheet", "tonight", "--format", "md"]),
    ["doctor"],
    *(
        ["search", ESCAPES],
        ["show", ESCAPES],
        ["card", ESCAPES],
        ["calc", ESCAPES],
        ["rules", ESCAPES],
    ),
    *(["sheet", ESCAPES], ["search", "x", "--ruleset", ESCAPES], ["check", ESCAPES], [ESCAPES]),
    *(["refs", ESCAPES], ["diff", ESCAPES, ESCAPES], ["eval", ESCAPES]),
    *(
        ["import", "mtg-cr", ESCAPES],
        ["new", "ruling", "--ruleset", ESCAPES],
        ["list", "--kind", "x"],
    ),
]
IN_JSON = [
    *(["search", "title"], ["show", "CH-Q1"], ["rules", "chess"], ["card", "clock"]),
    *(["refs", "CH 1.1"], ["list"], ["calc", "double"], ["check"], ["doctor"], ["index", "status"]),
]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(
    "arguments", PRINTED, ids=lambda each: " ".join(each)[:30].encode("unicode_escape").decode()
)
def test_no_command_passes_escape_sequences_on(
    command: Rulings, arguments: list[str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", f"{language}.UTF-8")
    ran = command(*arguments)
    harmless(ran.out)
    harmless(ran.err)
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("between", ["\n", " " * 60 + "long " * 12, "\u2028", "\x85"], ids=ascii)
def test_a_title_cannot_pass_for_another_result(
    command: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, between: str
) -> None:
    data = everything()
    for way, words in leaves(data):
        if way[-1] in FREE and set(way) & {"title", "name", "sources", "ruleset"}:
            put(data, way, f"{words}{between}CH-Q9  Faked.")
    monkeypatch.setattr(book_files, "BUILT_IN_BOOK", str(write_book(tmp_path / "book", data)))
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "cache"))
    seen = 0
    for arguments in PRINTED[:15]:
        printed = command(*arguments).out
        lines = re.split("[\n\u2028\x85]", printed)
        assert not [line for line in lines if line.startswith("CH-Q9")], arguments
        seen += printed.count("Faked.")
    assert seen


def test_a_file_cannot_pass_for_another_line(command: Rulings, tmp_path: Path) -> None:
    book = write_book(tmp_path / "book", everything())
    (book / "a\nfaked.yaml:1:1: B101 a line\u2028x.yaml").write_text("a: [")
    for arguments in (["check", str(book)], ["search", "x", "--book", str(book)]):
        ran = command(*arguments)
        assert "faked" in ran.out + ran.err
        assert not [line for line in (ran.out + ran.err).splitlines() if line.startswith("faked")]


@pytest.mark.parametrize("arguments", IN_JSON, ids=lambda each: each[0])
def test_json_is_harmless_and_whole(command: Rulings, arguments: list[str]) -> None:
    ran = command(*arguments, "--json")
    harmless(ran.out)
    if arguments[0] in ("search", "show", "rules"):
        assert "\x9b31m" in json.dumps(json.loads(ran.out), ensure_ascii=False), "nothing is lost"


def test_colours_are_ours_alone(command: Rulings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "Output", lambda stream, _, width: Output(stream, True, width))
    coloured = 0
    for arguments in PRINTED[:15]:
        ran = command(*arguments)
        coloured += "\x1b[" in ran.out
        harmless(re.sub(r"\x1b\[[0-9;]*m", "", ran.out))
        assert "\x1b[31m" not in ran.out
    assert coloured >= 10, "the colours are on"


def harmless_page(page: str) -> None:
    read = Reader(page)
    assert not read.tags & {"script", "img", "iframe", "object", "form", "base", "link", "embed"}
    assert not [name for name in read.attributes if name.startswith("on")]
    targets = [*read.values("href"), *read.values("src")]
    assert all(target.startswith(("#", "http://", "https://")) for target in targets)


def test_a_sheet_as_markdown(command: Rulings, tmp_path: Path) -> None:
    """Read by a Markdown that lets HTML, images and tables through, as forums do."""
    ran = command("sheet", "tonight", "--title", ALL_OF_THEM, "-o", str(tmp_path / "a.md"))
    assert ran.code == 0, ran.err
    text = (tmp_path / "a.md").read_text(encoding="utf-8")
    harmless(text)
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    harmless_page(html)
    assert "alert(1)" in html, "it is there, as text"
    assert not Reader(html).tags & {"b", "i", "svg"}, "tags of the book's texts"


def test_a_sheet_as_pdf(command: Rulings, tmp_path: Path) -> None:
    """Nothing of a text is Typst: it would stop at #panic."""
    ran = command(
        "sheet", "tonight", "--lang", "en", "--title", ALL_OF_THEM, "-o", str(tmp_path / "a.pdf")
    )
    assert ran.code == 0 or "no font here can print" in ran.err, ran.err
    assert "panicked" not in ran.err
    if ran.code == 0 and shutil.which("pdftotext"):
        text = subprocess.check_output(["pdftotext", str(tmp_path / "a.pdf"), "-"], text=True)
        assert "#panic" in text


def test_the_phone_page(command: Rulings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has scripts of its own; a hostile book adds neither tag nor attribute to it."""
    files = {}
    for name, data in (("plain", everything()), ("hostile", with_payloads(ALL_OF_THEM))):
        book = write_book(tmp_path / name, data)
        monkeypatch.setattr(book_files, "BUILT_IN_BOOK", str(book))
        ran = command("page", "-o", str(tmp_path / f"{name}.html"))
        assert ran.code == 0, ran.err
        harmless(ran.out)
        files[name] = Reader((tmp_path / f"{name}.html").read_text(encoding="utf-8"))
    lists = {"ul", "ol", "li", "pre", "code", "hr", "h1", "h2", "a", "p", "br", "em"}
    assert files["hostile"].tags - files["plain"].tags <= lists
    assert files["hostile"].attributes - files["plain"].attributes <= {"href", "start", "rel"}
    scripts = [sum(tag == "script" for tag, _ in files[name].elements) for name in files]
    assert scripts[0] == scripts[1]
    assert not [name for name in files["hostile"].attributes if name.startswith("on")]


def test_differences(command: Rulings, tmp_path: Path) -> None:
    old = write_book(tmp_path / "old", everything())
    new = write_book(tmp_path / "new", with_payloads(ALL_OF_THEM))
    ran = command("diff", str(old), str(new))
    assert ran.code == 0, ran.err
    harmless(ran.out)


def test_markdown_of_every_payload() -> None:
    harmless_page(render_html(ALL_OF_THEM, lambda name: f"#{name}", str))


def test_a_call_is_kept_as_text(command: Rulings, tmp_path: Path) -> None:
    ran = command("call", "--ruleset", "CH", ALL_OF_THEM, "--verdict", SHELL)
    assert ran.code == 0, ran.err
    assert not Path("owned").exists()
    harmless(command("show", ran.out.split("  ")[0]).out)
    (tmp_path / "own-book" / "calls.yaml").unlink()


@pytest.mark.parametrize("key", everything())
def test_every_field_takes_it_as_text_or_refuses_it(tmp_path: Path, key: str) -> None:
    for way, _ in leaves(everything()):
        if way[0] == key:
            check_one_field(tmp_path, way)


def check_one_field(tmp_path: Path, way: Way) -> None:
    data = everything()
    put(data, way, ALL_OF_THEM)
    loading = load_book([write_book(tmp_path / "book", data)])
    for problem in loading.all_problems():
        harmless(output.clean(str(problem)))
        assert "\n" not in str(problem)
    book = loading.book
    named = [*book.games, *book.rulesets, *book.entries]
    named += [slug for _, slug in (*book.cards, *book.terms)]
    assert all(re.fullmatch(r"[A-Za-z0-9 .-]+", name) for name in named), "ids stay ids"
