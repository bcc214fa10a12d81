"""Every regular expression of the page's scripts, tried in Chromium on the longest text that it
meets, made of what slows one: long runs, and pairs again and again, of each character in it.

Patterns that the scripts get from Python are tried in `tests/hostile/test_patterns.py`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from phones import Phone
from places import ROOT

from rulings_index.weights import LONGEST_QUERY

pytestmark = pytest.mark.browser

LITERAL = re.compile(
    r"(?<=[(=,!?:|&])\s*(?P<literal>/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[dgimsuy]*)"
)
CLUSTER = "new RegExp(`['’]s(?![a-zA-Z])[\u0300-\u036f]*|.[\u0300-\u036f]*`, 'gsu')"
"""The one that a script puts together, with the marks that it takes."""
CLASSES = {"d": "1", "w": "a", "s": " ", "p{M}": "\u0301", "p{Nd}": "1", "x7f": "a", "S": "a"}
MILLISECONDS = 10

SLOWEST = """([source, texts]) => {
  const pattern = eval(source);
  let slowest = [0, ""];
  for (const text of texts) {
    let took = Infinity;
    for (let time = 0; time < 3 && took > 1; time += 1) {
      const began = performance.now();
      text.replace(pattern, "");
      took = Math.min(took, performance.now() - began);
    }
    if (took > slowest[0]) slowest = [took, text.slice(0, 20)];
  }
  return slowest;
}"""


def literals() -> Iterator[tuple[str, str]]:
    """The patterns of the scripts, each with its file and line."""
    for folder in ("index", "cli"):
        for path in sorted((ROOT / folder).rglob("*.js")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for match in LITERAL.finditer(line):
                    yield f"{path.name}:{number}", match["literal"]
    yield "analysis.js:CLUSTER", CLUSTER


def texts_for(source: str) -> list[str]:
    """Runs of what a pattern takes, alone, before an end that does not fit, and after a start."""
    taken = {CLASSES[name] for name in CLASSES if f"\\{name}" in source}
    plain = re.sub(r"\\[a-z](\{\w+\}|[0-9a-f]+)?", "", source)
    units = sorted(taken | set(plain[:40]) | {"a", "1", " ", "ぁ"})
    units += [left + right for left in units[:12] for right in units[:12] if left != right]
    return [
        before + unit * (LONGEST_QUERY // len(unit)) + end
        for unit in units
        for before, end in (("", ""), ("", "\0"), ("x", "\0"))
    ]


FOUND = list(literals())


@pytest.mark.long
@pytest.mark.parametrize(("place", "source"), FOUND, ids=[place for place, _ in FOUND])
def test_no_text_makes_a_pattern_slow(searcher: Phone, place: str, source: str) -> None:
    took, text = searcher.page.evaluate(SLOWEST, [source, texts_for(source)])
    assert took < MILLISECONDS, f"{place} {source}: {took:.0f} ms for {json.dumps(text)} …"


def test_every_pattern_is_found() -> None:
    assert len(FOUND) > 20


def test_a_slow_pattern_is_noticed(searcher: Phone) -> None:
    took, _ = searcher.page.evaluate(SLOWEST, ["/(a|aa)+b/", ["a" * 30]])
    assert took > MILLISECONDS
