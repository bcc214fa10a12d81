"""What `rulings search` prints: the first hit whole, the others in a line each."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial
from io import StringIO
from typing import Any

from rulings.kinds import TEXTS
from rulings.languages import SPOKEN, text_in
from rulings_cli.answers.answers import print_answer, print_in_a_line, print_outcome
from rulings_cli.answers.trust import case_at_event
from rulings_cli.places.language import language_of_words, reply_languages
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import Output
from rulings_index import Hit, Index, Results
from rulings_index.results import Case

ON_TERMINAL = 5
_MOST_SAME = 20
_MOST_LINES, _MOST_CASES = 18, (None, 6, 5, 4, 3, 2, 1)
"""An answer has so many lines at most: with fewer and fewer cases of its fork, until it fits."""


class ResultsPrinter:
    """Prints what a search found."""

    def __init__(self, results: Results, index: Index, lang: str | None) -> None:
        self._results = results
        self._index = index
        lang = lang or results.event.language or self._asked_in()
        self._languages = reply_languages(lang, results.query)
        self._language = self._languages[0]
        self._phrase = partial(strings.phrase, language=self._language)
        self._case_context = index, self._language, results.event

    def _asked_in(self) -> str | None:
        """The language of the first hit that shares most words with the question; None if the hit
        has only English and Japanese.
        """
        hits = self._results.hits or self._results.nearest
        record: Mapping[str, Any] = hits[0].record() if hits else {}
        texts: dict[str, str] = defaultdict(str)
        for key in (*TEXTS, "asked"):
            for code, words in record.get(key, {}).items():
                texts[code] += f" {words}"
        return None if texts.keys() <= {*SPOKEN} else language_of_words(self._results.query, texts)

    def print(self, output: Output, *, whole: bool) -> None:
        """Print the first hit in full, the others in a line each (`whole`: in full as well)."""
        if not self._results.hits:
            self._print_nearest(output)
            return
        _, *others = self._results.hits
        counts = _MOST_CASES[:-1] if self._results.fork else _MOST_CASES  # a fork needs two cases
        for most_cases in (None,) if whole else counts:
            draft = StringIO()
            self._print_first(Output(draft, output.color, output.width), most_cases)
            if draft.getvalue().count("\n") <= _MOST_LINES:
                break
        output.stream.write(draft.getvalue())
        cases = self._results.fork.cases if self._results.fork else self._results.others
        in_cases = () if whole else {case.entry for case in cases[:most_cases]}
        listed = [hit for hit in others if hit.id not in in_cases]
        for number, hit in enumerate(listed):
            if whole or number == 0:
                output.line()
            if whole:
                self._print_whole(hit, output)
            else:
                print_in_a_line(output, hit.record(), self._language, self._results.event)

    def _print_first(self, output: Output, most_cases: int | None) -> None:
        """Print what to ask back, the first hit and the other cases, at most `most_cases`."""
        results = self._results
        if results.certainty == "perhaps":
            output.line(self._phrase("perhaps"))
        if results.fork:
            question = text_in(results.fork.ask, self._language)
            output.labelled(self._phrase("ask_back"), question, "strong", indent=0)
            self._print_cases(results.fork.cases, output, most_cases)
            output.line()
        self._print_worked(output)
        if results.case:
            case = case_at_event(results.case, *self._case_context)
            parts = (text_in(text, self._language) for text in (case.when, case.verdict))
            output.line(" → ".join(parts), "strong", hang=2)
        self._print_whole(results.hits[0], output)
        if results.others:
            output.line(self._phrase("otherwise"), "dim", indent=2)
            self._print_cases(results.others, output, most_cases)

    def _print_worked(self, output: Output) -> None:
        worked = self._results.worked
        if worked is None:
            return
        for phrase, inputs in (("with_numbers", worked.given), ("assumed", worked.assumed)):
            named = [f"{text_in(each.label, self._language)} {each.value}" for each in inputs]
            if named:
                output.line(f"{self._phrase(phrase)}: {', '.join(named)}", hang=2)
        record = self._index.show(f"{worked.entry}.")[0]
        for call in self._index.calls_on(record, self._results.event):  # it may change a number
            print_in_a_line(output, call, self._language, self._results.event)
        for step in worked.outputs:
            label = text_in(step.label, self._language) or step.name
            names = {step.value: step.value_label}
            print_outcome(output, label, step.value, names, step.working, self._language)
        output.line()

    def _print_whole(self, hit: Hit, output: Output) -> None:
        """Print a hit, marked if it is an example with other numbers, and the entries like it."""
        is_other = hit.kind == "ruling" and self._results.worked is not None
        sure = self._results.certainty == "answer" and not is_other
        if is_other:
            output.line(self._phrase("other_numbers"), "dim")
        print_answer(output, hit.record(), self._languages, self._results.event, sure=sure)
        if hit.same:
            same = [record for name in hit.same[:_MOST_SAME] for record in self._index.show(name)]
            named = [f"{text_in(each['title'], self._language)} ({each['id']})" for each in same]
            named += [f"+{len(hit.same) - _MOST_SAME}"] if len(hit.same) > _MOST_SAME else []
            output.labelled(self._phrase("same"), ", ".join(named))

    def _print_nearest(self, output: Output) -> None:
        """Print that there is no answer in the book or at the event, and the nearest entries."""
        results = self._results
        none = "unclear" if results.nearest else "nothing"
        if results.event.rulesets:
            output.line(f"{self._phrase(f'{none}_here')} {self._phrase('everywhere')}")
        else:
            output.line(self._phrase(none))
        if results.suggestion:
            output.labelled(self._phrase("did_you_mean"), results.suggestion, indent=0)
        if results.nearest:
            output.line(self._phrase("nearest"))
            for hit in results.nearest:
                print_in_a_line(output, hit.record(), self._language, results.event)

    def _print_cases(self, cases: Sequence[Case], output: Output, most: int | None) -> None:
        for case in (case_at_event(each, *self._case_context) for each in cases[:most]):
            when, verdict = (text_in(text, self._language) for text in (case.when, case.verdict))
            holds = f"{verdict} ({case.entry})" if verdict else case.entry  # its text is not here
            output.line(f"{when} → {holds}", indent=4, hang=2)
        if most is not None and len(cases) > most:
            more = self._phrase("more_cases").format(count=len(cases) - most)
            output.line(more, "dim", indent=4)
