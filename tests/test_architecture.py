"""Which package may import which, and where each third-party library lives."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
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
    "yaml": {"rulings/reading/yaml_reader.py"},
    "markdown_it": {"rulings/text/markdown.py"},
    "whoosh": {
        "index/rulings_index/storage/table.py",
        "index/rulings_index/lexicon/inflections.py",
    },
    "typer": {"cli/rulings_cli/"},
    "snowballstemmer": {"index/rulings_index/lexicon/inflections.py"},
}
WRITING = {
    *(
        "write_text",
        "write_bytes",
        "mkdir",
        "makedirs",
        "mkdtemp",
        "mkstemp",
        "touch",
        "symlink_to",
    ),
    *("unlink", "rmdir", "rmtree", "rename", "chmod"),
}
"""Calls that make, change or remove what is on a disk."""
WRITERS = {
    "rulings/disk/": "",
    "index/rulings_index/storage/cache.py": "the folders of the cache, and their sweeping",
    "rulings/importing/book_writer.py": "the files of a book, where `new_folder` says",
}
LONGEST_FILE, LONGEST_FUNCTION = 400, 40
LONG_FUNCTIONS = {
    "cli/rulings_cli/commands/sheet.py::sheet": "a line for each of its options, and its use",
}


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports(path: Path) -> Iterator[str]:
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def module_of(package: str, path: Path) -> str:
    parts = path.relative_to(PACKAGES[package]).with_suffix("").parts
    return ".".join((package, *parts)).removesuffix(".__init__")


def modules_needed(module: str) -> Iterator[str]:
    """The modules of ours that one imports, wherever in it."""
    for node in nodes_of(MODULES[module]):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            for name in node.names:
                inside = f"{node.module}.{name.name}"
                yield inside if inside in MODULES else node.module


def modules() -> Iterator[tuple[str, Path]]:
    for package, folder in PACKAGES.items():
        for path in sorted(folder.rglob("*.py")):
            yield package, path


MODULES = {module_of(package, path): path for package, path in modules()}
SOURCES = [
    *MODULES.values(),
    *(path for folder in ("benchmarks", "docs", "tests") for path in (ROOT / folder).rglob("*.py")),
]


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


def writes(call: ast.Call) -> bool:
    """Whether a call writes: by its name, or by the mode that it opens a file with."""
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    modes = [word.value for word in call.args if isinstance(word, ast.Constant)]
    opens = name == "open" and any(re.fullmatch("[rwax][bt+]*", str(mode)) for mode in modes)
    replaces = ast.unparse(call.func) == "os.replace"
    return name in WRITING or replaces or (opens and not {"r", "rb"} & set(map(str, modes)))


def test_files_are_written_in_one_place() -> None:
    """What may be written, and how, is decided there for every command."""
    writers = {
        name_of(path)
        for _, path in modules()
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and writes(node)
    }
    homes = {home for home in WRITERS if any(name.startswith(home) for name in writers)}
    assert homes == WRITERS.keys(), "a home that is none"
    assert not [name for name in writers if not name.startswith(tuple(WRITERS))]


def test_no_file_is_long() -> None:
    lines = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in SOURCES}
    long = sorted(name for name, count in lines.items() if count > LONGEST_FILE)
    assert not long, long


def test_no_function_is_long_without_a_reason() -> None:
    long = {
        f"{name_of(path)}::{node.name}"
        for path in SOURCES
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION
    }
    assert long <= LONG_FUNCTIONS.keys(), sorted(long - LONG_FUNCTIONS.keys())


def test_no_module_needs_one_that_needs_it() -> None:
    """As data flows one way, so do imports: at the top, within functions, and for types alone."""
    needed = {module: set(modules_needed(module)) for module in MODULES}
    while free := [module for module, others in needed.items() if not others & needed.keys()]:
        for module in free:
            del needed[module]

    assert not needed, "a circle is among these, or above it"


def folder_of(module: str) -> str:
    """The folder of a module; a module at the top of its package stands alone."""
    package, *inside = module.split(".")
    below = "" if MODULES[module].name == "__init__.py" else inside[-1]
    return ".".join([package, *(inside[:-1] if below and len(inside) > 1 else inside)])


def test_no_two_folders_import_each_other() -> None:
    pairs = {
        (folder_of(module), folder_of(other))
        for module in MODULES
        for other in modules_needed(module)
    }
    assert not [pair for pair in pairs if pair[0] < pair[1] and pair[::-1] in pairs]


MOST_AT_THE_TOP = {"rulings": 6, "rulings_index": 6, "rulings_cli": 4}


@pytest.mark.parametrize("package", PACKAGES)
def test_few_modules_stand_at_the_top(package: str) -> None:
    top = [path.name for path in PACKAGES[package].glob("*.py") if path.name != "__init__.py"]
    assert len(top) <= MOST_AT_THE_TOP[package], top


@pytest.mark.parametrize("package", PACKAGES)
def test_the_house_names_every_folder_and_module(package: str) -> None:
    """Each in one line, its own first sentence."""
    page = (ROOT / "docs" / "the-house.md").read_text(encoding="utf-8")
    _, _, rest = page.partition(f"### {package}: ")
    rows = re.findall(r"^\| (?:`|\*\*)(.+?)(?:`|\*\*) \| (.+) \|$", rest.split("\n### ")[0], re.M)
    wanted = {}
    for path in PACKAGES[package].rglob("*.py"):
        name = path.relative_to(PACKAGES[package]).as_posix().removesuffix("__init__.py")
        sentence = " ".join(
            (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").split("\n\n")[0].split()
        )
        if name:
            wanted[name] = sentence.rstrip(".")
    assert {name: about.strip("*") for name, about in rows} == wanted
