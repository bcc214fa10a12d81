"""Questions and answers as they stand in a table (CSV, JSON, YAML) or a text (Markdown, Q:/A:)."""

import csv
import io
import json
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rulings import ids
from rulings.errors import RulingsError
from rulings.importing.dates import dates_in
from rulings.importing.documents import documents
from rulings.importing.documents.html_lines import read_html
from rulings.importing.documents.lines import Line, read_lines
from rulings.importing.outline import number_forms
from rulings.importing.outline.number_forms import narrow
from rulings.importing.outline.numbering import ItemsInOrder
from rulings.importing.outline.paragraphs import Paragraphs, wrapping_width
from rulings.reading.yaml_reader import read_document

_COLUMNS = Path(__file__).with_name("columns.json").read_text(encoding="utf-8")
COLUMNS: dict[str, list[str]] = json.loads(_COLUMNS)
"""What a question has, and the headings by which its column is known."""

_MARK = re.compile(
    r"[*_]{0,3}(?:\d{1,3}[.)] )?[*_]{0,3}\(?"
    r"(?:(?P<question>Q(?:uestion)?|Frage|F(?= ?\d{0,4}:)|質問|問)|A(?:nswer)?|Antwort|回答|答)"
    r"(?:[.]?(?P<alone>\d{1,4})(?=\s)| ?(?P<number>\d{0,4})[.:)、]{1,2})[*_]{0,3}\s?",
    re.IGNORECASE,
)
"""``Q:``, ``(Q1)``, ``Q.1 ``, ``F:``, ``問1 ``, ``1. Q:``, ``A:``, in narrow characters."""
_FOOTNOTE = re.compile(r"\[\^[^\]]{1,40}\]:")
_PICTURE = re.compile(r"!\[([^\[\]]{0,200})\]\([^()\s]{0,500}\)")
_BETWEEN_NAMES = re.compile(r"[;；、\n|]|\s/\s")
_SHOWN = 60
_ELEMENTS = (
    "a|abbr|b|big|blockquote|br|center|cite|code|dd|del|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li"
    "|mark|ol|p|pre|q|rp|rt|ruby|s|small|span|strike|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul"
)
_TAG = rf"</?(?:{_ELEMENTS})(?:\s[^<>\n]{{0,200}}?=[^<>\n]{{0,200}}|\s?/)?>"
_IS_TAG = re.compile(_TAG, re.IGNORECASE)
_NO_TAG = re.compile(f"<(?!{_TAG[1:]})", re.IGNORECASE)
"""In a cell ``<Blocker>`` is a keyword, and ``x<y`` compares."""

Question = dict[str, str]
"""What the columns of `COLUMNS` say of a question, as far as they say anything."""


class Questions(NamedTuple):
    """What a file holds: the questions that were read, which column was taken for what, the columns
    that are not used; a message for each item that is left out (`odd`) or read in part (`in_part`).
    An item is a row, an object, a question of a text, or another line of it.
    """

    read: list[Question]
    columns: dict[str, str]
    unused: list[str]
    odd: list[str]
    in_part: list[str]


class Row(NamedTuple):
    """The place of an item; its cells by their headings, or its words if unread; what is odd."""

    place: str
    cells: Mapping[str, Any]
    unread: str = ""
    odd: Sequence[str] = ()


def read_questions(path: Path, named: Mapping[str, str]) -> Questions:
    """The questions of a file, by `named` columns, else by usual names; RulingsError if none."""
    try:
        questions = _questions(path, list(_rows(path, named)), named)
    except RecursionError as error:
        raise RulingsError(f"{path}: nested too deep for a list of questions") from error
    if not questions.read:
        raise RulingsError(f"{path}: no question with an answer in it")
    return questions


