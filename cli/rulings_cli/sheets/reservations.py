"""What limits the entries of a sheet: their status, the calls on them, the variants they need."""

from collections.abc import Iterator, Sequence

from rulings.format.authority_and_status import Status
from rulings.format.model import AnyEntry, Ruling, Text, Variant
from rulings.format.sheets import Sheet
from rulings.format.words import WORDS
from rulings.lookup.links import contradictions
from rulings.lookup.records import Records, label_of
from rulings.reading.book import Book
from rulings_cli.answers import trust
from rulings_cli.answers.newer import NewerEditions
from rulings_cli.sheets.phrases import filled
from rulings_cli.terminal import strings


class Reservations:
    """The lines that limit the entries of a sheet, and what the calls on it change."""

    def __init__(
        self, book: Book, sheet: Sheet, calls: Sequence[Ruling], languages: Sequence[str]
    ) -> None:
        self._book, self._sheet, self._calls, self._languages = book, sheet, calls, languages
        self._is_poster, self._used = sheet.style == "poster", sheet.variants or ()
        self._records, self._newer = Records(book), NewerEditions()
        self._overruled = {name for call in calls for name in call.overruled}

    def on(self, entry: AnyEntry) -> list[Text]:
        """The lines on an entry: its status and calls; if no call overrules it, its variants."""
        variants = () if self._calls_above(entry) else self._variants_of(entry)
        return [*self._status_and_calls(entry), *variants]

    def _status_and_calls(self, entry: AnyEntry) -> Iterator[Text]:
        if entry.status is not Status.ACTIVE:
            yield WORDS[f"status_{entry.status}"]
        if isinstance(entry, Ruling) and entry.call:
            when = {code: strings.moment(entry.call.made, code) for code in self._languages}
            yield filled(WORDS["sheet_called"], when=when)
            sections = self._sheet.sections
            has_others = any(each.entries or each.select or each.queries for each in sections)
            if not (self._is_poster and has_others):  # such a poster is of one ruleset
                yield self._book.ruleset_of(entry.id).name
            for other in contradictions(self._calls).get(entry.id, ()):
                yield filled(WORDS["contradicts"], entries=other.id)
            for name in sorted(self._book.entries.keys() & set(entry.overruled)):
                title = label_of(self._book.entries[name])
                yield filled(WORDS["sheet_overrules"], id=name, title=title)
        yield from self.calls_on(entry, touching=True)
        for phrase, blanks, _ in self._newer.changes(self._records.entry(entry.id)):
            yield filled(WORDS[phrase], **blanks)
        if book := self._book.replaced_by.get(entry.id):
            yield {code: strings.who("", book, code) for code in self._languages}

    def _variants_of(self, entry: AnyEntry) -> Iterator[Text]:
        is_known = self._sheet.variants is not None
        needs = WORDS["sheet_needs_not_in_force" if is_known else "sheet_needs"]
        off = self._variant_off(entry)
        if off and not trust.is_settled(self._records.entry(entry.id), self._overruled):
            yield off
        if not is_known and isinstance(entry, Variant):
            yield WORDS["needs_variant"]
        lines = [
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
        lines += [(changed[name], name) for name in self._used if name in changed]
        for phrase, name in lines:
            variant = self._book.entries.get(name)
            title = variant.title if variant else ""
            yield filled(phrase, id=name, title=title, clause=basis.get(name, ""))

    def verdict(self, entry: AnyEntry, text: Text) -> Text:
        """The verdict `text` of an entry, as it holds tonight; empty if the entry is muted."""
        if self.is_muted(entry):
            return {}
        return strings.adopted(text) if entry.id in self._used else text

    def is_muted(self, entry: AnyEntry) -> bool:
        """Whether an entry of a poster does not hold tonight, so that only its title is printed."""
        return self._is_poster and bool(self._calls_above(entry) or self._variant_off(entry))

    def calls_on(self, entry: AnyEntry, *, touching: bool = False) -> Iterator[Text]:
        """The calls that overrule an entry, or what it rests on; if `touching`, others on it."""
        calls = [self._records.entry(call.id) for call in self._calls]
        for phrase, named, call in trust.calls_on(self._records.entry(entry.id), calls):
            # a call that overrules stands on a poster where the entry would
            is_printed = self._is_poster and call["call"]["overrules"]
            if is_printed and phrase == "part_overruled":
                yield filled(WORDS["poster_part_overruled"], id=named, title=call["title"])
            elif phrase != "called_on" or (touching and not is_printed):
                says = {"question": call["title"], "title": call["verdict"]}
                yield filled(WORDS[f"sheet_{phrase}"], id=named, call=call["id"], **says)

    def is_overruled(self, entry: AnyEntry) -> bool:
        """Whether a call overrules an entry, or a fork of which it is a case."""
        is_settled = trust.is_settled(self._records.entry(entry.id), self._overruled)
        return entry.id in self._overruled or (entry.kind == "ruling" and is_settled)

    def _calls_above(self, entry: AnyEntry) -> list[Ruling]:
        return [each for each in self._calls if entry.id in each.overruled]

    def printed_for(self, entry: AnyEntry) -> list[AnyEntry]:
        """On a poster the calls that overrule an entry, if there are any; else the entry itself."""
        calls: list[AnyEntry] = [*self._calls_above(entry)] if self._is_poster else []
        return calls or [entry]

    def _variant_off(self, entry: AnyEntry) -> Text:
        """The line on an entry that is, or rests on, a variant that the event does not use."""
        in_force = self._sheet.variants if self._sheet.event else None
        rests_on = [entry.id] if isinstance(entry, Variant) else getattr(entry, "variants", ())
        off = next((each for each in rests_on if in_force is not None and each not in in_force), "")
        phrase, clauses = trust.without_variant(self._records.entry(entry.id), self._overruled)
        return filled(WORDS[f"sheet_{phrase}"], id=off, **clauses) if off else {}
