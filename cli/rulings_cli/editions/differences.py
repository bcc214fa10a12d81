"""How a comparison of two editions looks: on the terminal, as JSON, Markdown or HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulings_cli.terminal.output import Output

if TYPE_CHECKING:
    from rulings.editions.comparison import Change, Comparison
    from rulings.editions.wording import Words

_MARKS = {"removed": "[-{}-]", "added": "{{+{}+}}"}
_MARKDOWN = {"removed": "~~{}~~", "added": "**{}**"}
_TAGS = {"removed": "del", "added": "ins"}
_STYLE = (
    "body{font:16px/1.6 system-ui,sans-serif;max-width:50em;margin:2em auto;padding:0 1em}"
    "del{background:#fdd;color:#600}ins{background:#dfd;color:#040;text-decoration:underline}"
    "h3{margin-bottom:0}p{margin-top:.2em;white-space:pre-line}small{font-weight:normal}"
)


def as_json(comparison: Comparison, changes: Sequence[Change]) -> dict[str, Any]:
    """The comparison as plain data."""
    return {
        "ruleset": comparison.new.ruleset,
        "old": comparison.old.name,
        "new": comparison.new.name,
        "counts": comparison.counts(),
        "changes": [change_as_json(change) for change in changes],
    }


def change_as_json(change: Change) -> dict[str, Any]:
    """One change: kind, both sides, and the words that differ."""
    return {
        "kind": change.kind.value,
        "id": change.id,
        "old": {"id": change.old.id, "text": change.old.text} if change.old else None,
        "new": {"id": change.new.id, "text": change.new.text} if change.new else None,
        "follows": change.follows,
        "words": [[part.value, text] for part, text in _words(change, short=False)],
    }


def print_comparison(output: Output, comparison: Comparison, changes: Sequence[Change]) -> None:
    """Every change with the words that differ, then how many of each kind."""
    for change in changes:
        print_change(output, change)
    output.line(_summary(comparison), "bold")


def print_change(output: Output, change: Change) -> None:
    """One change: kind, number, words; without colour ``[-removed-]`` and ``{+added+}``."""
    output.stream.write(f"{output.styled(_head(change), 'bold')}\n")
    parts = [(part.value, words) for part, words in _words(change, short=True)]
    if output.color:
        text = "".join(
            output.styled(words, kind if kind in _MARKS else "") for kind, words in parts
        )
        output.stream.write(f"  {text}\n")
    else:
        text = "".join(_MARKS.get(kind, "{}").format(words) for kind, words in parts)
        output.paragraphs(text, indent=2)


def as_markdown(comparison: Comparison, changes: Sequence[Change]) -> str:
    """The comparison as a Markdown document; ``~~removed~~`` and ``**added**``."""
    parts = [f"# {_escaped(_title(comparison))}\n\n{_summary(comparison)}\n"]
    for change in changes:
        words = "".join(
            _marked(_MARKDOWN.get(part.value, ""), _escaped(text))
            for part, text in _words(change, short=True)
        )
        parts.append(f"\n## {_head(change)}\n\n{words.strip()}\n")
    return "".join(parts)


def as_html(comparison: Comparison, changes: Sequence[Change]) -> str:
    """The comparison as one HTML file that needs nothing else."""
    from rulings_cli.html.markup import Markup, element, joined

    def of(change: Change) -> Markup:
        words = (
            element(_TAGS[part.value], text) if part.value in _TAGS else text
            for part, text in _words(change, short=False)
        )
        return joined(element("h3", _head(change)), "\n", element("p", *words), "\n")

    title = _title(comparison)
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width"),
        element("title", title),
        element("style", Markup(_STYLE)),
    )
    summary = element("p", _summary(comparison))
    body = element("body", element("h1", title), summary, "\n", *map(of, changes))
    page = element("html", head, "\n", body, lang="en")
    return f"<!DOCTYPE html>\n{page}\n"


def _words(change: Change, short: bool) -> Iterator[Words]:
    from rulings.editions.wording import Part, Words, differences, shortened

    old, new = (side.text if side else "" for side in (change.old, change.new))
    if not old or not new:
        yield Words(Part.ADDED if new else Part.REMOVED, new or old)
    elif old == new:
        yield Words(Part.SAME, new)
    else:
        parts = differences(old, new)
        yield from shortened(parts) if short else parts


def _head(change: Change) -> str:
    ids = [side.id for side in (change.old, change.new) if side]
    number = " → ".join(dict.fromkeys(ids))
    follows = " (references follow)" if change.follows and len(set(ids)) > 1 else ""
    return f"{number}  {change.kind.value}{follows}"


def _title(comparison: Comparison) -> str:
    return f"{comparison.new.ruleset}: {comparison.old.name} → {comparison.new.name}"


def _summary(comparison: Comparison) -> str:
    counts = comparison.counts().items()
    return ", ".join(f"{number} {kind}" for kind, number in counts if number) or "empty editions"


def _marked(mark: str, text: str) -> str:
    """Marks set inside the spaces at both ends: Markdown takes no mark beside a space."""
    inner = text.strip()
    return text.replace(inner, mark.format(inner), 1) if inner and mark else text


def _escaped(text: str) -> str:
    for sign in "\\`*_~<>[]#|&":
        text = text.replace(sign, f"\\{sign}")
    return text
