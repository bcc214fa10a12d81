"""The Markdown of the book: CommonMark without HTML, images and quotes, with ``[[BR-Q22]]``."""

import html
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, list_block
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from markdown_it.utils import EnvType, OptionsDict

Node = dict[str, Any]
"""A part of a text as plain data, named as the parser names it: ``{"t": "text", "v": "…"}``,
``{"t": "paragraph", "c": [part…]}``, ``{"t": "link", "href": "…", "c": [part…]}``,
``{"t": "reference", "id": "BR 9.1", "v": "its label"}``.
"""

ReferenceTarget = Callable[[str], str | None]
"""From a reference (``BR 9.1``, ``card:judge``) to an address, or None for plain text."""

ReferenceLabel = Callable[[str], str]
"""From a reference to the words that stand for it."""

_NUMBERED = re.compile(r"(\d{1,9})[.)](?:\s|$)")
LONGEST_ADDRESS = 2000


def nodes_of(text: str, label: ReferenceLabel) -> list[Node]:
    """The blocks of a Markdown text as plain data, for a renderer that must not parse it again."""
    return _nodes(SyntaxTreeNode(_parser().parse(text)).children, label) if text else []


def render_html(text: str, target: ReferenceTarget, label: ReferenceLabel) -> str:
    """HTML of a Markdown text; everything a text can hold comes out escaped.

    `target` says where a reference leads (None: no link), `label` what it is called.
    """
    return str(_parser().render(text, {"target": target, "label": label}))


def plain_text(text: str, label: ReferenceLabel = lambda name: name) -> str:
    """The words of a Markdown text without its marks, a line for each paragraph or list item."""
    breaks, lines = {"hardbreak": "\n", "softbreak": " "}, []
    for token in _parser().parse(text):
        if token.type == "inline":
            words = (
                label(part.content)
                if part.type == "reference"
                else breaks.get(part.type, part.content)
                for part in token.children or ()
            )
            lines.append("".join(words))
        elif token.type in ("fence", "code_block"):
            lines.append(token.content.rstrip("\n"))
    return "\n".join(line for line in lines if line)


def join_of(left: str, right: str) -> str:
    """What a line break between two characters prints: nothing between wide ones, else a space."""
    if not left or not right:
        return " "
    widths = map(unicodedata.east_asian_width, (left[-1], right[0]))
    return "" if all(width in ("W", "F", "H") for width in widths) else " "


def is_web_address(url: str) -> bool:
    """Whether a link may lead there: only web addresses, and not too long for a PDF."""
    return url.startswith(("https://", "http://")) and len(url) <= LONGEST_ADDRESS


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False})
    parser.add_render_rule("reference", _link)
    parser.disable(["image", "autolink", "html_block", "html_inline", "reference", "blockquote"])
    parser.block.ruler.at("list", _list, {"alt": ["paragraph"]})
    parser.core.ruler.push("rulings_join_lines", _join_lines)
    parser.inline.ruler.before("link", "rulings_reference", _reference)
    parser.validateLink = is_web_address  # type: ignore[method-assign]
    return parser


def _join_lines(state: StateCore) -> None:
    """Core rule: removes a line break between wide characters, which would print a space."""
    for token in state.tokens:
        kept: list[Token] = []
        for index, child in enumerate(token.children or ()):
            before = next((each.content for each in reversed(kept) if each.content), "")
            after = (each.content for each in (token.children or ())[index:] if each.content)
            if child.type != "softbreak" or join_of(before, next(after, "")):
                kept.append(child)
        token.children = kept if token.children else token.children


def _list(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Block rule: a list, unless it begins with another number than 1: ``6. Nemona adds 3.``"""
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    number = _NUMBERED.match(line)
    begins = silent or not number or int(number[1]) == 1  # silent: it may be the next item
    return begins and list_block(state, start, end, silent)


def _reference(state: StateInline, silent: bool) -> bool:
    """Inline rule: ``[[…]]`` on one line, without brackets inside."""
    if not state.src.startswith("[[", state.pos):
        return False
    end = state.src.find("]]", state.pos + 2, min(state.posMax, state.pos + 120))
    if end < 0:
        return False
    name = state.src[state.pos + 2 : end]
    if not name.strip() or any(mark in name for mark in "[]\n"):
        return False
    if not silent:
        state.push("reference", "", 0).content = name.strip()
    state.pos = end + 2
    return True


def _link(_: object, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    name = tokens[at].content
    address = env["target"](name)
    words = html.escape(env["label"](name))
    return words if address is None else f'<a href="{html.escape(address)}">{words}</a>'


def _nodes(parts: Sequence[SyntaxTreeNode], label: ReferenceLabel) -> list[Node]:
    nodes: list[Node] = []
    for part in parts:
        if part.type == "inline":  # the parser's layer between a paragraph and its words
            nodes += _nodes(part.children, label)
        elif part.type == "softbreak":
            nodes.append({"t": "text", "v": " "})
        elif part.type == "reference":
            nodes.append({"t": part.type, "id": part.content, "v": label(part.content)})
        elif part.is_nested:
            nodes.append({"t": part.type, **part.attrs, "c": _nodes(part.children, label)})
        else:
            nodes.append({"t": part.type, "v": part.content.rstrip("\n")})
    return nodes
