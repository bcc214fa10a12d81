"""Questions and answers as they stand in a table (CSV, JSON, YAML) or a text (Markdown, Q:/A:)."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rulings.errors import RulingsError
from rulings.importing.documents import documents
from rulings.importing.documents.html_lines import read_html
from rulings.importing.documents.lines import Line, read_lines
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

_QUESTION = re.compile(
    r"[*_]{0,3}(?:Q(?:uestion)?|Ｑ|質問|問) ?\d{0,4}[.:：．)、][*_]{0,3} ?", re.IGNORECASE
)
_ANSWER = re.compile(
    r"[*_]{0,3}(?:A(?:nswer)?|Ａ|回答|答) ?\d{0,4}[.:：．)、][*_]{0,3} ?", re.IGNORECASE
)
_BETWEEN_NAMES = re.compile(r"[;；、\n|]|\s/\s")
_SEPARATOR = re.compile(r"sep=(.)", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,200}>")


Question = dict[str, str]
"""What the columns of `COLUMNS` say of a question, as far as they say anything."""


class Questions(NamedTuple):
    """What a file holds: the questions that were read, which column was taken for what, the columns
    that are not used, and a message for each item that is left out.

    `total` counts the items of the file: a row, an object, a question of a text, another line.
    """

    read: list[Question]
    columns: dict[str, str]
    unused: list[str]
    odd: list[str]
    total: int


Row = tuple[str, dict[str, str]]
"""The place of an item, and its cells by their headings; a cell under `_UNREAD` cannot be read."""
_UNREAD = ""


def read_questions(path: Path, named: Mapping[str, str]) -> Questions:
    """The questions of a file; `named` columns go before those that are guessed.

    RulingsError where the file holds none, or a named column is not there.
    """
    ending = path.suffix.lower()
    try:
        if ending in (".csv", ".tsv"):
            rows = list(_table(path))
        elif ending in (".json", ".yaml", ".yml"):
            rows = list(_objects(path, {*COLUMNS["question"], named.get("question", "")}))
        else:
            rows, named = list(_questions_in(documents.read(path))), {}
    except RecursionError as error:
        raise RulingsError(f"{path}: nested too deep for a list of questions") from error
    headings = list(dict.fromkeys(heading for _, row in rows for heading in row if heading))
    rows = [(place, row) for place, row in rows if any(row.values())]
    columns = _columns(path, headings, named)
    read, odd = [], []
    for place, row in rows:
        question = {key: _clean(row.get(heading, "")) for key, heading in columns.items()}
        missing = next((key for key in ("question", "answer") if not question[key]), "")
        words = question["question"] or question["answer"] or next(filter(None, row.values()))
        if missing or row.get(_UNREAD):
            what = "not read" if row.get(_UNREAD) else f"no {missing}"
            odd.append(f"{path}: {place}: {what}: {(row.get(_UNREAD) or words)[:60]!r}")
        else:
            read.append({key: words for key, words in question.items() if words})
    if not read:
        raise RulingsError(f"{path}: no question with an answer in it")
    unused = [heading for heading in headings if heading not in columns.values()]
    return Questions(read, columns, unused, odd, len(rows))


def _columns(path: Path, headings: Sequence[str], named: Mapping[str, str]) -> dict[str, str]:
    """Which heading stands for what."""
    there = f"there are {', '.join(headings) or 'none'}"
    plain = {" ".join(heading.casefold().split()): heading for heading in headings}
    for column in named.values():
        if column not in headings:
            raise RulingsError(f"{path}: no column {column!r}; {there}")
    columns = {}
    for key, usual in COLUMNS.items():
        heading = named.get(key) or next((plain[name] for name in usual if name in plain), None)
        if heading:
            columns[key] = heading
        elif key in ("question", "answer"):
            message = f"which column is the {key}? name it with --column {key}=NAME"
            raise RulingsError(f"{path}: {message}; {there}")
    return columns


def _table(path: Path) -> Iterator[Row]:
    text = "\n".join(read_lines(path))
    first, _, rest = text.partition("\n")
    named = _SEPARATOR.fullmatch(first)  # as Excel writes it
    text = rest if named else text
    delimiter = named[1] if named else max("\t;,|", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        headings = _headings(next(filter(None, reader), []))
        for cells in reader:
            place = f"line {reader.line_num + bool(named)}"
            if any(cells[len(headings) :]):
                yield f"{place}, with more cells than columns", {_UNREAD: delimiter.join(cells)}
            else:
                yield place, dict(zip(headings, cells, strict=False))
    except csv.Error as error:
        place = f"{path}:{reader.line_num + bool(named)}"
        raise RulingsError(f"{place}: no table that can be read: {error}") from error


def _headings(cells: list[str]) -> list[str]:
    """The headings of a table; one that is empty or stands twice is named by its place."""
    names: dict[str, None] = {}
    for at, name in enumerate(map(str.strip, cells), 1):
        names[name if name and name not in names else f"{name or 'column'} {at}"] = None
    return list(names)


def _yaml(path: Path) -> Any:
    document = read_document(path)
    if document.problems:
        raise RulingsError(f"{document.problems[0]}; correct it")
    return document.data


def _json(path: Path) -> Any:
    """The data of a file, with numbers as they are written."""

    def whole(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = Counter(key for key, _ in pairs)
        if len(keys) < len(pairs):
            key = keys.most_common(1)[0][0]
            raise RulingsError(f"{path}: key {key!r} twice in an object; remove one")
        return dict(pairs)

    text = "\n".join(read_lines(path))
    try:
        return json.loads(text, parse_int=str, parse_float=str, object_pairs_hook=whole)
    except json.JSONDecodeError as error:
        place = f"{path}:{error.lineno}:{error.colno}"
        raise RulingsError(f"{place}: no valid JSON: {error.msg}") from error


def _objects(path: Path, asks: Container[str]) -> Iterator[Row]:
    """A list of objects, or such lists in groups, or an object of questions with their answers.

    An object with one of the keys `asks` is a question.
    """
    data = _json(path) if path.suffix.lower() == ".json" else _yaml(path)
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
    """A value as the text of a cell; an object, such as a text by language, is none."""
    if isinstance(value, list):
        return "; ".join(map(_flat, value))
    return value if isinstance(value, str) else ""


def _questions_in(document: documents.Document) -> Iterator[Row]:
    """``Q:`` with ``A:`` below it, or headings with text below them; other lines are not read."""
    width = wrapping_width(document.lines)
    rows: list[tuple[int, dict[str, Paragraphs]]] = []
    key = ""
    marked = any(_QUESTION.match(line.text) for line in document.lines)
    for what, first, last, _ in document.left_out:
        yield f"lines {first} to {last}", {_UNREAD: what}
    for line in document.lines:
        name, text = _begins(line, marked)
        if name == "question" or (name and not rows):
            texts = {each: Paragraphs(width, document.marked) for each in ("question", "answer")}
            rows.append((line.number, texts))
        key = name or key
        if line.text and not (name or (key and text)):
            yield f"line {line.number}", {_UNREAD: line.text}
        if key and (text or key == "answer"):
            rows[-1][1][key].add(line._replace(text=text, heading=0))
            key = "answer" if line.heading and name else key
    for number, row in rows:
        yield f"line {number}", {each: words.text for each, words in row.items()}


def _begins(line: Line, marked: bool) -> tuple[str, str]:
    """What a line begins, if anything, and its words without the mark."""
    if not marked:
        return ("question" if line.heading else ""), line.text
    for name, pattern in (("question", _QUESTION), ("answer", _ANSWER)):
        if match := pattern.match(line.text):
            return name, line.text[match.end() :]
    return "", "" if line.heading else line.text


def _clean(text: str) -> str:
    """A cell as text: no tags, no spaces around."""
    if _TAG.search(text):
        lines = read_html(text.replace("\n", "<br>")).lines
        text = "\n".join(("- " if line.bullet else "") + line.text for line in lines)
    return text.strip()


def names_in(text: str) -> list[str]:
    """The names in a cell of cards: between ``;``, ``、``, ``/`` or line breaks."""
    return [name for part in _BETWEEN_NAMES.split(text) if (name := part.strip())]
