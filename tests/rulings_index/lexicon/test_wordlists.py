"""What players of any card game call its things."""

from __future__ import annotations

import pytest

from rulings_index.lexicon import names, wordlists
from rulings_index.lexicon.names import COMMON, CONCEPT, NameIndex
from rulings_index.query.analysed import AnalysedQuery

FORMS = names.collect(wordlists.common())


def common(text: str, forms: NameIndex = FORMS) -> set[str]:
    return {term for term in AnalysedQuery(text, forms).terms if term.startswith(CONCEPT + COMMON)}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("出たターンに殴れる?", "攻撃できますか"),
        ("シールド割りたい", "シールドをブレイクする"),
        ("寝てるやつ", "タップされているクリーチャー"),
        ("起きてるクリーチャー", "アンタップ状態"),
        ("虹は寝かせて置く", "多色カードはタップして置く"),
        ("ハンド何枚まで", "手札の上限"),
        ("tefuda wo misete", "手札を見せる"),
        ("can I swing", "a creature attacks"),
        ("what if I deck out", "ライブラリアウト"),
        ("he bounced it", "バウンスする"),
        ("may I use my phone", "スマホは使っていい?"),
    ],
)
def test_meets_what_a_book_says(asked: str, said: str) -> None:
    assert common(asked) & common(said)


def test_the_meaning_of_the_book_goes_first() -> None:
    own = names.collect([("term:game/zone", ["hand"]), *wordlists.common()])

    assert common("in my hand", own) == set()
    assert common("in my grip", own)
