"""The documentation is true: generated pages are up to date, and commands print what it shows."""

from __future__ import annotations

import base64
import json
import os
import re
import runpy
import shutil
import sys
from collections.abc import Coroutine
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any, get_type_hints
from urllib.request import HTTPErrorProcessor, build_opener

import pytest
from places import ROOT
from running import program, python

DOCS = ROOT / "docs"
MADE = runpy.run_path(str(DOCS / "make_reference.py"))["PAGES"]
PAGES = sorted(DOCS.rglob("*.md"))
EXAMPLES = [
    pytest.param(code, id=f"{page.name}-{number}")
    for page in PAGES
    for number, code in enumerate(
        re.findall(r"(?<!all of it:\n\n)```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL), 1
    )
]


@pytest.mark.parametrize("name", MADE)
def test_the_reference_is_made_from_the_code(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    renew = "run: python docs/make_reference.py"

    assert (DOCS / "reference" / name).read_text(encoding="utf-8") == MADE[name](), renew


@pytest.mark.parametrize("code", EXAMPLES)
def test_examples_run(code: str, tmp_path: Path) -> None:
    ran = python("-X", "utf8", "-c", code, cwd=tmp_path)

    assert ran.code == 0, ran.err
    assert ran.out


def run_example(heading: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """What the code under a heading of how-to-library.md defines, run with an index of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    text = (DOCS / "how-to-library.md").read_text(encoding="utf-8").split(f"## {heading}\n")[1]
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    assert len([line for line in code.splitlines() if line]) <= 30
    defined: dict[str, Any] = {"__name__": "example"}
    exec(compile(code, heading, "exec"), defined)
    return defined


def test_the_web_service_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server = run_example("A web service", monkeypatch, tmp_path)["server"]
    place = f"http://127.0.0.1:{server.server_port}"
    asked = {
        "/search?q=10+HP+left,+poisoned+and+burned:+who+takes+the+prize%3F&lang=fr": 200,
        "/show?id=br+q22": 200,
        "/show?id=nothing": 404,
        "/search?q=prize&ruleset=nothing": 400,
    }
    answers = []
    for path, status in asked.items():
        thread = Thread(target=server.handle_request)
        thread.start()
        with build_opener(_Any()).open(place + path) as answer:
            assert answer.status == status
            answers.append(json.load(answer))
        thread.join()
    server.server_close()
    search, shown, *_ = answers
    assert search["hits"][0]["verdict"]["fr"] == search["hits"][0]["verdict"]["en"]
    assert shown["entries"][0]["id"] == "BR-Q22"


class _Any(HTTPErrorProcessor):
    """Takes an answer of any status as one."""

    def http_response(self, _: Any, response: Any) -> Any:
        return response


def finished(tool: Coroutine[Any, Any, Any]) -> Any:
    """What a tool returns that awaits nothing; other tests' browser keeps the event loop."""
    with pytest.raises(StopIteration) as stopped:
        tool.send(None)
    return stopped.value.value


def test_an_assistant_finds_rulings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The tools are called as the `mcp` package calls them, which need not be installed here."""
    tools: dict[str, Any] = {}

    class Server:
        def __init__(self, name: str) -> None:
            assert name

        def tool(self) -> Any:
            return lambda function: tools.setdefault(function.__name__, function)

    module = ModuleType("mcp.server")
    vars(module)["MCPServer"] = Server
    monkeypatch.setitem(sys.modules, "mcp.server", module)
    run_example("An MCP server, for assistants", monkeypatch, tmp_path)

    answer = finished(tools["search"]("10 HP left, poisoned and burned: whose prize?", lang="ja"))
    shown = finished(tools["show"]("br q22"))
    assert json.loads(json.dumps(answer))["hits"][0]["verdict"]["ja"]
    assert json.loads(json.dumps(shown))["entries"][0]["id"] == "BR-Q22"
    assert finished(tools["search"]("may I listen to music"))["certainty"] == "none"
    assert all(each.__doc__ and get_type_hints(each) for each in tools.values())


LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


STEP = re.compile(r"```sh\n(.*?)```|`([\w/-]+\.yaml)`[^`]*\n\n```yaml\n(.*?)```", re.DOTALL)


def follow(page: str, folder: Path) -> tuple[list[str], str]:
    """Run every command of a page, and write each file that it shows below the file's name, one
    after the other; gives the commands and what they printed.
    """
    steps = STEP.findall((DOCS / page).read_text(encoding="utf-8"))
    script = [run or f"cat > {name} <<'END'\n{text}END\n" for run, name, text in steps]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    ran = program("bash", "-euo", "pipefail", "-c", "\n".join(script), cwd=folder, PATH=path)
    assert ran.code == 0, ran.err
    return "".join(run for run, *_ in steps).splitlines(), ran.out


@pytest.mark.long
@pytest.mark.parametrize(
    ("page", "title"),
    [
        ("how-to-grow-a-book.md", "May a third ship dock?"),
        ("ja/how-to-grow-a-book.md", "HB-Q1  3隻目の船は埠頭に泊まれるか\n  3隻目は泊まれません。"),
    ],
)
def test_a_book_grows_as_written(page: str, title: str, tmp_path: Path) -> None:
    _, printed = follow(page, tmp_path)

    assert title in printed


@pytest.mark.long
def test_a_book_grows_from_a_table_as_written(tmp_path: Path) -> None:
    for name in ("grow_from_table.py", "harbour.csv"):
        shutil.copy(DOCS / name, tmp_path)
    page = (DOCS / "how-to-grow-from-a-table.md").read_text(encoding="utf-8")

    _, printed = follow("how-to-grow-from-a-table.md", tmp_path)

    assert f"```py\n{(DOCS / 'grow_from_table.py').read_text(encoding='utf-8')}```" in page
    assert "HB-Q1  May a third ship dock?\n  No, a pier holds two." in printed
    assert "HB-F1,fork,harbour-rules" in printed


def test_a_book_is_published_by_six_commands(tmp_path: Path) -> None:
    (tmp_path / "logo.svg").write_text(LOGO)

    commands, _ = follow("how-to-publish.md", tmp_path)

    assert len(commands) == 6
    home = (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    style = (tmp_path / "public" / "style.css").read_text(encoding="utf-8")
    assert "<title>Harbour judges</title>" in home and "not by the publisher" in home
    assert base64.b64encode(LOGO.encode()).decode() in style and "--accent: #0b57a4" in style
    assert "https://harbour.example/" in home and (tmp_path / "public/hb/q1.html").exists()


NAMES = "--prefix SW --game sailing --ruleset sailing-words --lang en"
CHANGES = re.compile(
    r"In `([^`]+)`, (before|in place of) `([^`]+)`:\n\n```text\n(.*?)```", re.DOTALL
)
NEW_FILE = re.compile(r"In `([^`]+)`, all of it:\n\n```python\n(.*?)```", re.DOTALL)


@pytest.mark.long
def test_the_house_is_extended_as_written(tmp_path: Path) -> None:
    """The changes of docs/extending.md, made in a copy of the code, do what the page says."""
    for package in ("rulings", "index", "cli"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__py*"))
    for game in (tmp_path / "rulings" / "book").iterdir():
        if game.name != "pokemon-tcg":  # nothing is changed in the others, which are long indexed
            shutil.rmtree(game)
    page = (DOCS / "extending.md").read_text(encoding="utf-8")
    for file, how, anchor, code in CHANGES.findall(page):
        path = tmp_path / file
        text = path.read_text(encoding="utf-8")
        assert text.count(anchor) == 1, f"{file}: {anchor}"
        new = code + anchor if how == "before" else code.rstrip("\n")
        path.write_text(text.replace(anchor, new), encoding="utf-8")
    for file, code in NEW_FILE.findall(page):
        (tmp_path / file).write_text(code, encoding="utf-8")
    words = tmp_path / "sailing.txt"
    words.write_text("Quay: where ships lie\n\nSailing\n", encoding="utf-8")
    royal = tmp_path / "rulings" / "book" / "pokemon-tcg" / "battle-royal"
    erratum = page.partition("```yaml\n")[2].partition("```")[0]
    (royal / "errata.yaml").write_text(erratum, encoding="utf-8")
    packages = os.pathsep.join(str(tmp_path / folder) for folder in (".", "index", "cli"))

    for command, printed in (
        ("list --kind erratum", "BR-E1"),
        ("search misprinted damage", "BR-E1"),
        ("search source:raid-article boss", "RAID"),
        ("search boss --source raid-article", "RAID"),
        ("search --help", "Only what rests on this source."),
        ("export --format ids --kind erratum", "BR-E1"),
        ("check", "B604 warning: where in battle-royal-article?"),
        (f"import glossary {words} {NAMES} --into {tmp_path / 'words'}", "words: 1 words"),
        (f"check {tmp_path / 'words'}", ""),
        ("import --help", "glossary (words: a text of lines)"),
    ):
        ran = python("-m", "rulings_cli", *command.split(), cwd=tmp_path, PYTHONPATH=packages)
        assert ran.code == 0, ran.err
        assert printed in " ".join(ran.out.split())


def test_the_site_of_the_documentation_builds(tmp_path: Path) -> None:
    """Strictly: a link that leads nowhere, or a page that no menu names, is an error."""
    pytest.importorskip("mkdocs", reason="comes with the extra `test`")
    ran = python("-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path / "s", cwd=ROOT)

    assert ran.code == 0, ran.err
    assert (tmp_path / "s" / "reference" / "commands" / "index.html").is_file()
    assert (tmp_path / "s" / "ja" / "tutorial" / "index.html").is_file()
