"""The order of the phone page: bars, contents, rules in force, the entries, the footer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from rulings import __version__
from rulings.format import authorities
from rulings.format.model import AnyEntry, Ruleset, Text, Variant
from rulings_cli.html import about, controls
from rulings_cli.html.brand import Brand
from rulings_cli.html.markup import Markup, Words, element, joined
from rulings_cli.html.selection import Group, Selection, groups_of
from rulings_cli.html.texts import anchor


class Outline:
    """Lays out a selection whose entries are HTML already."""

    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self.words = Words(selection.languages)
        self.brand = Brand(selection.book, selection.languages)

    @cached_property
    def groups(self) -> dict[str, list[Group]]:
        """The groups of each ruleset shown, by its id."""
        return {one.id: list(groups_of(self._selection, one)) for one in self.rulesets}

    @property
    def rulesets(self) -> list[Ruleset]:
        """The rulesets shown."""
        return self._selection.rulesets

    @property
    def places(self) -> set[str]:
        """The ids of the groups: sections can be linked to."""
        return {group.id for groups in self.groups.values() for group in groups}

    def page(
        self, articles: dict[str, Markup], abouts: dict[str, Markup], sources: Sequence[Markup]
    ) -> Markup:
        """Everything between <body> and the footer; `abouts` by ruleset."""
        rulesets = (self._ruleset(one, articles, abouts[one.id]) for one in self.rulesets)
        cited = element("section", element("h2", self.words.phrase("sources")), *sources)
        shelf = element("div", *rulesets, cited, id="shelf")
        return joined(self._top(), self._main(shelf), controls.bar(self.rulesets, self.words))

    def footer(self, digest: str) -> Markup:
        """Who says so in general, the editions, and what tells two pages apart."""
        editions = (element("li", self.name(one)) for one in self.rulesets)
        made = joined(
            self.words.phrase("made_with"),
            f" {__version__} · ",
            self.words.phrase("hash"),
            f" {digest}",
        )
        return element(
            "footer",
            element("p", self.words.phrase("trust")),
            element("ul", *editions),
            self.brand.foot(),
            element("p", made, id="hash"),
        )

    def _top(self) -> Markup:
        title = element("h1", element("a", self.words.text(self._selection.title), href="#home"))
        return element(
            "header", self.brand.sign(), title, controls.switch(self.words), class_="top"
        )

    def _main(self, shelf: Markup) -> Markup:
        found = element(
            "section",
            element("h2", "", id="view-title", tabindex="-1"),
            element("p", "", id="count", role="status"),
            element("div", "", id="hits"),
            id="view",
            hidden=True,
        )
        told = element("noscript", element("p", self.words.phrase("no_script")))
        return element("main", told, found, self._home(), self._force(), shelf, id="main")

    def _home(self) -> Markup:
        alone = len(self.rulesets) == 1
        contents = (self._contents(one, alone) for one in self.rulesets)
        return element(
            "nav",
            element("h2", self.words.phrase("rulesets_here"), class_="unseen"),
            self.brand.subtitle(),
            self.tonight(lambda name: f"#{anchor(name)}"),
            self._tiles(),
            *contents,
            id="home",
        )

    def _tiles(self) -> Markup:
        """Ways to the rules in force and the calculators, as far as there are any."""
        entries = self._selection.entries.values()
        there = {
            "force": bool(self._open_points()) or any(isinstance(one, Variant) for one in entries),
            "numbers": any(one.formula for one in entries),
        }
        tiles = (
            element("a", self.words.phrase(name), href=f"#{name}", class_="tile")
            for name, shown in there.items()
            if shown
        )
        return element("p", *tiles, class_="tiles scripted") if any(there.values()) else Markup("")

    def tonight(self, address: Callable[[str], str]) -> Markup:
        """The event: its name, the variants in force, its calls; nothing without one."""
        event, entries = self._selection.event, self._selection.entries
        if not event.name:
            return Markup("")
        variants = [
            element("li", self._tonight_row(entries[name], address))
            for name in self._selection.variants
        ]
        calls = [element("li", self._tonight_row(one, address)) for one in self._selection.calls]
        parts = [element("h2", event.said())]
        for name, rows in (("in_force", variants), ("calls", calls)):
            if rows:
                parts += [element("h3", self.words.phrase(name)), element("ul", *rows)]
        return element("section", *parts, class_="tonight")

    def _tonight_row(self, entry: AnyEntry, address: Callable[[str], str]) -> Markup:
        """A call with its verdict, struck out where it was withdrawn, or a variant."""
        verdict: Text = getattr(entry, "verdict", {})
        shown = self.words.text(verdict if getattr(entry, "call", None) else {})
        mark = Markup("")
        if entry.status != "active":
            mark = element("strong", self.words.word(authorities.STATUSES, entry.status), " ")
            shown = element("s", shown)
        words = (self.words.text(entry.title), " ", element("span", shown, class_="small"))
        return element("a", mark, *words, href=address(entry.id))

    def _contents(self, ruleset: Ruleset, alone: bool) -> Markup:
        to_it = about.link(ruleset, self.words, f"#{anchor(about.id_of(ruleset))}")
        links = [element("li", to_it), *self.links(ruleset)]
        count = sum(len(group.entries) for group in self.groups[ruleset.id])
        summary = element(
            "summary",
            element("span", self.words.text(ruleset.name), class_="title"),
            element("span", f"{ruleset.edition} · {count}", class_="small"),
        )
        return element("details", summary, element("ul", *links), class_="contents", open=alone)

    def heading(self, group: Group) -> Markup:
        """The number and title of a group, and how many entries it has."""
        number = (
            element("b", group.id, " ") if group.id.partition(" ")[2][0].isdigit() else Markup("")
        )
        return joined(
            number,
            self.words.text(group.title),
            " ",
            element("span", str(len(group.entries)), class_="small"),
        )

    def links(self, ruleset: Ruleset) -> list[Markup]:
        """The groups of a ruleset, as rows of a table of contents."""
        return [
            element("li", element("a", self.heading(one), href=f"#{anchor(one.id)}"))
            for one in self.groups[ruleset.id]
        ]

    def sections(
        self, ruleset: Ruleset, show: Callable[[str], Markup], kind: str
    ) -> Iterator[Markup]:
        """The groups of a ruleset, each with its heading and its entries as `show` makes them."""
        for group in self.groups[ruleset.id]:
            entries = (show(entry.id) for entry in group.entries)
            heading = element("h2", self.heading(group))
            yield element("section", heading, *entries, id=anchor(group.id), class_=kind)

    def name(self, ruleset: Ruleset) -> Markup:
        """What a ruleset is called, with its edition."""
        return joined(self.words.text(ruleset.name), f" ({ruleset.edition})")

    def _ruleset(self, ruleset: Ruleset, articles: dict[str, Markup], about_it: Markup) -> Markup:
        groups = self.sections(ruleset, articles.__getitem__, "group")
        head = element("h2", self.name(ruleset))
        return element("section", head, about_it, *groups, class_="ruleset")

    def _force(self) -> Markup:
        choices = [self._variants(one) for one in self.rulesets]
        return element(
            "section",
            element("h2", self.words.phrase("force"), id="force-title", tabindex="-1"),
            element("p", self.words.phrase("force_hint")),
            *choices,
            element("div", id="conflicts", role="status"),
            self._open_points(),
            id="force",
            class_="scripted",
            hidden=True,
        )

    def _open_points(self) -> Markup:
        """Where the rulesets are silent: what a head judge had better settle beforehand."""
        rows = [row for one in self.rulesets for row in self._open_rows(one)]
        if not rows:
            return Markup("")
        heading = element("h2", self.words.phrase("open_points"))
        return joined(heading, element("div", element("ul", *rows), class_="contents"))

    def _open_rows(self, ruleset: Ruleset) -> Iterator[Markup]:
        """Links to the entries that say what is open, and to what else the ruleset lists."""
        counts = {about.id_of(ruleset): len(ruleset.open_points)}
        opens = f"{ruleset.prefix} opens"
        counts |= {one.id: len(one.entries) for one in self.groups[ruleset.id] if one.id == opens}
        for identifier, count in counts.items():
            if count:
                told = element("span", str(count), class_="small")
                address = f"#{anchor(identifier)}"
                yield element(
                    "li", element("a", self.words.text(ruleset.name), " ", told, href=address)
                )

    def _variants(self, ruleset: Ruleset) -> Markup:
        found = [
            entry
            for group in self.groups[ruleset.id]
            for entry in group.entries
            if isinstance(entry, Variant)
        ]
        if not found:
            return Markup("")
        legend = element("legend", self.words.text(ruleset.name))
        return element("fieldset", legend, *map(self._variant, found), class_="variants")

    def _variant(self, variant: Variant) -> Markup:
        box = element("input", type="checkbox", value=variant.id, autocomplete="off")
        who = element(
            "span", self.words.word(authorities.AUTHORITIES, variant.authority), class_="small"
        )
        name = element("b", f"{variant.id} ")
        return element(
            "label", box, element("span", name, self.words.text(variant.title), " ", who)
        )
