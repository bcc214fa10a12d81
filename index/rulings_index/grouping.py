"""Hits that say the same: one is shown, and names the others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulings_index.results import Hit

if TYPE_CHECKING:
    from rulings.format.record import Record

_WORDS_ONLY = re.compile(r"[\W_]+")


def group(hits: Iterable[Hit], limit: int) -> list[Hit]:
    """The first `limit` hits that differ; those that only repeat one are named in its `same`.

    Two hits repeat each other if their answers (or texts) are equal but for case, spaces and
    punctuation, as are the rulings that a publisher prints on every card of a cycle.
    """
    groups: dict[str, Hit] = {}
    for hit in hits:
        key = substance(hit.record())
        if key in groups:
            groups[key].same.append(hit.id)
        elif len(groups) < limit:
            groups[key] = hit
        else:
            break
    return list(groups.values())


def substance(record: Record) -> str:
    """What an entry says, equal where two say the same; its id where it says nothing."""
    text = record.get("answer") or record.get("text") or {}
    said = "".join(text[language] for language in sorted(text))
    return _WORDS_ONLY.sub("", said).casefold() or record["id"]
