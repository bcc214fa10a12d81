"""Checks that formulas can be worked, and that every worked example comes out."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.checks.base import Check, EntryCheck, Fault
from rulings.format.model import AnyEntry, Formula, Worked
from rulings.reading.problems import Problem
from rulings.text.formulas import FormulaError, differences, evaluate


class FormulaUnsound(EntryCheck):
    """A formula that cannot be worked at the least or the greatest inputs it allows."""

    code = "B501"
    summary = "a formula that cannot be worked"
    remedy = "correct the expression; a name must be an input or an output above it"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if entry.formula is None:
            return
        for bound in ("min", "max"):
            given = {name: getattr(wanted, bound) for name, wanted in entry.formula.inputs.items()}
            try:
                evaluate(entry.formula, given)
            except FormulaError as error:
                yield Fault(("formula", "outputs"), str(error))
                return


class FormulaNameTwice(Check):
    """Formulas are asked for by name, so a name belongs to one."""

    code = "B502"
    summary = "a formula's name that stands twice in the book"
    remedy = "give one of the two another name"

    def problems(self) -> Iterator[Problem]:
        """Every formula whose name an earlier one has."""
        first: dict[str, str] = {}
        for entry in self.book.entries.values():
            if entry.formula is None:
                continue
            name = entry.formula.name
            if name in first:
                message = f"the formula of {first[name]} is called {name} too; rename one"
                yield self.fault(entry.id, ("formula", "name"), message)
            first.setdefault(name, entry.id)


class WorkedNumbersDiffer(EntryCheck):
    """A worked example that its formula does not give."""

    code = "B503"
    summary = "a worked example that does not come out"
    remedy = "correct the numbers, or the formula"
    needs_all = True

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for number, worked in enumerate(entry.worked):
            formula = self._formula(entry, worked)
            if formula is None:
                message = "worked numbers need a formula: of this entry, or named by `formula`"
                if worked.formula:
                    message = f"no formula {worked.formula!r} in the book"
                yield Fault(("worked", number), message)
                continue
            try:
                lines = differences(formula, worked)
            except FormulaError as error:
                lines = [str(error)]
            for line in lines:
                yield Fault(("worked", number), line)

    def _formula(self, entry: AnyEntry, worked: Worked) -> Formula | None:
        if not worked.formula:
            return entry.formula
        formulas = (other.formula for other in self.book.entries.values())
        return next((one for one in formulas if one and one.name == worked.formula), None)
