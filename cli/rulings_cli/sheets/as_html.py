"""A plan as one HTML file that needs nothing else: for the screen, and for a browser's printer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files
from string import Template

from rulings.format import authorities
from rulings.format.model import Authority, Source, Text
from rulings.text.markdown import render_html
from rulings_cli.html.assets import policy
from rulings_cli.html.markup import Markup, between, element, joined
from rulings_cli.html.texts import anchor
from rulings_cli.sheets import lines, phrases
from rulings_cli.sheets.look import QUIET, Layout, Look, Printed
from rulings_cli.sheets.plan import Case, Item, Numbers, Plan, Section

_SHAPES = {
    Authority.OFFICIAL: "M1 1h8v8h-8z",
    Authority.EVENT: "M5 .5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z",
    Authority.AUTHOR: "M5 .8L9.5 9.2h-9z",
    Authority.INTERPRETATION: "M5 1a4 4 0 1 1 0 8a4 4 0 1 1 0-8z",
    Authority.PROPOSAL: "M5 .7L9.3 5L5 9.3L.7 5z",
    Authority.HOUSE: "M5 .8L9.4 5H8v4.2H2V5H.6z",
}
_FILLED = (Authority.OFFICIAL, Authority.EVENT, Authority.AUTHOR)
_BREAK = element("br")


def html_of(plan: Plan, look: Look) -> str:
    """The sheet as an HTML page; everything that a book can hold comes out escaped."""
    page = _Page(plan, look)
    style = page.style()
    return Template(_read("template.html")).substitute(
        language=plan.languages[0],
        policy=policy([style], [], plan.brand.logo is not None),
        title=joined(page.joined(plan.sheet.title)),
        style=style,
        body="\n".join(page.body()),
    )


class _Page(Layout):
    """The parts of one page."""

    def style(self) -> str:
        title, event = self.running
        made = Template(_read("sheet.css")).substitute(
            paper=self.look.paper,
            columns=self.look.text_columns,
            size=f"{self.look.size}pt",
            title=_css_string(title),
            event=_css_string(event),
            foot=_css_string(lines.footer(self.plan)),
        )
        return made + self.plan.brand.style_on_paper()

    def body(self) -> Iterator[Markup]:
        yield element("header", *self._head())
        yield self._texts(self.plan.sheet.intro)
        yield self._legend()
        if self.has_contents:
            yield self._contents()
        kind = "side" if self.look.side else "stacked"
        kind += " poster" if self.look.poster else ""
        yield element("main", *map(self._section, self.sections()), class_=kind)
        yield element("footer", *self._end())

    def _head(self) -> Iterator[Markup]:
        plan = self.plan
        first, *others = self.shown(plan.sheet.title).items()
        yield plan.brand.sign()
        yield element("h1", first[1], lang=first[0])
        for language, title in others:
            yield element("p", title, class_="title", lang=language)
        if line := lines.event_line(plan):
            yield element("p", line, class_="event")
        for ruleset in plan.rulesets:
            yield element("p", self._words(lines.edition(ruleset), " / "), class_="edition")

    def _legend(self) -> Markup:
        badges = between(" ", map(self._badge, self.plan.authorities(self.look.omit)))
        who = element("b", self._words(phrases.AUTHORITIES, " / "))
        return element("p", who, " ", badges, class_="legend")

    def _contents(self) -> Markup:
        rows = []
        for item in self.plan.items:
            words = (element("b", item.id), " ", self._words(item.title, " / "))
            rows.append(element("li", element("a", *words, href=f"#{anchor(item.id)}")))
        return element(
            "nav", element("h2", self._words(phrases.CONTENTS, " / ")), element("ol", *rows)
        )

    def _section(self, section: Section) -> Markup:
        heading = element("h2", self._words(section.title, " / ")) if section.title else ""
        return element(
            "section",
            heading,
            self._texts(section.intro),
            *map(self._numbers, section.tables),
            *map(self._item, section.items),
        )

    def _item(self, item: Item) -> Markup:
        title = element("span", self._words(item.title, _BREAK))
        verdict = self._texts(item.verdict, item)
        passages = (
            element("div", *(self._passage(one, item, language) for one in found), lang=language)
            for language, found in self.printed(item).items()
        )
        cites = between(" · ", map(self._link, self.cites(item)))
        foot = (element("span", cites), " ", self._badge(item.authority))
        said = (
            element("h3", element("span", item.id, class_="tag"), " ", title),
            element("div", verdict, class_="verdict") if verdict else "",
            *self._noted(item.notes),
        )
        return element(
            "article",
            *((self._cases(item, said),) if item.cases else said),
            element("div", *passages, class_="passages"),
            element("p", *foot, class_="foot") if not item.cases else "",
            id=anchor(item.id),
        )

    def _noted(self, notes: Iterable[Text]) -> Iterator[Markup]:
        return (element("p", self._words(note, _BREAK), class_="note") for note in notes)

    def _cases(self, fork: Item, head: Iterable[Markup | str]) -> Markup:
        """The decision table of a fork, with the entry's head and the question as its own."""
        question = self._words(fork.question, _BREAK)
        caption = element("caption", *head, element("p", question) if question else "")
        rows = (self._case(case, fork) for case in fork.cases)
        return element("table", caption, element("tbody", *rows), class_="cases")

    def _case(self, case: Case, fork: Item) -> Markup:
        verdict = element("div", self._texts(case.verdict, fork), class_="holds")
        holds = verdict if case.verdict else self._words(case.title, _BREAK)
        return element(
            "tr",
            element("th", self._words(case.when, _BREAK), scope="row"),
            element("td", holds, *self._noted(case.notes)),
            element("td", self._link(case.id), *self._says_so(case.authority)),
        )

    def _says_so(self, authority: Authority | None) -> Iterator[Markup | str]:
        if authority:
            told = self.joined(authorities.AUTHORITIES[authority])
            yield " "
            yield _shape(authority, role="img", aria_label=told)

    def _passage(self, passage: Printed, item: Item, language: str) -> Markup:
        name = joined(element("b", passage.label), " ") if passage.label else ""
        kind = "quiet" if passage.part in QUIET else None
        return element("div", name, self._rendered(passage.text, item, language), class_=kind)

    def _numbers(self, table: Numbers) -> Markup:
        head, values = table.head
        rows = []
        for name, label, numbers in table.rows:
            row = (self._words(label, _BREAK), " ", element("small", name))
            rows.append(element("tr", element("th", *row), *_cells("td", numbers)))
        named = element("th", self._words(head, " / "))
        return element(
            "table",
            element("caption", self._words(table.title, _BREAK)),
            element("thead", element("tr", named, *_cells("th", values))),
            element("tbody", *rows),
        )

    def _end(self) -> Iterator[Markup]:
        plan = self.plan
        yield element("h2", self._words(phrases.SOURCES, " / "))
        for source, where in plan.sources:
            yield self._source(source, where)
        yield from map(self._texts, self.notices())
        if lost := self.left_out():
            yield element("p", element("b", self._words(lost, _BREAK)))
        yield element("p", lines.footer(plan), class_="book")

    def _source(self, source: Source, where: str) -> Markup:
        url = lines.web_address(source)
        link = element("a", url, href=url) if url else ""
        parts = (self._words(source.title, _BREAK), lines.source_line(source, where), link)
        return element("p", between(_BREAK, filter(None, parts)))

    def _texts(self, text: Text, item: Item | None = None) -> Markup:
        parts = [
            element("div", self._rendered(value, item, language), lang=language)
            for language, value in self.shown(text).items()
        ]
        return element("div", *parts, class_="texts") if parts else Markup("")

    def _rendered(self, text: str, item: Item | None, language: str) -> Markup:
        def target(name: str) -> str | None:
            return f"#{anchor(name)}" if name in self.places else None

        label = self.words_of(item, language)
        return Markup(render_html(text, target, label))

    def _words(self, text: Text, separator: str) -> Markup:
        parts = (
            element("span", value, lang=language) for language, value in self.shown(text).items()
        )
        return between(separator, parts)

    def _badge(self, authority: Authority) -> Markup:
        told = self._words(authorities.AUTHORITIES[authority], " / ")
        return element("span", _shape(authority, aria_hidden="true"), " ", told, class_="badge")

    def _link(self, name: str) -> Markup:
        if name in self.places:
            return element("a", name, class_="id", href=f"#{anchor(name)}")
        return element("span", name, class_="id")


def _shape(authority: Authority, **attributes: str) -> Markup:
    kind = "filled" if authority in _FILLED else "hollow"
    path = element("path", d=_SHAPES[authority])
    return element("svg", path, class_=f"shape {kind}", viewBox="0 0 10 10", **attributes)


def _cells(tag: str, values: Iterable[str]) -> Iterator[Markup]:
    return (element(tag, value) for value in values)


def _css_string(text: str) -> str:
    """A CSS string that can hold anything: whatever is no letter or digit is written as a code."""
    return '"' + "".join(c if c.isalnum() else f"\\{ord(c):X} " for c in text) + '"'


def _read(name: str) -> str:
    return files("rulings_cli.sheets").joinpath(name).read_text(encoding="utf-8")
