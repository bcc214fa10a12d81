"""Questions and answers as they stand in a table (CSV, JSON, YAML) or a text (Markdown, Q:/A:)."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rulings.errors import RulingsError
from rulings.importers import documents
from rulings.importers.decoding import read_lines
from rulings.importers.html_lines import lines_of
from rulings.importers.lines import Line
from rulings.importers.paragraphs import Paragraphs, wrapping_width
from rulings.reader import read_document

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
    """What a file holds: its questions, which column was taken for what, and what is odd."""

    found: list[Question]
    columns: dict[str, str]
    unused: list[str]
    odd: list[str]


def read_questions(path: Path, named: Mapping[str, str]) -> Questions:
    """The questions of a file; `named` columns go before those that are guessed.

    RulingsError where the file holds none, or a named column is not there.
    """
    ending = path.suffix.lower()
    if ending in (".csv", ".tsv"):
        rows = list(_table(path))
    elif ending in (".json", ".yaml", ".yml"):
        rows = list(_records(path, _json(path) if ending == ".json" else _yaml(path)))
    else:
        return _of_rows(path, list(_asked_in(documents.read(path))), {})
    return _of_rows(path, rows, named)


def _of_rows(
    path: Path, rows: Sequence[tuple[str, dict[str, str]]], named: Mapping[str, str]
) -> Questions:
    headings = list(dict.fromkeys(heading for _, row in rows for heading in row))
    columns = _columns(path, headings, named)
    found, odd = [], []
    for place, row in rows:
        said = {key: _clean(row.get(heading, "")) for key, heading in columns.items()}
        if said["question"] and said["answer"]:
            found.append({key: words for key, words in said.items() if words})
        elif any(row.values()):
            missing = "answer" if said["question"] else "question"
            seen = said["question"] or said["answer"] or next(filter(None, row.values()))
            odd.append(f"{path}: {place}: no {missing}: {seen[:60]!r}")
    if not found:
        raise RulingsError(f"{path}: no question with an answer in it")
    unused = [heading for heading in headings if heading not in columns.values()]
    return Questions(found, columns, unused, odd)


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


def _table(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    text = "\n".join(read_lines(path))
    first = text.split("\n", 1)[0]
    delimiter = max("\t;,", key=first.count)
    reader = csv.DictReader(
        io.StringIO(text, newline=""), delimiter=delimiter, restkey="", restval=""
    )
    try:
        for row in reader:
            cells = {str(key).strip(): value for key, value in row.items() if key}
            yield f"line {reader.line_num}", {key: str(value) for key, value in cells.items()}
    except csv.Error as error:
        raise RulingsError(
            f"{path}:{reader.line_num}: no table that can be read: {error}"
        ) from error


def _json(path: Path) -> Any:
    try:
        return json.loads("\n".join(read_lines(path)))
    except json.JSONDecodeError as error:
        raise RulingsError(
            f"{path}:{error.lineno}:{error.colno}: no valid JSON: {error.msg}"
        ) from error
    except (ValueError, RecursionError) as error:
        message = "nested too deep, or a number too long, for a list of questions"
        raise RulingsError(f"{path}: {message}") from error


def _yaml(path: Path) -> Any:
    document = read_document(path)
    if document.problems:
        raise RulingsError(f"{document.problems[0]}; correct it")
    return document.data


def _records(path: Path, data: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """A list of objects, the first such list in an object, or questions with their answers."""
    if isinstance(data, dict):
        lists = [value for value in data.values() if isinstance(value, list)]
        pairs = [{"question": key, "answer": value} for key, value in data.items()]
        data = lists[0] if lists else pairs
    if not isinstance(data, list):
        raise RulingsError(f"{path}: give a list of questions, each with its answer")
    for number, item in enumerate(data, 1):
        row = item if isinstance(item, dict) else {"": item}
        yield f"item {number}", {str(key): _flat(value) for key, value in row.items()}


def _flat(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(map(_flat, value))
    return "" if value is None else str(value)


def _asked_in(document: documents.Document) -> Iterator[tuple[str, dict[str, str]]]:
    """``Q:`` with ``A:`` below it, or headings with text below them."""
    width = wrapping_width(document.lines)
    row: dict[str, Paragraphs] = {}
    begun, key = 0, ""
    marked = any(_ASKS.match(line.text) for line in document.lines)
    for line in document.lines:
        name, text = _begins(line, marked)
        if name == "question":
            if row:
                yield f"line {begun}", {each: words.text for each, words in row.items()}
            row, begun = {}, line.number
        if name:
            key = name
            row.setdefault(key, Paragraphs(width, document.marked))
        if key and (text or key == "answer"):
            row[key].add(line._replace(text=text, heading=0))
            if line.heading:
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
