"""The phone page: one file with every entry and the search, which loads no other file."""

import json
import re
from dataclasses import replace
from hashlib import sha256
from typing import Any

import msgspec

from rulings import __version__
from rulings.format.model import Formula, Ruleset
from rulings.format.words import WORDS
from rulings.lookup.event import OWN_PREFIX, OWN_RULESET
from rulings.text.formulas import trees
from rulings_cli.answers.answers import SIGNS
from rulings_cli.html import assets
from rulings_cli.html.markup import Markup, anchor, element, joined
from rulings_cli.html.outline import Outline, about_id
from rulings_cli.html.selection import Selection, may_be_in_force
from rulings_index.weights import LONGEST_QUERY

SCRIPTS = (
    *("answers.js", "formulas.js", "elements.js", "speech.js", "rules_in_force.js"),
    *("calculators.js", "calls.js", "views.js", "start.js"),
)
_EARLY = "document.documentElement.classList.add('js');"


def phone_page(selection: Selection) -> str:
    """The whole page. The same selection gives the same characters."""
    from rulings_index.browser.export import export, packed, scripts  # slow to import

    page = _Page(selection)
    body = page.controls() | page.contents()
    index = export(replace(selection.book, entries=selection.entries), selection.event)
    body["index"] = packed(msgspec.to_builtins(index, builtin_types=(bytes,)))
    body["data"] = _json(_data(selection))
    style = assets.style(selection.languages) + page.brand.style()
    plain = assets.plain_style(selection.languages)
    script = assets.script(*SCRIPTS, before=scripts())
    return assets.filled(
        "page.html",
        page.words,
        **body,
        lang=selection.languages[0],
        styles=assets.hashes(style, plain),
        scripts=assets.hashes(_EARLY, script),
        head_title=element("title", page.title),
        style=style,
        plain=plain,
        early=_EARLY,
        digest=sha256("".join(body.values()).encode()).hexdigest()[:12],
        version=__version__,
        longest=str(LONGEST_QUERY),
        script=script,
    )


