"""A new book: one game, one ruleset, a source, and what a repository of it needs."""

from __future__ import annotations

import re
from pathlib import Path

import rulings
from rulings.disk.changes import alone_in
from rulings.disk.files import save
from rulings.editing import emitter
from rulings.errors import RulingsError
from rulings.importing.identifiers import slug
from rulings.languages import nearest_spoken
from rulings_cli.places import language
from rulings_cli.writing.drafts import ruleset_head
from rulings_cli.writing.request import Request, reject_faulty, values_of

_RULES = {"en": "{} rules", "ja": "{}のルール"}
_README = {
    "en": """# {title}

A book of rulings for `rulings` (Python package {package}).

    rulings new ruling "What was asked" --into .
    rulings check .
    rulings --only search --book . "what a player says"
    rulings --only site --book . -o public

Entries stand in `{game}/{ruleset}/`. `.github/workflows/check.yml` checks every change, and
`publish.yml` publishes the site from the main branch (turn on Pages, source: GitHub Actions).
""",
    "ja": """# {title}

`rulings` (Pythonパッケージ {package}) の裁定の本です。

    rulings new ruling "聞かれたこと" --into .
    rulings check .
    rulings --only search --book . "プレイヤーの言葉"
    rulings --only site --book . -o public

項目は `{game}/{ruleset}/` にあります。`.github/workflows/check.yml` が変更のたびに検査し、
`publish.yml` がmainブランチからサイトを公開します(Pagesを有効にし、SourceをGitHub Actionsにする)。
""",
}
_STEPS = """    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with: {{python-version: "3.12"}}
      - run: pip install "{package}"
      - run: rulings --only check .
"""
_CHECK = f"""name: check
on: [push, pull_request]
jobs:
  check:
    runs-on: ubuntu-latest
{_STEPS}"""
_PUBLISH = f"""name: publish
on:
  push:
    branches: [main]
permissions: {{{{contents: read, pages: write, id-token: write}}}}
jobs:
  publish:
    runs-on: ubuntu-latest
    environment: github-pages
{_STEPS}      - run: rulings --only site --book . -o public
      - uses: actions/upload-pages-artifact@v3
        with: {{{{path: public}}}}
      - uses: actions/deploy-pages@v4
"""


def begin(request: Request) -> tuple[str, Path]:
    """Write a book that the checks find nothing wrong with; returns the id of its ruleset and its
    folder.

    RulingsError where one of its files is there already, or what was typed is not of the format.
    """
    if not request.words:
        raise RulingsError("a book needs its folder; write for example: rulings new book my-book")
    folder = Path(request.words)
    ruleset, files = _files(request, folder)
    there = [name for name in files if (folder / name).exists()]
    if there:
        raise RulingsError(f"{folder / there[0]} exists already; choose a new folder")
    for name, text in files.items():
        with alone_in((folder / name).parent):
            save(folder / name, text.encode(), inside=folder)
    return ruleset, folder


def _files(request: Request, folder: Path) -> tuple[str, dict[str, str]]:
    title = request.game or folder.absolute().name.replace("-", " ").replace("_", " ").capitalize()
    spoken = request.lang or language.choose(None, title)[0]
    language_of_page = nearest_spoken(spoken)
    game = {"id": request.id or slug(title), "name": {spoken: title}}
    called = request.ruleset or _RULES.get(spoken, "{}").format(title)
    described = Request("ruleset", called, prefix=request.prefix or _initials(title))
    described.edition, described.id = request.edition, f"{game['id']}-rules"
    head = ruleset_head(described, str(game["id"]), spoken)
    reject_faulty(game, "game")
    reject_faulty(head, "ruleset")
    imprint = {"title": {spoken: title}} | values_of(request, spoken)
    source = {"id": f"{game['id']}-document", "title": {spoken: called}, "edition": head["edition"]}
    named = {"title": title, "game": game["id"], "ruleset": head["id"]}
    package = f"tcg-rulings>={rulings.__version__}"
    below = f"{game['id']}/{head['id']}"
    return str(head["id"]), {
        "book.yaml": emitter.head("book", imprint),
        f"{game['id']}/game.yaml": emitter.head("game", game),
        f"{below}/ruleset.yaml": emitter.head("ruleset", head),
        f"{below}/sources.yaml": "sources:\n" + emitter.item(source),
        "README.md": _README[language_of_page].format(package=package, **named),
        ".github/workflows/check.yml": _CHECK.format(package=package),
        ".github/workflows/publish.yml": _PUBLISH.format(package=package),
    }


def _initials(title: str) -> str:
    """What ids begin with where nobody says: the first letters of the title's words."""
    words = re.findall(r"[A-Za-z][A-Za-z0-9]*", title)
    first = "".join(word[0] for word in words) if len(words) > 1 else "".join(words)[:2]
    return first.upper()[:12] or "R"
