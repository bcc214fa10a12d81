"""Puts the parts of the book's index into the wheel, so that nobody waits for the first search.

They are plain arrays and JSON, named by what they were made from; the program takes them only where
its own book and code give the same names (`rulings_index.storage.cache`).
"""

from __future__ import annotations

import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs when a wheel is built; an installation for developing makes its parts itself."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the parts, and let the wheel hold them."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path[:0] = [str(root), str(root / "index")]
        from rulings_index.building.build import new_parts

        self._made = tempfile.TemporaryDirectory()
        games = [folder for folder in (root / "rulings" / "book").iterdir() if folder.is_dir()]
        games.sort(key=lambda folder: sum(file.stat().st_size for file in folder.rglob("*")))
        with ProcessPoolExecutor() as pool:  # the largest first, for it takes as long as the others
            of_games = pool.map(new_parts, [[str(folder)] for folder in reversed(games)])
            made = chain.from_iterable(parts.items() for parts in of_games)
        for name, content in made:
            part = Path(self._made.name, name)
            part.write_bytes(content)
            build_data["force_include"][str(part)] = f"rulings_index/shipped/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear away what was made."""
        if version != "editable":
            self._made.cleanup()
