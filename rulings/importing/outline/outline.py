"""The outline of a document of numbered rules: the text under each number.

A line without a place, such as a number used twice, stays in the text of the rule before it as it
is printed, and is named in `odd`: nothing is dropped silently. `lines_in` counts where the
lines of the document are in the end.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from rulings.ids import sort_key
from rulings.importing.documents.lines import LeftOut, Line
from rulings.importing.outline.number_forms import Place, written
from rulings.importing.outline.paragraphs import Paragraphs


class Odd(NamedTuple):
    """Something to look at: the number of its line, and what is odd about it."""

    line: int
    what: str


@dataclass(slots=True)
class Rule:
    """A rule: its number and line, its title if the document has one, its text and examples.

    `lines` and `example_lines` count the lines of the document that it was made from.
    """

    place: Place
    line: int
    body: Paragraphs
    title: str = ""
    examples: list[Paragraphs] = field(default_factory=list)
    lines: int = 1
    example_lines: int = 0

    @property
    def number(self) -> str:
        """The number as the book writes it: ``1.2.3a``."""
        return written(*self.place)


@dataclass(slots=True)
class Outline:
    """What a document holds. `levels` counts the rules by the look of their numbers.

    `total` counts the lines of the document, `heading_lines` and `glossary_lines` those that have
    become headings and meanings of words.
    """

    title: str = ""
    edition: str = ""
    rules: dict[str, Rule] = field(default_factory=dict)
    sections: dict[str, str] = field(default_factory=dict)
    chapters: list[str] = field(default_factory=list)
    glossary: dict[str, str] = field(default_factory=dict)
    front: list[Line] = field(default_factory=list)
    odd: list[Odd] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    levels: Counter[str] = field(default_factory=Counter)
    uncertain: list[str] = field(default_factory=list)
    total: int = 0
    heading_lines: int = 0
    glossary_lines: int = 0

    def lines_in(self) -> dict[str, int]:
        """How many lines of the document each part of the outline holds."""
        rules = self.rules.values()
        return {
            "in rules": sum(rule.lines for rule in rules),
            "headings": self.heading_lines,
            "in examples": sum(rule.example_lines for rule in rules),
            "in the glossary": self.glossary_lines,
            "outside of rules": sum(bool(line.text) for line in self.front),
            "left out": sum(each.lines for each in self.left_out),
        }


def settle(outline: Outline) -> None:
    """Do what can be done only at the end: tell sections from rules, and headings from texts."""
    with_rules_below = {
        rule.place[0][0] for rule in outline.rules.values() if len(rule.place[0]) > 1
    }
    for name, rule in list(outline.rules.items()):
        parts, letter = rule.place
        empty = len(with_rules_below) > 1 and rule.body.is_heading() and not rule.title
        if len(parts) == 1 and not letter and (parts[0] in with_rules_below or empty):
            _make_section(outline, name, rule)
    for rule in outline.rules.values():
        for example in [each for each in rule.examples if not each.text]:
            rule.examples.remove(example)
            rule.example_lines -= 1
            missing = LeftOut("an example without a text", example.begun, example.begun)
            outline.left_out.append(missing)
        if not rule.body.text:
            if not rule.title:
                outline.odd.append(Odd(rule.line, f"{rule.number} has no text"))
            rule.body.add(Line(rule.line, rule.title or rule.number))
            rule.title = ""
    outline.left_out.sort(key=lambda each: each.first)
    outline.rules = dict(sorted(outline.rules.items(), key=lambda item: sort_key(f"R {item[0]}")))


def _make_section(outline: Outline, name: str, rule: Rule) -> None:
    """Turn a top number into a section; a text below its title becomes a rule, or paragraph 1."""
    heading = not rule.title and rule.body.is_heading()
    outline.sections[name] = rule.title or (rule.body.text if heading else "")
    if (heading or not rule.body.text) and not rule.examples:
        outline.heading_lines += rule.lines
        del outline.rules[name]
    elif f"{name}.2" in outline.rules and f"{name}.1" not in outline.rules:
        del outline.rules[name]
        rule.place, rule.title = ((rule.place[0][0], 1), ""), ""
        outline.rules[rule.number] = rule
