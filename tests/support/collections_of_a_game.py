"""A game with a curated book, and a document in it as it was imported."""

from __future__ import annotations

from pathlib import Path

GAME, CURATED = "duel-boy", "duel-boy-pocket"


def write_document(folder: Path) -> Path:
    """Four hundred printed rules of the game and one on zeppelins, with no name that ours say."""
    folder.mkdir()
    rules = "".join(
        f"  - {{id: PR {n}.1, text: {{en: Sticker {n} shows {shown}}}, authority: official}}\n"
        for n, shown in enumerate(["a zeppelin", *["a train"] * 400])
    )
    ruleset = f"id: printed, prefix: PR, game: {GAME}, name: {{en: Xylography}}, edition: '1'"
    (folder / "all.yaml").write_text(f"ruleset: {{{ruleset}}}\nclauses:\n{rules}", "utf-8")
    return folder
