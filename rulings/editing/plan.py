"""Changes to the files of books that are looked at before the first of them is written."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from rulings.disk.changes import Change, save_changes
from rulings.disk.files import content_of
from rulings.editing.editor import Editor
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
        self.changes: dict[Path, Change] = {}
        self._steps: list[dict[Path, Change]] = []

    def editor(self, path: Path) -> Editor:
        """An editor of a file, or of one to be, as it is after the steps so far."""
        change = self.changes.get(path)
        return Editor(path, change.after if change else content_of(path))

    def add(self, contents: Mapping[Path, bytes], *, renames: bool) -> None:
        """Add a step: what files will hold, in the order in which they are written.

        RulingsError where the books would hold less than now, or say something else though the
        step renames nothing.
        """
        before = {path: self.editor(path).before for path in contents}
        step = {path: Change(before[path], contents[path]) for path in contents}
        after = load_book(self.loading.paths, self._contents() | dict(contents))
        is_less = len(after.origins) < len(self.loading.origins)
        if is_less or (not renames and after.book != self.loading.book):
            files = " and ".join(map(str, contents))
            raise RulingsError(f"what {files} hold would not be read as now; choose another place")
        for path, change in step.items():
            self.changes[path] = self.changes.get(path, change)._replace(after=change.after)
        self._steps.append(step)
        self.loading = after
        self.writable |= {str(path) for path in step}  # a new file, which a later step may change

    def _contents(self) -> dict[Path, bytes]:
        return {path: change.after for path, change in self.changes.items()}

    def save(self) -> None:
        """Write the files, one after another, each whole. RulingsError as `save_changes`, and where
        a step cannot be written: those before it are then.
        """
        for step in self._steps:
            save_changes(step)
