"""Why an entry was found: which words, names and sounds of the question it holds."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from rulings_index.lexicon.names import CONCEPT
from rulings_index.query.analysed import NAME, AnalysedQuery, Term
from rulings_index.ranking.scoring import rarity
from rulings_index.storage.document_weights import manner_of
from rulings_index.storage.segment import Segment


def explain(
    segment: Segment, question: AnalysedQuery, entry: int, scale: float
) -> list[dict[str, Any]]:
    """What an entry's score is made of, the largest part first; sums become scores by `scale`.

    Each part has `matched` (word, name, sound, romaji, phrasing or ruleset), what the asker
    `wrote`, what it was `found_as`, and its share of the score before a named ruleset counts.
    """
    parts = [
        {
            "matched": term.source,
            "wrote": term.written,
            "found_as": _readable(term),
            "score": round(scale * share, 3),
        }
        for term in question.terms.values()
        if (share := _share(segment, term, "words", segment.entries, entry)) > 0
    ]
    parts.append(_best_phrasing(segment, question, entry, scale))
    parts += [
        {"matched": "ruleset", "wrote": "", "found_as": cue, "score": 0.0}
        for cue in sorted(question.cues)
        if entry in segment.documents_of(cue)
    ]
    return sorted(parts, key=lambda part: -part["score"])


def _best_phrasing(
    segment: Segment, question: AnalysedQuery, entry: int, scale: float
) -> dict[str, Any]:
    terms = [term for term in question.terms.values() if term.is_selective]
    best = max(
        (
            sum(_share(segment, term, "asked", segment.phrasings, number) for term in terms)
            for number in segment.phrasings_of(entry)
        ),
        default=0.0,
    )
    score = round(scale * manner_of(segment).best_phrasing * best, 3)
    return {
        "matched": "phrasing",
        "wrote": "",
        "found_as": "the nearest way of asking",
        "score": score,
    }


def _share(segment: Segment, term: Term, field: str, total: int, document: int) -> float:
    """What a term of the question adds to a document."""
    documents, impacts = segment.postings(field, term.text) or ((), ())
    at = bisect_left(documents, document)
    if at == len(documents) or documents[at] != document:
        return 0.0
    return term.weight * rarity(len(documents), total, manner_of(segment).damping) * impacts[at]


def _readable(term: Term) -> str:
    if term.source == NAME:
        return term.text.removeprefix(CONCEPT)
    return term.text if term.text.isprintable() else term.text[1:]
