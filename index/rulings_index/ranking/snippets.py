"""The sentence of an entry that is nearest to what was asked."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rulings.languages import said
from rulings_index.text.analysis import HIRAGANA, KANJI, KATAKANA, fold, tokens

if TYPE_CHECKING:
    from rulings_index.query.analysed import AnalysedQuery

LONGEST_SNIPPET = 160
_KEYS = ("answer", "text", "question", "why", "remark")
_SENTENCE_END = re.compile(
    r"(?<=[。!?])|\n+|(?<=\.)(?<!\b[A-Za-z]\.)"
    r"(?<!\b(?i:eg|ie|cf|vs|no|st|mr|dr|pp|ca)\.)(?<!\b(?i:etc|max|min|mrs)\.)\s+(?=[^a-z\s])"
)
"""After a full stop, but not after an initial or an abbreviation."""
_CITATION = re.compile(r"\[\[([^\[\]\n]+)\]\]")


def language_of(question: AnalysedQuery) -> str:
    """The language that a question is asked in, by its script."""
    wide = sum(script in (HIRAGANA, KATAKANA, KANJI) for script in question.folded.scripts)
    return "ja" if wide else "en"


def snippet(record: dict[str, Any], question: AnalysedQuery) -> str:
    """The sentence of a record that shares most with the question, in the question's language."""
    language = language_of(question)
    best, best_score = "", -1.0
    for key in _KEYS:
        for sentence in _sentences(record.get(key) or {}, record.get("names", {}), language):
            score = _shared(sentence, question)
            if score > best_score:
                best, best_score = sentence, score
        if best_score > 0:
            break
    return best if len(best) <= LONGEST_SNIPPET else best[: LONGEST_SNIPPET - 1] + "…"


def _sentences(text: dict[str, str], names: dict[str, dict[str, str]], language: str) -> list[str]:
    plain = said(text, language)
    plain = _CITATION.sub(lambda cited: said(names.get(cited[1]), language) or cited[1], plain)
    return [part for part in map(str.strip, _SENTENCE_END.split(plain)) if part]


def _shared(sentence: str, question: AnalysedQuery) -> float:
    found = _words_of(sentence)
    return sum(term.weight for text, term in question.terms.items() if text in found)


@lru_cache(maxsize=4096)
def _words_of(sentence: str) -> frozenset[str]:
    """The terms of a sentence; the same entries are asked for again and again."""
    return frozenset(token.text for token in tokens(fold(sentence)))
