"""The book as a site of static files: one address for every entry, which never changes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from string import Template
from typing import Any
from xml.sax.saxutils import escape

import msgspec

from rulings.format.authorities import AUTHORITIES
from rulings.format.model import Ruleset
from rulings.format.record import VERSION, Record
from rulings.kinds import KINDS
from rulings.languages import said
from rulings.lookup.records import first_words
from rulings.progress import counted
from rulings_cli.html import about, assets, controls
from rulings_cli.html.entries import EntryMarkup
from rulings_cli.html.markup import Markup, between, element, joined
from rulings_cli.html.outline import Outline
from rulings_cli.html.selection import Group, Selection
from rulings_cli.html.texts import Texts, anchor
from rulings_cli.phone.page import phone_page
from rulings_cli.site.changes import Change, feed
from rulings_cli.site.ways import Ways, nav, path_of
from rulings_cli.terminal import strings
from rulings_index.weights import LONGEST_QUERY

Files = Iterator[tuple[str, str]]
"""Paths below the site's folder, with the content of each file."""

SEARCH_PAGE = "search.html"
_ON_CARD = 160
"""Characters of what a ruleset is, on its card."""


def _whole(ruleset: Ruleset) -> str:
    """Where a ruleset lives as one document."""
    return f"{ruleset.prefix.lower()}/index.html"


