"""Names found in running text."""

from __future__ import annotations

import pytest

from rulings_index.query import names
from rulings_index.text.analysis import fold

FORMS = names.collect(
    [
        ("term:loop", ["ループ", "loop"]),
        ("topic:uno", ["ウノ", "UNO"]),
        ("card:nemona", ["ネモ"]),
        ("card:escape-rope", ["あなぬけのヒモ", "Escape Rope", "ヒモ"]),
        ("term:active-spot", ["バトル場", "前"]),
    ]
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("無限ループになったら", {"term:loop"}),
        ("無限るーぷになったら", {"term:loop"}),
        ("二つのloopsが", {"term:loop"}),
        ("バトルを守るプレイヤーは誰", set()),  # るプ stands across two words
        ("チューチュウのやつ", set()),
        ("基本エネも1枚", set()),
        ("ヒモを使う", {"card:escape-rope"}),
        ("あなぬけのヒモ", {"card:escape-rope"}),
        ("穴抜けのヒモ", {"card:escape-rope"}),
        ("ｱﾅﾇｹﾉﾋﾓを", {"card:escape-rope"}),
        ("アナヌケのひもを", {"card:escape-rope"}),
        ("escape ropes", {"card:escape-rope"}),
        ("前のポケモン", {"term:active-spot"}),
    ],
)
def test_finds_names_where_they_stand(text: str, expected: set[str]) -> None:
    found = {concept for one in names.find(fold(text), FORMS) for concept in one.concepts}

    assert found == expected


def test_a_name_inside_another_is_nested() -> None:
    found = [(one.key, one.nested) for one in names.find(fold("あなぬけのヒモ"), FORMS)]

    assert found == [("あなぬけのひも", False), ("ひも", True)]
