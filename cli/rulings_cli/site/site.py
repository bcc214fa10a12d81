"""The book as a site of static files: one address for every entry, which never changes."""

import json
from collections import Counter
from collections.abc import Iterator
from html import escape
from typing import Any

from rulings import ids
from rulings.format.authority_and_status import Authority
from rulings.format.model import Ruleset
from rulings.format.record import VERSION, Record
from rulings.kinds import KINDS
from rulings.languages import text_in
from rulings.lookup.records import first_words
from rulings.text.markdown import plain_text
from rulings_cli.html import assets
from rulings_cli.html.markup import Markup, anchor, element, joined
from rulings_cli.html.outline import Group, Outline, about_id
from rulings_cli.phone.page import phone_page
from rulings_cli.terminal import strings
from rulings_index.weights import LONGEST_QUERY

SEARCH_PAGE = "search.html"


def path_of(identifier: str) -> str:
    """Where an entry or section lives: ``BR 8.1a`` -> ``br/8.1a``, ``BR-Q22`` -> ``br/q22``."""
    prefix = ids.prefix_of(identifier)
    return f"{prefix}/{identifier[len(prefix) + 1 :]}".lower().replace(" ", "-")


def _whole(ruleset: Ruleset) -> str:
    """Where a ruleset lives as one document."""
    return f"{ruleset.prefix.lower()}/index.html"


