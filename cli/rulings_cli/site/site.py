"""The book as a site of static files: one address for every entry, which never changes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from html import escape
from typing import Any

import msgspec

from rulings.format.authorities import AUTHORITIES
from rulings.format.model import Ruleset
from rulings.format.record import VERSION, Record
from rulings.kinds import KINDS
from rulings.languages import said
from rulings.lookup.records import first_words
from rulings.progress import counted
from rulings_cli.html import assets
from rulings_cli.html.entries import EntryMarkup
from rulings_cli.html.markup import Markup, Texts, anchor, between, element, joined
from rulings_cli.html.outline import Outline, about_id
from rulings_cli.html.selection import Group, Selection
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


class Site(Outline):
    """Makes the files of a site. `address` is where it will be found, for its map and feed."""

    def __init__(self, selection: Selection, address: str) -> None:
        super().__init__(selection)
        self._address = address.rstrip("/") + "/"

    @cached_property
    def records(self) -> dict[str, Record]:
        """Every entry as `show --json` prints it."""
        return self.selection.records()

    def files(self, changes: list[Change]) -> Files:
        """All files of the site, the same for the same book and changes."""
        look = self.brand.style()
        yield "style.css", assets.style(self.words.languages) + assets.read("site.css") + look
        yield "site.js", assets.script("speech.js", "site.js")
        yield "index.html", self._index()
        yield "changes.html", self._changes(changes)
        for record in counted("making the pages", self.records.values()):
            yield f"{path_of(record['id'])}.html", self._entry(record)
            yield f"{path_of(record['id'])}.json", _json(record)
        for groups in self.groups.values():
            for group in groups:
                if group.id in self.records:
                    continue  # an entry of that number has the address
                yield f"{path_of(group.id)}.html", self._group(group)
        for ruleset in self.rulesets:
            yield f"{path_of(about_id(ruleset))}.html", self._about(ruleset)
            yield _whole(ruleset), self._document(ruleset)
        yield SEARCH_PAGE, phone_page(self.selection)
        yield "entries.json", _json({"version": VERSION, "entries": list(self.records.values())})
        yield "changes.json", _json({"changes": msgspec.to_builtins(changes)})
        yield "sitemap.xml", self._sitemap()
        yield "feed.xml", feed(changes, self._title, self._address, self._place)

    @property
    def _title(self) -> str:
        return said(self.selection.title, self.words.languages[0])

    def _place(self, identifier: str) -> str | None:
        """The path of a page, where there is one."""
        if identifier in self.selection.entries or identifier in self.places:
            return f"{path_of(identifier)}.html"
        return None

    def _named(self, ruleset: Ruleset) -> str:
        return said(ruleset.name, self.words.languages[0])

    @cached_property
    def _texts(self) -> Texts:
        def target(identifier: str) -> str | None:
            place = self._place(identifier)
            return f"../{place}" if place else None

        return Texts(self.words.languages, target, self.selection.book.names())

    @cached_property
    def _ways(self) -> Ways:
        return Ways(self, self.records)

    @cached_property
    def _entries(self) -> EntryMarkup:
        return EntryMarkup(self._texts, self.selection)

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
        title = said(record["title"], self.words.languages[0])
        way = self._ways.to_entry(record["id"])
        around = self._ways.around(record["id"])
        return self._page(f"{record['id']} {title}", joined(way, article, around))

    def _group(self, group: Group) -> str:
        heading = element("h1", self.heading(group))
        entries = (self._short(entry.id, "h2") for entry in group.entries)
        main = joined(self._ways.to_group(group), heading, *entries)
        return self._page(f"{group.id} {self._title}", main)

    def _about(self, ruleset: Ruleset) -> str:
        heading = element("h1", self.name(ruleset))
        main = joined(heading, self.about(ruleset, self._texts, "h2"))
        return self._page(self._named(ruleset), main)

    def _document(self, ruleset: Ruleset) -> str:
        """A ruleset as one document, each section and entry with its anchor."""
        sections = self.sections(ruleset, lambda name: self._short(name, "h3"), "part")
        heading = element("h1", self.name(ruleset))
        about = self.about(ruleset, self._texts, "h2")
        contents = nav("toc", "contents", self._texts, element("ul", *self.links(ruleset)))
        reading = element("div", heading, about, *sections, class_="reading")
        main = element("div", contents, reading, class_="document")
        return self._page(self._named(ruleset), main)

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
        hints = dict.fromkeys(strings.phrase("what_asked", code) for code in self.words.languages)
        main = assets.filled(
            "home.html",
            self._texts,
            title=self._texts.text(self.selection.title),
            subtitle=self.brand.subtitle(),
            search_page=SEARCH_PAGE,
            hint=escape(" / ".join(hints)),
            longest=str(LONGEST_QUERY),
            tonight=self.tonight(lambda name: f"{path_of(name)}.html"),
            cards=joined(*map(self._card, self.rulesets)),
        )
        return self._page(self._title, Markup(main), "")

    def _card(self, ruleset: Ruleset) -> Markup:
        """A ruleset in a few lines: what it is, who says so, how much is in it."""
        entries = [entry for group in self.groups[ruleset.id] for entry in group.entries]
        ranked = sorted({entry.authority for entry in entries}, key=lambda each: each.rank)
        who = between(" · ", (self._texts.word(AUTHORITIES, each) for each in ranked))
        counts = Counter(entry.kind for entry in entries)
        counted_kinds = between(
            " · ",
            (
                joined(self._texts.text(kind.plurals), f" {counts[name]}")
                for name, kind in KINDS.items()
                if counts[name] and kind.searched
            ),
        )
        intro = {code: first_words(words, _ON_CARD) for code, words in ruleset.text.items()}
        return element(
            "a",
            element("h2", self.name(ruleset)),
            element("span", self._texts.text(self._texts.line(intro))),
            element("span", who, class_="small"),
            element("span", counted_kinds, class_="small"),
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
        plain, brand = assets.plain_style(self.words.languages), self.brand
        links = (("home", "index.html"), ("search", SEARCH_PAGE), ("changes", "changes.html"))
        named = (element("a", self._texts.phrase(name), href=f"{root}{to}") for name, to in links)
        return assets.filled(
            "site.html",
            self._texts,
            lang=self.words.languages[0],
            policy=assets.policy([plain], [], brand.logo is not None, site=True),
            head_title=element("title", title),
            root=root,
            plain=plain,
            switch=self.switch(),
            links=joined(brand.sign(), nav("pages", "pages", self._texts, *named)),
            main=main,
            foot=brand.foot(),
        )

    def _sitemap(self) -> str:
        groups = [group.id for groups in self.groups.values() for group in groups]
        abouts = [about_id(ruleset) for ruleset in self.rulesets]
        wholes = [_whole(ruleset) for ruleset in self.rulesets]
        pages = (
            f"{path_of(name)}.html" for name in dict.fromkeys([*abouts, *groups, *self.records])
        )
        paths = ["", *wholes, *pages]
        rows = "".join(f"<url><loc>{escape(self._address + path)}</loc></url>\n" for path in paths)
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'
        )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
