"""Parts: made anew as little as may be, masked where they are joined, and as if made at once."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from collections_of_a_game import CURATED, GAME, write_document
from running import Write

from rulings.reading.book import BUILT_IN_BOOK
from rulings.reading.load import open_book
from rulings_index import Index, open_index
from rulings_index.storage import cache as stored

RULESET = "pokemon-tcg"
QUESTIONS = [
    *("poison and burn at once", "who takes the prize", "when do I lose the game", "きぜつ"),
    *("毒とやけどの順番", "サイドを取るのは誰", "山札がない", "doku yakedo", "posion", "PTCG 4"),
]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A small ruleset of our book, with its game."""
    place = tmp_path / "one-game"
    shutil.copytree(BUILT_IN_BOOK / RULESET / RULESET, place / RULESET)
    for file in (BUILT_IN_BOOK / RULESET).glob("*.yaml"):
        shutil.copy(file, place)
    return place


def answers(index: Index, **asked: str) -> list[list[tuple[str, float]]]:
    searches = [index.search(query, **asked) for query in QUESTIONS]  # type: ignore[arg-type]
    return [
        [(hit.id, hit.score) for hit in (*results.hits, *results.nearest)] for results in searches
    ]


def parts(cache: Path) -> set[str]:
    return {path.name for path in (cache / "parts").iterdir()}


def rewrite(file: Path, change: Callable[[str], str]) -> None:
    text = file.read_text("utf-8")
    assert change(text) != text
    file.write_text(change(text), "utf-8")


def without_the_third(text: str) -> str:
    head, *entries = text.split("\n  - ")
    return "\n  - ".join([head, *entries[:2], *entries[3:]])


def turned_round(text: str) -> str:
    head, *entries = text.rstrip("\n").split("\n  - ")
    return "\n  - ".join([head, *reversed(entries)]) + "\n"


def with_one_more(text: str) -> str:
    return text + (
        "\n  - id: PTCG 99\n    title: {en: Burned cards, ja: やけどの札}\n"
        "    text: {en: A burned card is no Prize., ja: やけどの札はサイドではない。}\n"
        "    authority: official\n"
    )


def edited(text: str) -> str:
    first, mark, rest = text.partition("    text:")
    return first + mark + rest.replace("Knocked Out", "Knocked Out, poisoned or burned,", 1)


EDITS = {
    "a sentence": edited,
    "an entry taken out": without_the_third,
    "an entry added": with_one_more,
    "all turned round": turned_round,
}


@pytest.mark.parametrize(
    "edit", ["a sentence", *(pytest.param(edit, marks=pytest.mark.long) for edit in [*EDITS][1:])]
)
def test_after_an_edit_all_is_as_if_made_at_once(book: Path, tmp_path: Path, edit: str) -> None:
    cache = tmp_path / "cache"
    open_index([book], cache_dir=cache)
    (whole,) = (cache / "parts").iterdir()
    rewrite(book / RULESET / "clauses.yaml", EDITS[edit])

    after = answers(open_index([book], cache_dir=cache))

    assert after == answers(open_index([book], cache_dir=tmp_path / "anew"))
    new_parts = [path for path in (cache / "parts").iterdir() if path != whole]
    assert whole.exists()
    assert sum(path.stat().st_size for path in new_parts) < whole.stat().st_size / 3


def test_a_part_serves_every_set_of_books(book: Path, tmp_path: Path, write_book: Write) -> None:
    cache = tmp_path / "cache"
    open_index([book], cache_dir=cache)
    first = parts(cache)
    other = write_book()

    open_index([book, other], cache_dir=cache)
    both = parts(cache)
    open_index([other], cache_dir=cache)

    assert first < both
    assert parts(cache) == both


def test_what_a_book_on_top_replaces_is_masked(book: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    below = open_index([book], cache_dir=cache)
    first = next(iter(open_book([book]).entries))
    above = tmp_path / "above"
    above.mkdir()
    (above / "mine.yaml").write_text(
        f"clauses:\n  - id: {first}\n    title: {{en: Quetzal, ja: ケツァール}}\n"
        "    text: {en: Quetzal., ja: ケツァール。}\n    authority: house\n",
        "utf-8",
    )

    joined = open_index([book, above], cache_dir=cache)

    assert below.show(first)[0]["text"]["en"] != "Quetzal."
    assert [hit.id for hit in joined.search("quetzal").hits] == [first]
    entries = [hit.id for hit in joined.search("the", limit=100).hits]
    assert len(entries) == len(set(entries))
    assert joined.status()["entries"] == below.status()["entries"]


def test_a_game_answers_the_same_whatever_else_is_there(
    book: Path, tmp_path: Path, write_book: Write
) -> None:
    burn = "terms:\n- {id: burn, name: {en: burn, ja: やけど}, aliases: {en: [prize]}}\n"
    more = write_book({"terms.yaml": burn})
    cache = tmp_path / "cache"
    alone = open_index([book], cache_dir=cache)
    beside = open_index([more, book], cache_dir=cache)

    assert answers(beside, ruleset=RULESET) == answers(alone, ruleset=RULESET)
    assert answers(beside, game=RULESET) == answers(alone, game=RULESET)
    assert answers(alone, game=RULESET) == answers(alone)


@pytest.mark.long
def test_a_document_in_a_game_leaves_the_answers_of_its_curated_book(tmp_path: Path) -> None:
    curated, printed = BUILT_IN_BOOK / GAME, write_document(tmp_path / "printed")
    alone, beside = open_index([curated]), open_index([curated, printed])

    assert answers(beside, ruleset=CURATED) == answers(alone, ruleset=CURATED)
    assert beside.search("zeppelin sticker", game=GAME).hits[0].id == "PR 0.1"


def test_old_parts_and_sets_are_swept(
    book: Path, tmp_path: Path, write_book: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    other = write_book()
    open_index([other], cache_dir=cache)
    (first,) = cache.glob("book-*")
    of_other = parts(cache)
    (cache / "parts" / "unnamed").write_bytes(b"x" * 100)

    open_index([book], cache_dir=cache)
    assert "unnamed" not in parts(cache)
    assert of_other < parts(cache), "what a set names stays"

    monkeypatch.setattr(stored, "MOST_BYTES", 0)
    open_index([book], cache_dir=cache).rebuild()
    assert not first.exists()
    assert not of_other & parts(cache)
    assert open_index([book], cache_dir=cache).status()["state"] == "fresh"