class Site:
    """Makes the files of a site. `address` is where it will be found, for its map and feed."""

    def __init__(self, selection: Selection, address: str) -> None:
        self._selection = selection
        self._address = address.rstrip("/") + "/"
        self._outline = Outline(selection)
        self._languages = selection.languages

    @cached_property
    def records(self) -> dict[str, Record]:
        """Every entry as `show --json` prints it."""
        return self._selection.records()

    def files(self, changes: list[Change]) -> Files:
        """All files of the site, the same for the same book and changes."""
        look = self._outline.brand.style()
        yield "style.css", assets.style(self._languages) + assets.read("site.css") + look
        yield "site.js", assets.script("speech.js", "site.js")
        yield "index.html", self._index()
        yield "changes.html", self._changes(changes)
        for record in counted("making the pages", self.records.values()):
            yield f"{path_of(record['id'])}.html", self._entry(record)
            yield f"{path_of(record['id'])}.json", _json(record)
        for groups in self._outline.groups.values():
            for group in groups:
                if group.id in self.records:
                    continue  # an entry of that number has the address
                yield f"{path_of(group.id)}.html", self._group(group)
        for ruleset in self._selection.rulesets:
            yield f"{path_of(about.id_of(ruleset))}.html", self._about(ruleset)
            yield _whole(ruleset), self._document(ruleset)
        yield SEARCH_PAGE, phone_page(self._selection)
        yield "entries.json", _json({"version": VERSION, "entries": list(self.records.values())})
        yield "changes.json", _json({"changes": msgspec.to_builtins(changes)})
        yield "sitemap.xml", self._sitemap()
        yield "feed.xml", feed(changes, self._title, self._address, self._place)

    @property
    def _title(self) -> str:
        return said(self._selection.title, self._languages[0])

    def _place(self, identifier: str) -> str | None:
        """The path of a page, where there is one."""
        if identifier in self._selection.entries or identifier in self._outline.places:
            return f"{path_of(identifier)}.html"
        return None

    @cached_property
    def _texts(self) -> Texts:
        def target(identifier: str) -> str | None:
            place = self._place(identifier)
            return f"../{place}" if place else None

        return Texts(self._languages, target, self._selection.book.names())

    @cached_property
    def _ways(self) -> Ways:
        return Ways(self._outline, self.records)

    @cached_property
    def _entries(self) -> EntryMarkup:
        return EntryMarkup(self._texts, self._selection)

    def _entry(self, record: Record) -> str:
        head, body = self._entries.head(record, "h1"), self._entries.body(record)
        data = element("a", self._texts.phrase("as_data"), href=f"../{path_of(record['id'])}.json")
        article = element(
            "article",
            element("div", head, class_="head"),
            element("div", body, class_="body"),
            element("p", data, class_="small"),
            class_=f"entry {record['kind']}",
        )
        title = said(record["title"], self._languages[0])
        way = self._ways.to_entry(record["id"])
        around = self._ways.around(record["id"])
        return self._page(f"{record['id']} {title}", joined(way, article, around))

    def _group(self, group: Group) -> str:
        heading = element("h1", self._outline.heading(group))
        entries = (self._short(entry.id, "h2") for entry in group.entries)
        main = joined(self._ways.to_group(group), heading, *entries)
        return self._page(f"{group.id} {self._title}", main)

    def _about(self, ruleset: Ruleset) -> str:
        heading = element("h1", self._outline.name(ruleset))
        main = joined(heading, about.about(ruleset, self._texts, "h2"))
        return self._page(said(ruleset.name, self._languages[0]), main)

    def _document(self, ruleset: Ruleset) -> str:
        """A ruleset as one document, each section and entry with its anchor."""
        sections = self._outline.sections(ruleset, lambda name: self._short(name, "h3"), "part")
        heading = element("h1", self._outline.name(ruleset))
        told = about.about(ruleset, self._texts, "h2")
        listed = nav("toc", "contents", self._texts, element("ul", *self._outline.links(ruleset)))
        reading = element("div", heading, told, *sections, class_="reading")
        main = element("div", listed, reading, class_="document")
        return self._page(said(ruleset.name, self._languages[0]), main)

    def _short(self, identifier: str, level: str) -> Markup:
        """An entry as it stands among others: what can be read without opening it, and a link."""
        record = self.records[identifier]
        whole = element(
            "a",
            element("b", identifier, " "),
            self._texts.phrase("whole_entry"),
            href=f"../{path_of(identifier)}.html",
        )
        head = element("div", self._entries.head(record, level), class_="head")
        kind = f"entry {record['kind']}"
        return element(
            "article", head, element("p", whole, class_="small"), id=anchor(identifier), class_=kind
        )

    def _index(self) -> str:
        """Home: the event, a field to ask in, and a card for each ruleset."""
        title = self._texts.text(self._selection.title)
        label = self._texts.phrase("search_label")
        hints = dict.fromkeys(strings.phrase("what_asked", one) for one in self._languages)
        about_it = {"placeholder": " / ".join(hints), "maxlength": str(LONGEST_QUERY)}
        field = element("input", id="q", name="q", type="search", **about_it)
        asking = element(
            "form",
            element("label", label, for_="q", class_="unseen"),
            field,
            element("button", self._texts.phrase("search"), type="submit"),
            action=SEARCH_PAGE,
            class_="ask",
            role="search",
        )
        cards = element("div", *map(self._card, self._selection.rulesets), class_="cards")
        tonight = self._outline.tonight(lambda name: f"{path_of(name)}.html")
        head = joined(element("h1", title), self._outline.brand.subtitle())
        return self._page(self._title, joined(head, asking, tonight, cards), "")

    def _card(self, ruleset: Ruleset) -> Markup:
        """A ruleset in a few lines: what it is, who says so, how much is in it."""
        entries = [entry for group in self._outline.groups[ruleset.id] for entry in group.entries]
        ranked = sorted({entry.authority for entry in entries}, key=lambda one: one.rank)
        who = between(" · ", (self._texts.word(AUTHORITIES, one) for one in ranked))
        counts = Counter(entry.kind for entry in entries)
        much = between(
            " · ",
            (
                joined(self._texts.text(one.plurals), f" {counts[kind]}")
                for kind, one in KINDS.items()
                if counts[kind] and one.searched
            ),
        )
        told = {code: first_words(words, _ON_CARD) for code, words in ruleset.text.items()}
        return element(
            "a",
            element("h2", self._outline.name(ruleset)),
            element("span", self._texts.text(self._texts.line(told))),
            element("span", who, class_="small"),
            element("span", much, class_="small"),
            href=_whole(ruleset),
        )

    def _changes(self, changes: list[Change]) -> str:
        rows = (element("li", self._change(change)) for change in changes)
        none = element("p", self._texts.phrase("no_changes"))
        shown = element("ul", *rows, class_="links") if changes else none
        heading = element("h1", self._texts.phrase("changes"))
        return self._page(f"{self._title}: changes", joined(heading, shown), "")

    def _change(self, change: Change) -> Markup:
        what = self._texts.phrase(change.what)
        words = joined(f"{change.date} ", element("b", change.id), " ", what)
        place = self._place(change.id)
        return element("a", words, href=place) if place else words

    def _page(self, title: str, main: Markup, root: str = "../") -> str:
        plain, brand = assets.plain_style(self._languages), self._outline.brand
        links = (("home", "index.html"), ("search", SEARCH_PAGE), ("changes", "changes.html"))
        named = (element("a", self._texts.phrase(name), href=f"{root}{to}") for name, to in links)
        return Template(assets.read("site.html")).substitute(
            language=self._languages[0],
            policy=assets.policy([plain], [], brand.logo is not None, own=True),
            title=element("title", title),
            root=root,
            plain=plain,
            switch=controls.switch(self._texts),
            links=joined(brand.sign(), nav("pages", "pages", self._texts, *named)),
            main=main,
            trust=joined(element("p", self._texts.phrase("trust")), brand.foot()),
        )

    def _sitemap(self) -> str:
        groups = [group.id for groups in self._outline.groups.values() for group in groups]
        abouts = [about.id_of(ruleset) for ruleset in self._selection.rulesets]
        wholes = [_whole(ruleset) for ruleset in self._selection.rulesets]
        names = dict.fromkeys([*abouts, *groups, *self.records])
        paths = ["", *wholes, *(f"{path_of(name)}.html" for name in names)]
        rows = "".join(f"<url><loc>{escape(self._address + path)}</loc></url>\n" for path in paths)
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'
        )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
