"""Questions and answers as they stand in a table (CSV, JSON, YAML) or a text (Markdown, Q:/A:)."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rulings.errors import RulingsError
from rulings.importing.documents import documents
from rulings.importing.documents.decoding import read_lines
from rulings.importing.documents.html_lines import lines_of
from rulings.importing.documents.lines import Line
from rulings.importing.outline.paragraphs import Paragraphs, wrapping_width
from rulings.reading.yaml_reader import read_document

COLUMNS: dict[str, tuple[str, ...]] = {
    "question": ("question", "q", "asked", "query", "質問", "問", "問い"),
    "answer": ("answer", "a", "response", "reply", "ruling", "回答", "答", "答え", "裁定"),
    "verdict": ("verdict", "short answer", "short", "結論"),
    "title": ("title", "subject", "headline", "件名", "題名"),
    "cards": ("cards", "card", "card name", "card names", "カード", "カード名", "対象カード"),
    "date": ("date", "updated", "published", "日付", "更新日", "掲載日"),
    "where": ("where", "source", "url", "link", "reference", "出典"),
}  # fmt: skip
"""What a question has, and the headings by which its column is known."""

_ASKS = re.compile(
    r"[*_]{0,3}(?:Q(?:uestion)?|Ｑ|質問|問) ?\d{0,4}[.:：．)、][*_]{0,3} ?", re.IGNORECASE
)
_SAYS = re.compile(
    r"[*_]{0,3}(?:A(?:nswer)?|Ａ|回答|答) ?\d{0,4}[.:：．)、][*_]{0,3} ?", re.IGNORECASE
)
_BETWEEN_NAMES = re.compile(r"[;；、\n|]|\s/\s")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,200}>")


Question = dict[str, str]
"""What the columns of `COLUMNS` say of a question, as far as they say anything."""


class Questions(NamedTuple):
    """What a file holds: its questions, which column was taken for what, and what is left out.

    `total` counts the items of the file: a row, an object, a question of a text, another line.
    """

    found: list[Question]
    columns: dict[str, str]
    unused: list[str]
    odd: list[str]
    total: int


Row = tuple[str, dict[str, str]]
"""The place of an item, and its cells by their headings; a cell without one cannot be read."""
_UNREAD = ""


def read_questions(path: Path, named: Mapping[str, str]) -> Questions:
    """The questions of a file; `named` columns go before those that are guessed.

    RulingsError where the file holds none, or a named column is not there.
    """
    ending = path.suffix.lower()
    if ending in (".csv", ".tsv"):
        return _of_rows(path, list(_table(path)), named)
    if ending not in (".json", ".yaml", ".yml"):
        return _of_rows(path, list(_asked_in(documents.read(path))), {})
    try:
        data = _json(path) if ending == ".json" else _yaml(path)
        rows = list(_records(path, data, {*COLUMNS["question"], named.get("question", "")}))
    except RecursionError as error:
        raise RulingsError(f"{path}: nested too deep for a list of questions") from error
    return _of_rows(path, rows, named)


def _of_rows(path: Path, rows: Sequence[Row], named: Mapping[str, str]) -> Questions:
    headings = list(dict.fromkeys(heading for _, row in rows for heading in row))
    headings = [heading for heading in headings if heading != _UNREAD]
    rows = [(place, row) for place, row in rows if any(row.values())]
    columns = _columns(path, headings, named)
    found, odd = [], []
    for place, row in rows:
        said = {key: _clean(row.get(heading, "")) for key, heading in columns.items()}
        if row.get(_UNREAD):
            odd.append(f"{path}: {place}: not read: {row[_UNREAD][:60]!r}")
        elif said["question"] and said["answer"]:
            found.append({key: words for key, words in said.items() if words})
        else:
            missing = "answer" if said["question"] else "question"
            seen = said["question"] or said["answer"] or next(filter(None, row.values()))
            odd.append(f"{path}: {place}: no {missing}: {seen[:60]!r}")
    if not found:
        raise RulingsError(f"{path}: no question with an answer in it")
    unused = [heading for heading in headings if heading not in columns.values()]
    return Questions(found, columns, unused, odd, len(rows))


def _columns(path: Path, headings: Sequence[str], named: Mapping[str, str]) -> dict[str, str]:
    """Which heading stands for what."""
    plain = {" ".join(heading.casefold().split()): heading for heading in headings}
    columns = {}
    for key, known in COLUMNS.items():
        if key in named and named[key] not in headings:
            there = ", ".join(headings)
            raise RulingsError(f"{path}: no column {named[key]!r}; there are {there}")
        heading = named.get(key) or next((plain[name] for name in known if name in plain), None)
        if heading:
            columns[key] = heading
    for key in ("question", "answer"):
        if key not in columns:
            there = ", ".join(headings) or "none"
            message = f"which column is the {key}? name it with --column {key}=NAME"
            raise RulingsError(f"{path}: {message}; there are {there}")
    return columns


def _table(path: Path) -> Iterator[Row]:
    text = "\n".join(read_lines(path))
    first = text.split("\n", 1)[0]
    delimiter = max("\t;,", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        headings = _headings(next(filter(None, reader), []))
        for cells in reader:
            place = f"line {reader.line_num}"
            if any(cells[len(headings) :]):
                yield f"{place}, with more cells than columns", {_UNREAD: delimiter.join(cells)}
            else:
                yield place, dict(zip(headings, cells, strict=False))
    except csv.Error as error:
        raise RulingsError(
            f"{path}:{reader.line_num}: no table that can be read: {error}"
        ) from error


def _headings(cells: list[str]) -> list[str]:
    """The headings of a table; one that is empty or stands twice is named by its place."""
    names = [cell.strip() for cell in cells]
    return [
        name if name and name not in names[:at] else f"{name or 'column'} {at + 1}"
        for at, name in enumerate(names)
    ]


def _json(path: Path) -> Any:
    """The data of a file, with numbers as they are written."""
    try:
        return json.loads("\n".join(read_lines(path)), parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        raise RulingsError(
            f"{path}:{error.lineno}:{error.colno}: no valid JSON: {error.msg}"
        ) from error


def _yaml(path: Path) -> Any:
    document = read_document(path)
    if document.problems:
        raise RulingsError(f"{document.problems[0]}; correct it")
    return document.data


def _records(path: Path, data: Any, asks: Container[str]) -> Iterator[Row]:
    """A list of objects, or such lists in groups, or questions with their answers.

    An object with one of the headings `asks` is a question.
    """
    if isinstance(data, dict) and not _is_group(data, asks):
        data = [{"question": key, "answer": value} for key, value in data.items()]
    if not isinstance(data, dict | list):
        raise RulingsError(f"{path}: give a list of questions, each with its answer")
    yield from _items(data, asks, "")


def _items(group: Any, asks: Container[str], place: str) -> Iterator[Row]:
    """Each item of a list or an object; what holds items itself is a group."""
    named = isinstance(group, dict)
    for key, item in group.items() if named else enumerate(group, 1):
        here = f"{place}{key}" if named else f"{place}item {key}"
        if _is_group(item, asks):
            yield from _items(item, asks, f"{here}, ")
        elif isinstance(item, dict):
            yield here, {str(heading): _flat(value) for heading, value in item.items()}
        else:
            yield here, {_UNREAD: _flat(item)}


def _is_group(item: Any, asks: Container[str]) -> bool:
    if isinstance(item, dict):
        if any(" ".join(str(key).casefold().split()) in asks or key in asks for key in item):
            return False
        item = item.values()
    elif not isinstance(item, list):
        return False
    return any(isinstance(each, dict | list) for each in item)


def _flat(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(map(_flat, value))
    return "" if value is None else str(value)


def _asked_in(document: documents.Document) -> Iterator[Row]:
    """``Q:`` with ``A:`` below it, or headings with text below them; other lines are not read."""
    width = wrapping_width(document.lines)
    row: dict[str, Paragraphs] = {}
    begun, key = 0, ""
    marked = any(_ASKS.match(line.text) for line in document.lines)
    for what, first, last, _ in document.left_out:
        yield f"lines {first} to {last}", {_UNREAD: what}
    for line in document.lines:
        name, text = _begins(line, marked)
        if name == "question":
            if row:
                yield f"line {begun}", {each: words.text for each, words in row.items()}
            row, begun = {}, line.number
        if name:
            key = name
            row.setdefault(key, Paragraphs(width, document.marked))
        if line.text and not (name or (key and text)):
            yield f"line {line.number}", {_UNREAD: line.text}
        if key and (text or key == "answer"):
            row[key].add(line._replace(text=text, heading=0))
            if name and line.heading:
                key = "answer"
                row[key] = Paragraphs(width, document.marked)
    if row:
        yield f"line {begun}", {each: words.text for each, words in row.items()}


def _begins(line: Line, marked: bool) -> tuple[str, str]:
    """What a line begins, if anything, and its words without the mark."""
    if marked:
        for name, pattern in (("question", _ASKS), ("answer", _SAYS)):
            if match := pattern.match(line.text):
                return name, line.text[match.end() :]
        return "", "" if line.heading else line.text
    return ("question" if line.heading else ""), line.text


def _clean(text: str) -> str:
    """A cell as text: no tags, no spaces around."""
    if _TAG.search(text):
        lines = lines_of(text.replace("\n", "<br>"))
        text = "\n".join(("- " if line.bullet else "") + line.text for line in lines)
    return text.strip()


def names_in(text: str) -> list[str]:
    """The names in a cell of cards: between ``;``, ``、``, ``/`` or line breaks."""
    return [name for part in _BETWEEN_NAMES.split(text) if (name := part.strip())]
