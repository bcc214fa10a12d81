"""Numbers of a question for the inputs of a formula: all are there, or some are to be asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from rulings import ids
from rulings.languages import text_in
from rulings.reading.book_files import texts_in
from rulings_index import weights
from rulings_index.asking_back.calls import overruled_of
from rulings_index.lexicon.names import UNDONE, is_denied
from rulings_index.query.analysed import SENTENCE_END
from rulings_index.ranking.confidence import ANSWER, PERHAPS
from rulings_index.results import Fork, Hit, Results, Step, Worked
from rulings_index.text.analysis import fold_text, in_digits

if TYPE_CHECKING:
    from rulings.format.model import AnyEntry, Formula, Input
    from rulings.format.record import Record
    from rulings_index.query.analysed import AnalysedQuery

AMOUNT_ASKED = (
    "how (?:many|much)|何[枚個匹点回本]|何だめーじ|いくつ|どれだけ|どのくらい|なん(?:まい|こ|てん)"
)
CHANGED = (
    r"(?<![a-z])(?:not|never|neither|nor|without|only|twice|thrice|doubled?|double|triple|"
    r"half|(?<!we )each|every|another|at least|at most|up to|except|unless|instead|prevent[a-z]*|"
    r"heal[a-z]*|reduc[a-z]*|eliminated|per|more than|less than|besides|other than|apart from|"
    r"hundreds?|thousands?)(?![a-z])|"
    r"(?:is|are|was|do|does|did|has|have|ca|wo)n.?t(?![a-z])|"
    r"ない|なし|なく|ません|だけ(?!ど)|のみ|しか|倍|二度|もう[0-9]|もういち|さらに|毎|(?<!何[枚個匹])ずつ|ごと|"
    r"以上|以下|未満|半分|軽減|回復|防(?!御)|脱落|抜け|(?:ほか|他|以外)に[0-9]"
)
"""Words of a folded question that change what its numbers mean, or deny it. Nothing is worked out
for such a question, since people would believe a wrong number.
"""
CORRECTED = (
    r"(?<![a-z])(?:sorry(?! to )|wait|miscount(?:ed)?|i mean|i meant|correction)(?![a-z])|"
    "訂正|間違え|まちがえ|[0-9](?:枚|個|点|人)(?:では|じや)なく"
)
CHANGED_BESIDE = r"(?<![a-z])(?:just|but|again|already|same)(?![a-z])"
"""Words that change a number of the same sentence, but mean nothing elsewhere in a story."""
WHAT_IS = {"en": "What is the {}?", "ja": "{}はいくつですか?"}
_COUNTS_OTHER = (  # "3 cards" is no HP
    "(?! ?(?:(?:(?:damage )?counter|card|turn|time|player)s?(?![a-z])|"
    "[枚回人匹個]|たん|こ(?![こにのれ])))"
)
AMOUNT = (
    "(?<!table )(?<!round )(?<!game )(?<!match )(?<![0-9])"
    "[0-9]+(?![0-9]|(?:st|nd|rd|th)(?![a-z])|[人回枚匹個番]?目|番?(?:卓|てぶる)|回戦)"
)
"""A number that is no ordinal, and of no table or round."""


class InputWords(TypedDict):
    """How an input of a formula is looked for in a question."""

    text: dict[str, str]  # what it is called
    patterns: list[tuple[str, int]]  # each with what its number is multiplied by
    bounds: tuple[float, float]
    needs: bool  # whether the formula has no default for it


class FormulaWords(TypedDict):
    """When a formula is worked out for a question."""

    entry: str  # the id of the entry that holds it
    cards: list[str]  # if there are any, the question must name one of them
    terms: list[str]  # the question must name all of them
    unless: list[str]  # patterns of what makes the question another case
    inputs: dict[str, InputWords]


Formulas = Mapping[str, FormulaWords]  # by name
HitOf = Callable[[str], Hit]


class Calculation(NamedTuple):
    """A formula that a question gives numbers for."""

    entry: str  # the id of the entry that holds it
    formula: str  # its name
    given: dict[str, int]  # the numbers by input
    is_corrected: bool  # whether the question corrects one of them
    possible: bool  # whether they are within their bounds, and nothing speaks for another case
    missing: list[str]  # the inputs that the question does not give

    @property
    def is_clear(self) -> bool:
        """Whether it can be worked out."""
        return self.possible and not self.missing


def formula_words_of(entry: AnyEntry, formula: Formula) -> FormulaWords:
    """How a question for a formula of an entry is known, and how each input is looked for in it."""
    phrases = (re.escape(fold_text(words)) for _, words in texts_in(formula.unless))
    return {
        "entry": entry.id,
        "cards": entry.cards,
        "terms": formula.terms,
        "unless": [rf"(?<![a-z]){phrase}(?![a-z])" for phrase in phrases],
        "inputs": {name: _words_of(number) for name, number in formula.inputs.items()},
    }


def _words_of(number: Input) -> InputWords:
    patterns = [(_pattern(phrase), 1) for _, phrase in texts_in(number.said)]
    patterns += [(_pattern(phrase), 10) for _, phrase in texts_in(number.said_in_tens)]
    return {
        "text": number.text,
        "patterns": patterns,
        "bounds": (number.min, number.max),
        "needs": number.default is None,
    }


def _pattern(phrase: str) -> str:
    """A phrase in which # stands for a number, for texts that `in_digits` gives."""
    before, _, after = phrase.partition("#")
    parts = (re.escape(fold_text(part).strip()) for part in (before, after))
    head, tail = (part.replace("\\ ", " ") for part in parts)
    tail = f" ?{tail}" if tail else _COUNTS_OTHER
    return rf"(?<![a-z0-9.]){head} ?([0-9]{{1,6}})(?![0-9]){tail}(?![a-z0-9])"


