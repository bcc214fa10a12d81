"""Texts in any usual encoding of English or Japanese are read as what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.errors import RulingsError
from rulings.importing.documents.lines import read_lines

JAPANESE = "第1条 ランタンの灯し方\n1.1 プレイヤーは、自分の番に1回だけ灯せます。\n"
ENGLISH = "1 Caf\u00e9s\n1.1 A player \u2013 na\u00efve or not \u2013 lights one lantern.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp932", "euc_jp", "iso2022_jp"])
def test_japanese(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(JAPANESE.encode(encoding))
    assert "\n".join(read_lines(path)) == JAPANESE


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_english(encoding: str, ends: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(ENGLISH.replace("\n", ends).encode(encoding))
    assert "\n".join(read_lines(path)) == ENGLISH


def test_mixed_line_ends_and_a_big_endian_mark(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    first, second, _ = ENGLISH.split("\n")
    path.write_bytes(b"\xfe\xff" + f"{first}\r\n{second}\r".encode("utf-16-be"))
    assert "\n".join(read_lines(path)) == ENGLISH


def test_what_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    for raw in (b"1 A\n1.1 B\x00\n", b"1 A\n1.1 B\x81\x8d\n"):
        path.write_bytes(raw)
        with pytest.raises(RulingsError, match=r"rules.txt: is no text .* save the file as UTF-8"):
            read_lines(path)
