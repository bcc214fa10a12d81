"""Why an entry was found: which words, names and sounds of the question it holds, and which of its
sentences is nearest to the question.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from rulings.languages import said
from rulings_index.lexicon.names import CONCEPT
from rulings_index.query.analysed import NAME, AnalysedQuery, Term
from rulings_index.ranking.scoring import rarity
from rulings_index.storage.segment import Segment
from rulings_index.text.analysis import HIRAGANA, KANJI, KATAKANA, fold, tokens
from rulings_index.weights import BEST_PHRASING

LONGEST_SNIPPET = 160
_KEYS = ("answer", "text", "question", "why", "remark")
_SENTENCE_END = re.compile(
    r"(?<=[。!?])|\n+|(?<=\.)(?<!\b[A-Za-z]\.)"
    r"(?<!\b(?i:eg|ie|cf|vs|no|st|mr|dr|pp|ca)\.)(?<!\b(?i:etc|max|min|mrs)\.)\s+(?=[^a-z\s])"
)
"""After a full stop, but not after an initial or an abbreviation."""
_CITATION = re.compile(r"\[\[([^\[\]\n]+)\]\]")


def explain(
    segment: Segment, question: AnalysedQuery, entry: int, scale: float
) -> list[dict[str, Any]]:
    """What an entry's score is made of, the largest part first; sums become scores by `scale`.

    Each part has `matched` (word, name, sound, romaji, phrasing or ruleset), what the asker
    `wrote`, what it was `found_as`, and its share of the score before a named ruleset counts.
    """
    parts = [
        (term.source, term.written, _readable(term), share)
        for term in question.terms.values()
        if (share := _share(segment, term, "words", segment.entries, entry)) > 0
    ]
    terms = [term for term in question.terms.values() if term.is_selective]
    phrasings = [
        sum(_share(segment, term, "asked", segment.phrasings, number) for term in terms)
        for number in segment.phrasings_of(entry)
    ]
    best = BEST_PHRASING * max(phrasings, default=0.0)
    parts.append(("phrasing", "", "the nearest way of asking", best))
    cues = [cue for cue in sorted(question.cues) if entry in segment.documents_of(cue)]
    parts += [("ruleset", "", cue, 0.0) for cue in cues]
    return [
        {"matched": matched, "wrote": wrote, "found_as": term, "score": round(scale * share, 3)}
        for matched, wrote, term, share in sorted(parts, key=lambda part: -part[3])
    ]


def _share(segment: Segment, term: Term, field: str, total: int, document: int) -> float:
    """What a term of the question adds to a document."""
    rare = rarity(segment.frequency(field, term.text), total)
    return term.weight * rare * segment.impact(field, term.text, document)


def _readable(term: Term) -> str:
    if term.source == NAME:
        return term.text.removeprefix(CONCEPT)
    return term.text if term.text.isprintable() else term.text[1:]


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
    plain = said(text, language)
    plain = _CITATION.sub(lambda cited: said(names.get(cited[1]), language) or cited[1], plain)
    return [part for part in map(str.strip, _SENTENCE_END.split(plain)) if part]


@lru_cache(maxsize=4096)
def _words_of(sentence: str) -> frozenset[str]:
    """The terms of a sentence; the same entries are asked for again and again."""
    return frozenset(token.text for token in tokens(fold(sentence)))