def calculation(question: AnalysedQuery, record: Record, formulas: Formulas) -> Calculation | None:
    """The formula near to an entry for which a question gives the most numbers, if it gives any."""
    text = in_digits(question.folded.text)
    if not re.search(AMOUNT, text):
        return None
    calculations = [_by_formula(name, formulas[name], record, question, text) for name in formulas]

    def order(known: Calculation) -> tuple[bool, int, bool]:
        return not known.missing, len(known.given), known.entry == record["id"]

    return max(filter(None, calculations), key=order, default=None)


def _by_formula(
    name: str, words: FormulaWords, record: Record, question: AnalysedQuery, text: str
) -> Calculation | None:
    """A formula for the numbers of a question, if an entry works it or cites its clause. Only a
    formula that the entry itself works may lack inputs, and only if an amount is asked for.
    """
    entry, inputs, examples = words["entry"], words["inputs"], record.get("worked", ())
    is_worked_here = entry == record["id"] or name in [worked["formula"] for worked in examples]
    if not is_worked_here and entry not in record.get("clauses", ()):
        return None
    given, is_corrected, is_clear = _given(text, inputs)
    missing = [key for key, each in inputs.items() if each["needs"] and key not in given]
    may_ask = is_worked_here and re.search(AMOUNT_ASKED, text)
    is_asked = is_clear and bool(given) and bool(may_ask or not missing)
    if not is_asked and not (is_worked_here and examples):
        return None  # else the entry may be an example with other numbers
    bounds = [(inputs[key]["bounds"], number) for key, number in given.items()]
    is_within = all(low <= number <= high for (low, high), number in bounds)
    possible = is_asked and is_within and _is_meant(words, text, question)
    return Calculation(entry, name, given, is_corrected, possible, missing)


def _is_meant(words: FormulaWords, text: str, question: AnalysedQuery) -> bool:
    """Whether a question is of the case of a formula, and nothing changes its numbers."""
    concepts = (concept for mention in question.mentions for concept in mention.concepts)
    named = {re.split("[:/]", concept)[-1] for concept in concepts}
    is_named = not words["cards"] or not named.isdisjoint(words["cards"])
    is_changed = any(re.search(pattern, text) for pattern in (CHANGED, *words["unless"]))
    with_number = filter(re.compile(AMOUNT).search, re.split(SENTENCE_END, text))
    is_changed = is_changed or any(re.search(CHANGED_BESIDE, part) for part in with_number)
    is_undone = bool(question.topics_of(UNDONE))
    return is_named and named.issuperset(words["terms"]) and not (is_changed or is_undone)


def _given(text: str, inputs: Mapping[str, InputWords]) -> tuple[dict[str, int], bool, bool]:
    """The numbers that a text gives for inputs, the last where it gives several; whether it
    corrects one, and whether it is clear: it gives each once ("2 and 2" may add up), corrects none
    and holds no number of unknown meaning. Of the phrases that a number stands in, the longest
    tells what it is ("5 damage counters"), unless there can't be so many: "3 players 250 damage".
    """
    readings: dict[int, tuple[bool, int, str, int]] = {}
    for name, words in inputs.items():
        low, high = words["bounds"]
        for pattern, times in words["patterns"]:
            for match in re.finditer(pattern, text):
                number = int(match[1]) * times
                reading = (low <= number <= high, len(match[0]), name, number)
                place = match.start(1)
                readings[place] = max(reading, readings.get(place, reading))
    numbers = {match.start(): match.end() for match in re.finditer(AMOUNT, text)}
    denied = {start for start, end in numbers.items() if is_denied(text, start, end)}
    in_order = [readings[place] for place in sorted(readings.keys() - denied)]
    given = {name: number for *_, name, number in in_order}
    is_read = numbers.keys() <= readings.keys() | denied
    is_corrected = bool(readings and (denied or re.search(CORRECTED, text)))
    is_corrected |= any(given[name] != number for *_, name, number in in_order)
    if is_corrected and not is_read:
        given = {}  # the number that counts may be one of unknown meaning
    return given, is_corrected, is_read and not is_corrected and len(in_order) == len(given)


