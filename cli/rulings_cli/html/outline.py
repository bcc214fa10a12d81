"""The parts that the phone page and the site share: headings, groups, rulesets, the event."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rulings import ids
from rulings.format.model import AnyEntry, Clause, Ruleset, Ruling, Text
from rulings.format.words import WORDS
from rulings.kinds import KINDS
from rulings.languages import own_name, text_in
from rulings_cli.html.brand import Brand
from rulings_cli.html.entries import EntryMarkup
from rulings_cli.html.markup import Markup, Texts, anchor, element, joined
from rulings_cli.html.selection import Selection


class Group(NamedTuple):
    """A heading of a ruleset with the entries that stand under it."""

    id: str
    title: Text
    entries: list[AnyEntry]


def about_id(ruleset: Ruleset) -> str:
    """The id of a ruleset's own texts, in the form of a group's."""
    return f"{ruleset.prefix} about"


class Outline:
    """The order of a selection, its entries as markup, and the markup around them."""

    def __init__(self, selection: Selection) -> None:
        self.selection, self.records = selection, selection.records
        self.title = text_in(selection.title, selection.languages[0])
        self.words = Texts(selection.languages, self.target, selection.book.names())
        self.entries = EntryMarkup(self.words, selection)
        self.brand = Brand(selection.book, selection.languages)
        known = selection.book.rulesets
        grouped = {name: list(self._groups_of(each)) for name, each in known.items()}
        self.groups = {name: groups for name, groups in grouped.items() if groups}
        played = filter(self.groups.__contains__, selection.event.rulesets)
        in_order = dict.fromkeys([*played, *self.groups])  # those not played come last
        self.rulesets = [known[name] for name in in_order]
        shown = (group.id for groups in self.groups.values() for group in groups)
        self.places = {*shown, *selection.entries}

    def _groups_of(self, ruleset: Ruleset) -> Iterator[Group]:
        """Clauses without a titled section, then each section, then variants, rulings, notes."""
        shown = self.selection.entries
        names = [name for name in shown if ids.prefix_of(name) == ruleset.prefix]
        titles = {section.id: (section.id, section.title) for section in ruleset.sections}
        kinds = {kind: (f"{ruleset.prefix} {kind}s", WORDS[f"heading_{kind}"]) for kind in KINDS}
        grouped: dict[str, list[AnyEntry]] = {}
        for entry in (shown[name] for name in sorted(names, key=ids.sort_key)):
            section = ids.section_of(entry.id) if isinstance(entry, Clause) else ""
            grouped.setdefault(section if section in titles else entry.kind, []).append(entry)
        for key, (name, title) in ({"clause": kinds["clause"]} | titles | kinds).items():
            if key in grouped:
                yield Group(name, title, grouped[key])

    def target(self, name: str) -> str | None:
        """The address of an entry or group; None if it is not shown."""
        return f"#{anchor(name)}" if name in self.places else None

    def switch(self) -> Markup:
        """The choice between the languages, where there are several."""
        if len(self.words.languages) < 2:
            return Markup("")
        choices = []
        for number, code in enumerate(self.words.languages):
            name, kind = f"language-{code}", {"type": "radio", "name": "language", "value": code}
            choices += [
                element("input", id=name, checked=number == 0, **kind),
                element("label", own_name(code), for_=name, lang=code),
            ]
        legend = element("legend", self.words.phrase("language"), class_="unseen")
        return element("fieldset", legend, *choices, class_="switch")

    def name(self, ruleset: Ruleset) -> Markup:
        """What a ruleset is called, with its edition, if it has one."""
        return joined(self.words.text(ruleset.name), ruleset.edition and f" ({ruleset.edition})")

    def about(self, ruleset: Ruleset, level: str = "h3") -> Markup:
        """What a ruleset is, where it is silent, and, below a heading, what it leaves open."""
        texts = (ruleset.text, ruleset.notice, ruleset.silent)
        blocks = [self.words.block(text) for text in texts]
        if ruleset.open_points:
            points = (element("li", self.words.block(point)) for point in ruleset.open_points)
            blocks += [element(level, self.words.phrase("open_points")), element("ul", *points)]
        return element("div", *blocks, id=anchor(about_id(ruleset)), class_="about")

    def heading(self, group: Group) -> Markup:
        """The number and title of a group, and how many entries it has."""
        has_number = group.id.partition(" ")[2][0].isdigit()
        number = element("b", group.id, " ") if has_number else ""
        count = element("span", str(len(group.entries)), class_="small")
        return joined(number, self.words.text(group.title), " ", count)

    def links(self, ruleset: Ruleset) -> list[Markup]:
        """The groups of a ruleset, as rows of a table of contents."""
        return [
            element("li", element("a", self.heading(group), href=f"#{anchor(group.id)}"))
            for group in self.groups[ruleset.id]
        ]

    def sections(
        self, ruleset: Ruleset, show: Callable[[str], Markup], kind: str
    ) -> Iterator[Markup]:
        """The groups of a ruleset, each with its heading and its entries as `show` makes them."""
        for group in self.groups[ruleset.id]:
            entries = (show(entry.id) for entry in group.entries)
            heading = element("h2", self.heading(group))
            yield element("section", heading, *entries, id=anchor(group.id), class_=kind)

    def tonight(self, address: Callable[[str], str]) -> Markup:
        """The event: its name, the variants in force, its calls; nothing without an event."""
        event, entries = self.selection.event, self.selection.entries
        if not event.name:
            return Markup("")
        name, comma, date = event.label().rpartition(", ")
        parts = [element("h2", name + comma, element("span", date, class_="one-line"))]
        variants = [entries[name] for name in self.selection.variants]
        for phrase, shown in (("in_force", variants), ("calls", self.selection.calls)):
            if shown:
                in_order = sorted(shown, key=lambda entry: entry.status != "active")
                rows = (element("li", self._tonight_row(entry, address)) for entry in in_order)
                parts += [element("h3", self.words.phrase(phrase)), element("ul", *rows)]
        return element("section", *parts, class_="tonight")

    def _tonight_row(self, entry: AnyEntry, address: Callable[[str], str]) -> Markup:
        """A call with its verdict, struck out where it was withdrawn, or a variant."""
        shown = self.words.text(entry.verdict if isinstance(entry, Ruling) else {})
        mark = Markup("")
        if entry.status != "active":
            mark = element("strong", self.words.phrase(f"status_{entry.status}"), " ")
            shown = element("s", shown)
        rules = self.words.text(self.records[entry.id]["ruleset_name"])
        number = element("span", entry.id, " · ", rules, class_="small")
        words = (self.words.text(entry.title), " ", element("b", shown))
        return element("a", mark, number, " ", *words, href=address(entry.id))
