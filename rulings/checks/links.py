"""Checks of what entries cite."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

from rulings import ids
from rulings.checks.base import Check, EntryCheck, Fault
from rulings.format.model import AnyEntry, Authority, RelationType, Ruling, Status
from rulings.lookup.links import citations_of, linked_in
from rulings.reading.problems import Fix, Problem
from rulings.reading.values import mistyped
from rulings.reading.yaml_reader import Pointer


def _called_now(old: str, now: str) -> str:
    command = f"rulings rename {quote(old)} {quote(now)}"
    return f"is called {now} now; write {now} (`{command}` does so everywhere)"


class DanglingLink(EntryCheck):
    """A link to an entry, card or term that is not there, or is of another kind."""

    code = "B301"
    summary = "a link that leads nowhere"
    remedy = "correct the id, or add the entry, card or term it names"
    needs_all = True

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for listed in linked_in(entry):
            yield from self._to_entry(entry, listed.pointer, listed.target, listed.kind)
        game = self.book.ruleset_of(entry.id).game
        for kind, shelf in self.book.shelves.items():
            for number, slug in enumerate(getattr(entry, f"{kind}s")):
                if (game, slug) not in shelf and slug not in self.loading.unread:
                    message = f"{game} has no {kind} {slug!r}; correct it or add it to {kind}s.yaml"
                    yield Fault((f"{kind}s", number), message)

    def _to_entry(
        self, entry: AnyEntry, pointer: Pointer, target: str, kind: str
    ) -> Iterator[Fault]:
        found = self.book.entries.get(target)
        if found is None and target in self.loading.unread:
            return
        now = self.now_called.get(target)
        if found is None and now:
            yield Fault(pointer, f"{target} {_called_now(target, now)}", Fix(target, now))
        elif found is None:
            remedy = mistyped(target) or "correct the id"
            yield Fault(pointer, f"{target!r} is not in the book; {remedy}")
        elif kind and found.kind != kind:
            message = f"{target} is a {found.kind}; {pointer[0]} holds the ids of {kind}s"
            yield Fault(pointer, message)
        elif target == entry.id:
            yield Fault(pointer, f"{target} cites itself; remove it")


class UnknownSource(EntryCheck):
    """A source that no file of the book describes, or an entry without any."""

    code = "B302"
    summary = "an entry without a source, or with one that is not described"
    remedy = "name a source and describe it under `sources:` of the ruleset"
    needs_all = True

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if not entry.sources and entry.kind != "fork":  # which rests on the entries it leads to
            yield Fault((), f"{entry.id} names no source; say where it comes from")
        for number, reference in enumerate(entry.sources):
            if reference.id not in self.book.sources:
                message = f"source {reference.id!r} is not described; add it under sources:"
                yield Fault(("sources", number, "id"), message)


class DanglingCitation(EntryCheck):
    """``[[…]]`` in a text that names nothing of the book."""

    code = "B303"
    summary = "a [[reference]] in a text that leads nowhere"
    remedy = "correct the id between the brackets"
    needs_all = True

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
    """A ruling's text rests on a clause that its lists do not name."""

    code = "B304"
    summary = "a clause cited in a text but not in the entry's lists"
    remedy = (
        "add it to `clauses` (or `variants`, `base_rules`, `related`), or take it out of the text"
    )

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if not isinstance(entry, Ruling):
            return
        listed = {
            *(*entry.clauses, *entry.variants, *entry.base_rules),
            *(relation.id for relation in entry.related),
            *(f"card:{slug}" for slug in entry.cards),
            *(f"term:{slug}" for slug in entry.terms),
            entry.id,
        }
        for pointer, target in citations_of(entry):
            above = any(target in ids.ancestors(one) for one in listed)
            if target not in listed and not above and target in self.book.entries:
                message = f"[[{target}]] is not among this ruling's clauses; add it there"
                yield Fault(pointer, message)


class NoDecidingClause(EntryCheck):
    """A ruling without a clause, variant or card that decides it; a call of a table may lack it."""

    code = "B305"
    summary = "a ruling without a deciding clause, and on no card's text"
    remedy = "name the clause that decides first under `clauses` (a variant or a card will do)"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        if not isinstance(entry, Ruling) or entry.clauses or entry.variants or entry.cards:
            return
        if entry.authority is Authority.HOUSE or entry.status is Status.DRAFT:
            return
        ruleset = self.book.ruleset_of(entry.id)
        if ruleset.sections and not ruleset.as_published:  # else it came without its rules
            yield Fault((), f"{entry.id} names no clause that decides it")


class RelationStoredTwice(EntryCheck):
    """A relation that both of its ends store; the other direction is derived."""

    code = "B306"
    summary = "a relation stored at both ends"
    remedy = "keep it at one of the two entries; the other direction is derived"

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for number, relation in enumerate(entry.related):
            other = self.book.entries.get(relation.id)
            if other is None or entry.id <= other.id:
                continue
            if any(back.id == entry.id and back.type == relation.type for back in other.related):
                said = f"{other.id} already says it is {relation.type} here"
                yield Fault(("related", number), f"{said}; remove one of the two")


class OneSidedSupersession(EntryCheck):
    """`supersedes` and the status `superseded` belong together."""

    code = "B307"
    summary = "one entry supersedes another, and only one of the two says so"
    remedy = "set `status: superseded` on the old entry and `supersedes` on the new one"
    needs_all = True

    def of_entry(self, entry: AnyEntry) -> Iterator[Fault]:
        for number, relation in enumerate(entry.related):
            old = self.book.entries.get(relation.id)
            if relation.type == RelationType.SUPERSEDES and old and old.status == Status.ACTIVE:
                message = f"{old.id} is still active; set its status to superseded, with its date"
                yield Fault(("related", number), message)
        if entry.status == Status.SUPERSEDED and not self._successor(entry.id):
            message = f"no entry says that it supersedes {entry.id}; name it there under related"
            yield Fault(("status",), message)

    def _successor(self, identifier: str) -> bool:
        return any(
            relation.id == identifier and relation.type == RelationType.SUPERSEDES
            for entry in self.book.entries.values()
            for relation in entry.related
        )


class AskedOfNothing(Check):
    """Phrasings, in a file of their own, of an entry that is in none of the books."""

    code = "B311"
    summary = "phrasings under `asked:` of an entry that is not there"
    remedy = "correct the id, or check it together with the book that holds the entry"

    def problems(self) -> Iterator[Problem]:
        for one in self.loading.asked:
            if one.editions:
                continue  # they wait for a document that only its readers have
            if one.entry not in self.book.entries and one.entry not in self.loading.unread:
                message = f"{one.entry!r} is not in the book; correct the id"
                yield one.document.problem(one.pointer, self.code, message)
