"""Books of any size: MTGJSON's rulings, fewer of them, or more with look-alikes made of them.

A look-alike is a card whose name is put together from the words of two names, with rulings put
together from the sentences of two rulings. The seed is fixed: the same size is the same book.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from rulings.importing.formats.mtgjson import import_mtgjson

SEED = 4
Card = dict[str, Any]
"""A face of a card in AtomicCards shape."""


def write_book(cards: Path, rulings: int, place: Path, sentences: Sequence[str] = ()) -> None:
    """Import a book with so many rulings; `sentences` replace the text of every second one."""
    faces = [faces[0] for faces in json.loads(cards.read_text("utf-8"))["data"].values()]
    chosen = {face["name"]: [face] for face in _cut(_endless(faces), rulings)}
    if sentences:
        _translate([faces[0] for faces in chosen.values()], sentences)
    document = {"meta": {"date": "2026-01-01"}, "data": chosen}
    copy = place.with_suffix(".json")
    copy.write_text(json.dumps(document, ensure_ascii=False), "utf-8")
    import_mtgjson(copy, place, "2026-01-01")


def _endless(faces: Sequence[Card]) -> Iterator[Card]:
    """The cards in an order of their own, then look-alikes without end."""
    random = Random(SEED)
    shuffled = random.sample(faces, len(faces))
    yield from shuffled
    names = {face["name"] for face in faces}
    while True:
        first, last = random.choice(faces), random.choice(faces)
        card = _made_of(first, last, random)
        if card["name"] not in names:
            names.add(card["name"])
            yield card


def _cut(faces: Iterator[Card], rulings: int) -> Iterator[Card]:
    left = rulings
    for face in faces:
        kept = face["rulings"][:left]
        left -= len(kept)
        if kept:
            yield face | {"rulings": kept}
        if not left:
            return


def _made_of(first: Card, last: Card, random: Random) -> Card:
    name = f"{first['name'].split()[0]} {last['name'].split()[-1]} {random.randrange(1000)}"
    japanese = _japanese(first)[:3] + _japanese(last)[-3:]
    texts = [
        _mixed(ruling["text"], random.choice(last["rulings"])["text"], random)
        for ruling in first["rulings"]
    ]
    return {
        "name": name,
        "foreignData": [{"language": "Japanese", "name": japanese}] if japanese else [],
        "rulings": [{"date": "2026-01-01", "text": text} for text in dict.fromkeys(texts)],
    }


def _japanese(face: Card) -> str:
    names = [
        printing["name"]
        for printing in face.get("foreignData", [])
        if printing["language"] == "Japanese"
    ]
    return str(names[0]) if names else ""


def _mixed(first: str, second: str, random: Random) -> str:
    sentences = first.split(". ") + second.split(". ")
    kept = random.sample(sentences, max(1, len(sentences) // 2))
    return ". ".join(sentence.rstrip(".") for sentence in kept) + f" ({random.randrange(10000)})."


def _translate(faces: Sequence[Card], sentences: Sequence[str]) -> None:
    """Give every second ruling a Japanese text: three sentences about the card."""
    random = Random(SEED)
    rulings = [(face, ruling) for face in faces for ruling in face["rulings"]]
    for face, ruling in rulings[::2]:
        text = "".join(random.choice(sentences) for _ in range(3))
        ruling["text"] = f"「{_japanese(face) or face['name']}」は、{text}"
