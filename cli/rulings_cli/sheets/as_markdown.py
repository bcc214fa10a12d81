"""A plan as one Markdown file, to read, to edit by hand, or to paste into a forum."""

import re
from collections.abc import Iterator
from textwrap import indent

from rulings.text.markdown import Node
from rulings_cli.sheets.phrases import joined
from rulings_cli.sheets.plan import Blocks, Item, Numbers, Plan, Section, Words

_SPECIAL = re.compile(r"([\\`*_\[\]<>&|~#])")
_TICKS = re.compile(r"`+")
_LINE_START = re.compile(r"^([^\S\n]*+\d*+)((?<!\d)[-+=]|(?<=\d)[.)])", re.MULTILINE)
"""What would begin a list or a heading; only its sign can be escaped, no digit before it."""


def markdown_of(plan: Plan) -> str:
    """The sheet as CommonMark with tables; what a book's text says is never markup of ours."""
    return "\n\n".join(filter(None, _sheet(plan))) + "\n"


def _sheet(plan: Plan) -> Iterator[str]:
    says_so = {name: f"\\[{_words(words)}]" for name, words in plan.authorities.items()}
    yield f"# {_words(plan.title)}"
    yield _escaped(plan.event_line)
    yield from map(_words, plan.editions)
    yield from _texts(plan.intro)
    if plan.contents:
        yield f"## {_words(plan.labels['sheet_contents'])}"
        yield "\n".join(f"- {each.id} {_words(each.title)}" for each in plan.selected if each.title)
    for section in plan.sections:
        yield from _section(section, says_so)
    yield f"## {_words(plan.labels['sources'])}"
    for source in plan.sources:
        url = f"<{source.url}>" if source.url and not set(source.url) & set("<> ") else ""
        parts = (_words(source.title), _escaped(source.about), url)
        yield "- " + " · ".join(part for part in parts if part)
    for notice in plan.notices:
        yield from _texts(notice)
    yield _words(plan.left_out)
    yield _escaped(plan.foot)


def _section(section: Section, says_so: dict[str, str]) -> Iterator[str]:
    yield f"## {_words(section.title)}" if section.title else ""
    yield from _texts(section.intro)
    for table in section.tables:
        yield from _numbers(table)
    for item in section.items:
        yield from _item(item, says_so)


def _item(item: Item, says_so: dict[str, str]) -> Iterator[str]:
    yield f"### {item.id} {_words(item.title)}".rstrip()
    mark = "" if item.overruled else "**"
    for verdict in _texts(item.verdict):
        yield f"> {mark}{verdict}{mark}" if "\n" not in verdict else indent(verdict, "> ")
    yield from (f"*{_words(note)}*" for note in item.notes)
    for passages in item.passages.values():
        for passage in passages:
            head = f"**{passage.label}:** " if passage.label else ""
            yield head + _blocks(passage.text)
    if item.cases:
        yield _cases(item, says_so)
    elif item.authority:
        yield " · ".join([*map(_escaped, item.cites), says_so[item.authority]])


def _cases(fork: Item, says_so: dict[str, str]) -> str:
    """The decision table of a fork; its head is the question."""
    rows = [f"| {_words(fork.question or fork.title)} | | |", "| --- | --- | --- |"]
    for case in fork.cases:
        verdict = {language: _plain(nodes) for language, nodes in case.verdict.items()}
        mark = "" if case.overruled else "**"
        holds = f"{mark}{_words(verdict)}{mark}" if verdict else _words(case.title)
        notes = (f" *{_words(note)}*" for note in case.notes)
        who = f" {says_so[case.authority]}" if case.authority else ""
        cells = (_words(case.when), "".join([holds, *notes]), _escaped(case.id) + who)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _numbers(table: Numbers) -> Iterator[str]:
    yield f"**{_words(table.title)}**" if table.title else ""
    rows = [f"| {_words(table.head)} | {' | '.join(table.values)} |"]
    rows.append("| --- |" + " --- |" * len(table.values))
    for row in table.rows:
        rows.append(f"| {_words(row.label)} ({row.id}) | {' | '.join(row.values)} |")
    yield "\n".join(rows)


def _words(text: Words) -> str:
    """A short text, on one line: a second one could begin a heading or a table."""
    return _escaped(" ".join(joined(text).split()))


def _texts(text: Blocks) -> Iterator[str]:
    return map(_blocks, text.values())


def _blocks(nodes: list[Node]) -> str:
    return "\n\n".join(map(_block, nodes))


def _block(node: Node) -> str:
    kind = node["t"]
    if kind == "paragraph":
        return _LINE_START.sub(r"\1\\\2", _inlines(node["c"]))
    if kind == "heading":
        return f"**{_inlines(node['c'])}**"
    if kind in ("bullet_list", "ordered_list"):
        lines = []
        for number, item in enumerate(node["c"], node.get("start", 1)):
            mark = "- " if kind == "bullet_list" else f"{number}. "
            lines.append(mark + indent(_blocks(item["c"]), " " * len(mark)).lstrip())
        return "\n".join(lines)
    return "---" if kind == "hr" else indent(node["v"], "    ")


def _inlines(nodes: list[Node]) -> str:
    # a `!` before a link would make an image of it
    parts = [f"\x00{_inline(node)}" if node["t"] == "link" else _inline(node) for node in nodes]
    return "".join(parts).replace("!\x00", "\\!").replace("\x00", "")


def _inline(node: Node) -> str:
    kind = node["t"]
    if kind in ("strong", "em"):
        mark = "**" if kind == "strong" else "*"
        return f"{mark}{_inlines(node['c'])}{mark}"
    if kind == "link":
        url = node["href"].replace("(", "%28").replace(")", "%29")
        return f"[{_inlines(node['c'])}]({url})"
    if kind == "hardbreak":
        return "\\\n"
    if kind == "code_inline":
        fence = "`" * (1 + max(map(len, _TICKS.findall(node["v"])), default=0))
        return f"{fence} {node['v']} {fence}"
    return _escaped(node["v"])


def _plain(nodes: list[Node]) -> str:
    """The words of blocks without their marks."""
    return "".join(
        _plain(node["c"]) + " " * (node["t"] not in ("strong", "em", "link"))
        if "c" in node
        else node["v"] or " "
        for node in nodes
    )


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
