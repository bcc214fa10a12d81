"""How a calculation is printed: what comes out, and the working as a person writes it."""

from collections.abc import Mapping

from rulings.languages import text_in
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import Output

SIGNS = {" // ": " ÷ ", " / ": " ÷ ", " * ": " × ", " == ": " = ", " >= ": " ≥ ", " <= ": " ≤ "}


def print_outcome(
    output: Output,
    label: str,
    value: str,
    names: Mapping[str, Mapping[str, str]],
    working: str,
    language: str,
) -> None:
    """Print an output of a formula, ``label: value (working)``; `names` are words for values."""
    truth = strings.phrase(value, language) if value in ("true", "false") else value
    name = text_in(names.get(value), language) or truth
    steps = in_signs(working.partition(" = ")[2].rpartition(" = ")[0])
    shown = f" ({steps})" if steps not in ("", value) else ""
    output.line(f"{label}: {name}{shown}", "strong", indent=2, hang=2)


def in_signs(expression: str) -> str:
    """``380 // 40`` as people write it: ``380 ÷ 40``; empty for one with conditions."""
    if " if " in expression:
        return ""
    for sign, written in SIGNS.items():
        expression = expression.replace(sign, written)
    return expression
