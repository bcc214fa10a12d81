"""The wheel: what is in it, and that it works in an empty environment from another folder."""

from __future__ import annotations

import os
import re
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from once import made_once
from places import ROOT
from running import program

from rulings.reading.book import BUILT_IN_BOOK
from rulings_index.storage.table import Table

FOLDERS = (ROOT / "rulings", ROOT / "index" / "rulings_index", ROOT / "cli" / "rulings_cli")
SHIPPED = {
    path.relative_to(folder.parent).as_posix()
    for folder in FOLDERS
    for path in folder.rglob("*")
    if path.is_file() and "__pycache__" not in path.parts
}
ANSWERS = [
    (["search", "残り10 毒とやけどで同時に気絶 サイドは誰が取る"], "BR-Q22"),
    (["show", "BR 9.1"], "BR 9.1"),
    (["calc", "RAID 9.1", "players=4", "damage=380"], "RAID 9.1"),
    (["sheet", "battle-royal", "-o", "faq.md"], ""),
    (["page", "--ruleset", "raid", "-o", "table.html"], "table.html"),
    (["schema"], "{"),
    (["check"], ""),
    (["doctor"], "rulings  "),
]


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    done = program(*command, cwd=cwd, **variables)
    assert done.code == 0, done.out + done.err
    return done.out


@pytest.fixture(scope="session")
def wheel(shared_cache: Path) -> Path:
    def build(folder: Path) -> None:
        run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)

    folder = made_once(shared_cache / "wheel", build)
    return next(folder.glob("tcg_rulings-*.whl"))


@pytest.fixture(scope="session")
def scripts(wheel: Path, shared_cache: Path) -> Path:
    """The folder of the programs of an empty environment, into which the wheel was installed."""
    name = "Scripts" if os.name == "nt" else "bin"

    def install(home: Path) -> None:
        venv.create(home)
        pip = (sys.executable, "-m", "pip", "--python", home / name / "python")
        run(*pip, "install", "-q", wheel, cwd=shared_cache, PYTHONPATH="")

    return made_once(shared_cache / "environment", install) / name


@pytest.mark.long
def test_the_wheel_holds_the_three_packages_and_the_book(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    top = {name.split("/")[0] for name in names}

    assert {name for name in top if not name.endswith(".dist-info")} == {
        *("rulings", "rulings_index", "rulings_cli")
    }
    assert not SHIPPED - set(names), "code and everything it reads"
    assert {f"{package.name}/py.typed" for package in FOLDERS} <= set(names), "types are for users"
    assert any(name.endswith("licenses/LICENSE-BOOK.md") for name in names)
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pkl")]


@pytest.mark.long
def test_the_wheel_holds_the_parts_of_its_book(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        parts = [name for name in archive.namelist() if name.startswith("rulings_index/shipped/")]
        tables = [Table(archive.read(name)) for name in parts]

    rulesets, forks = (BUILT_IN_BOOK.glob(f"*/*/{name}.yaml") for name in ("ruleset", "forks"))
    assert len(parts) == len([*rulesets, *forks]), "entries and forks of a ruleset are parts of it"
    assert all(table.is_sound() for table in tables)


@pytest.mark.long
def test_the_wheel_works_in_an_empty_environment(scripts: Path, tmp_path: Path) -> None:
    outside = {"PYTHONPATH": "", "RULINGS_CACHE": str(tmp_path / "cache")}
    for arguments, beginning in ANSWERS:
        printed = run(scripts / "rulings", *arguments, cwd=tmp_path, **outside)
        assert printed.startswith(beginning), arguments
    assert not list((tmp_path / "cache" / "parts").iterdir()), "the parts of the wheel were taken"
    assert {"faq.md", "table.html"} <= {path.name for path in tmp_path.iterdir()}


@pytest.mark.long
def test_the_checks_of_a_new_book_pass_where_the_document_that_it_cites_is_not(
    scripts: Path, tmp_path: Path
) -> None:
    """What GitHub runs by the workflow of `rulings new book`, in an environment of its own."""
    machine = {
        **{"PYTHONPATH": "", "RULINGS_CACHE": str(tmp_path / "cache")},
        **{"XDG_DATA_HOME": str(tmp_path / "data"), "RULINGS_OWN_BOOK": ""},
    }
    rulings, book = scripts / "rulings", tmp_path / "harbour"
    (tmp_path / "rules.md").write_text("# Lantern rules\n\n1.1 A lantern burns.\n1.2 Wind blows.\n")
    names = ("--prefix", "LN", "--game", "lantern", "--ruleset", "lantern-rules", "--lang", "en")
    document = ("import", "numbered", "rules.md", *names, "--edition", "2026")
    run(rulings, *document, cwd=tmp_path, **machine)
    run(
        rulings, "new", "book", "harbour", "--prefix", "HB", "--lang", "en", cwd=tmp_path, **machine
    )
    run(rulings, "cite", "lantern-rules", cwd=book, **machine)
    begin = ("new", "ruling", "Does it burn?", "--verdict", "Yes.", "--answer", "Yes, [[LN 1.1]].")
    run(rulings, *begin, "--clause", "LN 1.1", "--ruleset", "HB", cwd=book, **machine)
    assert (tmp_path / "data" / "tcg-rulings" / "imported").is_dir()
    machine |= {"XDG_DATA_HOME": str(tmp_path / "elsewhere")}
    machine |= {"PATH": os.pathsep.join([str(scripts), os.environ["PATH"]])}

    for workflow in ("check.yml", "publish.yml"):
        text = (book / ".github" / "workflows" / workflow).read_text(encoding="utf-8")
        install, *commands = re.findall(r"- run: (.+)", text)
        assert install == 'pip install "git+https://github.com/tcg-rulings/rulings"'
        for command in commands:
            run("bash", "-euc", command, cwd=book, **machine)

    assert (book / "public" / "hb" / "q1.html").is_file()
    assert not (book / "public" / "ln").exists()


def test_the_source_archive_holds_what_its_tests_need(tmp_path: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=ROOT)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    for needed in ("docs/tutorial.md", "mkdocs.yml", "tests/data/searches.yaml", "CONTRIBUTING.md"):
        assert needed in names
    assert "index/rulings_index/lexicon/readings.txt" in names
    assert not [name for name in names if name.startswith((".venv", ".git/", "shared"))]


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = set(re.findall(r"^([\w.-]+)==", lock, re.MULTILINE))
    wanted = [*project["dependencies"], *extras["desk"], *extras["test"]]

    assert {re.split(r"[<>=]", name)[0].lower() for name in wanted} <= locked
    assert "://" not in lock, "it says what, not from where"
