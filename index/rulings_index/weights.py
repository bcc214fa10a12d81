"""The weights and limits of the search: what a word counts, where a line is drawn.

These are the weights of a question; those of the index are in `building`. All of them go into a
page, whose scripts use them too (`rulings_index.browser.export`). They were measured:
`python -m benchmarks`.
"""

# Words, by the script that they are written in before folding. Hiragana alone is mostly grammar,
# and so is hiragana before kanji. A kanji before hiragana is mostly the stem of a verb.
BIGRAM_WEIGHTS = {"kk": 0.75, "jj": 0.75, "hh": 0.3, "hj": 0.25}
"""The weight of two characters side by side, by script: katakana, hiragana, kanji (j)."""

MIXED_BIGRAM = 0.5
SINGLE_KANJI, INFLECTED_KANJI = 0.4, 1.0
SINGLE_KANA = 0.15
"""One kana between Latin words is mostly a particle."""

PLAIN_WEIGHTS = {BIGRAM_WEIGHTS["kk"]: 1.2, SINGLE_KANJI: 0.2, BIGRAM_WEIGHTS["hh"]: 0.2}
"""What the weights of bigrams of kanji or katakana, of single kanji and of bigrams of hiragana are
replaced by in a book without phrasings (docs/benchmarks.md, a city's questions).
"""

WORD = 1.0
PAIR_OF_WORDS = 0.35
"""The weight of two Latin words side by side, besides that of each word."""

NUMBER = 0.7
COUNTED = 0.8
"""The weight of a number with what it counts."""

# Names, sounds and misspelt words.
LONGEST_NAME = 24
"""Words and wide characters of the longest name that is looked for."""

NAME_WEIGHT, NESTED_NAME, CUE_WEIGHT = 1.2, 0.6, 0.9
"""The weights of a name of the book or a common word of card games, of a name within a longer one,
and of the name of a ruleset or game.
"""

SOUND_WEIGHT, SPELT_WEIGHT = 0.8, 0.9
SHORTEST_WORD = 4
"""The letters of the shortest word that can be misspelt."""

REPLACED_FROM = 6
"""The letters that a word needs for a replaced letter to count as a slip."""

LIKELY_KANJI, LIKELY_PAIR = 2, 10
"""How many entries must hold the two kanji that a slip stands for: of one kanji, or of both."""

# Ranking.
SELECTIVE = 0.55
"""The weight that a term needs to be looked for in single phrasings: hiragana tells too little."""

BEST_PHRASING, PLAIN_BEST_PHRASING = 0.2, 0.6
"""The share of the best single phrasing in a score; and in a book without phrasings, where that is
the title or question of an entry.
"""

CUED_RULESET = 2.0
"""The factor for the scores of a ruleset or game that the question names."""

BASE_OF_CUED, BASE_OF_EXPECTED = 1.5, 1.25
"""The factors for the rules that a ruleset rests on, named or expected: they answer for it."""

OPEN_POINT = 0.95
"""The factor for the scores of open points, so that rules come before open questions."""

UNUSED_VARIANT = 0.8
"""The factor for the scores of variants that an event does not use, behind the rules that stand."""

UNNAMED_CARD = 0.9
"""The factor for rulings on cards of which a question names none, where entries have phrasings."""

EXPECTED_RULESET = 1.4
"""The factor for the rules that an event is played by: less than for what a question names."""

LOOKED_AT_FOR_CALLS = 3
"""How many of the first hits may come first as calls, or bring the calls that overrule them."""

CALL_SHARE = 0.9
"""The share of the best score that one of these hits needs to count."""

CALL_COVERED, CALL_KNOWN = 1 / 3, 1 / 2
"""The share of a question that a call must hold to answer it: if it was found nearly as well as the
best entry, and if that is no sure answer.
"""

DAMPING = 0.7
"""The power to which rarity is raised, so that it counts less than in BM25."""

PLAIN_LIFT = 2.0
"""The factor for the scores of a book without phrasings. Its entries hold fewer words of a question
that they answer; with the factor they are still found beside those of other books.
"""

FEW_PHRASINGS, MANY_PHRASINGS = 4.0, 12.0
"""Titles, questions and phrasings per entry: a book with fewer than the first is ranked as one
without phrasings, a book with more than the second as one with phrasings.
"""

WHOLE_SCORE = 100.0
"""The score of an entry that reaches all of a question, and says nothing else."""

# Whether the best entry answers: a logistic function of what it covers of a question.
TOPIC_WEIGHT = 4.0
"""A topic weighs as much as so many words that the book does not know."""

ORDINARY = 20.0
"""The weight of all terms of a question of ordinary length."""

MOST_IMPACT = 2.2
"""The most that BM25 makes of a word: in an entry that says nothing else."""

PAIR_HELD = 0.4
"""The share of its weight that a pair of words counts towards how sure an answer is."""

SHORTEST_PHRASING = 6
"""The telling words of the shortest phrasing that is looked at by itself."""

RIVALS = 5
"""How many of the next hits can make it less sure that the first answers."""

DOUBTS = ("rivalled", "unsaid", "is_elsewhere", "is_open")
"""The features that count against an answer, but not against showing the entry."""

_FEATURES = ("constant", "covered", "unknown", "length", "reached", "unmet", "held", *DOUBTS)
_FITTED = (-6.6, 3.6, 2.9, 1.7, 9.6, -1.3, 1.4, -3.85, -8.0, -9.0, -2.5)
COEFFICIENTS = dict(zip(_FEATURES, _FITTED, strict=True))
"""The factors of `rulings_index.ranking.confidence.features`. Most are what `python -m benchmarks
calibrate --questions FILE` fitted on our own questions and on 145 asked at the table; held,
rivalled and unsaid were fitted beside the sum of the others (docs/benchmarks.md).
"""

SURE = -0.1
"""The score from which a hit is an answer; docs/benchmarks.md says how many such hits are right."""

SURE_CLAUSE = 0.4
"""The score from which the sentence that asks makes a hit an answer, whatever else is said."""

THRESHOLD, WELL_PHRASED = -0.22, 40
"""The score below which only the nearest entries are named, in a book with so many phrasings per
entry. With fewer phrasings the line is lower, by the logarithm of their share.
"""

FAR = 2.5
"""An entry so far below that line has nothing to do with the question, and is not named either."""

# What is asked back: a case of a fork, or the rules that are played.
FORK_MEANT = 0.85
"""The share of the best score that a fork needs to be asked."""

FORK_UNSAID = 0.2
"""A fork is left out if, so far above `MOSTLY`, it names a thing that the question does not."""

STILL_MEANT = 0.84
"""The share of the best score that an entry needs to come first if its case is named."""

RULES_TIED, RULES_PLAYED, RULINGS_TIED, SURE_TIED = 0.95, 0.93, 0.6, 0.8
"""The share of the best score that an entry of another ruleset needs to be offered too: in general;
at an event of several; on the same card; and where it would be a sure answer if it came first.
"""

MOST_TIED = 5
"""The number of first hits that may be offered when it is asked which rules are played."""

# How much is read and given.
RELEVANT = 0.6
"""The share of the best score that a hit of a page needs to be shown."""

LONGEST_QUERY = 1200
"""Characters of a query that are read: a story may have 500, and the question stands at its end."""

MOST_PHRASES = 8
HITS = 10
MOST_OTHERS = 3
"""Other cases that are named below a verdict."""

NEAREST = 3
CONSIDERED = 30
MOST_READ = 100
"""Entries read to look for a quoted phrase, so that no query is slow."""

EXACT_ID = 1000.0
"""Added to the score of an entry whose id was typed, so that it comes first."""
