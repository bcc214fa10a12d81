"""The desk as an application: a question above, results on the left, the answer beside them."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.timer import Timer
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from rulings.format.record import Record
from rulings.languages import text_in
from rulings.lookup.event import OWN_RULESET, Event
from rulings_cli.answers.trust import case_at_event
from rulings_cli.desk import texts
from rulings_cli.event import tonight
from rulings_cli.places.language import reply_languages
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import clean
from rulings_index import FilterError, Index, Results
from rulings_index.weights import LONGEST_QUERY

SHOWN, LOGGED, MOST_CASES = 20, 5, 9
PAUSE = 1.5
"""Seconds without a key after which a question counts as asked, and is logged."""


class Field(Input):
    """A line of text without control characters, cut to what a search reads."""

    def on_paste(self, event: events.Paste) -> None:
        """Join pasted lines; the field itself would take only the first."""
        event.text = " ".join(event.text[: 2 * LONGEST_QUERY].split())

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace a part of the line by as much text as fits; half characters become `?`."""
        room = LONGEST_QUERY - len(self.value) + abs(end - start)
        super().replace(clean(text.encode(errors="replace").decode())[: max(0, room)], start, end)


class Desk(App[None]):
    """Results while typing."""

    TITLE = "rulings"
    CSS_PATH = "desk.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "move(1)", "next", priority=True, show=False),
        Binding("up", "move(-1)", "previous", priority=True, show=False),
        Binding("ctrl+r", "ruleset", "ruleset", priority=True),
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
        keep_call: Callable[[str, str, str], str],
        event: Event,
    ) -> None:
        """`keep_call` keeps a call (its ruleset, question and verdict), and says where."""
        super().__init__()
        self._event, self._keep_call = event, keep_call
        self._open_index, self._index = open_index, open_index()
        played = event.rulesets or tuple(self._index.opened.known["rulesets"])
        self._rulesets = ["", *played]
        self._ruleset = ""
        self._fixed, self._language = language, reply_languages(language)[0]
        self._records: list[Record] = []
        self._results: Results | None = None
        self._calling, self._belongs, self._asked = "", "", ""
        self._logging: Timer | None = None

    def compose(self) -> ComposeResult:
        """A field, a line of state, results, the answer, the keys."""
        self._field = Field(id="question", placeholder=self._phrase("what_asked"))
        self._hits = OptionList(id="hits", markup=False)
        yield self._field
        yield Static(id="state", markup=False)
        with Horizontal():
            yield self._hits
            with VerticalScroll(id="beside"):
                yield Static(id="answer", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Put the cursor into the field."""
        self._field.focus()
        self._say()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search again after every key."""
        if not self._calling and event.value != self._asked:
            self._search()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """On Enter, keep the call that is being written."""
        if self._calling and (verdict := event.value.strip()):
            kept = self._keep_call(self._belongs, self._calling, verdict)
            self._index = self._open_index()
            self.action_leave()
            self._search()
            self._say(kept)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the answer of the result under the cursor."""
        self._show(event.option_index)

    def action_move(self, step: int) -> None:
        """Move through the results without leaving the field."""
        move = self._hits.action_cursor_down if step > 0 else self._hits.action_cursor_up
        move()

    def action_ruleset(self) -> None:
        """Narrow to the next ruleset; while a call is written, let it belong to the next."""
        if self._calling:
            known = [name for name in self._rulesets if name != OWN_RULESET]
            self._belongs = _next(known, self._belongs)
            self._say()
            return
        self._ruleset = _next(self._rulesets, self._ruleset)
        self._search()

    def action_language(self) -> None:
        """Switch the language of what is shown."""
        self._fixed = "en" if self._language == "ja" else "ja"
        self._search()
        self._field.placeholder = self._phrase("what_asked")

    def action_copy(self) -> None:
        """Copy the answer with its citation."""
        at = self._hits.highlighted
        if at is not None and at < len(self._records):
            record = self._records[at]
            tonight.log(self._event, "ask", record["id"], opened=[record["id"]])
            self.copy_to_clipboard(texts.citation(record, self._language, self._event))
            self._say(f"{record['id']} {self._phrase('is_copied')}")

    def action_call(self) -> None:
        """Write down the head judge's call on what was asked."""
        if not self._field.value.strip():
            return
        self._calling = self._field.value.strip()
        played = self._event.rulesets[0] if len(self._event.rulesets) == 1 else ""
        self._belongs = self._ruleset or played
        self._field.placeholder = self._phrase("write_verdict")
        self._field.value = ""
        self._say()

    def action_case(self, number: int) -> None:
        """Show the entry of a case of the fork that is open."""
        fork = self._results.fork if self._results else None
        if not fork or number > len(fork.cases):
            return
        case = fork.cases[number - 1]
        shown = [each for each in self._index.show(f"{case.entry}.") if each["id"] == case.entry]
        others = [record for record in self._records if record["id"] != case.entry]
        self._records, self._results = [*shown, *others], None
        tonight.log(self._event, "ask", case.entry, opened=[case.entry])
        self._list()
        self._say(text_in(case.when, self._language))

    def action_leave(self) -> None:
        """Leave a call, or empty the field and search all rulesets."""
        question, self._calling = self._calling, ""
        self._ruleset = self._ruleset if question else ""
        self._field.placeholder = self._phrase("what_asked")
        self._field.value = question
        self._field.cursor_position = len(question)
        self._say()

    def _log_later(self, question: str, certainty: str) -> None:
        """Log a question that stands for a while, not each state of one that is being typed."""
        shown = [record["id"] for record in self._records[:LOGGED]]
        log = partial(tonight.log, self._event, "ask", question, certainty, shown=shown)
        self._logging = self.set_timer(PAUSE, log)

    def _search(self) -> None:
        text = self._asked = self._calling or self._field.value
        if self._logging:
            self._logging.stop()
        self._records, self._results = [], None
        self._language = reply_languages(self._fixed, text)[0]
        message = ""
        if text.strip():
            among, event = self._ruleset or None, self._event
            try:
                results = self._index.search(text, ruleset=among, limit=SHOWN, event=event)
            except FilterError as error:
                message = str(error)
            else:
                self._results, self._event = results, results.event
                self._records = [hit.record() for hit in results.hits or results.nearest]
                message = self._message_of(results)
                self._log_later(text, results.certainty)
        self._list()
        self._say(message)

    def _message_of(self, results: Results) -> str:
        if results.hits:
            return self._phrase("answered" if results.certainty == "answer" else "perhaps")
        message = self._phrase("unclear" if results.nearest else "nothing")
        if results.suggestion:
            message += f" {self._phrase('did_you_mean')}: {results.suggestion}"
        return message + (f" {self._phrase('nearest')}" if results.nearest else "")

    def _list(self) -> None:
        options = (texts.option(each, self._language, self._event) for each in self._records)
        self._hits.clear_options()
        self._hits.add_options(map(Option, options))
        if self._records:
            self._hits.highlighted = 0
        self._show(0)

    def _show(self, at: int) -> None:
        results, answer = self._results, Text()
        if at < len(self._records):
            is_sure = results is None or results.certainty == "answer"
            record, place = self._records[at], (self._index, self._language, self._event)
            cases = results.others if results and not at else ()
            others = [case_at_event(each, *place) for each in cases]
            answer = texts.answer(record, self._language, self._event, is_sure, others)
            if results and results.fork and not at:
                cases = [case_at_event(each, *place) for each in results.fork.cases]
                answer = texts.fork(results.fork._replace(cases=cases), self._language) + answer
        self.query_one("#answer", Static).update(answer)
        self.query_one("#beside", VerticalScroll).scroll_home(animate=False)

    def _say(self, message: str = "") -> None:
        """Show the state: a message and the filters; while a call is written, its ruleset."""
        if self._calling:
            belongs = self._belongs or self._phrase("the_event")
            state = self._phrase("belongs").format(ruleset=belongs)
        else:
            event = self._event
            played = " · ".join([event.label(), *event.rulesets, *event.variants])
            among = self._ruleset or played or self._phrase("all_rules")
            state = " · ".join(filter(None, [message, among]))
        self.query_one("#state", Static).update(state)

    def _phrase(self, name: str) -> str:
        return strings.phrase(name, self._language)


def _next(choices: list[str], current: str) -> str:
    return choices[(choices.index(current) + 1) % len(choices)]
