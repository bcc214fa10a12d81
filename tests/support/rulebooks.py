"""Documents of rules in the styles of real ones, in our own words, with what is in them.

`japanese` counts its sections in hundreds and wraps its lines, so that many begin with a number
and a counter; `articles` has lists in the paragraphs of its articles; `without_contents` has bare
numbers before its headings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import cycle, islice


@dataclass(slots=True)
class Rulebook:
    """A document as text, and the texts that an import must find under each number."""

    lines: list[str] = field(default_factory=list)
    rules: dict[str, str] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=dict)
    sections: dict[str, str] = field(default_factory=dict)
    chapters: list[str] = field(default_factory=list)
    glossary: dict[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The whole document."""
        return "\n".join(self.lines) + "\n"


_CHAPTERS = (
    "ゲームの基本",
    "札の種類",
    "場所",
    "手番の流れ",
    "札を使う",
    "戦い",
    "効果",
    "言葉",
    "多人数戦",
)
_SECTIONS = ("総則", "始め方", "数え方", "選び方", "動かし方", "比べ方", "終わり方", "そのほか")
_SLOTS = ("1", "1a", "1b", "2", "3", "3a", "4", "5", "5a", "6", "7")
_LONGER_SECTIONS = 28
_WRAPPED = (
    ("灯台の札は、山の一番上にあるあいだ、ほかの札の重さを増やすことができるが、",
     "1 枚で火と闇との二つの色を持つときは、どちらの色としても数える。"),
    ("港に入った船は、次の自分の手番が始まるまで、どの相手からも選ばれない。ただし、",
     "2 体の船が同じ港にいるときは、先に入ったほうだけがそうなる。"),
    ("帆を張ることは、手番に何度でもできるが、同じ船に続けて張ることはできない。また、",
     "3 回目の帆からは、そのたびに櫂を一本払わなければ、張ることができない。"),
    ("山から引いた札の色を見せてもよい。見せた札は、その手番が終わるまで伏せられない。",
     "4 枚を超えて見せることはできず、超えた分は元の順に山の下へ置くことになる"),
    ("潮の高さは、場に出ている月の札の数で決まるが、伏せられた月は数えないことにする、",
     "1.5 倍にする効果があるときは、端数を切り上げてから次の効果を考える。"),
    ("旗を掲げた者は、次に旗を掲げる者が現れるまで、すべての争いで先に札を出すことになり、",
     "10 枚の札を出し終えるまで、ほかの者に順番を渡さなくてもよいものとする。"),
)  # fmt: skip
_SHORT = (
    "この節の決まりは、札に別のことが書いてあるときには使わない。",
    "櫂を持たない船は、潮が満ちるまで港から動かない。",
    "同じ名前の札を続けて出した者は、次の手番を休む。",
)
_LIST = (
    ("手番の始めに、次のことを順に行う。", "1. 潮を一つ進める", "2. 札を一枚引く", "3. 帆を張る"),
    ("争いの終わりには、次のとおりにする：", "1. 沈んだ船を山に戻す", "2. 旗を下ろす"),
    ("船は、次のどれかに当たるとき沈む。", "・櫂が一本もない", "・港が二つともふさがっている"),
)  # fmt: skip
_EXAMPLE = "火の札と闇の札を重ねた者は、どちらの争いにもその札を出すことができる。"


