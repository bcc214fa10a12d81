"""Ways through the site: from an entry to its section and ruleset, to the next and the previous."""

from __future__ import annotations

from collections.abc import Mapping

from rulings import ids
from rulings.format.record import Record
from rulings.languages import said
from rulings_cli.html import phrases
from rulings_cli.html.markup import Markup, Words, anchor, element, joined
from rulings_cli.html.outline import Outline
from rulings_cli.html.selection import Group


def path_of(identifier: str) -> str:
    """Where an entry or section lives: ``BR 8.1a`` -> ``br/8.1a``, ``BR-Q22`` -> ``br/q22``."""
    prefix = ids.prefix_of(identifier)
    return f"{prefix}/{identifier[len(prefix) + 1 :]}".lower().replace(" ", "-")


def nav(kind: str, label: str, words: Words, *children: str) -> Markup:
    """A list of links, with what it is for readers who do not see it."""
    spoken = said(phrases.PAGE[label], words.languages[0])
    return element("nav", *children, class_=kind, aria_label=spoken)


class Ways:
    """The ways from each entry, as links from one folder below the home of a site."""

    def __init__(self, outline: Outline, records: Mapping[str, Record]) -> None:
        self._outline = outline
        self._records = records
        self._words = outline.words
        self._group_of: dict[str, Group] = {}
        self._beside: dict[str, tuple[str, str]] = {}
        for groups in outline.groups.values():
            group_of = {entry.id: group for group in groups for entry in group.entries}
            self._group_of |= group_of
            row = ["", *group_of, ""]
            self._beside |= {row[at]: (row[at - 1], row[at + 1]) for at in range(1, len(row) - 1)}

    def to_entry(self, identifier: str) -> Markup:
        """Links to the ruleset and section of an entry; nothing for an entry of no section."""
        group = self._group_of.get(identifier)
        if group is None:
            return Markup("")
        section = element("a", self._outline.heading(group), href=f"../{path_of(group.id)}.html")
        return self.to_group(group, " › ", section)

    def around(self, identifier: str) -> Markup:
        """The previous entry and the next, within the ruleset."""
        if identifier not in self._beside:
            return Markup("")
        before, after = self._beside[identifier]
        links = [self._link(before, "previous", "← ", "")] if before else []
        links += [self._link(after, "next", "", " →")] if after else []
        return nav("around", "around", self._words, *links)

    def to_group(self, group: Group, *more: str) -> Markup:
        """The ruleset of a section, at the place of the section in it, and `more` after it."""
        prefix = ids.prefix_of(group.id)
        ruleset = next(each for each in self._outline.rulesets if each.prefix == prefix)
        whole = element(
            "a",
            self._words.text(ruleset.name),
            href=f"../{ruleset.prefix.lower()}/index.html#{anchor(group.id)}",
        )
        return nav("way", "way", self._words, whole, *more)

    def _link(self, identifier: str, name: str, before: str, after: str) -> Markup:
        title = self._words.text(self._records[identifier]["title"])
        label = element("span", self._words.phrase(name), class_="unseen")
        words = joined(before, element("b", identifier), " ", title, after)
        return element(
            "a",
            label,
            " ",
            words,
            href=f"../{path_of(identifier)}.html",
            rel="next" if name == "next" else "prev",
        )
