"""`rulings doctor`: what is installed and where, and what to do about what is wrong."""

from __future__ import annotations

import platform
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

import rulings
from rulings_cli.places import locations
from rulings_cli.places.configuration import configured, place
from rulings_cli.start.options import BookOption, JsonOption
from rulings_cli.terminal.output import print_answer_json, standard_output

if TYPE_CHECKING:
    from rulings.reading.book import Loading

_DISTRIBUTION = "tcg-rulings"
_NAME = re.compile(r"[\w.-]+")
_NAMED = 10
_DESK = "textual"


class Finding(NamedTuple):
    """One thing looked at; `remedy` is empty where all is well."""

    name: str
    state: str
    remedy: str = ""


def doctor(book: BookOption = None, as_json: JsonOption = False) -> None:
    """Say what is installed, and how to fix what is wrong.

    Example: rulings doctor --json

    Exit code 1 where something is wrong.
    """
    findings = [
        *_program(),
        *_libraries(),
        *_configuration(),
        *_books(book),
        *_index(book),
        *_fonts(),
    ]
    if as_json:
        print_answer_json({"findings": [finding._asdict() for finding in findings]})
    else:
        output = standard_output()
        for finding in findings:
            output.labelled(finding.name, finding.state, "warn" if finding.remedy else "", 0)
            if finding.remedy:
                output.labelled("fix", finding.remedy, "strong", 4)
    if any(finding.remedy for finding in findings):
        raise typer.Exit(1)


def _program() -> Iterator[Finding]:
    yield Finding("rulings", f"{rulings.__version__}, {Path(rulings.__file__).parent}")
    yield Finding("python", f"{platform.python_version()}, {sys.executable}")
    encoding = sys.stdout.encoding or "unknown"
    wide = encoding.lower().replace("-", "") in ("utf8", "cp932", "eucjp", "shiftjis")
    remedy = "" if wide else "Japanese will not show; set PYTHONUTF8=1 or a UTF-8 locale"
    yield Finding("output", f"{encoding}, {shutil.get_terminal_size().columns} columns", remedy)


def _libraries() -> Iterator[Finding]:
    for name in _required():
        version = _version(name)
        remedy = "" if version else f"pip install --force-reinstall {_DISTRIBUTION}"
        yield Finding(name, version or "missing", remedy)
    absent = f"not installed; only for `rulings ask`: pip install '{_DISTRIBUTION}[desk]'"
    yield Finding(_DESK, _version(_DESK) or absent)


def _required() -> list[str]:
    """The libraries without which some command does not work, as the package itself lists them."""
    try:
        lines = metadata.requires(_DISTRIBUTION) or []
    except metadata.PackageNotFoundError:  # run from a folder that nobody installed
        return []
    return [_NAME.findall(line)[0] for line in lines if "extra ==" not in line]


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _configuration() -> Iterator[Finding]:
    said = {key: value for key, value in configured()._asdict().items() if value}
    state = ", ".join(f"{key} {value}" for key, value in said.items()) or "says nothing"
    yield Finding("configuration", f"{place()}: {state}")


def _books(added: list[Path] | None) -> Iterator[Finding]:
    from rulings.reading.load import load_book

    found = locations.named_books(added)
    loading = load_book(list(found))
    problems = loading.all_problems()
    for layer, (path, named_by) in enumerate(found.items()):
        faults = [problem for problem in problems if _inside(problem.path, Path(path))]
        state = f"{len(faults)} faults" if faults else "reads without fault"
        remedy = f"rulings check {shlex.quote(str(path))}" if faults else ""
        yield Finding("book", f"{path} ({named_by}): {state}", remedy)
        origins = {name: loading.origins[name].document.path for name in loading.replaced}
        above = [name for name, file in origins.items() if _inside(file, Path(path))]
        if above:
            more = f" and {len(above) - _NAMED} more" if len(above) > _NAMED else ""
            names = ", ".join(above[:_NAMED])
            yield Finding("replaced", f"{path} replaces parts of other books: {names}{more}")
        yield from _line(loading, path, layer)
    for left_out in locations.left_out():
        yield Finding("book", f"{left_out}: left out ({locations.only()})")
    own = locations.own_book()
    if not own.is_dir():
        yield Finding("own book", f"{own}: none yet; `rulings call` creates it")


def _line(loading: Loading, path: str, layer: int) -> Iterator[Finding]:
    """The line that was fitted to a book, where it has one."""
    from rulings_index.ranking.confidence import measure_name

    own = (name for name, origin in loading.origins.items() if origin.layer == layer)
    for line in dict.fromkeys(
        loading.book.lines[name] for name in own if name in loading.book.lines
    ):
        state = f"{path}: fitted on {line.questions} questions, {line.fitted}"
        old = f"this version measures otherwise; rulings eval FILE --fit --book {shlex.quote(path)}"
        yield Finding("line", state, "" if line.measured_by == measure_name() else old)


def _inside(path: str, folder: Path) -> bool:
    return Path(path).is_relative_to(folder)


def _index(added: list[Path] | None) -> Iterator[Finding]:
    from rulings.errors import RulingsError
    from rulings_index import open_index

    warnings: list[str] = []
    try:
        status = open_index(locations.books(added), warn=warnings.append).status()
    except RulingsError as error:
        yield Finding("index", "cannot be built", str(error))
        return
    state = f"{status['state']}, {status['entries']} entries, {status['folder']}"
    yield Finding("index", state, "; ".join(warnings))


def _fonts() -> Iterator[Finding]:
    from rulings_cli.sheets.as_pdf import FAMILIES, PACKAGES, PdfRenderer

    if not _version("typst"):
        return
    family = PdfRenderer().family
    none = f"none for Japanese; sheets in it need one. {PACKAGES}"
    yield Finding("font of sheets", family if family in FAMILIES else none)
