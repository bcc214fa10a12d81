"""Rulesets of a single clause, made for a test."""

from __future__ import annotations

from pathlib import Path


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
