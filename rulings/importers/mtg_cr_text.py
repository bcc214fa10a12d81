"""The official text of the Magic Comprehensive Rules: its rules, sections and glossary.

The text has come in many dresses since 2000 (see `decoding`), with rules that lack a period
(``606.5 If``), have one too many (``119.1d. In``) or lack the space after it (``901.4.All``).
What has no place is kept in `unplaced` with its line; nothing is dropped in silence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from rulings.importers.decoding import read_lines
from rulings.problems import RulingsError

_EFFECTIVE = re.compile(r"effective as of\s+([A-Z][a-z]+ \d{1,2}, ?\d{4})")
_RULE = re.compile(r"(?P<number>\d{3}\.\d{1,3})(?P<letter>[a-z]?)(?![\w-])\.?\s*(?P<text>\S.*)")
_SECTION = re.compile(r"(?P<number>\d{3})\.\s+(?P<text>\S.*)")
_CHAPTER = re.compile(r"(?P<number>[1-9])\.\s+(?P<text>[A-Z].*)")
_EXAMPLE = re.compile(r"Examples?:\s*+(?P<text>.*)")
_LETTERS = "abcdefghijkmnpqrstuvwxyz"
_LONGEST_TITLE = 80
_HEAD_LINES = 60


@dataclass(slots=True)
class Rule:
    """A rule or subrule: its number (``702.19b``), paragraphs, examples, and line in the file."""

    number: str
    line: int
    paragraphs: list[str]
    examples: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All paragraphs."""
        return "\n\n".join(self.paragraphs)


@dataclass(slots=True)
class RulesText:
    """One edition of the rules as it was read. `sections` has chapters and sections by number."""

    edition: str
    rules: dict[str, Rule] = field(default_factory=dict)
    sections: dict[str, str] = field(default_factory=dict)
    glossary: dict[str, str] = field(default_factory=dict)
    unplaced: list[tuple[int, str]] = field(default_factory=list)


def read_rules(path: Path, edition: str | None = None) -> RulesText:
    """Read one edition; `edition` names one whose text does not say when it took effect.

    RulingsError, in one line, where the file is something else or ends in the middle.
    """
    lines = [line.strip() for line in read_lines(path)]
    name = edition or effective_date(lines)
    starts = [number for number, line in enumerate(lines) if line == "Glossary"]
    ends = [number for number, line in enumerate(lines) if line == "Credits"]
    if not any(_RULE.match(line) for line in lines):
        raise RulingsError(f"{path}: no numbered rule in it; give the Comprehensive Rules as .txt")
    if name is None:
        message = 'it does not say "These rules are effective as of"; name it with --edition'
        raise RulingsError(f"{path}: {message}")
    if not starts or not ends or ends[-1] < starts[-1]:
        raise RulingsError(f"{path}: it ends before its glossary does; get the whole document")
    text = RulesText(name)
    body = ends[0] + 1 if len(ends) > 1 else 0
    _Reading(text, lines).read_rules(body, starts[-1])
    _read_glossary(text, lines, starts[-1] + 1, ends[-1])
    if not text.rules:
        raise RulingsError(f"{path}: it ends before its rules begin; get the whole document")
    return text


def effective_date(lines: list[str]) -> str | None:
    """The ISO date in ``These rules are effective as of November 17, 2023``, or None."""
    for line in lines[:_HEAD_LINES]:
        if match := _EFFECTIVE.search(line):
            written = match[1].replace(",", ", ").replace("  ", " ")
            try:
                return datetime.strptime(written, "%B %d, %Y").date().isoformat()
            except ValueError:
                return None
    return None


class _Reading:
    """Reads the rules from the first chapter to the glossary."""

    def __init__(self, text: RulesText, lines: list[str]) -> None:
        self._text = text
        self._lines = lines
        self._rule: Rule | None = None
        self._chapter = self._section = 0
        self._started = False

    def read_rules(self, start: int, end: int) -> None:
        for number in range(start, end):
            line = self._lines[number]
            if line and not self._placed(number, line) and self._started:
                self._text.unplaced.append((number + 1, f"no place for: {line}"))

    def _placed(self, number: int, line: str) -> bool:
        if match := _RULE.fullmatch(line):
            return self._add_rule(number, match) or self._continued(number, line)
        if match := _SECTION.fullmatch(line):
            return self._add_section(match) or self._continued(number, line)
        if match := _CHAPTER.fullmatch(line):
            return self._add_chapter(match) or self._continued(number, line)
        if match := _EXAMPLE.fullmatch(line):
            if self._rule is None:
                return False
            self._rule.examples.append(match["text"])
            return True
        return self._continued(number, line)

    def _add_rule(self, number: int, match: re.Match[str]) -> bool:
        name = match["number"] + match["letter"]
        if name in self._text.rules or not name.startswith(f"{self._section}."):
            return False
        self._note_gap(number, match)
        self._rule = Rule(name, number + 1, [match["text"]])
        self._text.rules[name] = self._rule
        self._started = True
        return True

    def _note_gap(self, number: int, match: re.Match[str]) -> None:
        """A rule whose neighbour before it is missing: the document may be damaged."""
        before = _number_before(match["number"], match["letter"])
        if before and before not in self._text.rules:
            name = match["number"] + match["letter"]
            self._text.unplaced.append((number + 1, f"{name} comes without {before} before it"))

    def _add_section(self, match: re.Match[str]) -> bool:
        number = int(match["number"])
        if number // 100 != self._chapter or number <= self._section:
            return False
        if len(match["text"]) > _LONGEST_TITLE:
            return False
        self._section, self._rule = number, None
        self._text.sections[match["number"]] = match["text"]
        return True

    def _add_chapter(self, match: re.Match[str]) -> bool:
        number = int(match["number"])
        if number <= self._chapter or len(match["text"]) > _LONGEST_TITLE:
            return False
        self._chapter, self._section, self._rule = number, number * 100 - 1, None
        self._text.sections[match["number"]] = match["text"]
        return True

    def _continued(self, number: int, line: str) -> bool:
        """A line that goes on with the rule or example before it, as a paragraph of its own."""
        if self._rule is None or _RULE.fullmatch(line):
            return False
        if self._rule.examples:
            self._rule.examples[-1] += f" {line}"
        elif number and self._lines[number - 1]:
            self._rule.paragraphs.append(line)
        else:
            return False
        return True


def _number_before(number: str, letter: str) -> str | None:
    section, _, place = number.partition(".")
    if letter:
        index = _LETTERS.find(letter)
        return f"{number}{_LETTERS[index - 1]}" if index > 0 else number
    return f"{section}.{int(place) - 1}" if int(place) > 1 else None


def _read_glossary(text: RulesText, lines: list[str], start: int, end: int) -> None:
    """Blocks between empty lines: the word, then what it means."""
    block: list[str] = []
    for number in range(start, end + 1):
        if number < end and lines[number]:
            block.append(lines[number])
        elif block:
            head, *meaning = block
            if not meaning or head in text.glossary:
                text.unplaced.append((number - len(block) + 1, f"no place for: {head}"))
            else:
                text.glossary[head] = "\n".join(meaning)
            block = []
