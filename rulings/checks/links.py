"""Checks of forks, and of how entries refer to one another."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain
from shlex import quote

from rulings import ids
from rulings.checks.base import Context, of_entry
from rulings.format.authority_and_status import Authority, Status
from rulings.format.model import AnyEntry, Card, Fork, Ruling, Term, Variant
from rulings.lookup.links import Listed, citations_of, linked_in, words_of
from rulings.reading.book import names_of
from rulings.reading.book_files import Pointer, texts_in
from rulings.reading.problems import Fault, Fix

_BETWEEN_WORDS = re.compile(r"[\W_]+")
_KATAKANA_TO_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}

_HALF_CLOSED = re.compile(r"(?<!\[)\[(\[)?([^\[\]]{1,80})\](?(1)(?!\])|\])")
"""A citation that lacks one of its four brackets."""

_WIDE = re.compile(r"［{2}(.{1,80}?)］{2}")
"""A citation in full-width brackets."""


@of_entry("B312", "use words that only this case has, or move the phrasing to its entry", "warning")
def misleading_words(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """Words that settle a case of a fork, in a phrasing of another case's entry."""
    if not isinstance(entry, Fork):
        return
    leaves = [context.leaves_of(case.entry) for case in entry.cases]
    of_cases = (texts_in(case.said, (number,)) for number, case in enumerate(entry.cases))
    phrases = {pointer: (typed, _folded(typed).strip()) for pointer, typed in chain(*of_cases)}
    words = {folded for _, folded in phrases.values()}
    for name in dict.fromkeys(name for of_case in leaves for name in sorted(of_case)):
        for phrasing in context.phrasings_of(name):
            settling = _settling(words, _folded(phrasing))
            for (case, *rest), (typed, folded) in phrases.items() if settling else ():
                if folded in settling and name not in leaves[int(case)]:
                    message = f"{typed!r} also stands in a phrasing of {name}: {phrasing!r}"
                    yield Fault(("cases", case, "said", *rest), message)


