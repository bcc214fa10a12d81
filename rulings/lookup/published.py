"""A book as it may be published: without the texts of the documents that it only cites."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulings.lookup.links import named_by
from rulings.reading.book import Book, Loading
from rulings.reading.cited import Item, bare


def to_publish(loading: Loading, cited: Mapping[Path, bool]) -> Book:
    """A book in which the documents that it only cites have no texts, unless they may be quoted.

    `cited` has the folder or file of each, and whether it may; `Book.cited` are their entries.
    """
    layers = {number for number, path in enumerate(loading.paths) if path in cited}
    book = loading.book

    def published(name: str, item: Item) -> Item:
        layer = loading.origins[name].layer
        return item if layer not in layers or cited[loading.paths[layer]] else bare(item)

    names = frozenset(name for name in book.entries if loading.origins[name].layer in layers)
    ours = [entry for name, entry in book.entries.items() if name not in names]
    mentioned = {named for entry in ours for named in named_by(entry)}
    shelves: dict[str, Any] = {}
    for kind, shelf in book.shelves.items():
        places = {key: f"{kind}:{'/'.join(key)}" for key in shelf}
        shelves[f"{kind}s"] = {
            key: published(name, shelf[key])
            for key, name in places.items()
            if loading.origins[name].layer not in layers or (kind, key[1]) in mentioned
        }
    entries = {name: published(name, entry) for name, entry in book.entries.items()}
    rulesets = {
        name: published(f"ruleset:{name}", ruleset) for name, ruleset in book.rulesets.items()
    }
    return replace(book, entries=entries, rulesets=rulesets, cited=names, **shelves)
