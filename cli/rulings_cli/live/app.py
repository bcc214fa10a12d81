"""The desk as an application: a question above, results on the left, the answer beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from rulings.contract import Record
from rulings.event import NO_EVENT, Event
from rulings_cli import strings
from rulings_cli.live import texts
from rulings_cli.live.field import Field
from rulings_cli.live.noting import Noting
from rulings_cli.output import clean
from rulings_index import FilterError, Index, Results

KeepCall = Callable[[str, str, str], str]
"""Keeps a table call (ruleset, question, verdict); says where."""

AUTHORITIES = (None, "official", "event+", "author+", "interpretation+")
SHOWN = 20

HINTS = {
    "en": {"ask": "What was asked?", "call": "Your verdict, then Enter (Esc: leave)"},
    "ja": {"ask": "何を聞かれましたか", "call": "裁定を書いて Enter(Esc で取り消し)"},
}


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
        Binding("escape", "leave", "clear", priority=True),
        Binding("ctrl+q", "quit", "quit", priority=True),
    ]

    def __init__(
        self,
        open_index: Callable[[], Index],
        language: str,
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
        self._language = language
        self._keep_call = keep_call
        self._records: list[Record] = []
        self._calling = ""
        self._asked = ""
        self._noting = Noting(event)

    def compose(self) -> ComposeResult:
        """A field, a line of state, results, the answer, the keys."""
        yield Field(id="question", placeholder=HINTS[self._language]["ask"])
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
        """The last question was asked too."""
        self._noting.write()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Every key asks again."""
        if not self._calling and event.value != self._asked:
            self._search(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter keeps a call that is being written."""
        if not self._calling or not event.value.strip():
            return
        kept = self._keep_call(self._ruleset or "", self._calling, event.value.strip())
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
        """Narrow to the next ruleset."""
        self._ruleset = _next(self._rulesets, self._ruleset)
        self._again()

    def action_authority(self) -> None:
        """Narrow by who says so."""
        self._authority = _next(list(AUTHORITIES), self._authority)
        self._again()

    def action_language(self) -> None:
        """Switch the language of what is shown."""
        self._language = "en" if self._language == "ja" else "ja"
        self.query_one("#question", Input).placeholder = HINTS[self._language]["ask"]
        self._again()

    def action_copy(self) -> None:
        """Copy the answer with its citation."""
        record = self._current()
        if record is not None:
            self._noting.open(record["id"])
            self.copy_to_clipboard(texts.citation(record, self._language, self._event))
            self._say(f"{record['id']} copied")

    def action_call(self) -> None:
        """Write down the head judge's call on what was asked."""
        field = self.query_one("#question", Input)
        if not field.value.strip():
            return
        if self._ruleset is None:
            self._say("a call is about one ruleset: choose it with Ctrl+R first")
            return
        self._calling = field.value.strip()
        field.placeholder = HINTS[self._language]["call"]
        field.value = ""

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
        field.placeholder = HINTS[self._language]["ask"]
        field.value = text
        field.cursor_position = len(text)

    def _again(self) -> None:
        self._search(self._calling or self.query_one("#question", Input).value)

    def _search(self, text: str) -> None:
        self._asked = text
        self._records = []
        said = ""
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
                said = str(error)
            else:
                self._records, said = self._taken(found)
                shown = [record["id"] for record in self._records]
                self._noting.ask(text, found.certainty, shown)
        hits = self.query_one("#hits", OptionList)
        hits.clear_options()
        hits.add_options([Option(texts.option(record, self._language)) for record in self._records])
        if self._records:
            hits.highlighted = 0
        self._show(0)
        self._say(said)

    def _taken(self, found: Results) -> tuple[list[Record], str]:
        """What is shown of results, and what is said about them."""
        if found.hits:
            unsure = found.certainty == "perhaps"
            said = f"{strings.phrase('perhaps', self._language)} " if unsure else ""
            told = f"{said}{found.total} · {found.took_ms:.0f} ms"
            return [hit.record() for hit in found.hits], told
        nothing = strings.phrase("nothing", self._language)
        meant = strings.phrase("did_you_mean", self._language)
        suggested = f" {meant}: {found.suggestion}" if found.suggestion else ""
        nearest = f" {strings.phrase('nearest', self._language)}" if found.nearest else ""
        return [hit.record() for hit in found.nearest], nothing + suggested + nearest

    def _current(self) -> Record | None:
        at = self.query_one("#hits", OptionList).highlighted
        return self._records[at] if at is not None and at < len(self._records) else None

    def _show(self, at: int) -> None:
        shown = at < len(self._records)
        self.query_one("#answer", Static).update(
            texts.answer(self._records[at], self._language, self._event) if shown else ""
        )
        self.query_one("#beside", VerticalScroll).scroll_home(animate=False)

    def _say(self, said: str = "") -> None:
        narrowed = [self._ruleset or "*", self._authority or "*"]
        self.query_one("#state", Static).update(" · ".join([*narrowed, *([said] if said else [])]))


def _next(choices: list[str | None], current: str | None) -> str | None:
    return choices[(choices.index(current) + 1) % len(choices)]
