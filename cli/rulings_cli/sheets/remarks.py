"""Remarks that several entries of a sheet have: taken out of them, to be printed once."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace

from rulings.format.model import Text
from rulings.format.sheets import Part
from rulings_cli.sheets.plan import Item, Plan, SharedRemark

_Key = tuple[tuple[str, str], ...]


def say_once(plan: Plan) -> Plan:
    """The plan with each remark that several entries share taken out of them, and kept once."""
    found: dict[_Key, list[str]] = {}
    for item in plan.everything:
        for passage in item.passages:
            if passage.part is Part.REMARK:
                found.setdefault(_key(passage.text), []).append(item.id)
    shared = {key: ids for key, ids in found.items() if len(ids) > 1}
    return replace(
        plan,
        sections=tuple(
            replace(section, items=_without(section.items, shared)) for section in plan.sections
        ),
        calls=_without(plan.calls, shared),
        in_force=_without(plan.in_force, shared),
        clauses=_without(plan.clauses, shared),
        remarks=tuple(SharedRemark(tuple(ids), dict(key)) for key, ids in shared.items()),
    )


def _without(items: Iterable[Item], shared: Container[_Key]) -> tuple[Item, ...]:
    def stays(part: Part | None, text: Text) -> bool:
        return part is not Part.REMARK or _key(text) not in shared

    return tuple(
        replace(item, passages=tuple(one for one in item.passages if stays(one.part, one.text)))
        for item in items
    )


def _key(text: Text) -> _Key:
    return tuple(text.items())