@of_entry("B313", "name another entry in one of the cases, or write what differs as `verdict`")
def same_cases(_: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A fork whose cases all lead to one and the same answer."""
    if isinstance(entry, Fork):
        answers = {(case.entry, *case.verdict.values()) for case in entry.cases}
        if len(answers) == 1:
            message = f"every case leads to {entry.cases[0].entry}; name the entry of the other"
            yield Fault(("cases", len(entry.cases) - 1, "entry"), message)


@of_entry("B314", "write under `asked` how players ask who leave the case out", "warning")
def never_put(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A fork that no question leads to: no phrasings, no words, no variant or fork in its cases."""
    if not isinstance(entry, Fork) or entry.status is Status.DRAFT:
        return
    others = (context.book.entries.get(each.entry) for each in entry.cases)
    leads = any(isinstance(each, Fork | Variant) or getattr(each, "variants", 0) for each in others)
    if not (leads or context.phrasings_of(entry.id) or any(each.said for each in entry.cases)):
        message = "no question leads to this fork; write under `asked` how players put it"
        yield Fault(("ask",), message)


def _settling(words: Iterable[str], phrasing: str) -> set[str]:
    """The words that a phrasing holds outside of longer ones."""
    spans = [
        (folded, match.span())
        for folded in words
        if folded in phrasing  # else no pattern is compiled
        for match in re.finditer(rf"(?<![a-z0-9]){folded}(?![a-z0-9])", phrasing)
    ]
    return {
        folded
        for folded, (start, end) in spans
        if not any(
            last - first > end - start and first <= start and end <= last
            for _, (first, last) in spans
        )
    }


def _folded(text: str) -> str:
    """A text without differences of width, case, kana and punctuation."""
    plain = unicodedata.normalize("NFKC", text).lower().translate(_KATAKANA_TO_HIRAGANA)
    return _BETWEEN_WORDS.sub(" ", plain)


@of_entry("B301", "correct the id, or add the entry, card or term")
def wrong_link(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A link to an entry, card or term that does not exist, is of another kind or leads back."""
    if entry.status is Status.WITHDRAWN:
        return  # it may be withdrawn for the very reason that its rule is gone
    named = enumerate(getattr(entry, "overruled", ()))
    overruled = [Listed(("call", "overrules", number), name, "") for number, name in named]
    for pointer, target, _, kind in [*overruled, *linked_in(entry)]:
        cited = context.book.entries.get(target)
        if cited is None and target not in context.loading.unread:
            yield _unknown_id(context, entry, pointer, target)
        elif cited and kind and cited.kind != kind:
            yield Fault(pointer, f"{target} is no {kind}; {pointer[0]} holds the ids of {kind}s")
        elif target == entry.id:
            yield Fault(pointer, f"{target} cites itself; remove it")
        elif pointer[0] in ("cases", "call") and entry.id in context.reached_from(target):
            yield Fault(pointer, f"{target} leads back to {entry.id}; remove one of the two")
    game = context.book.ruleset_of(entry.id).game
    for kind, shelf in context.book.shelves.items():
        for number, slug in enumerate(getattr(entry, f"{kind}s")):
            if not context.exists(game, f"{kind}:{slug}"):
                same_name = (
                    f"write {other}, which has this name"
                    for (owner, other), item in shelf.items()
                    if owner == game and ids.plain(slug) in map(ids.plain, names_of(item))
                )
                remedy = next(same_name, f"correct it or add it to {kind}s.yaml")
                yield Fault((f"{kind}s", number), f"{game} has no {kind} {slug!r}; {remedy}")


def _unknown_id(
    context: Context, item: AnyEntry | Card | Term, pointer: Pointer, target: str, game: str = ""
) -> Fault:
    """The fault of an id that no entry has; if it is a former id, with the present one as the fix.
    `game` is that of a text, which cites it between brackets, and only what is of its game.
    """
    now, written = context.now_called.get(target), f"[[{target}]]" if game else target
    if not now or (game and not context.exists(game, now)):
        shown = written if game else repr(target)
        remedy = context.remedy(target, item.id, in_text=bool(game))
        return Fault(pointer, f"{shown} is not in the book; {remedy}")
    command = f"rulings rename {quote(target)} {quote(now)}"
    message = f"{written} is called {now} now; write {now} (`{command}` does so everywhere)"
    return Fault(pointer, message, Fix(written, written.replace(target, now)))


@of_entry("B302", "name a source and describe it under `sources:` of the ruleset")
def unknown_source(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """An entry without a source, or with one that is not described."""
    if not entry.sources and entry.kind != "fork":  # a fork rests on its entries
        yield Fault((), f"{entry.id} names no source; say where it comes from")
    for number, reference in enumerate(entry.sources):
        if reference.id not in context.book.sources:
            message = f"source {reference.id!r} is not described; add it under sources:"
            yield Fault(("sources", number, "id"), message)


@of_entry("B303", "correct the id between the brackets")
def wrong_citation(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A [[reference]] in a text to something that does not exist, or in a title or label."""
    if entry.status is Status.WITHDRAWN:
        return
    yield from leading_nowhere(context, entry, context.book.ruleset_of(entry.id).game)
    for pointer, words in words_of(entry):
        if {"title", "ask", "when"} & {*pointer} and (links := ids.citations_in(words)):
            message = f"[[{links[0]}]] is no link here, but printed as it stands; write its name"
            yield Fault(pointer, message)
        for match in _WIDE.finditer(words):
            cited = unicodedata.normalize("NFKC", match[1]).strip()
            yield Fault(pointer, f"{match[0]} has full-width brackets; write [[{cited}]]")
        for match in _HALF_CLOSED.finditer(words):
            if ids.kind_of(match[2].strip()):
                yield Fault(pointer, f"{match[0]} lacks a bracket; write [[{match[2].strip()}]]")


def leading_nowhere(context: Context, item: AnyEntry | Card | Term, game: str) -> Iterator[Fault]:
    """The citations in the texts of an entry, card or term of a game that name nothing."""
    for pointer, target in citations_of(item):
        if not context.exists(game, target):
            yield _unknown_id(context, item, pointer, target, game)


@of_entry("B304", "list it in `clauses`, `variants`, `base_rules` or `related`, or leave it out")
def not_listed(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A clause cited in a text but not in the entry's lists."""
    if not isinstance(entry, Ruling):
        return
    listed = {entry.id, *(each.target for each in linked_in(entry))}
    for pointer, target in citations_of(entry):
        above = any(target in ids.ancestors(name) for name in listed)
        if target not in listed and not above and target in context.book.entries:
            kind = ids.kind_of(target)
            key = f"{kind}s" if kind in ("clause", "variant") else "related"
            message = f"[[{target}]] is not among what this ruling rests on; add it to `{key}`"
            yield Fault(pointer, f"{message}, or leave it out of the text")


@of_entry("B320", "cite what holds instead, or leave it out", "warning")
def resting_on_withdrawn(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """An entry in force that cites one which was withdrawn, and does not replace it."""
    for pointer, target, role, _ in linked_in(entry) if entry.status is Status.ACTIVE else ():
        status = getattr(context.book.entries.get(target), "status", "")
        if status == Status.WITHDRAWN and role not in ("supersedes", "derived-from"):
            yield Fault(pointer, f"{target} was withdrawn; cite what holds instead")


@of_entry("B305", "name the clause that decides first in `clauses` (a variant or a card will do)")
def undecided(context: Context, entry: AnyEntry) -> Iterator[Fault]:
    """A ruling without a deciding clause, and on no card's text."""
    if not isinstance(entry, Ruling) or entry.clauses or entry.variants or entry.cards:
        return
    if entry.authority is Authority.HOUSE or entry.status is Status.DRAFT:
        return
    ruleset, rulesets = context.book.ruleset_of(entry.id), context.book.rulesets.values()
    has_rules = any(each.sections for each in rulesets if each.game == ruleset.game)
    if has_rules and not ruleset.as_published:
        yield Fault((), f"{entry.id} names no clause that decides it")
