"""Changes to the files of books that are looked at before the first of them is written."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from rulings.disk.changes import Change, save_changes
from rulings.disk.files import content_of
from rulings.errors import RulingsError
from rulings.reading.book import Loading
from rulings.reading.load import load_book


class Plan:
    """Changes in steps, each of which the one before has prepared; nothing is written by `add`.

    `loading` is what the books hold after the steps so far. `writable`: the paths of the files that
    may be written.
    """

    def __init__(self, loading: Loading, writable: Collection[str]) -> None:
        self.loading, self.writable = loading, {*writable}
        self._steps: list[dict[Path, Change]] = []

    def content(self, path: Path) -> bytes:
        """What a file holds after the steps so far; nothing where there is none."""
        changes = self.changes()
        return changes[path].after if path in changes else content_of(path)

    def changes(self) -> dict[Path, Change]:
        """What each file holds now and after all steps."""
        changes: dict[Path, Change] = {}
        for step in self._steps:
            for path, (before, after) in step.items():
                changes[path] = Change(changes[path].before if path in changes else before, after)
        return changes

    def add(self, contents: Mapping[Path, bytes], renamed: Mapping[str, str] | None = None) -> None:
        """Add a step: what files will hold, in the order in which they are written. `renamed`: what
        `Loading.origins` calls things before and after it.

        RulingsError where the books would not hold all that they hold now, or say something else
        though nothing is renamed.
        """
        step = {path: Change(self.content(path), after) for path, after in contents.items()}
        step = {path: change for path, change in step.items() if change.before != change.after}
        if not step:
            return
        later = {path: change.after for path, change in self.changes().items()}
        after = load_book(self.loading.paths, later | dict(contents))
        renamed = renamed or {}
        lost = [
            name for name in self.loading.origins if renamed.get(name, name) not in after.origins
        ]
        if lost or (not renamed and after.book != self.loading.book):
            what = lost[0] if lost else f"what {' and '.join(map(str, step))} hold"
            raise RulingsError(f"{what} would not be read there as it is now; choose another place")
        self._steps.append(step)
        self.loading = after
        self.writable |= {str(path) for path in step}  # a new file, which a later step may change

    def save(self) -> list[Path]:
        """Write the files, one after another, each whole; returns them. RulingsError as
        `save_changes`, and where a step cannot be written: those before it are then.
        """
        for step in self._steps:
            save_changes(step)
        return [*self.changes()]
