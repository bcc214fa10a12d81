"""How a calculation is printed: what comes out, and the working as a person writes it."""

from __future__ import annotations

from collections.abc import Mapping

from rulings.languages import text_in
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import Output

_SIGNS = {" // ": " ÷ ", " / ": " ÷ ", " * ": " × ", " == ": " = ", " >= ": " ≥ ", " <= ": " ≤ "}


def print_outcome(
    output: Output,
    label: str,
    value: str,
    names: Mapping[str, Mapping[str, str]],
    working: str,
    language: str,
) -> None:
    """Print an output of a formula: its label, its value (what `names` calls it, if it is a word),
    and in brackets the working, where that says more than the value.
    """
    truth = strings.phrase(value, language) if value in ("true", "false") else value
    name = text_in(names.get(value), language) or truth
    shown = f" ({steps})" if (steps := in_signs(working)) not in ("", value) else ""
    output.line(f"{label}: {name}{shown}", "strong", indent=2, hang=2)


def in_signs(working: str) -> str:
    """The middle of ``cards = 380 // 40 = 9`` with the signs that people write: ``380 ÷ 40``; empty
    for one with conditions, which only a program reads.
    """
    _, _, right = working.partition(" = ")
    expression, _, _ = right.rpartition(" = ")
    if " if " in expression:
        return ""
    for sign, written in _SIGNS.items():
        expression = expression.replace(sign, written)
    return expression
