"""The words that a sheet itself brings, and how a text is shown in the languages of a sheet."""

from __future__ import annotations

from collections.abc import Sequence

from rulings.format.model import Text
from rulings.format.sheets import Part
from rulings.languages import SPOKEN, in_languages, text_in
from rulings_cli.terminal import strings
from rulings_cli.terminal.output import clean

PARTS: dict[Part, Text] = {
    part: strings.PHRASES[part] for part in (Part.WHY, Part.DIFFERS, Part.QUESTION, Part.REMARK)
} | {Part.EXAMPLES: Text(en="Example", ja="例")}
"""The label before a part; what has none here is printed without."""

LEFT_OUT: dict[Part, Text] = {
    Part.WHY: Text(en="reasoning", ja="理由"),
    Part.DIFFERS: Text(en="differences from the base game", ja="通常のルールとの違い"),
    Part.EXAMPLES: Text(en="examples", ja="例"),
    Part.CONTENTS: Text(en="contents", ja="目次"),
    Part.QUESTION: Text(en="questions in full", ja="質問の全文"),
    Part.CLAUSES: Text(en="cited clauses in full", ja="条項の全文"),
    Part.REMARK: Text(en="remarks", ja="注記"),
    Part.NOTICE: Text(en="notices on the rulesets", ja="ルールの由来の注記"),
    Part.ANSWER: Text(en="answers and rules beyond the verdict", ja="裁定の説明と条項の本文"),
}
"""What a part is called where the sheet says that it is left out."""

LABELS = {
    "contents": Text(en="Contents", ja="目次"),
    "sources": strings.PHRASES["sources"],
    "authorities": Text(en="Who says so", ja="だれが定めたか"),
}
"""The headings that every sheet brings."""

CLAUSES = Text(en="Rules cited, in full", ja="引用した条項の全文")
ABSENT = Text(en="Not on this poster: {ids}.", ja="ここにないもの:{ids}。")
REMARK_ON = Text(en="On {ids}: {remark}", ja="{ids}について:{remark}")
CALLS = Text(en="Calls", ja="この大会での裁定")
CALLED = Text(en="Ruled {when}", ja="{when}の裁定")
OVERRULED = Text(en="{id} stands above this: {title}", ja="{id}が優先:{title}")
OVERRULES = Text(en="In place of {id}: {title}", ja="{id}の代わり:{title}")
IN_FORCE = Text(en="In force tonight", ja="今日使うヴァリアント")
RULES_AND_RULINGS = Text(en="Rules and rulings", ja="ルールと裁定")
"""The heading of entries that would stand under that of the calls or of what is in force."""
BOOK = Text(en="book", ja="本")
LEFT_OUT_TO_FIT = Text(en="Left out of this sheet: {parts}.", ja="この紙で省いたもの:{parts}。")
NEEDS = Text(en="Only with {id}: {title}", ja="{id}を使うときだけ:{title}")
NEEDS_IN_FORCE = Text(en="With {id}: {title} (in force tonight)", ja="{id}による(今日使う):{title}")
NEEDS_NOT_IN_FORCE = Text(
    en="Only with {id}: {title} (not in force tonight)",
    ja="{id}を使うときだけ(今日は使わない):{title}",
)
NOT_SETTLED = Text(en="Not settled tonight ({id} is off)", ja="今日は決まりなし({id}は使わない)")
CHANGED = Text(en="Changed tonight by {id}: {title}", ja="今日は{id}で変わる:{title}")


def filled(text: Text, **values: Text | str) -> Text:
    """A phrase with its blanks filled, in the languages of the program."""

    def fill(language: str) -> str:
        given = {
            name: value if isinstance(value, str) else text_in(value, language)
            for name, value in values.items()
        }
        return text_in(text, language).format(**given)

    return {language: fill(language) for language in SPOKEN}


def shown(text: Text, languages: Sequence[str]) -> dict[str, str]:
    """A text in the languages of a sheet, once where it is the same in all."""
    texts = {code: clean(words) for code, words in in_languages(text, languages).items()}
    return texts if len(set(texts.values())) == len(texts) else dict(list(texts.items())[:1])


def joined(words: dict[str, str]) -> str:
    """The same text in several languages on one line: ``Battle Royal / バトルロイヤル``."""
    return " / ".join(words.values())
