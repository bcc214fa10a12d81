"""What a sheet itself says, of its entries too, and how a text is shown in its languages."""

from collections.abc import Collection, Iterator, Sequence

from rulings.format.authority_and_status import Status
from rulings.format.model import AnyEntry, Clause, Ruleset, Ruling, Text, Variant
from rulings.format.sheets import Part, Sheet
from rulings.format.words import WORDS
from rulings.languages import in_languages, text_in
from rulings.lookup.links import contradictions, texts_of
from rulings.lookup.records import Records, label_of
from rulings.reading.book import Book
from rulings_cli.answers import trust
from rulings_cli.answers.newer import NewerEditions
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import clean

PARTS: dict[Part, Text] = {
    part: WORDS[part] for part in (Part.WHY, Part.DIFFERS, Part.QUESTION, Part.REMARK)
} | {Part.EXAMPLES: WORDS["sheet_example"]}
"""The labels that are printed before some parts."""


def filled(text: Text, **values: Text | str) -> Text:
    """A phrase with its blanks filled, in each of its languages."""

    def fill(language: str) -> str:
        given = {
            name: value if isinstance(value, str) else text_in(value, language)
            for name, value in values.items()
        }
        return text_in(text, language).format(**given)

    return {language: fill(language) for language in text}


def left_out(absent: Sequence[AnyEntry], parts: Collection[Part]) -> Text:
    """The line that says what is not on a sheet: entries or parts; empty where everything is."""
    if absent:
        named = {
            code: " · ".join(f"{text_in(label_of(each), code)} ({each.id})" for each in absent)
            for code in WORDS["sheet_absent"]
        }
        return filled(WORDS["sheet_absent"], ids=named)
    gone = [WORDS[f"left_out_{part}"] for part in Part if part in parts]
    line = WORDS["sheet_left_out_to_fit"]
    listed = {
        code: strings.separator(code).join(text_in(text, code) for text in gone) for code in line
    }
    return filled(line, parts=listed) if gone else {}


def shown(text: Text, languages: Sequence[str]) -> dict[str, str]:
    """A text in the languages of a sheet, once where it is the same in all."""
    texts = {code: clean(words) for code, words in in_languages(text, languages).items()}
    return texts if len(set(texts.values())) == len(texts) else dict(list(texts.items())[:1])


def joined(words: dict[str, str]) -> str:
    """The same text in several languages on one line: ``Battle Royal / バトルロイヤル``."""
    return " / ".join(words.values())


def dotted(*parts: str | None) -> str:
    """The parts that are not empty, with a dot between them."""
    return " · ".join(part for part in parts if part)


def edition(ruleset: Ruleset) -> Text:
    """A ruleset with its edition: ``Battle Royal (EUIC 2024)``."""
    since = f", {ruleset.effective}" if ruleset.effective else ""
    named: Text = {}
    for code, name in ruleset.name.items():
        edition = trust.edition_in_words(ruleset.edition, ruleset.unchanged_in, code)
        named[code] = f"{name} ({edition}{since})" if edition else name
    return named


def passages(entry: AnyEntry) -> Iterator[tuple[Part | None, Text]]:
    """The texts of an entry below its verdict, each with its part; None if it is never left out."""
    verdict: Text = getattr(entry, "verdict", {})
    for pointer, text in texts_of(entry):
        key = "answer" if pointer[0] == "text" else str(pointer[0])
        is_call = getattr(entry, "call", None) is not None
        is_label = is_call or not (entry.title or isinstance(entry, Clause))
        is_title = is_label and text == label_of(entry)
        is_repeated = is_title or (is_call and text == verdict)
        may_go = key in [*Part] and (key != "answer" or any(verdict.values()))
        if not is_repeated and key not in ("title", "verdict", "ask", "cases"):
            yield (Part(key) if may_go else None), text


