"""Checks of how entries, forks and books refer to one another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from shlex import quote

from rulings import ids
from rulings.checks.base import Check, EntryCheck, Fault
from rulings.format.authorities import Authority, Status
from rulings.format.model import AnyEntry, Fork, RelationType, Ruling
from rulings.lookup.links import citations_of, linked_in
from rulings.reading.book import Book, names_of
from rulings.reading.problems import Fix, Problem
from rulings.reading.values import mistyped
from rulings.reading.yaml_reader import Pointer


def _called_now(old: str, now: str) -> str:
    command = f"rulings rename {quote(old)} {quote(now)}"
    return f"is called {now} now; write {now} (`{command}` does so everywhere)"


class DanglingLink(EntryCheck):
    code = "B301"
    summary = "a link to an entry, card or term that does not exist or is of another kind"
    remedy = "correct the id, or add the entry, card or term"
    skip_if_incomplete = True

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for listed in linked_in(entry):
            yield from self._to_entry(entry, listed.pointer, listed.target, listed.kind)
        call = entry.call if isinstance(entry, Ruling) else None
        for number, name in enumerate(call.overrules if call else ()):
            yield from self._to_entry(entry, ("call", "overrules", number), name, "")
        game = self.book.ruleset_of(entry.id).game
        for kind, shelf in self.book.shelves.items():
            for number, slug in enumerate(getattr(entry, f"{kind}s")):
                if (game, slug) not in shelf and slug not in self.loading.unread:
                    named = (
                        f"write {other}, which has this name"
                        for (owner, other), item in shelf.items()
                        if owner == game and ids.plain(slug) in map(ids.plain, names_of(item))
                    )
                    remedy = next(named, f"correct it or add it to {kind}s.yaml")
                    yield Fault((f"{kind}s", number), f"{game} has no {kind} {slug!r}; {remedy}")

    def _to_entry(
        self, entry: AnyEntry, pointer: Pointer, target: str, kind: str
    ) -> Iterator[Fault]:
        cited = self.book.entries.get(target)
        if cited is None and target in self.loading.unread:
            return
        now = self.now_called.get(target)
        if cited is None and now:
            yield Fault(pointer, f"{target} {_called_now(target, now)}", Fix(target, now))
        elif cited is None:
            remedy = mistyped(target) or "correct the id"
            yield Fault(pointer, f"{target!r} is not in the book; {remedy}")
        elif kind and cited.kind != kind:
            message = f"{target} is a {cited.kind}; {pointer[0]} holds the ids of {kind}s"
            yield Fault(pointer, message)
        elif target == entry.id:
            yield Fault(pointer, f"{target} cites itself; remove it")


class UnknownSource(EntryCheck):
    code = "B302"
    summary = "an entry without a source, or with one that is not described"
    remedy = "name a source and describe it under `sources:` of the ruleset"
    skip_if_incomplete = True

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if not entry.sources and entry.kind != "fork":  # a fork rests on its entries
            yield Fault((), f"{entry.id} names no source; say where it comes from")
        for number, reference in enumerate(entry.sources):
            if reference.id not in self.book.sources:
                message = f"source {reference.id!r} is not described; add it under sources:"
                yield Fault(("sources", number, "id"), message)


class DanglingCitation(EntryCheck):
    code = "B303"
    summary = "a [[reference]] in a text to something that does not exist"
    remedy = "correct the id between the brackets"
    skip_if_incomplete = True

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        game = self.book.ruleset_of(entry.id).game
        for pointer, target in citations_of(entry):
            if not self._exists(game, target):
                now = self.now_called.get(target)
                if now and self._exists(game, now):
                    fix = Fix(f"[[{target}]]", f"[[{now}]]")
                    yield Fault(pointer, f"[[{target}]] {_called_now(target, now)}", fix)
                else:
                    remedy = mistyped(target) or "correct the id"
                    yield Fault(pointer, f"[[{target}]] is not in the book; {remedy}")

    def _exists(self, game: str, target: str) -> bool:
        kind, _, slug = target.partition(":")
        if target in self.loading.unread or slug in self.loading.unread:
            return True
        if kind in self.book.shelves:
            return (game, slug) in self.book.shelves[kind]
        rulesets = self.book.rulesets.values()
        sections = (section.id for ruleset in rulesets for section in ruleset.sections)
        return target in self.book.entries or target in sections


class CitedButNotListed(EntryCheck):
    code = "B304"
    summary = "a clause cited in a text but not in the entry's lists"
    remedy = "add it to `clauses`, `variants`, `base_rules` or `related`, or leave it out there"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if not isinstance(entry, Ruling):
            return
        listed = {entry.id, *(each.target for each in linked_in(entry))}
        for pointer, target in citations_of(entry):
            above = any(target in ids.ancestors(name) for name in listed)
            if target not in listed and not above and target in self.book.entries:
                message = f"[[{target}]] is not among this ruling's clauses; add it there"
                yield Fault(pointer, message)


class NoDecidingClause(EntryCheck):
    code = "B305"
    summary = "a ruling without a deciding clause, and on no card's text"
    remedy = "name the clause that decides first under `clauses` (a variant or a card will do)"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if not isinstance(entry, Ruling) or entry.clauses or entry.variants or entry.cards:
            return
        if entry.authority is Authority.HOUSE or entry.status is Status.DRAFT:
            return
        ruleset = self.book.ruleset_of(entry.id)
        if ruleset.sections and not ruleset.as_published:  # else its rules are not in the book
            yield Fault((), f"{entry.id} names no clause that decides it")


class OneSidedSupersession(EntryCheck):
    code = "B307"
    summary = "one entry supersedes another, and only one of the two says so"
    remedy = "set `status: superseded` on the old entry and `supersedes` on the new one"
    skip_if_incomplete = True

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for number, relation in enumerate(entry.related):
            old = self.book.entries.get(relation.id)
            if relation.type == RelationType.SUPERSEDES and old and old.status == Status.ACTIVE:
                message = f"{old.id} is still active; set its status to superseded, with its date"
                yield Fault(("related", number), message)
        if entry.status == Status.SUPERSEDED and entry.id not in self._superseded:
            message = f"no entry says that it supersedes {entry.id}; name it there under related"
            yield Fault(("status",), message)

    @cached_property
    def _superseded(self) -> set[str]:
        related = (each for entry in self.book.entries.values() for each in entry.related)
        return {each.id for each in related if each.type == RelationType.SUPERSEDES}


class AskedOfNothing(Check):
    code = "B311"
    summary = "phrasings under `asked:` of an entry that does not exist"
    remedy = "correct the id, or check it together with the book that holds the entry"

    def problems(self) -> Iterator[Problem]:
        for asked in self.loading.asked:
            if asked.editions:
                continue  # they wait for a document that only its readers have
            if asked.entry not in self.book.entries and asked.entry not in self.loading.unread:
                message = f"{asked.entry!r} is not in the book; correct the id"
                yield asked.document.problem(asked.pointer, self.code, message)


class ForkInCircle(EntryCheck):
    code = "B309"
    summary = "a fork with a case that leads back to it"
    remedy = "let the case lead to the entry that holds in that case"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if isinstance(entry, Fork):
            for number, case in enumerate(entry.cases):
                if entry.id in _reached(self.book, case.entry):
                    message = f"{case.entry} leads back to {entry.id}"
                    yield Fault(("cases", number, "entry"), message)


class Overrides(Check):
    code = "B801"
    severity = "note"
    summary = "an entry, source, card or term that overrides one of a lower book"
    remedy = "leave it if you mean it (each answer names your book); else give it a new id"

    def problems(self) -> Iterator[Problem]:
        for name, below in self.loading.replaced.items():
            plain = name.partition("/")[2] if "/" in name else name.removeprefix("source:")
            yield self.fault(name, (), f"{plain} overrides the lower one at {below.place}")


def _reached(book: Book, start: str) -> set[str]:
    """The entries and forks that a case leads to, directly or through other forks."""
    reached: set[str] = set()
    queue = [start]
    while queue:
        name = queue.pop()
        fork = book.entries.get(name)
        if isinstance(fork, Fork) and name not in reached:
            queue += [case.entry for case in fork.cases]
        reached.add(name)
    return reached