def _questions(path: Path, rows: Sequence[Row], named: Mapping[str, str]) -> Questions:
    """The items of a file: read, read in part, or left out. Rows of empty cells do not count."""
    headings = list(dict.fromkeys(heading for row in rows for heading in row.cells))
    columns = _columns(path, headings, named)
    rows = [row for row in rows if row.unread or any(row.cells.values())]
    unused = [heading for heading in headings if heading not in columns.values()]
    questions = Questions([], columns, unused, [], [])
    answers: dict[str, str] = {}
    for row in rows:
        cells = {key: row.cells.get(heading) for key, heading in columns.items()}
        question = {key: words for key, cell in cells.items() if (words := _clean(_flat(cell)))}
        place = f"{path}: {row.place}"
        missing = [key for key in ("question", "answer") if key not in question]
        if row.unread:
            questions.odd.append(f"{place}: not read: {row.unread[:_SHOWN]!r}")
        elif missing:
            words = next(iter(question.values()), "") or str(next(filter(None, row.cells.values())))
            questions.odd.append(f"{place}: no {missing[0]}: {words[:_SHOWN]!r}")
        else:
            reasons = [f"{key} not read: not a text" for key in cells if not _is_text(cells[key])]
            reasons += [*row.odd, *_oddities(question, answers)]
            if any(map(_PICTURE.search, question.values())):
                reasons.append("a picture in it is left out, but for its words")
                question = {key: _PICTURE.sub(r"\1", text) for key, text in question.items()}
            questions.in_part.extend(f"{place}: {reason}" for reason in reasons)
            questions.read.append(question)
    return questions


def _rows(path: Path, named: Mapping[str, str]) -> Iterator[Row]:
    """The items of a file; where its columns are `named`, they say which object is a question."""
    ending = path.suffix.lower()
    if ending in (".csv", ".tsv"):
        yield from _table(path)
    elif ending in (".json", ".yaml", ".yml"):
        yield from _objects(path, {*COLUMNS["question"], named.get("question", "")})
    else:
        yield from _questions_in(documents.read(path))


def _oddities(question: Question, answers: dict[str, str]) -> Iterator[str]:
    """What is odd about a question; `answers` gets the first answer to each."""
    date = question.get("date", "")
    if date and not dates_in(date):
        yield f"date not read: {date[:_SHOWN]!r}"
    asked, answer = question["question"], question["answer"]
    if answers.setdefault(ids.letters_of(asked) or asked, answer) != answer:
        yield f"asked before, with another answer: {asked[:_SHOWN]!r}"


def _columns(path: Path, headings: Sequence[str], named: Mapping[str, str]) -> dict[str, str]:
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
        elif headings and key in ("question", "answer"):
            message = f"which column is the {key}? name it with --column {key}=NAME"
            raise RulingsError(f"{path}: {message}; {there}")
    return columns