class _Page(Outline):
    """The parts of the page, by their names in its template."""

    def controls(self) -> dict[str, str]:
        """What stands around the entries: the head, the lists of home, the filters, the foot."""
        alone = len(self.rulesets) == 1  # there is nothing to choose
        names = {"": self.words.phrase("all_rulesets")}
        names |= {each.id: self.words.text(each.name) for each in self.rulesets}
        chips = []
        for value, name in names.items():
            box = element("input", type="radio", name="ruleset", value=value, checked=not value)
            chips.append(element("label", box, element("span", name), class_="chip"))
        legend = element("legend", self.words.phrase("ruleset"), class_="unseen")
        open_points = self._open_points()
        variants = joined(*map(self._variants, self.rulesets))
        has_numbers = any(entry.formula for entry in self.selection.entries.values())
        return {
            "logo": self.brand.sign(),
            "title": self.words.text(self.selection.title),
            "switch": self.switch(),
            "subtitle": self.brand.subtitle(),
            "tonight": self.tonight(lambda name: f"#{anchor(name)}"),
            "no_force": "" if variants or open_points else " hidden",
            "no_numbers": "" if has_numbers else " hidden",
            "contents_lists": joined(*(self._contents(each, alone) for each in self.rulesets)),
            "variants": variants,
            "open_lists": open_points,
            "chips": element("fieldset", legend, *chips, class_="chips", hidden=alone),
            "editions": joined(*(element("li", self.name(each)) for each in self.rulesets)),
            "foot": self.brand.foot(),
        }

    def contents(self) -> dict[str, str]:
        records = self.records.values()
        sources = {each["id"]: each for record in records for each in record["sources"]}
        self.places |= {f"source:{name}" for name in sources}
        articles = {name: self.entries.article(record) for name, record in self.records.items()}
        rulesets = []
        for ruleset in self.rulesets:
            heading, about = element("h2", self.name(ruleset)), self.about(ruleset)
            groups = self.sections(ruleset, articles.__getitem__, "group")
            rulesets.append(element("section", heading, about, *groups, class_="ruleset"))
        listed = map(self.entries.source, sources.values())
        shown = {"rulesets": joined(*rulesets), "source_list": joined(*listed)}
        return {name: _shortened(markup) for name, markup in shown.items()}

    def _contents(self, ruleset: Ruleset, is_open: bool) -> Markup:
        """What is in a ruleset: first its own description, and how much it leaves open."""
        count = len(ruleset.open_points)
        points = joined(self.words.phrase("open_points"), f": {count}") if count else ""
        words = (self.words.phrase("about"), " ", element("span", points, class_="small"))
        about = element("a", *words, href=f"#{anchor(about_id(ruleset))}")
        entries = sum(len(group.entries) for group in self.groups[ruleset.id])
        name = element("span", self.words.text(ruleset.name), class_="title")
        small = " · ".join(filter(None, (ruleset.edition, str(entries))))
        size = element("span", small, class_="small")
        rows = element("ul", element("li", about), *self.links(ruleset))
        summary = element("summary", name, size)
        return element("details", summary, rows, class_="contents", open=is_open)

    def _open_points(self) -> Markup:
        """The gaps of the rulesets, which a head judge should settle beforehand."""
        rows = []
        for ruleset in self.rulesets:
            groups = [each for each in self.groups[ruleset.id] if each.entries[0].kind == "open"]
            counts = {about_id(ruleset): len(ruleset.open_points)}
            for name, count in (counts | {each.id: len(each.entries) for each in groups}).items():
                if count:
                    number = element("span", str(count), class_="small")
                    words = (self.words.text(ruleset.name), " ", number)
                    rows.append(element("li", element("a", *words, href=f"#{anchor(name)}")))
        heading = element("h2", self.words.phrase("open_points"))
        lists = element("div", element("ul", *rows), class_="contents")
        return joined(heading, lists) if rows else Markup("")

    def _variants(self, ruleset: Ruleset) -> Markup:
        boxes = []
        for entry in (each for group in self.groups[ruleset.id] for each in group.entries):
            if may_be_in_force(entry):
                box = element("input", type="checkbox", value=entry.id, autocomplete="off")
                authority = self.words.phrase(f"authority_{entry.authority}")
                name = (element("b", f"{entry.id} "), self.words.text(entry.title), " ")
                shown = element("span", *name, element("span", authority, class_="small"))
                boxes.append(element("label", box, shown))
        legend = element("legend", self.words.text(ruleset.name))
        return element("fieldset", legend, *boxes, class_="variants") if boxes else Markup("")


def _data(selection: Selection) -> dict[str, Any]:
    """What the scripts must know of the entries, and the words that they say."""
    entries, records = selection.entries, selection.records
    variants = [record for record in records.values() if record["kind"] == "variant"]
    editions = {each.prefix: (each.id, each.edition) for each in selection.book.rulesets.values()}
    return {
        "languages": selection.languages,
        "variants": {record["id"]: {"changes": record["modifies"]} for record in variants},
        "needs": {name: each["variants"] for name, each in records.items() if each.get("variants")},
        "chosen": selection.variants,
        "event": selection.event.name,
        "editions": {OWN_PREFIX: (OWN_RULESET, "own")} | editions,
        "formulas": {name: data_of(each.formula) for name, each in entries.items() if each.formula},
        "signs": SIGNS,
        "phrases": WORDS,
    }


def data_of(formula: Formula) -> dict[str, Any]:
    """What the page must know to work a formula out."""
    outputs = [[name, formula.outputs[name], tree] for name, tree in trees(formula).items()]
    keys, named = ("text", "min", "max", "default", "whole"), formula.inputs.items()
    inputs = {name: {key: getattr(each, key) for key in keys} for name, each in named}
    return {"inputs": inputs, "outputs": outputs, "labels": formula.labels}


def _shortened(markup: str) -> str:
    """HTML without optional parts: the end tags of list items, paragraphs and cells, the scope of
    header cells, and most quotes, but not those of ids.
    """
    open_ended = re.sub('</(?:li|p|t[dhr])>\n?|(?<=<th) scope="row"', "", markup)
    return re.sub(
        "<[^<>]+>", lambda tag: re.sub(r'(?<! id)="([\w#.:/-]+)"', r"=\1", tag[0]), open_ended
    )


def _json(value: Any) -> str:
    """JSON that cannot close the HTML element around it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[<>&\u2028\u2029]", lambda sign: f"\\u{ord(sign[0]):04x}", text)
