"""Checks that formulas can be worked, and that every worked example comes out."""

from __future__ import annotations

from collections.abc import Iterator

from rulings.checks.base import Check, EntryCheck
from rulings.formulas import FormulaError, differences, evaluate
from rulings.model import AnyEntry, Formula, Worked
from rulings.problems import Problem


class FormulaUnsound(EntryCheck):
    """A formula that cannot be worked at the least or the greatest inputs it allows."""

    code = "B501"
    summary = "a formula that cannot be worked"
    remedy = "correct the expression; a name must be an input or an output above it"

    def of_entry(self, entry: AnyEntry) -> Iterator[Problem]:
        if entry.formula is None:
            return
        for bound in ("min", "max"):
            given = {name: getattr(wanted, bound) for name, wanted in entry.formula.inputs.items()}
            try:
                evaluate(entry.formula, given)
            except FormulaError as error:
                yield self.fault(entry.id, ("formula", "outputs"), str(error))
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

    def of_entry(self, entry: AnyEntry) -> Iterator[Problem]:
        for number, worked in enumerate(entry.worked):
            formula = self._formula(entry, worked)
            if formula is None:
                message = (
                    f"no formula {worked.formula!r} in the book"
                    if worked.formula
                    else ("worked numbers need a formula: of this entry, or named by `formula`")
                )
                yield self.fault(entry.id, ("worked", number), message)
                continue
            try:
                lines = differences(formula, worked)
            except FormulaError as error:
                lines = [str(error)]
            for line in lines:
                yield self.fault(entry.id, ("worked", number), line)

    def _formula(self, entry: AnyEntry, worked: Worked) -> Formula | None:
        if not worked.formula:
            return entry.formula
        return next(
            (
                other.formula
                for other in self.book.entries.values()
                if other.formula is not None and other.formula.name == worked.formula
            ),
            None,
        )
