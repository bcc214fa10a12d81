"""Which questions a head judge's call answers, and which it leaves to the book."""

from __future__ import annotations

from typing import Any

import pytest
from cases import load_cases
from running import Rulings


@pytest.mark.parametrize("case", load_cases("calls.yaml"))
def test_a_call_answers_what_it_rules_on_and_nothing_else(
    rulings: Rulings, one_game: None, case: dict[str, Any]
) -> None:
    played = [word for name in case["event"] for word in ("--ruleset", name)]
    rulings("tonight", "--event", "City", "--lang", "en", *played)
    for earlier in case.get("before", ()):
        rulings("call", *earlier)
    made = rulings("call", *case["type"])
    assert made.code == 0, made.err
    call = made.out.split()[0]

    for question in case.get("answers", ()):
        answer = rulings("search", question, "--json").json
        assert (answer["certainty"], answer["hits"][0]["id"]) == ("answer", call), question
    for question, first in case.get("leaves", {}).items():
        answer = rulings("search", question, "--json").json
        hits = [hit["id"] for hit in answer["hits"]]
        is_answer = answer["certainty"] == "answer" and hits[0] == call
        assert not is_answer if first == "" else hits[0] == first, question
        assert question not in case.get("named", ()) or hits[1] == call, question


@pytest.mark.parametrize(("point", "asks_more"), [("RAID-O29", True), ("RAID-O10", False)])
def test_a_call_on_a_part_of_an_open_point_is_named_when_made_and_when_edited(
    rulings: Rulings, one_game: None, point: str, *, asks_more: bool
) -> None:
    rulings("tonight", "--event", "City", "--lang", "en", "--ruleset", "RAID")
    asked = ("Time limit of a raid?", "--ruleset", "RAID", "--verdict", "None.")
    made = rulings("call", *asked, "--overrules", point).out
    call = rulings("call", "Time limit of the raid?", *asked[1:], "--overrules", "RAID 1.1").out

    edited = rulings("calls", "edit", call.split()[0], "--overrules", point).out
    for lines in (made, edited):
        assert f"In place of {point}: " in lines
        assert (f"answers all that {point} asks" in " ".join(lines.split())) == asks_more
    again = rulings("calls", "edit", call.split()[0], "--verdict", "An hour.").out
    assert f"In place of {point}: " not in again, "what it overrules is as it was"