def _table(path: Path) -> Iterator[Row]:
    text = re.sub(r"\A(?i:sep)=.\n", "\n", "\n".join(read_lines(path)))  # a line for Excel alone
    first = text.lstrip("\n").partition("\n")[0]
    delimiter = max("\t;,|", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        headings = _headings(next(filter(None, reader), []))
        for cells in reader:
            place = f"line {reader.line_num}"
            if any(cells[len(headings) :]):
                where = f"{place}, with more cells than columns"
                yield Row(where, dict.fromkeys(headings, ""), delimiter.join(cells))
            else:
                yield Row(place, dict(zip(headings, cells, strict=False)))
    except csv.Error as error:
        message = f"no table that can be read: {error}"
        raise RulingsError(f"{path}:{reader.line_num}: {message}") from error


def _headings(cells: list[str]) -> list[str]:
    """The headings of a table; one that is empty or stands twice is named by its place."""
    names: dict[str, None] = {}
    for at, name in enumerate(map(str.strip, cells), 1):
        names[name if name and name not in names else f"{name or 'column'} {at}"] = None
    return list(names)


def _objects(path: Path, asks: Container[str]) -> Iterator[Row]:
    """Objects with one of the keys `asks`, in a list or in groups; or an object of answers."""
    if path.suffix.lower() == ".json":
        try:  # numbers stay as they are written
            data = json.loads("\n".join(read_lines(path)), parse_int=str, parse_float=str)
        except json.JSONDecodeError as error:
            place = f"{path}:{error.lineno}:{error.colno}"
            raise RulingsError(f"{place}: no valid JSON: {error.msg}") from error
    else:
        document = read_document(path)
        if document.problems:
            raise RulingsError(f"{document.problems[0]}; correct it")
        data = document.data
    if isinstance(data, dict) and not _is_group(data, asks):
        data = [{"question": key, "answer": value} for key, value in data.items()]
    if not isinstance(data, dict | list):
        raise RulingsError(f"{path}: give a list of questions, each with its answer")
    yield from _items(data, asks, "")


def _items(group: Any, asks: Container[str], place: str) -> Iterator[Row]:
    """Each item of a list or an object; of an item that holds items, these instead."""
    named = isinstance(group, dict)
    for key, item in group.items() if named else enumerate(group, 1):
        here = f"{place}{key}" if named else f"{place}item {key}"
        if _is_group(item, asks):
            yield from _items(item, asks, f"{here}, ")
        elif isinstance(item, dict):
            yield Row(here, {str(heading): value for heading, value in item.items()})
        elif item:
            yield Row(here, {}, _flat(item) or str(item))


def _is_group(item: Any, asks: Container[str]) -> bool:
    if isinstance(item, dict):
        if any(" ".join(str(key).casefold().split()) in asks or key in asks for key in item):
            return False
        item = item.values()
    elif not isinstance(item, list):
        return False
    return any(isinstance(each, dict | list) for each in item)


def _is_text(value: Any) -> bool:
    """Whether a value is a text, a list of texts, or nothing."""
    return all(map(_is_text, value)) if isinstance(value, list) else isinstance(value, str | None)


def _flat(value: Any) -> str:
    """A value as the text of a cell; empty for an object, such as a text by language."""
    if isinstance(value, list):
        return "\n\n".join(filter(None, map(_flat, value)))
    return value if isinstance(value, str) else ""


def _questions_in(document: documents.Document) -> Iterator[Row]:
    """``Q:`` with ``A:`` below it, and headings with text below them.

    Another heading, and an answer without its question, end the answer before them.
    """
    for what, first, last, _ in document.left_out:
        yield Row(f"lines {first} to {last}", {}, what)
    width = wrapping_width(document.lines)
    marks = (_MARK.match(narrow(line.text)) for line in document.lines)
    marked = any(mark and mark["question"] for mark in marks)
    asked: list[tuple[str, dict[str, Paragraphs], list[str]]] = []  # of each question, see Row
    texts: dict[str, Paragraphs] = {}  # of the last question
    part, asked_as = "", ""  # the part of it to which the next line belongs, and its number
    items = ItemsInOrder()
    for at, line in enumerate(document.lines, 1):
        place = f"line {line.number}"
        begins, number, text = _begins(line, marked, document.lines[at : at + 200])
        if begins == "question":
            texts = {each: Paragraphs(width, document.marked) for each in ("question", "answer")}
            asked.append((place, texts, []))
            asked_as, items = number, ItemsInOrder()
        elif begins == "answer" and not (part and number in ("", asked_as or number)):
            begins, part, text = "", "", line.text  # without its question, or of another number
        elif begins == part == "answer":
            begins, text = "", line.text
            asked[-1][2].append(f"another answer in {place}; kept as text of the first")
        elif line.heading and not (begins or line.quoted):
            part = ""
        part = begins or part
        if part and (text or part == "answer") and not _FOOTNOTE.match(text):
            bullet = line.bullet and not begins
            an_item = not texts[part].expects(line) and items.takes([*number_forms.read(text)])
            texts[part].add(line._replace(text=text, heading=0, bullet=bullet), an_item=an_item)
            part = "answer" if line.heading and begins else part
        elif text:
            yield Row(place, {}, line.text)
    for place, texts, odd in asked:
        yield Row(place, {each: words.text for each, words in texts.items()}, odd=odd)


def _begins(line: Line, marked: bool, after: Sequence[Line]) -> tuple[str, str, str]:
    """Whether a line begins a question or an answer; its number; its words without the mark. A
    heading above other headings is a question only if it ends in a question mark.
    """
    if marked and (match := _MARK.match(narrow(line.text))):
        what = "question" if match["question"] else "answer"
        return what, match["number"] or match["alone"] or "", line.text[match.end() :]
    below = next((each.heading for each in after if each.heading), 0)
    heads_others = marked or line.heading < below
    asks = not heads_others or line.text.endswith(("?", "？"))
    return "question" if line.heading and asks and not line.quoted else "", "", line.text


def _clean(text: str) -> str:
    """A cell as text: no tags, no spaces around."""
    if _IS_TAG.search(text):
        lines, _ = read_html(_NO_TAG.sub("&lt;", text).replace("\n", "<br>"))
        text = "\n".join(
            ("  " * (line.indent - 1) + "- " if line.bullet else "") + line.text for line in lines
        )
    return text.strip()


def names_in(text: str) -> list[str]:
    """The names in a cell of cards: between ``;``, ``、``, ``/`` or line breaks."""
    return [name for part in _BETWEEN_NAMES.split(text) if (name := part.strip())]
