"""Markdown as plain data, so that no renderer ever parses the text of a book as its own markup.

A text becomes a list of blocks, a block a list of inline parts; all of it is JSON:

* blocks: ``{"t": "p", "c": […]}``, ``{"t": "ul" | "ol", "start": 1, "c": [item…]}``,
  ``{"t": "item" | "quote", "c": [block…]}``, ``{"t": "code", "v": "…"}``, ``{"t": "hr"}``
* inline: ``{"t": "s", "v": "…"}``, ``{"t": "b" | "i", "c": […]}``, ``{"t": "code", "v": "…"}``,
  ``{"t": "a", "url": "…", "c": […]}``, ``{"t": "ref", "id": "…", "v": "…"}``,
  ``{"t": "br"}``
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rulings.text.markdown import Token, tokens, without_soft_breaks

Node = dict[str, Any]
Label = Callable[[str], str]
"""From a reference to the words for it."""

_CONTAINERS = {
    "bullet_list_open": "ul",
    "ordered_list_open": "ol",
    "list_item_open": "item",
    "blockquote_open": "quote",
}
_BLOCKS = ("p", *_CONTAINERS.values())
_MARKS = {"strong_open": "b", "em_open": "i"}


def blocks_of(text: str, label: Label) -> list[Node]:
    """The blocks of a Markdown text."""
    return _blocks(iter(tokens(text)), label) if text else []


def words_of(nodes: list[Node]) -> str:
    """The words of blocks without their marks."""
    return "".join(
        words_of(node["c"]) + " " * (node["t"] in _BLOCKS) if "c" in node else node.get("v", " ")
        for node in nodes
    )


def _blocks(stream: Iterator[Token], label: Label) -> list[Node]:
    """The blocks up to the end of the stream, or of the block that contains them."""
    blocks: list[Node] = []
    for token in stream:
        if token.nesting < 0:
            break
        if token.type in _CONTAINERS:
            start = int(token.attrs.get("start", 1))
            node = {"t": _CONTAINERS[token.type], "start": start, "c": _blocks(stream, label)}
            blocks.append(node)
        elif token.type in ("paragraph_open", "heading_open"):
            blocks.append(_paragraph(stream, label, strong=token.type == "heading_open"))
        elif token.type in ("fence", "code_block"):
            blocks.append({"t": "code", "v": token.content.rstrip("\n")})
        elif token.type == "hr":
            blocks.append({"t": "hr"})
    return blocks


def _paragraph(stream: Iterator[Token], label: Label, strong: bool) -> Node:
    inline = next(stream)
    next(stream)  # the closing token
    parts = _inlines(without_soft_breaks(inline.children or []), label)
    return {"t": "p", "c": [{"t": "b", "c": parts}] if strong else parts}


def _inlines(stream: Iterator[Token], label: Label) -> list[Node]:
    parts: list[Node] = []
    for token in stream:
        if token.nesting < 0:
            return parts
        if token.type in _MARKS:
            parts.append({"t": _MARKS[token.type], "c": _inlines(stream, label)})
        elif token.type == "link_open":
            url = str(token.attrs["href"])
            parts.append({"t": "a", "url": url, "c": _inlines(stream, label)})
        elif token.type == "reference":
            parts.append({"t": "ref", "id": token.content, "v": label(token.content)})
        elif token.type == "hardbreak":
            parts.append({"t": "br"})
        elif token.content:
            kind = "code" if token.type == "code_inline" else "s"
            parts.append({"t": kind, "v": token.content})
    return parts