def _works(record: Record, known: Calculation) -> bool:
    """Whether an example of an entry works the formula for the very numbers of the question."""
    examples = record.get("worked", ()) if known.given and not known.missing else ()
    return any(
        all(example["given"].get(name) == number for name, number in known.given.items())
        for example in examples
        if example["formula"] in ("", known.formula)
    )


def _has_other_numbers(record: Record, question: AnalysedQuery) -> bool:
    """Whether a question gives a number that the examples of an entry do not."""
    examples = record.get("worked", ())
    inputs = [number for example in examples for number in example["given"].values()]
    known = {f"{number:g}" for number in (*inputs, *(number / 10 for number in inputs))}
    known |= {text for example in examples for text in example["expect"].values()}
    numbers = set(re.findall(AMOUNT, in_digits(question.folded.text)))
    return bool(examples) and not numbers <= known


def _has_same_numbers(record: Record, known: Calculation, question: AnalysedQuery) -> bool:
    """Whether the numbers of a question are those of an entry's examples: as its inputs, or if they
    are none, anywhere: "8 Energy are on it, how many are discarded?"
    """
    has_them = bool(record.get("worked")) and not _has_other_numbers(record, question)
    return has_them and not known.is_corrected and (not known.given or _works(record, known))


def _to_ask_for(missing: Sequence[str], inputs: Mapping[str, InputWords]) -> Fork:
    """What to ask back for inputs that a question does not give, by what they are called."""
    asks = {
        language: ask.format(", ".join(text_in(inputs[name]["text"], language) for name in missing))
        for language, ask in WHAT_IS.items()
    }
    return Fork("", asks, [])


def _work_out(known: Calculation, record: Record) -> Worked | None:
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


def calculate(
    results: Results, question: AnalysedQuery, formulas: Formulas, hit_of: HitOf, *, verbatim: bool
) -> None:
    """Work out the formula of the best hit that is no call for the numbers of a question, or ask
    for missing ones. If the best hit is a ruling on other numbers, a ruling on these comes first,
    or else the entry of the formula, which `hit_of` gives by its id. But a ruling in the very words
    of the question stays first, and so does a call.
    """
    listed = results.hits or results.nearest
    best = next(hit for hit in listed if not hit.record().get("call"))
    record, is_ruling = best.record(), best.kind == "ruling"
    known = calculation(question, record, formulas)
    if known is None or (verbatim and (is_ruling or not known.is_clear)):
        return
    is_other = is_ruling and not _has_same_numbers(record, known, question)
    home = best if best.id == known.entry else hit_of(known.entry)
    same = (hit for hit in results.hits if _works(hit.record(), known))
    first = next(same, home) if is_other else best
    is_example = is_other and bool(record.get("worked")) and known.is_clear
    # a ruling that is overruled is one case, and not the rule for all numbers
    rules = [first.id, *(() if home.kind == "ruling" else (home.id, *ids.ancestors(home.id)))]
    if above := _call_above(results, best, rules, is_example=is_example):
        _put_first(results, hit_of(above))
        return
    if known.is_clear and (results.hits or len(known.given) > 1):
        _put_answer(results, best, first)
        if not is_ruling or (is_other and first.id == home.id):
            results.worked = _work_out(known, home.record())
    elif results.hits:
        if known.missing and known.possible:
            results.fork = _to_ask_for(known.missing, formulas[known.formula]["inputs"])
        if is_other:
            results.others = tuple(case for case in results.others if case.entry != first.id)
            is_unsure = known.given or known.is_corrected or _has_other_numbers(record, question)
            if first.kind == "ruling" and is_unsure:
                results.certainty = PERHAPS
    _put_first(results, first)


def _call_above(results: Results, best: Hit, rules: list[str], *, is_example: bool) -> str | None:
    """The id of the call that goes before a formula: on the first of its `rules` that is overruled,
    or else on the best hit, unless that `is_example`, with other numbers, and the formula works
    without it.
    """
    overruled = results.event.overruled
    top, *_ = results.hits or results.nearest
    works_without = is_example and best.id in overruled_of(top.record())
    for rule in rules:
        if rule in overruled and not (works_without and rule == best.id):
            return str(overruled[rule]["id"])
    return None if best is top or works_without else top.id


def _put_first(results: Results, first: Hit) -> None:
    """Put a hit before the others, of which as many stay as there is room for."""
    rest = [hit for hit in results.hits if hit.id != first.id]
    results.hits = [first, *rest][: len(results.hits)]


def _put_answer(results: Results, best: Hit, first: Hit) -> None:
    """Make the results an answer, with the other cases of a fork that the numbers settle."""
    cases = results.fork.cases if results.fork else results.others
    others = [case for case in cases if case.entry != first.id]
    results.others = tuple(others[: weights.MOST_OTHERS])
    results.fork, results.certainty = None, ANSWER
    results.hits, results.nearest = results.hits or [best], []
    results.total = results.total or 1
