"""The book as a site of static files: one address for every entry, which never changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from string import Template
from typing import Any
from xml.sax.saxutils import escape

import msgspec

from rulings import identifiers
from rulings.contract import Record
from rulings.languages import said
from rulings.model import Ruleset, Variant
from rulings.progress import counted
from rulings.records import Records
from rulings_cli.pages import about, assets
from rulings_cli.pages.changes import Change, feed
from rulings_cli.pages.entries import EntryMarkup
from rulings_cli.pages.markup import Markup, bilingual, element, joined, phrase
from rulings_cli.pages.outline import Outline
from rulings_cli.pages.phone import names_of, phone_page
from rulings_cli.pages.selection import Group, Selection
from rulings_cli.pages.texts import Texts

Files = Iterator[tuple[str, str]]
"""Paths below the site's folder, with what stands in each file."""

SEARCH_PAGE = "search.html"


def path_of(identifier: str) -> str:
    """Where an entry or section lives: ``BR 8.1a`` -> ``br/8.1a``, ``BR-Q22`` -> ``br/q22``."""
    prefix = identifiers.prefix_of(identifier)
    return f"{prefix}/{identifier[len(prefix) + 1 :]}".lower().replace(" ", "-")


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
        records = Records(self._selection.book)
        return {name: records.entry(name) for name in self._selection.entries}

    def files(self, changes: list[Change]) -> Files:
        """All files of the site, the same for the same book and changes."""
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
        yield SEARCH_PAGE, phone_page(self._selection)
        yield "entries.json", _json({"entries": list(self.records.values())})
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

        return Texts(self._languages, target, names_of(self._selection))

    @cached_property
    def _entries(self) -> EntryMarkup:
        variants = {
            name: msgspec.to_builtins(entry)
            for name, entry in self._selection.book.entries.items()
            if isinstance(entry, Variant)
        }
        return EntryMarkup(self._texts, variants, self._selection.calls)

    def _entry(self, record: Record) -> str:
        head, body = self._entries.head(record, "h1"), self._entries.body(record)
        data = element(
            "a", phrase("as_data", self._languages), href=f"../{path_of(record['id'])}.json"
        )
        article = element(
            "article",
            element("div", head, class_="head"),
            element("div", body, class_="body"),
            element("p", data, class_="small"),
            class_=f"entry {record['kind']}",
        )
        title = record["title"].get(self._languages[0]) or next(iter(record["title"].values()))
        return self._page(f"{record['id']} {title}", article, "../")

    def _group(self, group: Group) -> str:
        items = [element("li", self._line(entry.id, "../")) for entry in group.entries]
        heading = element("h1", self._outline.heading(group))
        return self._page(f"{group.id} {self._title}", joined(heading, _list(items)), "../")

    def _about(self, ruleset: Ruleset) -> str:
        heading = element("h1", self._outline.name(ruleset))
        main = joined(heading, about.about(ruleset, self._texts, "h2"))
        return self._page(f"{ruleset.name.get(self._languages[0])}", main, "../")

    def _line(self, identifier: str, root: str) -> Markup:
        record = self.records[identifier]
        said = record.get("verdict")
        return element(
            "a",
            element("b", identifier, " "),
            bilingual(record["title"], self._languages),
            *(
                [" ", element("span", bilingual(said, self._languages), class_="small")]
                if said
                else []
            ),
            href=f"{root}{path_of(identifier)}.html",
        )

    def _index(self) -> str:
        parts = []
        for ruleset in self._selection.rulesets:
            address = f"{path_of(about.id_of(ruleset))}.html"
            links = [
                about.link(ruleset, self._languages, address),
                *(
                    element("a", self._outline.heading(group), href=f"{path_of(group.id)}.html")
                    for group in self._outline.groups[ruleset.id]
                ),
            ]
            parts += [element("h2", self._outline.name(ruleset)), _list(links)]
        title = bilingual(msgspec.to_builtins(self._selection.title), self._languages)
        return self._page(self._title, joined(element("h1", title), *parts), "")

    def _changes(self, changes: list[Change]) -> str:
        rows = [element("li", self._change(change)) for change in changes]
        shown = _list(rows) if rows else element("p", phrase("no_changes", self._languages))
        heading = element("h1", phrase("changes", self._languages))
        return self._page(f"{self._title}: changes", joined(heading, shown), "")

    def _change(self, change: Change) -> Markup:
        what = phrase(change.what, self._languages)
        said = joined(f"{change.date} ", element("b", change.id), " ", what)
        place = self._place(change.id)
        return element("a", said, href=place) if place else said

    def _page(self, title: str, main: Markup, root: str) -> str:
        languages = self._selection.languages
        style = assets.style(languages) + assets.plain_style(languages) + assets.read("site.css")
        links = (("home", "index.html"), ("search", SEARCH_PAGE), ("changes", "changes.html"))
        return Template(assets.read("site.html")).substitute(
            language=self._languages[0],
            policy=assets.policy([style], []),
            title=element("title", title),
            style=style,
            feed=f"{root}feed.xml",
            switch=self._outline.switch(),
            links=joined(
                *(
                    element("a", phrase(name, self._languages), href=f"{root}{to}")
                    for name, to in links
                )
            ),
            main=main,
            trust=element("p", phrase("trust", self._languages)),
        )

    def _sitemap(self) -> str:
        groups = [group.id for groups in self._outline.groups.values() for group in groups]
        abouts = [about.id_of(ruleset) for ruleset in self._selection.rulesets]
        names = dict.fromkeys([*abouts, *groups, *self.records])
        paths = ["", *(f"{path_of(name)}.html" for name in names)]
        rows = "".join(f"<url><loc>{escape(self._address + path)}</loc></url>\n" for path in paths)
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'
        )


def _list(items: list[Markup]) -> Markup:
    rows = (item if item.startswith("<li") else element("li", item) for item in items)
    return element("ul", *rows, class_="links")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