def japanese(*, blank_lines: bool = True) -> Rulebook:
    """748 rules of a Japanese card game. Its lines wrap below 86 columns."""
    book = Rulebook(["潮と灯台 総合ルール", "", "最終更新日 2025年2月21日", ""])
    gap = [""] if blank_lines else []
    bodies = cycle((_WRAPPED[0], _SHORT[:1], _LIST[0], _WRAPPED[1], _SHORT[1:2], *_WRAPPED[2:4]))
    more = cycle((_LIST[1], _WRAPPED[4], _SHORT[2:], _LIST[2], _WRAPPED[5]))
    for chapter, chapter_title in enumerate(_CHAPTERS, 1):
        book.chapters.append(f"{chapter} {chapter_title}")
        book.lines += [f"{chapter}. {chapter_title}", *gap]
        for section, title in enumerate(_SECTIONS):
            number = str(100 * chapter + section)
            book.sections[number] = f"{chapter_title}の{title}"
            book.lines += [f"{number}. {book.sections[number]}", *gap]
            longer = len(book.sections) <= _LONGER_SECTIONS
            for slot in islice(_SLOTS, len(_SLOTS) if longer else len(_SLOTS) - 1):
                body = next(more if slot in "256" else bodies)
                _add_japanese(book, f"{number}.{slot}", body, gap)
    book.lines += ["用語集", ""]
    for word in _SECTIONS:
        book.glossary[word] = f"札の{word}を決める言葉。"
        book.lines += [f"{word}：{book.glossary[word]}", ""]
    book.lines += ["更新履歴", "", "2025年2月21日 1 枚の札の文を改めた。"]
    return book


def _add_japanese(book: Rulebook, number: str, body: tuple[str, ...], gap: list[str]) -> None:
    mark = number if number[-1].isalpha() else f"{number}."
    book.lines += [f"{mark} {body[0]}", *body[1:]]
    book.rules[number] = "".join(body)
    if number.endswith(".3a"):
        book.examples[number] = [_EXAMPLE]
        book.lines += [*gap, f"例：{_EXAMPLE}"]
    book.lines += gap


def articles(item: str, paragraph: str) -> Rulebook:
    """Articles with a list in the first paragraph: `item` is printed before each line of it, and
    `paragraph` before paragraph 2; ``{}`` in them is the number.
    """
    book = Rulebook(["港の大会規則", "", "制定 2024年5月6日", ""])
    for chapter, first in ((1, 1), (2, 3)):
        book.chapters.append(f"第{chapter}章 第{chapter}の決まり")
        book.lines += [book.chapters[-1], ""]
        for article in (first, first + 1):
            items = [
                f"第{article}条の{words}" for words in ("傘を持つ者", "札を持つ者", "帆を持つ者")
            ]
            listed = [f"{item.format(number)}{text}" for number, text in enumerate(items, 1)]
            opening = f"この条の{article}に加わる者は、次のとおりとする。"
            second = f"第{article}条では、前日までに申し込む。"
            head = f"第{article}条第1項" if "項" in paragraph else f"第{article}条"
            book.lines += [f"{head}　{opening}", *listed, "", f"{paragraph.format(2)}{second}", ""]
            book.rules[f"{article}.1"] = "".join([opening, *listed])
            book.rules[f"{article}.2"] = second
            if item.startswith(("(", "①")):  # these have numbers of their own
                book.rules[f"{article}.1"] = opening
                own = {f"{article}.1.{number}": text for number, text in enumerate(items, 1)}
                book.rules |= own
    return book


_PARTS = ("Game Concepts", "Cards", "Zones", "Turns and Phases", "Keywords")
_TOPICS = ("Players", "Objects", "Costs")


def without_contents(*, blank_lines: bool) -> Rulebook:
    """Rules without a title or a contents page, whose chapters have bare numbers."""
    book = Rulebook()
    gap = [""] if blank_lines else []
    for part, name in enumerate(_PARTS, 1):
        book.sections[str(part)] = name
        book.lines += [f"{part} {name}", *gap]
        for topic, title in enumerate(_TOPICS, 1):
            number = f"{part}.{topic}"
            book.rules[number] = title
            book.lines += [f"{number}. {title}", *gap]
            texts = {
                f"{number}.1": f"A rule about {title.lower()} is read as one of {name.lower()}.",
                f"{number}.1a": "2 sails of one colour count as a pair, wherever they were set.",
                f"{number}.1b": "If a ship has no oar, it stays in the harbour for the whole turn.",
                f"{number}.2": "A player loses if\n1. they have no ship left\n2. they concede",
            }
            for own, text in texts.items():
                book.rules[own] = text
                mark = own if own[-1].isalpha() else f"{own}."
                book.lines += [*f"{mark} {text}".split("\n"), *gap]
    return book
