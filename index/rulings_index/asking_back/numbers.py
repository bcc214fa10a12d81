"""Numbers of a question for the inputs of a formula: all are there, or some are to be asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from rulings.languages import text_in
from rulings_index import weights
from rulings_index.asking_back.calls import overruled_by
from rulings_index.lexicon.names import UNDONE, is_denied
from rulings_index.query.analysed import SENTENCE_END
from rulings_index.ranking.confidence import ANSWER, PERHAPS
from rulings_index.results import Fork, Hit, Results, Step, Worked, strings_in
from rulings_index.text.analysis import fold_text, in_digits

if TYPE_CHECKING:
    from rulings.format.model import AnyEntry, Formula
    from rulings.format.record import Record
    from rulings_index.query.analysed import AnalysedQuery

AMOUNT_ASKED = (
    "how (?:many|much)|何[枚個匹点回本]|何だめーじ|いくつ|どれだけ|どのくらい|なん(?:まい|こ|てん)"
)
"""What asks for an amount, in a folded question."""
CHANGED = (
    r"(?<![a-z])(?:not|never|neither|nor|without|only|twice|thrice|doubled?|double|triple|"
    r"half|each|every|another|at least|at most|up to|except|unless|instead|prevent[a-z]*|"
    r"heal[a-z]*|reduc[a-z]*|eliminated|per|more than|less than)(?![a-z])|"
    r"(?:is|are|was|do|does|did|has|have|ca|wo)n.?t(?![a-z])|"
    r"ない|なし|なく|ません|だけ(?!ど)|のみ|しか|倍|二度|もう[0-9]|もういち|さらに|毎|ずつ|ごと|"
    r"以上|以下|未満|半分|軽減|回復|防(?!御)|脱落|抜け"
)
"""Words of a folded question that change what its numbers mean, or deny it. Nothing is worked out
for such a question, since people would believe a wrong number.
"""
CORRECTED = (
    r"(?<![a-z])(?:sorry|wait|miscount(?:ed)?|i mean|i meant|correction)(?![a-z])|"
    "訂正|間違え|まちがえ|[0-9](?:枚|個|点|人)(?:では|じや)なく"
)
"""What corrects a number of a folded question."""
CHANGED_BESIDE = r"(?<![a-z])(?:just|but|again|already|same)(?![a-z])"
"""Words that do so in a sentence with a number, but not elsewhere in a story."""
WHAT_IS = {"en": "What is the {}?", "ja": "{}はいくつですか?"}
_COUNTS_OTHER = "(?! ?(?:cards?|turns?|times|players?|枚|たん|回|人|匹))"  # I have 3 cards
AMOUNT = "[0-9]+(?![0-9]|(?:st|nd|rd|th)(?![a-z])|[人回枚匹個番]?目)"
"""A number that is no ordinal."""


class InputWords(TypedDict):
    """How an input is looked for in a question: `patterns`, each with what its number is multiplied
    by; the `bounds` of the number, whether the formula `needs` it (it has no default), and what it
    is called.
    """

    text: dict[str, str]
    patterns: list[tuple[str, int]]
    bounds: tuple[float, float]
    needs: bool


class FormulaWords(TypedDict):
    """When a formula is worked out for a question: the `entry` that holds it, the `cards` one of
    which it must name if there are any, the `terms` that it must name, the patterns of what makes
    it another case, and its `inputs`.
    """

    entry: str
    cards: list[str]
    terms: list[str]
    unless: list[str]
    inputs: dict[str, InputWords]


class Calculation(NamedTuple):
    """A formula that a question gives numbers for: the entry that holds it, the numbers `given` by
    input, whether one of them `is_corrected`, whether it is `possible` to work it out (no other
    number is of unknown meaning, they are within their bounds, and nothing that the question says
    makes it another case), and the inputs that are `missing`.
    """

    entry: str
    formula: str
    given: dict[str, int]
    is_corrected: bool
    possible: bool
    missing: list[str]

    @property
    def is_clear(self) -> bool:
        """Whether it can be worked out."""
        return self.possible and not self.missing


def formula_words_of(entry: AnyEntry, formula: Formula) -> FormulaWords:
    """How a question for a formula of an entry is known, and how each input is looked for in it."""
    return {
        "entry": entry.id,
        "cards": entry.cards,
        "terms": formula.terms,
        "unless": [
            rf"(?<![a-z]){re.escape(fold_text(words))}(?![a-z])"
            for words in strings_in(formula.unless)
        ],
        "inputs": {
            name: {
                "text": each.text,
                "patterns": [
                    (_pattern(phrase), times)
                    for listed, times in ((each.said, 1), (each.said_in_tens, 10))
                    for phrase in strings_in(listed)
                ],
                "bounds": (each.min, each.max),
                "needs": each.default is None,
            }
            for name, each in formula.inputs.items()
        },
    }


def _pattern(phrase: str) -> str:
    """A phrase in which # stands for a number, for texts that `in_digits` gives."""
    before, _, after = phrase.partition("#")
    parts = (re.escape(fold_text(part).strip()) for part in (before, after))
    head, tail = (part.replace("\\ ", " ") for part in parts)
    tail = f" ?{tail}" if tail else _COUNTS_OTHER
    return rf"(?<![a-z0-9.]){head} ?([0-9]{{1,6}})(?![0-9]){tail}(?![a-z0-9])"


