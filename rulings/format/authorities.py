"""What authorities and statuses are called in the languages of the program."""

from __future__ import annotations

AUTHORITIES: dict[str, dict[str, str]] = {
    "official": {"en": "official", "ja": "公式"},
    "event": {"en": "event document", "ja": "大会の文書"},
    "author": {"en": "author's account", "ja": "著者の説明"},
    "interpretation": {"en": "interpretation", "ja": "解釈"},
    "proposal": {"en": "author's proposal", "ja": "著者の提案"},
    "house": {"en": "house rule", "ja": "ハウスルール"},
}
"""From the most to the least binding."""

STATUSES: dict[str, dict[str, str]] = {
    "draft": {"en": "draft", "ja": "草稿"},
    "active": {"en": "active", "ja": "有効"},
    "superseded": {"en": "superseded", "ja": "差し替え済み"},
    "withdrawn": {"en": "withdrawn", "ja": "取り下げ"},
}
