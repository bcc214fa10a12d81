"""Which package may import which, and where each third-party library lives."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = {
    "rulings": ROOT / "rulings",
    "rulings_index": ROOT / "index" / "rulings_index",
    "rulings_cli": ROOT / "cli" / "rulings_cli",
}
MAY_IMPORT = {
    "rulings": set(),
    "rulings_index": {"rulings"},
    "rulings_cli": {"rulings", "rulings_index"},
}
HOMES = {
    "yaml": {"rulings/reader.py"},
    "markdown_it": {"rulings/markdown.py"},
    "simpleeval": {"rulings/formulas.py"},
    "whoosh": {"index/rulings_index/"},
    "typer": {"cli/rulings_cli/"},
}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def modules() -> Iterator[tuple[str, Path]]:
    for package, folder in PACKAGES.items():
        for path in sorted(folder.rglob("*.py")):
            yield package, path


@pytest.mark.parametrize("package", PACKAGES)
def test_arrows_run_one_way(package: str) -> None:
    for path in PACKAGES[package].rglob("*.py"):
        forbidden = PACKAGES.keys() - MAY_IMPORT[package] - {package}
        assert not forbidden & set(imports(path)), path


@pytest.mark.parametrize("library", HOMES)
def test_each_library_has_one_home(library: str) -> None:
    for _, path in modules():
        name = path.relative_to(ROOT).as_posix()
        if library in set(imports(path)):
            assert any(name.startswith(home) for home in HOMES[library]), name


def test_no_file_is_long_without_a_reason() -> None:
    for _, path in modules():
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path
