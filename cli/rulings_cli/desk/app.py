"""The desk as an application: a question above, results on the left, the answer beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, TypeVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from rulings.format.record import Record
from rulings.languages import said
from rulings.lookup.event import NO_EVENT, OWN_RULESET, Event
from rulings_cli.desk import texts
from rulings_cli.desk.field import Field
from rulings_cli.desk.noting import Noting
from rulings_cli.places.language import choose
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import clean
from rulings_index import FilterError, Index, Results
from rulings_index.results import Fork

KeepCall = Callable[[str, str, str], str]
"""Keeps a table call (ruleset, question, verdict); says where."""

_Choice = TypeVar("_Choice")

AUTHORITIES = (None, "official", "event+", "author+", "interpretation+")
SHOWN, MOST_CASES = 20, 9


class Desk(App[None]):
    """Results while typing."""

    TITLE = "rulings"
    CSS = """
    #question { dock: top; }
    #state { height: 1; padding: 0 1; color: $text-muted; }
    #hits { width: 2fr; min-width: 12; height: 1fr; border: none; }
    #beside { width: 3fr; min-width: 12; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)", "next", priority=True, show=False),
        Binding("up", "move(-1)", "previous", priority=True, show=False),
        Binding("ctrl+r", "ruleset", "ruleset", priority=True),
        Binding("ctrl+a", "authority", "who", priority=True),
        Binding("ctrl+l", "language", "日本語/en", priority=True),
        Binding("ctrl+y", "copy", "copy", priority=True),
        Binding("ctrl+n", "call", "note a call", priority=True),
        *(
            Binding(f"f{number}", f"case({number})", priority=True, show=False)
            for number in range(1, MOST_CASES + 1)
        ),
        Binding("escape", "leave", "clear", priority=True),
        Binding("ctrl+q", "quit", "quit", priority=True),
    ]

    def __init__(
        self,
        open_index: Callable[[], Index],
        language: str | None,
        keep_call: KeepCall,
        event: Event = NO_EVENT,
    ) -> None:
        super().__init__()
        self._event = event
        self._open_index = open_index
        self._index = open_index()
        self._rulesets: list[str | None] = [None, *self._index.status()["rulesets"]]
        self._ruleset: str | None = None
        self._authority: str | None = None
        self._fixed = language
        self._language = choose(language)[0]
        self._keep_call = keep_call
        self._fork: Fork | None = None
        self._settled, self._choosing = texts.SETTLED, False
        self._records: list[Record] = []
        self._calling, self._belongs = "", ""
        self._asked = ""
        self._noting = Noting(event)

    def compose(self) -> ComposeResult:
        """A field, a line of state, results, the answer, the keys."""
        yield Field(self.take_digit, id="question", placeholder=self._phrase("what_asked"))
        yield Static(id="state", markup=False)
        with Horizontal():
            yield OptionList(id="hits", markup=False)
            with VerticalScroll(id="beside"):
                yield Static(id="answer", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """The cursor waits in the field."""
        self.query_one("#question", Input).focus()
        self._say()
        self._say_faults()

    def on_unmount(self) -> None:
        """Log the last question."""
        self._noting.write()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Every key asks again."""
        if not self._calling and event.value != self._asked:
            self._search(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter keeps a call that is being written; else a digit then chooses a case."""
        if not self._calling:
            self._choosing = self._fork is not None
            self._say(self._phrase("choose_case") if self._choosing else "")
            return
        if not event.value.strip():
            return
        kept = self._keep_call(self._belongs, self._calling, event.value.strip())
        asked, self._calling = self._calling, ""
        self._index = self._open_index()
        self._say_faults()
        self._ask(asked)
        self._search(asked)
        self._say(kept)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The answer follows the cursor."""
        self._show(event.option_index)

    def action_move(self, step: int) -> None:
        """Move through the results without leaving the field."""
        hits = self.query_one("#hits", OptionList)
        if step > 0:
            hits.action_cursor_down()
        else:
            hits.action_cursor_up()
        if record := self._current():
            self._noting.open(record["id"])

    def action_ruleset(self) -> None:
        """Narrow to the next ruleset; while a call is written, let it belong to the next."""
        if self._calling:
            known = [one or "" for one in self._rulesets if one != OWN_RULESET]
            self._belongs = _next(known, self._belongs)
            self._say()
            return
        self._ruleset = _next(self._rulesets, self._ruleset)
        self._again()

    def action_authority(self) -> None:
        """Narrow by who says so."""
        self._authority = _next([*AUTHORITIES], self._authority)
        self._again()

    def action_language(self) -> None:
        """Switch the language of what is shown."""
        self._fixed = "en" if self._language == "ja" else "ja"
        self._language = self._fixed
        self.query_one("#question", Input).placeholder = self._phrase("what_asked")
        self._again()

    def action_copy(self) -> None:
        """Copy the answer with its citation."""
        record = self._current()
        if record is not None:
            self._noting.open(record["id"])
            self.copy_to_clipboard(texts.citation(record, self._language, self._event))
            self._say(f"{record['id']} {self._phrase('is_copied')}")

    def action_call(self) -> None:
        """Write down the head judge's call on what was asked."""
        field = self.query_one("#question", Input)
        if not field.value.strip():
            return
        self._calling = field.value.strip()
        played = self._event.rulesets[0] if len(self._event.rulesets) == 1 else ""
        self._belongs = self._ruleset or played
        field.placeholder = self._phrase("write_verdict")
        field.value = ""
        self._say()

    def action_case(self, number: int) -> None:
        """Show the entry of a case of the fork that is open."""
        cases = self._fork.cases if self._fork else ()
        if number > len(cases):
            return
        entry = cases[number - 1].entry
        shown = [record for record in self._index.show(f"{entry}.") if record["id"] == entry]
        others = [record for record in self._records if record["id"] != entry]
        self._records, self._fork, self._choosing = [*shown, *others], None, False
        self._settled = texts.SETTLED
        self._noting.open(entry)
        self._list()
        self._say(said(cases[number - 1].when, self._language))

    def take_digit(self, digit: str) -> bool:
        """Let a digit after Enter choose a case; says whether it did."""
        chooses = self._choosing
        if chooses:
            self.action_case(int(digit))
        return chooses

    def action_leave(self) -> None:
        """Leave a call, or empty the field."""
        self._noting.write()
        asked, self._calling = self._calling, ""
        self._ask(asked)

    def _say_faults(self) -> None:
        """What is left out of the books, for a moment beside the answers."""
        for line in self._index.faults:
            self.notify(clean(line), severity="warning", markup=False)

    def _ask(self, text: str) -> None:
        field = self.query_one("#question", Input)
        field.placeholder = self._phrase("what_asked")
        field.value = text
        field.cursor_position = len(text)

    def _again(self) -> None:
        self._search(self._calling or self.query_one("#question", Input).value)

    def _search(self, text: str) -> None:
        self._asked = text
        self._records, self._fork, self._choosing = [], None, False
        self._language = choose(self._fixed, text)[0]
        told = ""
        if text.strip():
            try:
                found = self._index.search(
                    text,
                    ruleset=self._ruleset,
                    authority=self._authority,
                    limit=SHOWN,
                    event=self._event,
                )
            except FilterError as error:
                told = str(error)
            else:
                self._records, told = self._taken(found)
                shown = [record["id"] for record in self._records]
                self._noting.ask(text, found.certainty, shown)
        self._list()
        self._say(told)

    def _list(self) -> None:
        """List what is shown, the first one whole."""
        hits = self.query_one("#hits", OptionList)
        hits.clear_options()
        options = (texts.option(one, self._language, self._event) for one in self._records)
        hits.add_options([Option(option) for option in options])
        if self._records:
            hits.highlighted = 0
        self._show(0)

    def _taken(self, found: Results) -> tuple[list[Record], str]:
        """What is shown of results, and what is said about them."""
        self._fork = found.fork
        self._settled = texts.Settled(found.certainty == "answer", found.others)
        if found.hits:
            told = self._phrase("answered" if self._settled.is_sure else "perhaps")
            return [hit.record() for hit in found.hits], told
        nothing = self._phrase("nothing")
        meant = self._phrase("did_you_mean")
        suggested = f" {meant}: {found.suggestion}" if found.suggestion else ""
        nearest = f" {self._phrase('nearest')}" if found.nearest else ""
        return [hit.record() for hit in found.nearest], nothing + suggested + nearest

    def _current(self) -> Record | None:
        at = self.query_one("#hits", OptionList).highlighted
        return self._records[at] if at is not None and at < len(self._records) else None

    def _show(self, at: int) -> None:
        answer = Text()
        if at < len(self._records):
            settled = self._settled._replace(others=()) if at else self._settled
            answer = texts.answer(self._records[at], self._language, self._event, settled)
        if answer and self._fork and not at:
            answer = texts.fork(self._fork, self._language) + answer
        self.query_one("#answer", Static).update(answer)
        self.query_one("#beside", VerticalScroll).scroll_home(animate=False)

    def _say(self, told: str = "") -> None:
        """Show the state: what was found, in which rules; while a call is written, its ruleset."""
        if self._calling:
            belongs = self._belongs or self._phrase("the_event")
            state = self._phrase("belongs").format(ruleset=belongs)
        else:
            among = self._ruleset or self._phrase("all_rules")
            who = self._authority or self._phrase("anyone")
            state = " · ".join(filter(None, [told, among, who]))
        self.query_one("#state", Static).update(state)

    def _phrase(self, name: str) -> str:
        return strings.phrase(name, self._language)


def _next(choices: list[_Choice], current: _Choice) -> _Choice:
    return choices[(choices.index(current) + 1) % len(choices)]
