"""What `rulings new` asks for at a terminal, where it was not said."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from rulings.languages import nearest_spoken
from rulings_cli.places import language
from rulings_cli.terminal.output import one_line
from rulings_cli.writing.request import Request


class Question(NamedTuple):
    """A question whose answer sets an attribute or a text of a request, for some kinds."""

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


def ask(request: Request) -> None:
    """Ask for what is missing, where a person sits at a terminal; else leave it as it is."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    spoken = nearest_spoken(language.choose(request.lang or None)[0])
    for question in _open(request):
        answer = _answer(question.ja if spoken == "ja" else question.en)
        if question.name == "cases":
            request.cases = [*request.cases, *filter(None, [answer])]
        elif hasattr(request, question.name):
            setattr(request, question.name, answer)
        else:
            request.texts[question.name] = answer


def _open(request: Request) -> Iterator[Question]:
    """The questions that were not answered on the command line."""
    known = {value.partition("=")[0].partition(".")[0] for value in request.values}
    cases = len(request.cases)
    for question in _QUESTIONS:
        if request.kind not in question.kinds.split():
            continue
        answer = getattr(request, question.name, "") or request.texts.get(question.name)
        if question.name == "cases":
            answer, cases = cases > 0, cases - 1
        if not (answer or question.name in known):
            yield question


def agreed(question: str) -> bool:
    """Whether the person at the terminal says yes."""
    return _answer(f"{question} (y/n)").casefold() in ("y", "yes", "はい")


def _answer(question: str) -> str:
    try:
        return one_line(input(f"{question}: ")).strip()
    except EOFError:
        return ""
