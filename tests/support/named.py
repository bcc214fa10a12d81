"""A few names and words, as a small book would have them."""

from __future__ import annotations

from rulings_index.lexicon import names

KNOWN = ["ability", "batter", "battl", "escap", "poison", "priz", "rope", "stadium", "weez"]
"""The words of the book."""

HELD = {"気絶": 9, "進化": 9, "対戦": 3, "交換": 12, "効果": 9, "取る": 9, "勝負": 9, "今日": 9}
HELD |= {"感で": 9, "番の": 12, "弾": 3, "引く": 12}
"""In how many of its entries these terms occur."""

FORMS = names.collect(
    [
        ("term:loop", ["ループ", "loop"]),
        ("topic:uno", ["ウノ", "UNO"]),
        ("card:nemona", ["ネモ", "Nemona"]),
        ("card:escape-rope", ["あなぬけのヒモ", "Escape Rope", "ヒモ"]),
        ("term:active-spot", ["バトル場", "前"]),
        (names.OTHER_WORDS, ["あるーぷす", "名前は", "nemona rope"]),
        ("card:emolga", ["エモンガ"]),
        ("card:banette-ex", ["ジュペッタex"]),
        ("card:weezing", ["マタドガス"]),
        ("card:counter-catcher", ["カウンターキャッチャー"]),
    ]
)
"""What its names stand for."""

PREFIXES = {"br": "BR", "battle-royal": "BR", "raid": "RAID", "cr": "CR"}
PREFIXES |= {"battle royal": "BR", "レイド": "RAID"}
"""What the prefixes of its ids are written as."""
