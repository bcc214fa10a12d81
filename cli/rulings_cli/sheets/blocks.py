"""Markdown as plain data, so that no renderer ever parses the text of a book as its own markup.

A text becomes a list of blocks, a block a list of inline parts; all of it is JSON:

* blocks: ``{"t": "p", "c": […]}``, ``{"t": "ul" | "ol", "start": 1, "items": [[block…]…]}``,
  ``{"t": "quote", "c": [block…]}``, ``{"t": "code", "v": "…"}``, ``{"t": "hr"}``
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

_LISTS = {"bullet_list_open": "ul", "ordered_list_open": "ol"}
_MARKS = {"strong_open": "b", "em_open": "i"}


def blocks_of(text: str, label: Label) -> list[Node]:
    """The blocks of a Markdown text."""
    return _blocks(iter(tokens(text)), label) if text else []


def _blocks(stream: Iterator[Token], label: Label) -> list[Node]:
    """The blocks up to the end of the stream, or of the block that contains them."""
    blocks: list[Node] = []
    for token in stream:
        if token.nesting < 0:
            return blocks
        if token.type in _LISTS:
            start = int(token.attrs.get("start", 1))
            items = _items(stream, label)
            blocks.append({"t": _LISTS[token.type], "start": start, "items": items})
        elif token.type == "blockquote_open":
            blocks.append({"t": "quote", "c": _blocks(stream, label)})
        elif token.type in ("paragraph_open", "heading_open"):
            blocks.append(_paragraph(stream, label, strong=token.type == "heading_open"))
        elif token.type in ("fence", "code_block"):
            blocks.append({"t": "code", "v": token.content.rstrip("\n")})
        elif token.type == "hr":
            blocks.append({"t": "hr"})
    return blocks


def _items(stream: Iterator[Token], label: Label) -> list[list[Node]]:
    items = []
    for token in stream:
        if token.nesting < 0:
            break
        items.append(_blocks(stream, label))
    return items


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