def calculation(
    question: AnalysedQuery, record: Record, formulas: Mapping[str, FormulaWords]
) -> Calculation | None:
    """The formula of an entry for which a question gives the most numbers; None where it gives
    none. `formulas` has the formulas of the book by name. Where some inputs are missing, only a
    formula of the entry itself counts, and only if an amount is asked for.
    """
    text = in_digits(question.folded.text)
    if not re.search(AMOUNT, text):
        return None
    concepts = (concept for mention in question.mentions for concept in mention.concepts)
    named = {re.split("[:/]", concept)[-1] for concept in concepts}
    examples = [worked["formula"] for worked in record.get("worked", ()) if worked["formula"]]
    clauses = record.get("clauses", ())
    calculations = []
    for name, words in formulas.items():
        entry, inputs = words["entry"], words["inputs"]
        is_worked_here = entry == record["id"] or name in examples
        is_near = is_worked_here or entry in clauses
        given, is_corrected, is_clear = _given(text, inputs) if is_near else ({}, False, False)
        missing = [key for key, each in inputs.items() if each["needs"] and key not in given]
        may_ask = is_worked_here and re.search(AMOUNT_ASKED, text)
        is_asked = is_clear and given and (may_ask or not missing)
        if is_asked or (is_worked_here and record.get("worked")):  # it may work other numbers
            bounds = (inputs[key]["bounds"] for key in given)
            numbers = zip(bounds, given.values(), strict=True)
            possible = all(low <= number <= high for (low, high), number in numbers)
            possible = bool(is_asked) and possible and _is_meant(words, text, named)
            possible = possible and not question.topics_of(UNDONE)
            calculations.append(Calculation(entry, name, given, is_corrected, possible, missing))

    def order(each: Calculation) -> tuple[bool, int, bool]:
        return not each.missing, len(each.given), each.entry == record["id"]

    return max(calculations, key=order, default=None)


def _is_meant(words: FormulaWords, text: str, named: set[str]) -> bool:
    """Whether a question is of the case of a formula, and nothing changes its numbers."""
    is_named = not words["cards"] or not named.isdisjoint(words["cards"])
    is_changed = any(re.search(pattern, text) for pattern in (CHANGED, *words["unless"]))
    sentences = filter(re.compile(AMOUNT).search, re.split(SENTENCE_END, text))
    is_changed = is_changed or any(re.search(CHANGED_BESIDE, each) for each in sentences)
    return is_named and not is_changed and named.issuperset(words["terms"])


def _given(text: str, inputs: Mapping[str, InputWords]) -> tuple[dict[str, int], bool, bool]:
    """The numbers that a text gives for inputs, the last where it gives several; whether it
    corrects one, and whether it is clear: it corrects none and holds no number of unknown meaning.
    Of the phrases that a number stands in, the longest tells what it is: "5 damage counters".
    """
    readings: dict[int, tuple[int, str, int]] = {}
    for name, words in inputs.items():
        for pattern, times in words["patterns"]:
            for match in re.finditer(pattern, text):
                reading = (len(match[0]), name, int(match[1]) * times)
                place = match.start(1)
                readings[place] = max(reading, readings.get(place, reading))
    numbers = {match.start(): match.end() for match in re.finditer(AMOUNT, text)}
    denied = {start for start, end in numbers.items() if is_denied(text, start, end)}
    meant = [readings[place] for place in sorted(readings.keys() - denied)]
    given = {name: number for _, name, number in meant}
    is_read = numbers.keys() <= readings.keys() | denied
    is_corrected = bool(readings and (denied or re.search(CORRECTED, text)))
    is_corrected |= any(given[name] != number for _, name, number in meant)
    if is_corrected and not is_read:
        given = {}  # the number that counts may be one of unknown meaning
    return given, is_corrected, is_read and not is_corrected


