"""Making a poster fit its page: the largest type that holds all, else as many entries as do."""

from __future__ import annotations

from dataclasses import replace

from rulings.errors import RulingsError
from rulings.languages import said
from rulings_cli.sheets import phrases
from rulings_cli.sheets.as_pdf import PdfRenderer
from rulings_cli.sheets.budget import first_that
from rulings_cli.sheets.look import SMALLEST_OF_POSTER, Look
from rulings_cli.sheets.plan import keeping

SIZES = (20.0, 18.0, 16.0, 15.0, 14.0, 13.0, 12.5, SMALLEST_OF_POSTER)
"""Sizes of type in points; a poster is read from two steps away."""


def fit(press: PdfRenderer, look: Look) -> tuple[PdfRenderer, Look, str]:
    """The entries and the look that fit the pages of a poster (one page if not said otherwise), and
    a line on what had to be left out. RulingsError if not even calls and variants in force fit.
    """
    budget = press.plan.sheet.pages or 1
    lost = ""
    needed = press.pages(look)
    if needed > budget:
        press, ids = _fewer(press, look, budget)
        pages = {"pages": str(budget), "needed": str(needed)}
        lost = said(
            phrases.filled(phrases.NOT_ON_POSTER, ids=", ".join(ids), **pages),
            press.plan.languages[0],
        )
    looks = [replace(look, size=size) for size in SIZES]
    return press, first_that(looks, lambda one: press.pages(one) <= budget), lost


def _fewer(press: PdfRenderer, look: Look, budget: int) -> tuple[PdfRenderer, list[str]]:
    """The first entries as far as they fit, and the ids of the others; variants that are not in
    force go first.
    """
    ordered = sorted((item.id for item in press.plan.items), key=lambda name: "-V" in name)
    counts = list(range(len(ordered) - 1, -1, -1))

    def with_first(count: int) -> PdfRenderer:
        plan = replace(keeping(press.plan, ordered[:count]), absent=tuple(ordered[count:]))
        return replace(press, plan=plan)

    count = first_that(counts, lambda count: with_first(count).pages(look) <= budget)
    found = with_first(count)
    if found.pages(look) > budget:
        raise RulingsError(
            f"calls and variants in force alone take {found.pages(look)} pages in {look.size:g} "
            f"points; give --pages {found.pages(look)}, or one language"
        )
    return found, ordered[count:]
