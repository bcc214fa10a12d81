"""The snippet of an entry: which of its sentences is nearest to the question."""

import re
from functools import lru_cache
from typing import Any

from rulings.languages import text_in
from rulings_index.query.analysed import AnalysedQuery
from rulings_index.text.analysis import HIRAGANA, KANJI, KATAKANA, fold, tokens

LONGEST_SNIPPET = 160
_KEYS = ("answer", "text", "question", "why", "remark")
_SENTENCE_END = (
    r"(?<=[。!?])|\n+|(?<=\.)(?<!\b[A-Za-z]\.)"
    r"(?<!\b(?i:eg|ie|cf|vs|no|st|mr|dr|pp|ca)\.)(?<!\b(?i:etc|max|min|mrs)\.)\s+(?=[^a-z\s])"
)
"""After a full stop, but not after an initial or an abbreviation; few answers show a snippet."""
_CITATION = r"\[\[([^\[\]\n]+)\]\]"


def snippet(record: dict[str, Any], question: AnalysedQuery) -> str:
    """The sentence of a record that shares most with the question, in the question's language."""
    is_japanese = any(script in (HIRAGANA, KATAKANA, KANJI) for script in question.folded.scripts)
    language = "ja" if is_japanese else "en"
    best, best_score = "", -1.0
    for key in _KEYS:
        for sentence in _sentences(record.get(key) or {}, record.get("names", {}), language):
            words = _words_of(sentence)
            score = sum(term.weight for text, term in question.terms.items() if text in words)
            if score > best_score:
                best, best_score = sentence, score
        if best_score > 0:
            break
    return best if len(best) <= LONGEST_SNIPPET else best[: LONGEST_SNIPPET - 1] + "…"


def _sentences(text: dict[str, str], names: dict[str, dict[str, str]], language: str) -> list[str]:
    plain = text_in(text, language)
    plain = re.sub(_CITATION, lambda each: text_in(names.get(each[1]), language) or each[1], plain)
    return [part for part in map(str.strip, re.split(_SENTENCE_END, plain)) if part]


@lru_cache(maxsize=4096)
def _words_of(sentence: str) -> frozenset[str]:
    """The terms of a sentence; the same entries are asked for again and again."""
    return frozenset(token.text for token in tokens(fold(sentence)))
