"""A new book: one game, one ruleset, a source, and what a repository of it needs."""

import re
from pathlib import Path
from string import Template

from rulings.disk.changes import FileChange, save_changes
from rulings.editing import emitter
from rulings.errors import RulingsError
from rulings.languages import SPOKEN, nearest
from rulings.reading import book_files
from rulings.reading.load import load_book
from rulings_cli.places import locations
from rulings_cli.places.language import reply_languages
from rulings_cli.writing.request import NewRequest, named, ruleset_head, values_of


def begin(request: NewRequest) -> tuple[str, Path]:
    """Write a new book, RulingsError if a file of it exists; returns its ruleset and its folder."""
    if not request.words:
        raise RulingsError("a book needs its folder; write for example: rulings new book my-book")
    folder = Path(request.words)
    ruleset, files = _files(request, folder)
    if there := [name for name in files if (folder / name).exists()]:
        raise RulingsError(f"{folder / there[0]} exists already; choose a new folder")
    save_changes({folder / name: FileChange(b"", files[name].encode()) for name in files})
    return ruleset, folder


def _files(request: NewRequest, folder: Path) -> tuple[str, dict[str, str]]:
    title = request.game or folder.absolute().name.replace("-", " ").replace("_", " ").capitalize()
    language = request.lang or reply_languages(None, title)[0]
    game = named(NewRequest("game", title, id=request.id), language)
    rules = {"en": f"{title} rules", "ja": f"{title}のルール"}
    called = request.ruleset or rules.get(language, title)
    described = NewRequest("ruleset", called, prefix=request.prefix or _initials(title))
    described.edition, described.id = request.edition, f"{game['id']}-rules"
    described.languages = request.languages
    books = [book_files.BUILT_IN_BOOK, *locations.named_books(None, if_any=True)]
    head = ruleset_head(described, game["id"], language, load_book(books).book.by_prefix)
    imprint = values_of(request, language)
    imprint = imprint | {"title": {language: title} | imprint.get("title", {})}
    titles = {language: called}
    source = {"id": f"{game['id']}-document", "title": titles, "edition": head["edition"]}
    words = {"title": title, "game": game["id"], "ruleset": head["id"]}
    below = f"{game['id']}/{head['id']}"
    return head["id"], {
        "book.yaml": emitter.head("book", imprint),
        f"{game['id']}/game.yaml": emitter.head("game", game),
        f"{below}/ruleset.yaml": emitter.head("ruleset", head),
        f"{below}/sources.yaml": "sources:\n" + emitter.item(source),
        "rulings.toml": _filled(f"rulings.{nearest(SPOKEN, language)}.toml", words),
        "README.md": _filled(f"README.{nearest(SPOKEN, language)}.md", words),
        ".github/workflows/check.yml": _filled("check.yml", words),
        ".github/workflows/publish.yml": _filled("publish.yml", words),
    }


def _filled(name: str, words: dict[str, str]) -> str:
    """A file of the folder `new_book` beside this module, with the names of the book."""
    template = Path(__file__).parent / "new_book" / name
    return Template(template.read_text(encoding="utf-8")).substitute(words)


def _initials(title: str) -> str:
    """The default prefix of ids: the first letters of the title's words."""
    words = re.findall(r"[A-Za-z][A-Za-z0-9]*", title)
    first = "".join(word[0] for word in words) if len(words) > 1 else "".join(words)[:2]
    return first.upper()[:12] or "R"
