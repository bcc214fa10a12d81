"""What `rulings new` asks for at a terminal, where it was not said."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from rulings.languages import nearest_spoken
from rulings_cli.places import language
from rulings_cli.terminal.output import one_line
from rulings_cli.writing.wanted import Wanted


class Question(NamedTuple):
    """A question whose answer sets an attribute or a text of what is wanted, for some kinds."""

    name: str
    kinds: str
    en: str
    ja: str


_QUESTIONS = (
    Question("words", "book", "Folder of the book", "本のフォルダ"),
    Question("words", "game ruleset card term", "Name", "名前"),
    Question("words", "source", "Title of the document", "文書の題名"),
    Question("words", "ruling", "What was asked", "何を聞かれたか"),
    Question("words", "fork", "What to ask back", "何を聞き返すか"),
    Question("words", "clause variant note open", "Title (may stay empty)", "題名(空でもよい)"),
    Question("id", "clause", "Number, such as 1.2a", "番号(例: 1.2a)"),
    Question("prefix", "ruleset", "Prefix of its ids, such as HB", "idの前置(例: HB)"),
    Question("verdict", "ruling open", "Verdict, in one line", "裁定(一行)"),
    Question("answer", "ruling", "Answer (may stay empty)", "回答(空でもよい)"),
    Question("text", "clause variant note open", "What it says", "内容"),
    Question("cases", "fork", "A case, as WHEN=ID", "場合(条件=id)"),
    Question("cases", "fork", "Another case", "別の場合"),
)


def ask(wanted: Wanted) -> None:
    """Ask for what is missing, where a person sits at a terminal; else leave it as it is."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    spoken = nearest_spoken(language.choose(wanted.lang or None)[0])
    for question in _open(wanted):
        said = _answer(question.ja if spoken == "ja" else question.en)
        if question.name == "cases":
            wanted.cases = [*wanted.cases, *filter(None, [said])]
        elif hasattr(wanted, question.name):
            setattr(wanted, question.name, said)
        else:
            wanted.texts[question.name] = said


def _open(wanted: Wanted) -> Iterator[Question]:
    """The questions that were not answered on the command line."""
    known = {value.partition("=")[0].partition(".")[0] for value in wanted.values}
    cases = len(wanted.cases)
    for question in _QUESTIONS:
        if wanted.kind not in question.kinds.split():
            continue
        said = getattr(wanted, question.name, "") or wanted.texts.get(question.name)
        if question.name == "cases":
            said, cases = cases > 0, cases - 1
        if not (said or question.name in known):
            yield question


def agreed(question: str) -> bool:
    """Whether the person at the terminal says yes."""
    return _answer(f"{question} (y/n)").casefold() in ("y", "yes", "はい")


def _answer(question: str) -> str:
    try:
        return one_line(input(f"{question}: ")).strip()
    except EOFError:
        return ""
