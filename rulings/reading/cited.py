"""Documents that a book cites and does not hold: their numbers and marks, without their texts."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rulings import ids
from rulings.disk.files import LARGEST_FILE, InputError, read_input
from rulings.errors import RulingsError
from rulings.format.authority_and_status import Authority, Status
from rulings.format.model import Game, Ruleset, Source, Text
from rulings.kinds import KINDS
from rulings.reading.book import Book
from rulings.reading.yaml_reader import Document

ENDING = ".json"
_KINDS = {"clause": "text", "ruling": "answer", "note": "text"}
"""The kinds of entries in an imported document, each with the text that it must have."""


class Numbers(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The numbers of a document in one edition: of its sections and clauses each with the mark of
    its text; `names` are those of its cards and terms, by ``term:pier``; `withdrawn` are answers.
    """

    game: Game
    ruleset: Ruleset
    sources: list[Source]
    numbers: dict[str, str]
    names: dict[str, Text] = {}
    withdrawn: list[str] = []
    authority: Authority = Authority.OFFICIAL


def encoded(book: Book, ruleset: Ruleset, marks: Mapping[str, str]) -> bytes:
    """The file with the numbers of a ruleset: a line each, for small diffs."""
    mine = [name for name in book.entries if book.ruleset_of(name).id == ruleset.id]
    numbers = {name: marks.get(name, "") for name in mine if ids.kind_of(name) in _KINDS}
    sections = [msgspec.structs.replace(each, title={}) for each in ruleset.sections]
    bare = msgspec.structs.replace(
        ruleset, text={}, notice={}, silent={}, open_points=[], sections=sections
    )
    plain = msgspec.to_builtins(
        Numbers(
            book.games.get(ruleset.game) or Game(id=ruleset.game, name={"en": ruleset.game}),
            bare,
            [msgspec.structs.replace(each, note={}) for each in book.sources.values()],
            {each.id: marks.get(each.id, "") for each in ruleset.sections} | numbers,
            book.names(ruleset.game),
            [name for name in numbers if book.entries[name].status is Status.WITHDRAWN],
            next((book.entries[name].authority for name in mine), Authority.OFFICIAL),
        )
    )
    for part in (plain["game"], plain["ruleset"], *plain["sources"]):
        for key in [key for key, value in part.items() if not value]:
            del part[key]
    return msgspec.json.format(msgspec.json.encode(plain), indent=1) + b"\n"


def read_numbers(path: Path) -> Numbers:
    """The numbers in a file; RulingsError where it cannot be read, or is another file."""
    return decoded(read_input(path, LARGEST_FILE), str(path))


@cache
def decoded(content: bytes, name: str) -> Numbers:
    """The numbers in the content of a file with this name; RulingsError for other content."""
    try:
        return msgspec.json.decode(content, type=Numbers)
    except msgspec.MsgspecError as error:
        raise RulingsError(f"{name}: no file of `rulings cite`; write it again: {error}") from error


def document_of(content: bytes | InputError, name: str) -> Document:
    """A file of numbers as the document of a book whose entries have no texts."""
    document = Document(name)
    if isinstance(content, InputError):
        if not content.missing:  # a missing file is reported for its folder (B011)
            document.add_problem((), "B002" if content.too_large else "B001", content.reason)
        return document
    try:
        read = decoded(content, name)
    except RulingsError as error:
        document.add_problem((), "B005", str(error).removeprefix(f"{name}: "))
        return document
    sections = {each.id for each in read.ruleset.sections}
    heads = {"game": read.game, "ruleset": read.ruleset, "sources": read.sources}
    data: dict[str, Any] = msgspec.to_builtins(heads)
    for number in (each for each in read.numbers if each not in sections):
        kind = ids.kind_of(number) or "clause"
        item = {"id": number, "authority": read.authority.value, _KINDS.get(kind, "text"): {}}
        item |= {"status": "withdrawn"} if number in read.withdrawn else {}
        data.setdefault(KINDS[kind].key, []).append(item)
    for each, name_of in read.names.items():
        kind, _, slug = each.partition(":")
        data.setdefault(f"{kind}s", []).append({"id": slug, "name": name_of})
    document.data = data
    return document
