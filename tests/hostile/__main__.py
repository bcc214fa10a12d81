"""Coverage-guided fuzzing, where atheris is installed: ``python tests/hostile yaml -runs=100000``.

Any exception but a known mistake told in one line is a find. Without atheris, RULINGS_EXAMPLES
raises the number of examples of the property tests: ``RULINGS_EXAMPLES=5000 pytest tests/hostile``.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
sys.path[:0] = [str(TESTS / "support"), str(ROOT), str(ROOT / "index"), str(ROOT / "cli")]

import atheris  # type: ignore # noqa: E402

with atheris.instrument_imports(include=["rulings", "rulings_index", "markdown_it"]):
    from hostile import everything, write_book

    from rulings import ids as identifiers
    from rulings.checks import run
    from rulings.errors import RulingsError
    from rulings.format.model import Formula
    from rulings.importing.formats.mtg_cr import read_rules
    from rulings.reading.load import load_book
    from rulings.text.formulas import evaluate
    from rulings.text.markdown import plain_text, render_html
    from rulings_index import open_index

PLACE = Path(tempfile.mkdtemp())


def yaml(raw: bytes) -> None:
    path = PLACE / "yaml" / "a.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(raw)
    run(load_book([path.parent]))


def ids(raw: bytes) -> None:
    text = raw.decode(errors="replace")
    identifiers.parse(text, {"br": "BR"})
    identifiers.sort_key(text)
    identifiers.ancestors(text)


def queries(raw: bytes) -> None:
    INDEX.search(raw.decode(errors="replace"))
    INDEX.cards(raw.decode(errors="replace"))


def markdown(raw: bytes) -> None:
    text = raw.decode(errors="replace")
    html = render_html(text, lambda _: None, str)
    assert "<script" not in html
    assert "<img" not in html
    plain_text(text)


def formulas(raw: bytes) -> None:
    lines = raw.decode(errors="replace").split("\n")
    evaluate(Formula(name="f", inputs={}, outputs={f"o{n}": x for n, x in enumerate(lines)}), {})


def rules(raw: bytes) -> None:
    path = PLACE / "rules.txt"
    path.write_bytes(b"These rules are effective as of May 1, 2020\n1. A\n100. B\n" + raw)
    read_rules(path)


TARGETS: dict[str, Callable[[bytes], None]] = {
    target.__name__: target for target in (yaml, ids, queries, markdown, formulas, rules)
}
INDEX = open_index([write_book(PLACE / "book", everything())], cache_dir=PLACE / "cache")


def main() -> None:
    name = sys.argv.pop(1) if len(sys.argv) > 1 else ""
    if name not in TARGETS:
        sys.exit(f"what to fuzz? one of {', '.join(TARGETS)}; then options of libFuzzer")

    def target(raw: bytes) -> None:
        try:
            TARGETS[name](raw)
        except RulingsError:
            return

    atheris.Setup(sys.argv, target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