class Notes:
    """The notes on the entries of a sheet, and how the calls on it change what is printed."""

    def __init__(
        self, book: Book, sheet: Sheet, calls: Sequence[Ruling], languages: Sequence[str]
    ) -> None:
        self._book, self._sheet, self._calls, self._languages = book, sheet, calls, languages
        self._is_poster, self._used = sheet.style == "poster", sheet.variants or ()
        self._records, self._newer = Records(book), NewerEditions()

    def on(self, entry: AnyEntry) -> list[Text]:
        """The notes on an entry: its status and calls; if no call overrules it, its variants."""
        variants = () if self._calls_above(entry) else self._variants_of(entry)
        return [*self._status_and_calls(entry), *variants]

    def _status_and_calls(self, entry: AnyEntry) -> Iterator[Text]:
        if entry.status is not Status.ACTIVE:
            yield WORDS[f"status_{entry.status}"]
        if isinstance(entry, Ruling) and entry.call:
            when = {code: strings.moment(entry.call.made, code) for code in self._languages}
            yield filled(WORDS["sheet_called"], when=when)
            sections = self._sheet.sections
            if not any(each.entries or each.select or each.queries for each in sections):
                yield self._book.ruleset_of(entry.id).name  # a sheet of calls alone, on all rules
            for other in contradictions(self._calls).get(entry.id, ()):
                yield filled(WORDS["contradicts"], entries=other.id)
            for name in sorted(self._book.entries.keys() & set(entry.overruled)):
                title = label_of(self._book.entries[name])
                yield filled(WORDS["sheet_overrules"], id=name, title=title)
        yield from self.calls_on(entry)
        for clause, edition, _ in self._newer.changes(self._records.entry(entry.id)):
            yield filled(WORDS["rule_changed"], clause=clause, edition=edition)
        if book := self._book.replaced_by.get(entry.id):
            yield {code: strings.who("", book, code) for code in self._languages}

    def _variants_of(self, entry: AnyEntry) -> Iterator[Text]:
        is_known = self._sheet.variants is not None
        needs = WORDS["sheet_needs_not_in_force" if is_known else "sheet_needs"]
        if off := self._variant_off(entry):
            yield off
        if not is_known and isinstance(entry, Variant):
            yield WORDS["needs_variant"]
        notes = [
            (WORDS["sheet_needs_in_force"] if name in self._used else needs, name)
            for name in getattr(entry, "variants", ())
            if not off or name in self._used
        ]
        record = self._records.entry(entry.id)
        basis = {variant: clause for clause, variant in trust.changes_of_basis(record)}
        changing = (each["id"] for each in record["cited_by"] if each["role"] == "modifies")
        changed = dict.fromkeys(basis, WORDS["basis_changed"])
        changed |= dict.fromkeys(changing, WORDS["sheet_changed"])
        near = (each["id"] for each in record["cited"] if each["role"] == "nearest")
        changed |= dict.fromkeys(near, WORDS["near_in_force"])
        notes += [(changed[name], name) for name in self._used if name in changed]
        for phrase, name in notes:
            variant = self._book.entries.get(name)
            title = variant.title if variant else ""
            yield filled(phrase, id=name, title=title, clause=basis.get(name, ""))

    def verdict(self, entry: AnyEntry, text: Text) -> Text:
        """The verdict `text` of an entry, as it holds tonight; empty if the entry is muted."""
        if self.is_muted(entry):
            return {}
        return strings.adopted(text) if entry.id in self._used else text

    def is_muted(self, entry: AnyEntry) -> bool:
        """Whether an entry of a poster does not hold tonight: only its title is printed then."""
        return self._is_poster and bool(self._calls_above(entry) or self._variant_off(entry))

    def calls_on(self, entry: AnyEntry) -> Iterator[Text]:
        """The calls that overrule an entry, or what it rests on."""
        for call in self._calls_above(entry):
            yield filled(WORDS["sheet_overruled"], id=call.id, title=call.verdict)
        for call in self._calls:
            for part in trust.parts_overruled(self._records.entry(entry.id), call.overruled):
                line = WORDS["part_overruled" if self._is_poster else "sheet_part_overruled"]
                yield filled(line, id=part, call=call.id, title=call.verdict)

    def _calls_above(self, entry: AnyEntry) -> list[Ruling]:
        """The calls that overrule an entry."""
        return [each for each in self._calls if entry.id in each.overruled]

    def printed_for(self, entry: AnyEntry) -> list[AnyEntry]:
        """On a poster the calls that overrule an entry, if there are any; else the entry itself."""
        calls: list[AnyEntry] = [*self._calls_above(entry)] if self._is_poster else []
        return calls or [entry]

    def _variant_off(self, entry: AnyEntry) -> Text:
        """The note on an entry that is, or rests on, a variant that the event does not use."""
        in_force = self._sheet.variants if self._sheet.event else None
        rests_on = [entry.id] if isinstance(entry, Variant) else getattr(entry, "variants", ())
        off = next((each for each in rests_on if in_force is not None and each not in in_force), "")
        overruled = {name for call in self._calls for name in call.overruled}
        phrase, clauses = trust.without_variant(self._records.entry(entry.id), overruled)
        return filled(WORDS[f"sheet_{phrase}"], id=off, **clauses) if off else {}