class Site(Outline):
    """Makes the files of a site."""

    def files(self) -> dict[str, str]:
        """All files of the site by their paths, the same for the same book."""
        look = assets.style(self.words.languages) + assets.read("site.css") + self.brand.style()
        return dict(self._pages()) | {
            **{f"{path_of(each['id'])}.json": _json(each) for each in self.records.values()},
            "style.css": look,
            "site.js": assets.script("speech.js", "site.js"),
            SEARCH_PAGE: phone_page(self.selection),
            "entries.json": _json({"version": VERSION, "entries": [*self.records.values()]}),
        }

    def _pages(self) -> Iterator[tuple[str, str]]:
        yield "index.html", self._index()
        for ruleset in self.rulesets:
            yield from self._of_ruleset(ruleset)
            groups = self.groups[ruleset.id]
            for group in groups:
                if group.id not in self.records:  # an entry with that number has this address
                    yield f"{path_of(group.id)}.html", self._group(group)
            rows = [(group, entry.id) for group in groups for entry in group.entries]
            names = ["", *(name for _, name in rows), ""]
            for at, (group, name) in enumerate(rows):
                yield f"{path_of(name)}.html", self._entry(name, group, names[at], names[at + 2])

    def target(self, name: str) -> str | None:
        """The path of a page from another, where there is one."""
        return f"../{path_of(name)}.html" if name in self.places else None

    def _entry(self, identifier: str, group: Group, before: str, after: str) -> str:
        record = self.records[identifier]
        body = element("div", self.entries.body(record), class_="body")
        data = element("a", self.words.phrase("as_data"), href=f"../{path_of(identifier)}.json")
        article = self._article(record, "h1", body, element("p", data, class_="small"))
        title = text_in(record["title"], self.words.languages[0])
        section = element("a", self.heading(group), href=f"../{path_of(group.id)}.html")
        links = [self._step(before, "previous", "← ", "")] if before else []
        links += [self._step(after, "next", "", " →")] if after else []
        parts = (self._way(group, " › ", section), article, self._nav("around", *links))
        return self._page(f"{identifier} {title}", joined(*parts))

    def _step(self, identifier: str, name: str, before: str, after: str) -> Markup:
        title = self.words.text(self.records[identifier]["title"])
        label = element("span", self.words.phrase(name), class_="unseen")
        words = joined(before, element("b", identifier), " ", title, after)
        rel = "next" if name == "next" else "prev"
        return element("a", label, " ", words, href=f"../{path_of(identifier)}.html", rel=rel)

    def _way(self, group: Group, *more: str) -> Markup:
        """The path above an entry: a link to its section in the ruleset's document, and `more`."""
        ruleset = self.selection.book.ruleset_of(group.id)
        address = f"../{_whole(ruleset)}#{anchor(group.id)}"
        return self._nav("way", element("a", self.words.text(ruleset.name), href=address), *more)

    def _nav(self, kind: str, *children: str) -> Markup:
        """A list of links, with a label for screen readers."""
        label = strings.phrase(kind, self.words.languages[0])
        return element("nav", *children, class_=kind, aria_label=label)

    def _group(self, group: Group) -> str:
        heading = element("h1", self.heading(group))
        entries = (self._short(entry.id, "h2") for entry in group.entries)
        return self._page(f"{group.id} {self.title}", joined(self._way(group), heading, *entries))

    def _of_ruleset(self, ruleset: Ruleset) -> Iterator[tuple[str, str]]:
        """The page about a ruleset, and the ruleset as one document."""
        title = text_in(ruleset.name, self.words.languages[0])
        head = joined(element("h1", self.name(ruleset)), self.about(ruleset, "h2"))
        yield f"{path_of(about_id(ruleset))}.html", self._page(title, head)
        sections = self.sections(ruleset, lambda name: self._short(name, "h3"), "part")
        contents = self._nav("toc", element("ul", *self.links(ruleset)))
        reading = element("div", head, *sections, class_="reading")
        main = element("div", contents, reading, class_="document")
        yield _whole(ruleset), self._page(title, main)

    def _short(self, identifier: str, level: str) -> Markup:
        """An entry in a list: what is visible before opening it, and a link."""
        record = self.records[identifier]
        words = joined(element("b", identifier, " "), self.words.phrase("whole_entry"))
        whole = element("a", words, href=f"../{path_of(identifier)}.html")
        link = element("p", whole, class_="small")
        return self._article(record, level, link, name=anchor(identifier))

    def _article(self, record: Record, level: str, *body: str, name: str | None = None) -> Markup:
        parts = (self.entries.head(record, level), self.entries.trust(record))
        head = element("div", *parts, class_="head")
        return element("article", head, *body, id=name, class_=f"entry {record['kind']}")

    def _index(self) -> str:
        """Home: the event, a field to ask in, and a card for each ruleset."""
        hints = dict.fromkeys(strings.phrase("what_asked", code) for code in self.words.languages)
        main = assets.filled(
            "home.html",
            self.words,
            title=self.words.text(self.selection.title),
            subtitle=self.brand.subtitle(),
            search_page=SEARCH_PAGE,
            hint=escape(" / ".join(hints)),
            longest=str(LONGEST_QUERY),
            tonight=self.tonight(lambda name: f"{path_of(name)}.html"),
            cards=joined(*map(self._tile, self.rulesets)),
        )
        return self._page(self.title, Markup(main), "")

    def _tile(self, ruleset: Ruleset) -> Markup:
        """A ruleset in a few lines: what it is, who says so, how much is in it."""
        entries = [entry for group in self.groups[ruleset.id] for entry in group.entries]
        authorities = {entry.authority for entry in entries}
        counts = Counter(entry.kind for entry in entries)
        kinds = [name for name, kind in KINDS.items() if counts[name] and kind.searched]
        named = [joined(self.words.phrase(f"heading_{name}"), f" {counts[name]}") for name in kinds]
        who = [self.words.phrase(f"authority_{each}") for each in Authority if each in authorities]
        plain = {code: plain_text(words) for code, words in ruleset.text.items()}
        intro = {code: first_words(words, 160) for code, words in plain.items()}
        return element(
            "a",
            element("h2", self.name(ruleset)),
            element("span", self.words.line(intro)),
            element("span", joined(*who, between=" · "), class_="small"),
            element("span", joined(*named, between=" · "), class_="small"),
            href=_whole(ruleset),
        )

    def _page(self, title: str, main: Markup, root: str = "../") -> str:
        plain, brand = assets.plain_style(self.words.languages), self.brand
        links = (("home", "index.html"), ("search", SEARCH_PAGE))
        named = (element("a", self.words.phrase(name), href=f"{root}{to}") for name, to in links)
        return assets.filled(
            "site.html",
            self.words,
            lang=self.words.languages[0],
            plain_hash=assets.hashes(plain),
            head_title=element("title", title),
            root=root,
            plain=plain,
            switch=self.switch(),
            links=joined(brand.sign(), self._nav("pages", *named)),
            main=main,
            foot=brand.foot(),
        )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
