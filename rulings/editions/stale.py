"""Entries whose cited clauses moved, changed or vanished since the edition they were checked in.

An entry says in `checked_against` which edition its author read. Where only numbers changed in it,
`stale --fix` updates it; any other entry must be read again and accepted.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from pathlib import Path

from rulings import ids
from rulings.disk.changes import FileChange, save_changes
from rulings.editing.editor import Editor
from rulings.editions.comparison import Change, Kind, compare
from rulings.editions.edition import Edition, find_edition
from rulings.errors import RulingsError
from rulings.format.authority_and_status import Status
from rulings.format.model import AnyEntry, Card, Clause, Term
from rulings.lookup.links import citations_of, linked_in
from rulings.reading.book import Loading, Origin
from rulings.reading.book_files import Pointer
from rulings.reading.layers import ASKED_KEY, same_edition

_Places = dict[str, list[Pointer]]
ChangesSince = Callable[[str], dict[str, Change] | None]

UNCITED = "this project cites no document of others; `rulings cite` names one"
FOREIGN = "is in a book of others, which is only read here; cite a newer one"


@dataclass(frozen=True, slots=True)
class Finding:
    """A citation to look at. `checked` is the edition in which it was checked, `against` the one it
    is compared with; `change` is None if the first has no such clause. `new_number` is what to
    write if only numbers changed in all that the entry cites.
    """

    entry: str
    citation: str
    checked: str
    against: str
    change: Change | None
    places: list[Pointer]
    new_number: str = ""

    @property
    def kind(self) -> str:
        """What happened, in a word or two."""
        return self.change.kind.value if self.change else "unknown"

    @property
    def holds(self) -> bool:
        """Whether it still holds; with a related rule or a phrasing also if that was edited."""
        is_loose = all(pointer[0] in ("related", ASKED_KEY) for pointer in self.places)
        good = (Kind.UNCHANGED, Kind.REFERENCES)
        return self.kind in good or (is_loose and self.kind == Kind.EDITED)

    @property
    def moved_to(self) -> str:
        """The number that the clause has now; empty if it was deleted."""
        return self.change.new.id if self.change and self.change.new else ""


@dataclass(slots=True)
class Audit:
    """The result of an audit, with names of entries, or paths of files of phrasings. `checked` name
    an edition of the ruleset, `unchecked` cite it but name none. `without_text` could not be
    audited, by the edition whose text is missing. `foreign` are in books that are only read here.
    """

    against: Edition
    findings: list[Finding] = field(default_factory=list)
    without_text: dict[str, list[str]] = field(default_factory=dict)
    unchecked: dict[str, _Places] = field(default_factory=dict)
    checked: list[str] = field(default_factory=list)
    foreign: set[str] = field(default_factory=set)
    looked_at: int = 0


def audit(loading: Loading, against: Edition, places: Sequence[Path]) -> Audit:
    """Audit all that was checked against another edition of this ruleset, found in `places`."""
    result = Audit(against)

    @cache
    def changes_since(name: str) -> dict[str, Change] | None:
        older = find_edition(places, against, name)
        if older is None:
            return None
        return {each.old.id: each for each in compare(older, against) if each.old}

    head = loading.origins.get(f"ruleset:{against.ruleset}")
    its_layer = head.layer if head else -1  # items of this layer belong to the document itself
    for name, item in loading.book.items.items():
        if getattr(item, "status", "") in (Status.SUPERSEDED, Status.WITHDRAWN):
            continue  # nobody rules by it any more
        restates = isinstance(item, Clause) and ids.prefix_of(item.id) == against.prefix
        is_ours = loading.origins[name].layer != its_layer and not restates
        cited = _citations(item, against)
        if edition := item.checked_against.get(against.ruleset):
            _look_at(name, cited, edition, changes_since, result)
        elif is_ours and cited:
            result.unchecked[name] = cited
    for path, listed in groupby(loading.added_phrasings, lambda each: each.document.path):
        added = list(listed)
        cited = _placed(((each.pointer, each.entry) for each in added), against)
        if edition := added[0].editions.get(against.ruleset):
            _look_at(path, cited, edition, changes_since, result)
        elif cited and (its_layer < 0 or path not in loading.contents[its_layer]):
            result.unchecked[path] = cited
    return result


def _look_at(name: str, cited: _Places, edition: str, since: ChangesSince, result: Audit) -> None:
    against = result.against
    result.checked.append(name)
    result.looked_at += bool(cited)
    if not cited or same_edition(edition, against.name):
        return
    changes = since(edition)
    if changes is None:
        result.without_text.setdefault(edition, []).append(name)
        return
    citations_checked = [
        Finding(name, citation, edition, against.name, changes.get(citation), places)
        for citation, places in cited.items()
    ]
    findings = [each for each in citations_checked if not each.holds]
    if not findings and citations_checked[0].places[0][0] == ASKED_KEY:
        findings = citations_checked[:1]  # they count only where the edition is raised
    if all(each.holds or (each.kind == Kind.MOVED and each.citation != name) for each in findings):
        findings = [replace(each, new_number=each.moved_to) for each in findings]
    result.findings += findings


def _citations(item: AnyEntry | Card | Term, edition: Edition) -> _Places:
    """What an item cites of an edition, each with all its places. A clause also cites its own
    number, since it restates the rule with this number.
    """
    cited: list[tuple[Pointer, str]] = [(("id",), item.id)] if isinstance(item, Clause) else []
    if not isinstance(item, Card | Term):
        cited += ((link.pointer, link.target) for link in linked_in(item))
    cited += citations_of(item)
    return _placed(cited, edition)


def _placed(cited: Iterable[tuple[Pointer, str]], edition: Edition) -> _Places:
    places: _Places = {}
    for pointer, target in dict.fromkeys(cited):
        is_its = ids.kind_of(target) == "clause" or target in edition.statements
        if is_its and ids.prefix_of(target) == edition.prefix:
            places.setdefault(target, []).append(pointer)
    return places


def update(
    loading: Loading, audits: Sequence[Audit], accepted: Sequence[str], *, fix: bool
) -> list[Path]:
    """Write into entries that were read again (`accepted`) the new edition, and the new numbers of
    what moved; with `fix` also into those in which only numbers changed. Returns the files that
    changed. RulingsError if an accepted entry cites what was deleted, or is foreign.
    """
    entries: list[tuple[Audit, str]] = []
    for audit in audits:
        moved = dict.fromkeys(each.entry for each in audit.findings if fix and each.new_number)
        names = {name: None for name in moved if name not in audit.foreign}
        for identifier in filter({*audit.checked, *audit.unchecked}.__contains__, accepted):
            _refuse_gone(audit, identifier)
            names[identifier] = None
        entries += ((audit, name) for name in names)
    if unknown := [each for each in accepted if each not in {name for _, name in entries}]:
        rulesets = ", ".join(audit.against.ruleset for audit in audits)
        wrong = f"{unknown[0]} is withdrawn, or not checked against {rulesets}; is the id right?"
        raise RulingsError(wrong if audits else UNCITED)
    return _follow(entries, loading)


def _refuse_gone(audit: Audit, identifier: str) -> None:
    """RulingsError where a clause is gone or moved away, or has no text to compare with, or where
    the entry may not be written.
    """
    if identifier in audit.foreign:
        raise RulingsError(f"{identifier} {FOREIGN}")
    for edition, not_audited in audit.without_text.items():
        if identifier in not_audited:
            what = f"no text of {audit.against.ruleset} {edition} to compare with"
            raise RulingsError(f"{identifier}: {what}")
    for citation, places in audit.unchecked.get(identifier, {}).items():
        if citation not in audit.against.statements and places[0][0] != ASKED_KEY:
            message = f"{identifier} cites {citation}, which is not in {audit.against.name}"
            raise RulingsError(f"{message}; cite the rule that replaces it")
    for each in (finding for finding in audit.findings if finding.entry == identifier):
        if not each.moved_to:
            is_other = each.change and each.citation in audit.against.statements
            where = each.against if each.change else each.checked
            what = f"is {'another rule' if is_other else 'not'} in {where}"
            message = f"{identifier} cites {each.citation}, which {what}"
            remedy = f"cite the rule that replaces it, and write checked_against {each.against}"
            raise RulingsError(f"{message}; {remedy}")
        if each.citation == identifier != each.moved_to:
            message = f"{identifier} restates a rule that is now {each.moved_to}"
            raise RulingsError(f"{message}; write it there and withdraw this one")


def _follow(entries: Iterable[tuple[Audit, str]], loading: Loading) -> list[Path]:
    """Write the edition, and the new numbers of what moved, into entries; returns changed files."""
    editors: dict[Path, Editor] = {}
    for audit, identifier in entries:
        origin = origin_of(identifier, loading)
        path, entry = Path(origin.document.path), origin.pointer
        if path not in editors:
            editors[path] = Editor(path, loading.content_of(path))
        editor = editors[path]
        findings = (each for each in audit.findings if each.entry == identifier)
        moved = [each for each in findings if each.moved_to != each.citation]
        new = {each.citation: each.moved_to for each in moved}
        places = {place: each.moved_to for each in moved for place in each.places}
        if not entry:  # a file of phrasings
            editor.rename_keys((ASKED_KEY,), {str(place[-1]): to for place, to in places.items()})
        for place, to in places.items() if entry else ():
            pointer = (*entry, *place)
            if "[[" in editor.value(pointer):
                editor.replace_citations(pointer, new)  # one may get the number that another had
            else:
                editor.replace(pointer, to)
        editor.set_edition(entry, audit.against.ruleset, audit.against.name)
        audit.unchecked.pop(identifier, None)  # it names one now
    rewritten = {path: FileChange(each.before, each.content()) for path, each in editors.items()}
    changes = {path: each for path, each in rewritten.items() if each.after != each.before}
    save_changes(changes)
    return list(changes)


def origin_of(name: str, loading: Loading) -> Origin:
    """Where an entry stands, or a file of phrasings, which has the name of its path."""
    files = (each.document for each in loading.added_phrasings if each.document.path == name)
    return loading.origins.get(name) or Origin(next(files), (), 0)
