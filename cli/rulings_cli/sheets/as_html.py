"""A plan as one HTML file that needs nothing else: for the screen, and for a browser's printer."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from functools import partial
from html import escape
from importlib.resources import files
from string import Template

from rulings import vocabulary
from rulings.languages import said
from rulings.markdown import render_html
from rulings.model import Authority, Source, Text
from rulings_cli.sheets import lines, phrases
from rulings_cli.sheets.look import QUIET, Look, has_contents, left_out, notices_of, sections_of
from rulings_cli.sheets.plan import Item, Numbers, Plan, Section

_SHAPES = {
    Authority.OFFICIAL: "M1 1h8v8h-8z",
    Authority.EVENT: "M5 .5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z",
    Authority.AUTHOR: "M5 .8L9.5 9.2h-9z",
    Authority.INTERPRETATION: "M5 1a4 4 0 1 1 0 8a4 4 0 1 1 0-8z",
    Authority.PROPOSAL: "M5 .7L9.3 5L5 9.3L.7 5z",
    Authority.HOUSE: "M5 .8L9.4 5H8v4.2H2V5H.6z",
}
_FILLED = (Authority.OFFICIAL, Authority.EVENT, Authority.AUTHOR)
_PAPERS = {"a4": "A4", "letter": "letter"}


def html_of(plan: Plan, look: Look) -> str:
    """The sheet as an HTML page; everything that a book can hold comes out escaped."""
    style = _style(plan, look)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    page = Template(_read("template.html"))
    return page.substitute(
        language=plan.languages[0],
        policy=f"default-src 'none'; style-src 'sha256-{digest}'",
        title=escape(lines.joined(plan.sheet.title, plan.languages)),
        style=style,
        body="\n".join(_Page(plan, look).body()),
    )


class _Page:
    """The parts of one page."""

    def __init__(self, plan: Plan, look: Look) -> None:
        self._plan = plan
        self._look = look
        self._places = plan.places(look.omit)

    def body(self) -> Iterator[str]:
        yield from self._head()
        if has_contents(self._plan, self._look):
            yield from self._contents()
        yield f'<main class="{"side" if self._look.side else "stacked"}">'
        for section in sections_of(self._plan, self._look):
            yield from self._section(section)
        yield "</main>"
        yield from self._end()

    def _head(self) -> Iterator[str]:
        plan = self._plan
        yield "<header>"
        first, *others = lines.shown(plan.sheet.title, plan.languages).items()
        yield f'<h1 lang="{first[0]}">{escape(first[1])}</h1>'
        for language, title in others:
            yield f'<p class="title" lang="{language}">{escape(title)}</p>'
        if line := lines.event_line(plan):
            yield f'<p class="event">{escape(line)}</p>'
        for ruleset in plan.rulesets:
            yield f'<p class="edition">{self._words(lines.edition(ruleset), " / ")}</p>'
        yield "</header>"
        yield self._texts(plan.sheet.intro)
        badges = " ".join(map(self._badge, plan.authorities(self._look.omit)))
        yield f'<p class="legend"><b>{self._words(phrases.AUTHORITIES, " / ")}</b> {badges}</p>'

    def _contents(self) -> Iterator[str]:
        yield f"<nav><h2>{self._words(phrases.CONTENTS, ' / ')}</h2><ol>"
        for item in self._plan.items:
            title = self._words(item.title, " / ")
            yield f'<li><a href="#{_anchor(item.id)}"><b>{escape(item.id)}</b> {title}</a></li>'
        yield "</ol></nav>"

    def _section(self, section: Section) -> Iterator[str]:
        yield "<section>"
        if section.title:
            yield f"<h2>{self._words(section.title, ' / ')}</h2>"
        yield self._texts(section.intro)
        for table in section.tables:
            yield from self._numbers(table)
        for item in section.items:
            yield from self._item(item)
        yield "</section>"

    def _item(self, item: Item) -> Iterator[str]:
        yield f'<article id="{_anchor(item.id)}">'
        title = self._words(item.title, "<br>")
        yield f'<h3><span class="tag">{escape(item.id)}</span> <span>{title}</span></h3>'
        if item.verdict:
            yield f'<div class="verdict">{self._texts(item.verdict, item)}</div>'
        for note in item.notes:
            yield f'<p class="note">{self._words(note, "<br>")}</p>'
        yield '<div class="passages">'
        for language in self._languages(item):
            yield f'<div lang="{language}">{"".join(self._passages(item, language))}</div>'
        yield "</div>"
        cites = " · ".join(self._link(name) for name in item.cites)
        yield f'<p class="foot"><span>{cites}</span> {self._badge(item.authority)}</p>'
        yield "</article>"

    def _languages(self, item: Item) -> list[str]:
        found = [
            language
            for passage in item.passages
            for language in lines.shown(passage.text, self._plan.languages)
        ]
        return list(dict.fromkeys(found))

    def _passages(self, item: Item, language: str) -> Iterator[str]:
        for passage in item.passages:
            text = lines.shown(passage.text, self._plan.languages).get(language)
            if passage.part in self._look.omit or not text:
                continue
            label = phrases.PARTS.get(passage.part) if passage.part else None
            name = f"<b>{said(label, language)}</b> " if label else ""
            kind = ' class="quiet"' if passage.part in QUIET else ""
            yield f"<div{kind}>{name}{self._rendered(text, item, language)}</div>"

    def _numbers(self, table: Numbers) -> Iterator[str]:
        head, values = table.head
        yield f"<table><caption>{self._words(table.title, '<br>')}</caption><thead><tr>"
        yield f"<th>{self._words(head, ' / ')}</th>{_cells('th', values)}</tr></thead><tbody>"
        for name, label, numbers in table.rows:
            words_ = f"{self._words(label, '<br>')} <small>{escape(name)}</small>"
            yield f"<tr><th>{words_}</th>{_cells('td', numbers)}</tr>"
        yield "</tbody></table>"

    def _end(self) -> Iterator[str]:
        plan = self._plan
        yield f"<footer><h2>{self._words(phrases.SOURCES, ' / ')}</h2>"
        for source, where in plan.sources:
            yield self._source(source, where)
        yield from map(self._texts, notices_of(plan, self._look))
        if lost := left_out(plan, self._look.omit):
            yield f"<p><b>{self._words(lost, '<br>')}</b></p>"
        yield f'<p class="book">{escape(lines.footer(plan))}</p></footer>'

    def _source(self, source: Source, where: str) -> str:
        about = lines.source_line(source, where)
        parts = [self._words(source.title, "<br>"), escape(about) if about else ""]
        if url := lines.web_address(source):
            parts.append(f'<a href="{escape(url, quote=True)}">{escape(url)}</a>')
        return f"<p>{'<br>'.join(part for part in parts if part)}</p>"

    def _texts(self, text: Text, item: Item | None = None) -> str:
        parts = [
            f'<div lang="{language}">{self._rendered(value, item, language)}</div>'
            for language, value in lines.shown(text, self._plan.languages).items()
        ]
        return f'<div class="texts">{"".join(parts)}</div>' if parts else ""

    def _rendered(self, text: str, item: Item | None, language: str) -> str:
        def target(name: str) -> str | None:
            return f"#{_anchor(name)}" if name in self._places else None

        label = partial(self._plan.words_for, item=item, language=language)
        return render_html(text, target, label)

    def _words(self, text: Text, separator: str) -> str:
        parts = (
            f'<span lang="{language}">{escape(value)}</span>'
            for language, value in lines.shown(text, self._plan.languages).items()
        )
        return separator.join(parts)

    def _badge(self, authority: Authority) -> str:
        told = self._words(vocabulary.AUTHORITIES[authority], " / ")
        kind = "filled" if authority in _FILLED else "hollow"
        shape = f'<svg class="{kind}" viewBox="0 0 10 10" aria-hidden="true">'
        shape += f'<path d="{_SHAPES[authority]}"/></svg>'
        return f'<span class="badge">{shape} {told}</span>'

    def _link(self, name: str) -> str:
        if name in self._places:
            return f'<a class="id" href="#{_anchor(name)}">{escape(name)}</a>'
        return f'<span class="id">{escape(name)}</span>'


def _anchor(identifier: str) -> str:
    return escape(identifier.replace(" ", "-"), quote=True)


def _cells(tag: str, values: Iterable[str]) -> str:
    return "".join(f"<{tag}>{escape(value)}</{tag}>" for value in values)


def _style(plan: Plan, look: Look) -> str:
    return Template(_read("sheet.css")).substitute(
        paper=_PAPERS[look.paper],
        columns=1 if look.side else look.columns,
        size=f"{look.size}pt",
        title=_css_string(lines.clipped(lines.joined(plan.sheet.title, plan.languages), 76)),
        event=_css_string(lines.clipped(lines.event_line(plan), 40)),
        foot=_css_string(lines.footer(plan)),
    )


def _css_string(text: str) -> str:
    """A CSS string that can hold anything: whatever is no letter or digit is written as a code."""
    return '"' + "".join(c if c.isalnum() else f"\\{ord(c):X} " for c in text) + '"'


def _read(name: str) -> str:
    return files("rulings_cli.sheets").joinpath(name).read_text(encoding="utf-8")
