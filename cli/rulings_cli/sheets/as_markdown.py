"""A plan as one Markdown file, to read, to edit by hand, or to paste into a forum."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulings.format import authorities
from rulings.format.authorities import Authority
from rulings.format.model import Text
from rulings.text.markdown import is_web_address, plain_text
from rulings_cli.sheets import phrases
from rulings_cli.sheets.blocks import Node, blocks_of
from rulings_cli.sheets.look import Layout, Look, edition, source_line
from rulings_cli.sheets.plan import Item, Numbers, Plan, Section

_SPECIAL = re.compile(r"([\\`*_\[\]<>&|~#])")
_TICKS = re.compile(r"`+")
_LINE_START = re.compile(r"^([^\S\n]*+\d*+)((?<!\d)[-+=]|(?<=\d)[.)])", re.MULTILINE)
"""What would begin a list or a heading; only its sign can be escaped, no digit before it."""


def markdown_of(plan: Plan, look: Look) -> str:
    """The sheet as CommonMark with tables; what a book's text says is never markup of ours."""
    return "\n\n".join(block for block in _Writer(plan, look).blocks() if block) + "\n"


class _Writer(Layout):
    """Writes one plan."""

    def blocks(self) -> Iterator[str]:
        plan = self.plan
        yield f"# {self._words(plan.sheet.title)}"
        yield _escaped(self.event_line)
        yield from (self._words(edition(ruleset)) for ruleset in plan.rulesets)
        yield from self._texts(plan.sheet.intro)
        if self.has_contents:
            yield f"## {self._words(phrases.CONTENTS)}"
            yield "\n".join(f"- {item.id} {self._words(item.title)}" for item in plan.items)
        for section in self.sections():
            yield from self._section(section)
        yield from self._end()

    def _section(self, section: Section) -> Iterator[str]:
        if section.title:
            yield f"## {self._words(section.title)}"
        yield from self._texts(section.intro)
        for table in section.tables:
            yield from self._numbers(table)
        for item in section.items:
            yield from self._item(item)

    def _item(self, item: Item) -> Iterator[str]:
        yield f"### {item.id} {self._words(item.title)}"
        for verdict in self._texts(item.verdict, item):
            yield f"> **{verdict}**" if "\n" not in verdict else _indented(verdict, "> ")
        yield from (f"*{self._words(note)}*" for note in item.notes)
        for language, passages in self.printed(item).items():
            for passage in passages:
                head = f"**{passage.label}:** " if passage.label else ""
                yield head + self._rendered(passage.text, item, language)
        if item.cases:
            yield self._cases(item)
        else:
            cites = map(_escaped, self.cites(item))
            yield " · ".join([*cites, self._says_so(item.authority)])

    def _cases(self, fork: Item) -> str:
        """The decision table of a fork; its head is the question."""
        rows = [f"| {self._words(fork.question or fork.title)} | | |", "| --- | --- | --- |"]
        for case in fork.cases:
            verdict = self._words(self._plain(case.verdict, fork))
            holds = f"**{verdict}**" if verdict else self._words(case.title)
            notes = (f" *{self._words(note)}*" for note in case.notes)
            says_so = f" {self._says_so(case.authority)}" if case.authority else ""
            cells = (self._words(case.when), "".join([holds, *notes]), _escaped(case.id) + says_so)
            rows.append(f"| {' | '.join(cells)} |")
        return "\n".join(rows)

    def _says_so(self, authority: Authority) -> str:
        return f"\\[{self._words(authorities.AUTHORITIES[authority])}]"

    def _numbers(self, table: Numbers) -> Iterator[str]:
        head, values = table.head
        rows = [f"| {self._words(head)} | {' | '.join(values)} |"]
        rows.append("| --- |" + " --- |" * len(values))
        for name, label, numbers in table.rows:
            rows.append(f"| {self._words(label)} ({name}) | {' | '.join(numbers)} |")
        yield f"**{self._words(table.title)}**" if table.title else ""
        yield "\n".join(rows)

    def _end(self) -> Iterator[str]:
        plan = self.plan
        yield f"## {self._words(phrases.SOURCES)}"
        for source, where in plan.sources:
            url = source.url if is_web_address(source.url) else ""
            parts = [self._words(source.title), _escaped(source_line(source, where))]
            parts.append(f"<{url}>" if url and not set(url) & set("<> ") else "")
            yield "- " + " · ".join(part for part in parts if part)
        for notice in self.notices():
            yield from self._texts(notice)
        yield self._words(self.left_out())
        yield _escaped(self.footer)

    def _words(self, text: Text) -> str:
        """A short text, on one line: a second one could begin a heading or a table."""
        return _escaped(" ".join(self.joined(text).split()))

    def _texts(self, text: Text, item: Item | None = None) -> Iterator[str]:
        for language, value in self.shown(text).items():
            yield self._rendered(value, item, language)

    def _plain(self, text: Text, item: Item) -> Text:
        """The words of a text without its marks, for where no block can stand."""
        return {
            language: plain_text(words, self.words_of(item, language))
            for language, words in text.items()
        }

    def _rendered(self, text: str, item: Item | None, language: str) -> str:
        label = self.words_of(item, language)
        return _blocks(blocks_of(text, label))


def _blocks(nodes: list[Node]) -> str:
    return "\n\n".join(map(_block, nodes))


def _block(node: Node) -> str:
    kind = node["t"]
    if kind == "p":
        return _LINE_START.sub(r"\1\\\2", _inlines(node["c"]))
    if kind in ("ul", "ol"):
        marks = [
            "- " if kind == "ul" else f"{node['start'] + number}. "
            for number in range(len(node["items"]))
        ]
        items = zip(marks, node["items"], strict=True)
        return "\n".join(
            mark + _indented(_blocks(item), " " * len(mark)).lstrip() for mark, item in items
        )
    if kind == "quote":
        return _indented(_blocks(node["c"]), "> ")
    return _indented(node["v"], "    ") if kind == "code" else "---"


def _inlines(nodes: list[Node]) -> str:
    # a `!` before a link would make an image of it
    parts = [f"\x00{_inline(node)}" if node["t"] == "a" else _inline(node) for node in nodes]
    return "".join(parts).replace("!\x00", "\\!").replace("\x00", "")


def _inline(node: Node) -> str:
    kind = node["t"]
    if kind in ("b", "i"):
        mark = "**" if kind == "b" else "*"
        return f"{mark}{_inlines(node['c'])}{mark}"
    if kind == "a":
        url = node["url"].replace("(", "%28").replace(")", "%29")
        return f"[{_inlines(node['c'])}]({url})"
    if kind == "br":
        return "\\\n"
    if kind == "code":
        fence = "`" * (1 + max(map(len, _TICKS.findall(node["v"])), default=0))
        return f"{fence} {node['v']} {fence}"
    return _escaped(node["v"])


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _indented(text: str, mark: str) -> str:
    return "\n".join(mark + line if line else line for line in text.split("\n"))
