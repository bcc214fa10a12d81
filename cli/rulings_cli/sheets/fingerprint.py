"""The state of a book in eight characters, so that two sheets can be told apart."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from rulings.reading.book_files import book_files, read_book_file


def fingerprint_of(paths: Iterable[Path]) -> str:
    """A hash of what the books' files say, the same in any place and with any line endings."""
    digest = sha256()
    for path in paths:
        for file in map(Path, book_files(path)):
            name = file.relative_to(path).as_posix() if file != path else file.name
            content = read_book_file(str(file)).replace(b"\r\n", b"\n")
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()[:8]