def is_example_of(record: Record, known: Calculation) -> bool:
    """Whether an entry works the formula for the very numbers of the question."""
    examples = record.get("worked", ()) if known.given and not known.missing else ()
    return any(
        all(example["given"].get(name) == number for name, number in known.given.items())
        for example in examples
        if example["formula"] in ("", known.formula)
    )


def is_of_example(record: Record, known: Calculation, question: AnalysedQuery) -> bool:
    """Whether the numbers of a question are those of an entry's worked examples: as its inputs, or
    where they are none, anywhere: "8 Energy are on it, how many are discarded?"
    """
    has_them = bool(record.get("worked")) and not has_other_numbers(record, question)
    is_same = not known.given or is_example_of(record, known)
    return has_them and is_same and not known.is_corrected


def has_other_numbers(record: Record, question: AnalysedQuery) -> bool:
    """Whether a question gives a number that the worked examples of an entry do not."""
    examples = record.get("worked", ())
    known = {f"{number:g}" for each in examples for number in each["given"].values()}
    known |= {f"{number / 10:g}" for each in examples for number in each["given"].values()}
    known |= {text for each in examples for text in each["expect"].values()}
    numbers = set(re.findall(AMOUNT, in_digits(question.folded.text)))
    return bool(examples) and not numbers <= known


def is_beside(call: Hit, best: Hit, known: Calculation, question: AnalysedQuery) -> bool:
    """Whether a call overrules an entry that is an example with other numbers than a question's."""
    record = best.record()
    is_example = bool(record.get("worked")) and not is_of_example(record, known, question)
    return best.id in overruled_by(call.record()) and is_example


def to_ask_for(missing: Sequence[str], inputs: Mapping[str, InputWords]) -> Fork:
    """What to ask back for inputs that a question does not give, by what they are called."""
    asks = {
        language: ask.format(", ".join(text_in(inputs[name]["text"], language) for name in missing))
        for language, ask in WHAT_IS.items()
    }
    return Fork("", asks, [])


def work_out(known: Calculation, record: Record) -> Worked | None:
    """What a formula comes to; None where it cannot be worked out. `record` holds the formula."""
    import msgspec  # only a question with numbers pays for it

    from rulings.format.model import Formula
    from rulings.text.formulas import FormulaError, evaluate, show

    formula = msgspec.convert(record["formula"], Formula)
    try:
        outcome = evaluate(formula, known.given)
    except FormulaError:
        return None
    inputs = [
        Step(name, formula.inputs[name].text, show(number), {}, "")
        for name, number in outcome.given.items()
    ]
    given = [step for step in inputs if step.name in known.given]
    assumed = [step for step in inputs if step.name not in known.given]
    labels = formula.labels
    outputs = [
        Step(name, labels.get(name, {}), show(value), labels.get(show(value), {}), working)
        for (name, value), working in zip(outcome.outputs.items(), outcome.working, strict=True)
    ]
    return Worked(known.entry, known.formula, given, assumed, outputs)


def put_worked(results: Results, best: Hit, home: Hit, known: Calculation) -> Hit:
    """Put into the results what a formula comes to, and the other cases of a fork that the numbers
    settle; returns the hit to stand first: the entry that works these very numbers, or `home`,
    which holds the formula, before an example with others.
    """
    cases = results.fork.cases if results.fork else results.others
    results.fork, results.certainty = None, ANSWER
    results.hits, results.nearest = results.hits or [best], []
    results.total = results.total or 1
    is_rule = best.kind != "ruling"
    is_example = not is_rule and is_example_of(best.record(), known)
    exact = (each for each in results.hits if is_example_of(each.record(), known))
    first = best if is_rule or is_example else next(exact, home)
    others = [case for case in cases if case.entry != first.id]
    results.others = tuple(others[: weights.MOST_OTHERS])
    if is_rule or (first.id == home.id and not is_example):
        results.worked = work_out(known, home.record())
    return first


def put_example(
    results: Results, best: Hit, home: Hit, known: Calculation, question: AnalysedQuery
) -> Hit:
    """The hit to stand first where nothing can be worked out: a ruling on other numbers than those
    of the question, or on corrected ones, is no sure answer.
    """
    if best.kind != "ruling" or is_of_example(best.record(), known, question):
        return best
    exact = (hit for hit in results.hits if is_example_of(hit.record(), known))
    first = next(exact, home)
    results.others = tuple(case for case in results.others if case.entry != first.id)
    is_unsure = known.given or known.is_corrected or has_other_numbers(best.record(), question)
    if first.kind == "ruling" and is_unsure:
        results.certainty = PERHAPS
    return first
