"""An entry as HTML: verdict first; the reasons, the clauses and who says so when it is opened."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any

from rulings.format.model import Variant
from rulings.format.record import Cited, Record, Source
from rulings.ids import citations_in
from rulings.kinds import BODY
from rulings.languages import text_in, text_of
from rulings.text.formulas import filled_in
from rulings_cli.answers import trust
from rulings_cli.answers.answers import in_signs
from rulings_cli.answers.newer import NewerEditions
from rulings_cli.html.markup import Markup, Texts, anchor, element, joined
from rulings_cli.html.selection import Selection
from rulings_cli.terminal import strings

_OVERLAYS = {"modifies": "changed_by", "adds-to": "added_by"}
_FORMATTED = "<li>", "<pre>", 'href="http'  # what the lines of a text alone do not show


class EntryMarkup:
    """Makes the HTML of entries from their records."""

    def __init__(self, texts: Texts, selection: Selection) -> None:
        self._texts = texts
        calls = [selection.records[call.id] for call in selection.calls if call.status == "active"]
        self._event = selection.event._replace(calls=tuple(reversed(calls)))  # the latest last
        self._book, self._in_force = selection.book, selection.variants
        self._newer = NewerEditions()

    def article(self, record: Record) -> Markup:
        """The entry on the phone page: a head to tap, and a body that opens."""
        edition = self._book.ruleset_of(record["id"]).edition  # which stands above all its entries
        is_usual = record["edition"] == edition and not record["unchanged_in"]
        summary = element("summary", self.head(record), "" if is_usual else self.trust(record))
        details = element("details", summary, element("div", self.body(record), class_="body"))
        name = anchor(record["id"])
        return element("article", details, class_=f"entry {record['kind']}", id=name)

    def head(self, record: Record, level: str = "h3") -> Markup:
        """What is visible before opening: verdict, title, changes by variants."""
        title = None if record.get("untitled") else record["title"]
        verdict = record["verdict"] if "verdict" in trust.keys_read_first(record) else None
        rule = text_of(record, _rule_key(record))
        return joined(
            self._marks(record),
            *(element("span", line, class_="called") for line in self._notices(record)),
            *self._without(record),
            element("span", self._texts.line(verdict), class_="verdict") if verdict else "",
            element(level, self._texts.line(title)),
            element("span", self._texts.line(rule), class_="rule") if rule else "",
            *self._overlays(record),
        )

    def body(self, record: Record) -> Markup:
        """Everything else: the texts, the clauses in full, who cites it, where it comes from."""
        form = _form(record, self._texts)
        is_rule = record["kind"] == "clause"  # its numbers are what it is opened for
        return joined(
            form if is_rule else "",
            self._cases(record) if "cases" in record else "",
            *self._passages(record),
            self._listed("examples", map(self._texts.block, record.get("examples", ()))),
            "" if is_rule else form,
            "" if "cases" in record else self._listed("cited", map(self._clause, record["cited"])),
            self._listed("cited named", self._named(record)),
            self._listed("cited_by", map(self._citing, record["cited_by"])),
            self._listed("sources", map(self._linked_source, record["sources"])),
            self._listed("history", map(self._change, record["history"])),
        )

    def source(self, source: Source) -> Markup:
        """A source with all that is known of it, for the list that stands once on a page."""
        address = source.get("url", "")
        line = self._texts.each(partial(trust.source_line, source | {"where": ""}))
        title = element("b", line)
        if address.startswith(("https://", "http://")):
            title = element("a", title, href=address, rel="noreferrer")
        about = ", ".join(source[key] for key in ("edition", "language") if source.get(key))
        kind = element("p", self._texts.line(source.get("kind")), f" {about}", class_="small")
        note = self._texts.block(source.get("note"))
        name = anchor(f"source:{source['id']}")
        return element("div", title, kind, note, id=name, class_="source")

    def trust(self, record: Record) -> Markup:
        """The ruleset and the first source of an entry; its authority is in the mark above."""
        unmarked = record | {"authority": "", "book": ""}
        where = partial(trust.trust_line, unmarked, brief=True)
        return element("span", self._texts.each(where), class_="trust")

    def _marks(self, record: Record) -> Markup:
        who = self._texts.each(partial(strings.who, record["authority"], record.get("book", "")))
        name = element("b", record["id"], class_="id")
        marks = [name, element("span", who, class_=f"authority {record['authority']}")]
        if record["status"] != "active":
            shown = self._texts.phrase(f"status_{record['status']}")
            marks.append(element("strong", shown, class_="status"))
        return element("span", joined(*marks, between=" "), class_="marks")

    def _notices(self, record: Record) -> Iterator[Markup]:
        """When a call was made; which calls in force overrule an entry; which rules changed."""
        if this_call := record.get("call"):
            yield self._texts.each(partial(trust.call_notice, this_call))
            if len(self._event.rulesets) > 1 and record["ruleset"] in self._event.rulesets:
                yield self._texts.text(record["ruleset_name"])  # the other format may differ
        for phrase, named, call in trust.calls_on(record, reversed(self._event.calls)):
            notice = self._texts.phrase(phrase, id=named)
            if phrase == "overruled":
                made = {"made": call["call"]["made"]}
                notice = self._texts.each(partial(trust.call_notice, made))
            elif phrase == "called_on":
                notice = joined(notice, ": ", self._texts.text(call["title"]))
            yield joined(notice, ": ", self._texts.text(call["verdict"]), f" ({call['id']})")
        for phrase, blanks, _ in self._newer.changes(record):
            yield self._texts.phrase(phrase, **blanks)

    def _overlays(self, record: Record) -> Iterator[Markup]:
        """What each variant changes in the record; the page hides variants that are off."""
        for citing in record["cited_by"]:
            variant = self._book.entries.get(citing["id"])
            if isinstance(variant, Variant) and citing["role"] in _OVERLAYS:
                what = self._texts.phrase(_OVERLAYS[citing["role"]])
                who = self._texts.phrase(f"authority_{variant.authority}")
                words = (what, " (", who, "): ", self._texts.line(variant.text))
                name = element("b", f"{variant.id} ")
                yield element("span", name, *words, class_="overlay", data_variant=variant.id)
        for clause, changing in trust.changes_of_basis(record):
            line = self._texts.phrase("basis_changed", id=changing, clause=clause)
            yield element("span", line, class_="overlay", data_variant=changing)

    def _without(self, record: Record) -> Iterator[Markup]:
        """A notice for each variant that it needs; the page hides those in force."""
        is_settled = trust.is_settled(record, self._event.overruled)
        for variant in () if is_settled else trust.variants_of(record):
            line = self._texts.each(partial(trust.variant_off_notice, variant, event=self._event))
            off = "" if variant["id"] in self._in_force else " off"
            yield element("span", line, class_=f"needs{off}", data_variant=variant["id"])

    def _passages(self, record: Record) -> Iterator[Markup]:
        for key in BODY:
            text = self._texts.block(text_of(record, key))
            if text and (key != _rule_key(record) or any(mark in text for mark in _FORMATTED)):
                yield element("section", text, class_=key)

    def _named(self, record: Record) -> Iterator[Markup]:
        """Links to what the rule in the head names; in the head itself a tap opens the entry."""
        listed = {each["id"] for each in chain(record["cited"], record["cited_by"])}
        for name in dict.fromkeys(citations_in(str(text_of(record, _rule_key(record))))):
            if name not in listed and self._texts.target(name):
                yield self._texts.link(name, name)

    def _cases(self, record: Record) -> Markup:
        """The decision table of a fork, with its question where that is not the title."""
        rows = []
        for when, holds, entry in trust.cases_of(record, self._event):
            link = self._texts.link(entry, element("b", entry), " ", self._texts.line(holds))
            condition = element("th", self._texts.line(when), scope="row")
            rows.append(element("tr", condition, element("td", link)))
        has_question = record["ask"] != record["title"]
        question = element("caption", self._texts.line(record["ask"])) if has_question else ""
        return element("table", question, *rows, class_="cases")

    def _listed(self, key: str, items: Iterable[Markup]) -> Markup:
        """Items below the label of their key, a word of the style; nothing where there are none."""
        rows = [element("li", item) for item in items]
        return element("ul", *rows, class_=key) if rows else Markup("")

    def _brief(self, cited: Cited, role: str | None = None) -> Markup:
        """A link to an entry on the same page, else empty; a script adds what the entry says."""
        address = self._texts.target(cited["id"]) or ""
        link = element("a", cited["id"], href=address, rel=role)
        return link if address.startswith("#") else Markup("")

    def _clause(self, cited: Cited) -> Markup:
        name = element("b", cited["id"])
        return self._brief(cited) or joined(
            self._texts.link(cited["id"], name, " ", self._texts.line(cited["title"])),
            self._texts.block(cited.get("text")),
            element("p", self._texts.each(partial(trust.who_says, cited)), class_="small"),
        )

    def _citing(self, citing: Cited) -> Markup:
        name, role = element("b", citing["id"], " "), self._texts.phrase(f"role_{citing['role']}")
        title = self._texts.line(citing["title"])
        link = self._texts.link(citing["id"], name, title, " (", role, ")")
        return self._brief(citing, citing["role"]) or link

    def _linked_source(self, source: Source) -> Markup:
        address = self._texts.target(f"source:{source['id']}")
        if address is None:
            return joined(self._texts.each(partial(trust.source_line, source)), self.source(source))
        return element("a", self._texts.each(partial(trust.short_source, source)), href=address)

    def _change(self, change: dict[str, Any]) -> Markup:
        status = self._texts.phrase(f"status_{change['status']}")
        by = f" {change['by']} " if change["by"] else " "
        return joined(f"{change['date']} ", status, by, self._texts.line(change["note"]))


def _rule_key(record: Record) -> str:
    """The key of the text that the head already shows, for a rule or a ruling without verdict."""
    if record["kind"] in ("clause", "variant"):
        return "text"
    is_answer = record["kind"] == "ruling" and "answer" in trust.keys_read_first(record)
    return "answer" if is_answer else ""


def _form(record: Record, texts: Texts) -> Markup:
    """What an entry's formula calculates; a script of the phone page makes its fields."""
    formula = record.get("formula")
    if not formula:
        return Markup("")
    steps = [element("li", texts.each(partial(_step, formula, key))) for key in formula["outputs"]]
    result = element("div", element("ul", *steps), class_="result", role="status")
    return element("form", result, class_="calc", data_entry=record["id"])


def _step(formula: Mapping[str, Any], output: str, language: str) -> str:
    """An output and how it is worked out, in words: ``damage left: damage - cards × 40``."""
    inputs = {name: each["text"] for name, each in formula["inputs"].items()}
    labels = {name: text_in(text, language) for name, text in (formula["labels"] | inputs).items()}
    brief = {name: label.partition("(")[0].strip() for name, label in labels.items()}
    steps = filled_in(in_signs(formula["outputs"][output]), brief)
    return ": ".join(filter(None, (labels.get(output, output), steps)))
