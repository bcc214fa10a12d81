"""What an event is called on what is printed for it."""

from __future__ import annotations

import pytest

from rulings.lookup.event import Event


@pytest.mark.parametrize(
    ("name", "date", "label"),
    [
        ("City", "2026-05-08", "City, 2026-05-08"),
        ("City 2026-05-08", "2026-05-08", "City 2026-05-08"),
        ("City", "", "City"),
    ],
)
def test_the_label_of_an_event_has_its_date_once(name: str, date: str, label: str) -> None:
    assert Event(name=name, date=date).label() == label
