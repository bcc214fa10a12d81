"""The live desk, with Textual's own pilot at the keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from running import Rulings, Ship, Write

from rulings.lookup.event import NO_EVENT, Event
from rulings_index import Index, open_index

pytest.importorskip("textual", reason="pip install 'tcg-rulings[desk]'")

from textual import events
from textual.widgets import Input, OptionList, Static

from rulings_cli.desk import texts
from rulings_cli.desk.app import Desk
from rulings_cli.event.log import read
from rulings_cli.places import locations
from rulings_cli.writing.keep_call import TableCall, keep_call
from rulings_index.weights import LONGEST_QUERY

if TYPE_CHECKING:
    from textual.pilot import Pilot

Sit = Callable[..., None]
Play = Callable[["Pilot[None]", Desk], Awaitable[None]]


@pytest.fixture
def sit() -> Sit:
    """Sits at the desk and plays; in a thread, since the browser tests keep a loop of their own."""

    def keep(ruleset: str, question: str, verdict: str) -> str:
        call = TableCall(question, verdict)
        return keep_call(locations.books(None), ruleset, call, NO_EVENT)[0]

    async def run(play: Play, language: str | None, event: Event) -> None:
        desk = Desk(lambda: open_index(locations.books(None)), language, keep, event)
        async with desk.run_test(size=(100, 30)) as pilot:
            await play(pilot, desk)

    def start(play: Play, language: str | None = "en", event: Event = NO_EVENT) -> None:
        with ThreadPoolExecutor(1) as threads:
            threads.submit(asyncio.run, run(play, language, event)).result()

    return start


async def ask(pilot: Pilot[None], desk: Desk, text: str) -> None:
    desk.query_one("#question", Input).value = text
    await pilot.pause()


def said(desk: Desk, name: str) -> str:
    shown: Any = desk.query_one(name, Static).render()
    return str(shown)


def test_results_while_typing(sit: Sit) -> None:
    async def play(pilot: Pilot[None], desk: Desk) -> None:
        await pilot.press(*"brq22")
        await pilot.pause()
        assert "10 HP before the Checkup: the Poisoner's" in said(desk, "#answer")
        assert "BR 8.1a" in said(desk, "#answer")
        assert "interpretation" in said(desk, "#answer")
        await pilot.press("ctrl+l")
        assert "どくにした人" in said(desk, "#answer")

    sit(play)


def test_a_long_story_is_kept_as_far_as_it_is_searched(sit: Sit) -> None:
    async def play(pilot: Pilot[None], desk: Desk) -> None:
        field = desk.query_one("#question", Input)
        field.post_message(events.Paste("x" * 2 * LONGEST_QUERY))
        await pilot.pause()
        assert len(field.value) == LONGEST_QUERY

    sit(play)


def test_keys_move_and_narrow(sit: Sit) -> None:
    async def play(pilot: Pilot[None], desk: Desk) -> None:
        await ask(pilot, desk, "who takes the prize for poison and burn")
        hits = desk.query_one("#hits", OptionList)
        first = said(desk, "#answer")
        await pilot.press("down")
        await pilot.pause()
        assert hits.highlighted == 1
        assert said(desk, "#answer") != first
        for _ in range(6):
            await pilot.press("ctrl+r")
            if "raid" in said(desk, "#state"):
                break
        assert said(desk, "#answer").startswith("RAID")

    sit(play)


def test_the_filter_runs_over_the_rulesets_of_the_event(sit: Sit) -> None:
    async def play(pilot: Pilot[None], desk: Desk) -> None:
        assert "City, 2026-05-01 · battle-royal · raid · BR-V5" in said(desk, "#state")
        shown = []
        for _ in range(3):
            await pilot.press("ctrl+r")
            shown.append(said(desk, "#state").split(" · ")[0])
        assert shown == ["battle-royal", "raid", "City, 2026-05-01"]
        await pilot.press("ctrl+r", *"judge", "escape")
        await pilot.pause()
        assert "City, 2026-05-01" in said(desk, "#state"), "Esc takes the filter away"

    sit(play, event=Event("City", "2026-05-01", ("battle-royal", "raid"), ("BR-V5",)))


def test_an_answer_is_copied_with_its_citation(sit: Sit) -> None:
    async def play(pilot: Pilot[None], desk: Desk) -> None:
        await ask(pilot, desk, "br q22")
        await pilot.press("ctrl+y")
        assert desk.clipboard.startswith("BR-Q22: ")
        assert "[BR 8.1a]" in desk.clipboard
        assert "interpretation" in desk.clipboard

    sit(play)


def test_a_call_is_kept_and_found(sit: Sit, ship: Ship, write_book: Write) -> None:
    ship(write_book())

    async def play(pilot: Pilot[None], desk: Desk) -> None:
        await ask(pilot, desk, "the table wobbled and the zorkmid fell")
        await pilot.press("ctrl+n")
        assert said(desk, "#state") == "This call belongs to: the event itself (Ctrl+R: another)"
        await pilot.press("ctrl+r")
        assert "belongs to: chess-rules" in said(desk, "#state")
        await ask(pilot, desk, "Put it back.")
        await pilot.press("enter")
        await pilot.pause()
        assert "CH-Q" in said(desk, "#state")
        assert "Put it back." in said(desk, "#answer")

    sit(play)


def test_a_missing_answer_and_a_wrong_filter_are_named(sit: Sit) -> None:
    async def play(pilot: Pilot[None], desk: Desk) -> None:
        await ask(pilot, desk, "price of a hotel room nearby")
        assert "nothing" in said(desk, "#state")
        await ask(pilot, desk, "[bold]x[/bold] kind:nonsense")
        assert "kind" in said(desk, "#state")

    sit(play)


def test_it_answers_in_the_language_of_the_question(sit: Sit) -> None:
    async def play(pilot: Pilot[None], desk: Desk) -> None:
        await ask(pilot, desk, "どくとやけどで倒れたら誰がサイドをとる?")
        assert "どくにした人" in said(desk, "#answer")
        assert said(desk, "#state").startswith("この本に答えがあります")
        await ask(pilot, desk, "poison and burn, who takes the prize")
        assert "Poisoned" in said(desk, "#answer")
        assert said(desk, "#state") == "The book answers · all rules"
        await pilot.press("ctrl+l")
        await ask(pilot, desk, "poison and burn, whose prize")
        assert "どくにした人" in said(desk, "#answer"), "what was chosen by a key stays"

    sit(play, None)


def test_a_key_chooses_the_case_of_a_fork(sit: Sit, index: Index) -> None:
    question = "poison and burn knock out"
    fork = index.search(question).fork
    assert fork is not None

    async def play(pilot: Pilot[None], desk: Desk) -> None:
        await ask(pilot, desk, question)
        shown = said(desk, "#answer")
        assert fork.ask["en"] in shown
        assert f"F2  {fork.cases[1].when['en']}" in shown
        await pilot.press("f2")
        await pilot.pause()
        assert said(desk, "#answer").startswith(fork.cases[1].entry)
        assert desk.query_one("#question", Input).value == question
        await pilot.press("2")
        assert desk.query_one("#question", Input).value == f"{question}2", "a digit is a digit"

    sit(play)


def test_the_other_case_is_named_where_words_settle_it(sit: Sit, index: Index) -> None:
    question = "10 HP left, poisoned and burned: who takes the prize?"
    other, *_ = index.search(question).others

    async def play(pilot: Pilot[None], desk: Desk) -> None:
        await ask(pilot, desk, question)
        named = f"{other.when['en']}: {other.verdict['en']} ({other.entry})"
        assert named in said(desk, "#answer")
        await pilot.press("down")
        await pilot.pause()
        assert named not in said(desk, "#answer"), "it is another case of the first answer"

    sit(play)


def test_another_case_says_what_is_not_settled_tonight(sit: Sit) -> None:
    async def play(pilot: Pilot[None], desk: Desk) -> None:
        await ask(pilot, desk, "G-Weezing up front, can I still use my Ability?")
        other = said(desk, "#answer").partition("In another case\n")[2].partition("\n")[0]
        assert other.startswith("  Weezing's Detention Gas: [Not settled tonight: BR-V5] Author:")

        await ask(pilot, desk, "My Weezing has a gas Ability. Whose Pokémon does it affect?")
        asked = said(desk, "#answer").partition("Ask first")[2].splitlines()
        assert any("[Not settled tonight: BR-V5]" in line for line in asked), asked

    sit(play, event=Event("City", "2026-05-01", ("battle-royal",)))


def test_the_verdict_stands_out_only_where_it_is_sure(index: Index) -> None:
    (record,) = index.show("BR-Q22.")
    for sure in (True, False):
        shown = texts.answer(record, "en", NO_EVENT, sure)
        verdict = shown.plain.index(record["verdict"]["en"])
        assert (
            any("bold" in str(span.style) for span in shown.spans if span.start == verdict) == sure
        )


def test_other_formats_are_named_and_the_evening_is_logged(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulings_cli.desk.app.PAUSE", 0.01)
    event = Event("City", rulesets=("raid",))

    async def play(pilot: Pilot[None], desk: Desk) -> None:
        await ask(pilot, desk, "br q22")
        await pilot.pause(0.1)
        assert "Of another format: Battle Royal" in said(desk, "#answer")
        await pilot.press("ctrl+n")
        assert "belongs to: raid" in said(desk, "#state")
        await pilot.press("escape", "ctrl+y")

    sit(play, "en", event)

    asked, copied = read(event)
    assert (asked.command, asked.asked, asked.shown[0]) == ("ask", "br q22", "BR-Q22")
    assert (copied.command, copied.opened) == ("ask", ["BR-Q22"])


def test_without_a_terminal_it_says_so(rulings: Rulings) -> None:
    ran = rulings("ask")
    assert ran.is_rejected("terminal", "rulings search")
