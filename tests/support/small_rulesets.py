"""Rulesets of a single clause, and variants of the small book, made for a test."""

from __future__ import annotations

from pathlib import Path

VARIANTS = """
    variants:
      - id: CH-V1
        title: {en: Underpromotion, ja: 成り方の自由}
        verdict: {en: Any piece will do., ja: 何にでも成れる。}
        text: {en: A pawn becomes any piece., ja: ポーンは何にでも成れる。}
        modifies: [CH 1.1]
        authority: proposal
        sources: [{id: handbook}]
      - id: CH-V2
        title: {en: No promotion, ja: 成りなし}
        verdict: {en: A pawn stays a pawn., ja: 成らない。}
        text: {en: A pawn stays a pawn., ja: ポーンは成らない。}
        modifies: [CH 1.1]
        authority: proposal
        sources: [{id: handbook}]
    """


def write_ruleset(folder: Path, prefix: str) -> None:
    folder.mkdir(parents=True)
    number = {"ONE": "five", "TWO": "seven"}[prefix]
    (folder.parent / "game.yaml").write_text("game: {id: g, name: {en: G, ja: ジー}}\n", "utf-8")
    (folder / "ruleset.yaml").write_text(
        f"ruleset: {{id: {folder.name}, prefix: {prefix}, game: g, edition: '1', "
        f"name: {{en: {folder.name}, ja: {folder.name}}}}}\n",
        "utf-8",
    )
    (folder / "clauses.yaml").write_text(
        f"clauses:\n  - id: {prefix} 1\n    title: {{en: Drawing at the start, ja: 最初に引く}}\n"
        f"    verdict: {{en: You draw {number}., ja: 引く。}}\n    authority: official\n"
        f"    text: {{en: At the start {number} cards are drawn., ja: 最初に引く。}}\n",
        "utf-8",
    )


def write_house_rule(folder: Path) -> None:
    """Write a ruleset `ONE` with a variant that changes the clause of `TWO`."""
    write_ruleset(folder, "ONE")
    (folder / "variants.yaml").write_text(
        "variants:\n  - id: ONE-V1\n    title: {en: Fewer cards, ja: 少なく引く}\n"
        "    verdict: {en: Here you draw three., ja: ここでは3枚引く。}\n    authority: house\n"
        "    text: {en: Three cards are drawn., ja: 3枚引く。}\n    modifies: [TWO 1]\n",
        "utf-8",
    )
