"""Checks of texts: their languages, their words and marks, and the numbers they work out."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain

from rulings import ids
from rulings.checks.base import Context, of_book, of_entry
from rulings.checks.structure import MOST_NAMED
from rulings.format.authority_and_status import Authority, Status
from rulings.format.model import AnyEntry, Ruling, is_todo
from rulings.kinds import KINDS
from rulings.languages import SPOKEN, is_language, language_meant, no_language, own_name, width_of
from rulings.lookup.links import texts_of, words_of
from rulings.reading.book import Origin
from rulings.reading.book_files import Pointer, texts_in
from rulings.reading.problems import Fault
from rulings.text.formulas import FormulaError, differences, evaluate

LONGEST_VERDICT = 80
FEWEST_PHRASINGS = 4


@of_entry("B401", "write the text in that language as well")
def missing_language(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A text that is missing in one of the ruleset's languages."""
    ruleset = context.book.ruleset_of(entry.id)
    # a judge writes calls in one language; an import may have as many questions
    is_call = entry.authority is Authority.HOUSE
    is_own = ids.in_own_range(entry.id) and (is_call or not ruleset.as_published)
    is_translation = ruleset.as_published and entry.id in context.book.laid_over
    languages = [] if is_own or is_translation else [*filter(is_language, ruleset.languages)]
    for pointer, text in texts_of(entry):
        key = str(pointer[0])
        needed = KINDS[entry.kind].needs(key, ruleset.as_published and not is_own)
        written = {language_meant(code) or code for code, words in text.items() if words.strip()}
        if needed and not languages and not written:
            yield Fault(pointer, f"{key} is empty; write it")
        for language in languages:
            if language not in written and (written or needed):
                yield Fault(pointer, f"{key} has no {own_name(language)} ({language}); write it")


@of_book("B411", "write the code that exists: de, en, fr, pt-BR")
def unknown_language(context: Context) -> Iterator[tuple[Origin, Fault]]:
    """A language code that does not exist."""
    book, used = context.book, list[tuple[str, Pointer, str]]()
    for ruleset in book.rulesets.values():
        used += ((f"ruleset:{ruleset.id}", ("languages",), code) for code in ruleset.languages)
    for entry in book.entries.values():
        used += ((entry.id, pointer, code) for pointer, code, _ in _written(entry))
    for name, pointer, code in used:
        if reason := no_language(code):
            yield context.loading.origins[name], Fault(pointer, reason)


@of_book("B406", "write under `asked` how players ask the question at the table", "warning")
def asked_too_little(context: Context) -> Iterator[tuple[Origin, Fault]]:
    """Entries with fewer than 4 phrasings in a language, at the first one of each file."""
    few = defaultdict[str, list[str]](list)
    for name, entry in context.book.entries.items():
        ruleset, kind = context.book.ruleset_of(name), KINDS[entry.kind]
        if ids.in_own_range(name) or entry.status is Status.DRAFT or ruleset.as_published:
            continue
        is_bare_rule = kind.name == "clause" and {*ruleset.languages} != {*SPOKEN}
        counts = [len(entry.asked.get(each, ())) for each in filter(is_language, ruleset.languages)]
        is_asked = kind.phrased and not is_bare_rule
        if is_asked and min(counts, default=FEWEST_PHRASINGS) < FEWEST_PHRASINGS:
            few[context.loading.origins[name].document.path].append(name)
    for names in few.values():
        named = ", ".join(names[:MOST_NAMED]) + (", …" if names[MOST_NAMED:] else "")
        message = f"fewer than {FEWEST_PHRASINGS} phrasings in a language: {named}; write more"
        yield context.loading.origins[names[0]], Fault(("asked",), message)


@of_entry("B402", "shorten it; the details belong in the answer")
def long_verdict(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A verdict of more than 80 columns, or 240 in a call; a wide character takes two."""
    longest = LONGEST_VERDICT * (3 if isinstance(entry, Ruling) and entry.call else 1)
    for pointer, verdict in words_of(entry):
        if "verdict" not in pointer:
            continue
        line = verdict.strip()
        if "\n" in line:
            yield Fault(pointer, "the verdict has several lines; keep it to one")
        elif (size := width_of(line)) > longest:
            yield Fault(pointer, f"the verdict takes {size} columns; {longest} at most")


@of_entry("B407", "write the text, or set `status: draft` until it is written")
def todo_left(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A TODO left in an active entry."""
    if entry.status != Status.ACTIVE:
        return
    for pointer, _, text in _written(entry):
        if is_todo(text):
            yield Fault(pointer, f"{pointer[0]} is not written yet; write it, or set status: draft")


@of_entry("B501", "correct the expression; a name must be an input or an output above it")
def unsound_formula(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A formula that fails for its smallest or its largest inputs."""
    if entry.formula is None:
        return
    for bound in ("min", "max"):
        given = {name: getattr(each, bound) for name, each in entry.formula.inputs.items()}
        try:
            evaluate(entry.formula, given)
        except FormulaError as error:
            yield Fault(("formula", "outputs"), str(error))
            return


@of_entry("B504", "give one of the two another name; `worked` and `rulings calc` take it")
def formula_of_two(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A formula with the name of another entry's formula."""
    if entry.formula and (home := context.with_formula[entry.formula.name]) is not entry:
        message = f"{home.id} has a formula {entry.formula.name!r} too; rename it"
        yield Fault(("formula", "name"), message)


@of_entry("B503", "correct the numbers, or the formula")
def other_result(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A worked example with another result than its formula."""
    for number, worked in enumerate(entry.worked):
        home = context.with_formula.get(worked.formula) if worked.formula else entry
        lines = ["worked numbers need a formula: in this entry, or named under `formula`"]
        try:
            if home and home.formula:
                lines = differences(home.formula, worked)
        except FormulaError as error:
            lines = [str(error)]
        for line in lines:
            yield Fault(("worked", number), line)


def _written(entry: AnyEntry) -> Iterator[tuple[Pointer, str, str]]:
    """The words of an entry, then its phrasings, each with its pointer and language."""
    for pointer, words in chain(words_of(entry), texts_in(entry.asked, ("asked",))):
        yield pointer, next(str(step) for step in reversed(pointer) if isinstance(step, str)), words
