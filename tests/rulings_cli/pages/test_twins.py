"""The scripts of the search do what the modules beside them do: same cases, same answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from cases import DATA, load_cases
from collections_of_a_game import GAME, write_document
from named import FORMS, HELD, KNOWN, PREFIXES
from phones import NewPhone, Phone

from rulings.lookup.event import NO_EVENT, Event
from rulings.reading.book import BUILT_IN_BOOK, Book
from rulings.reading.load import open_book
from rulings_cli.html.selection import select
from rulings_cli.phone.page import phone_page
from rulings_index import Index, open_index
from rulings_index.lab.evaluation import read_questions
from rulings_index.ranking.scoring import expected_of, phrased
from rulings_index.results import Case, Hit, shown_texts
from rulings_index.text.analysis import fold, is_selective, tokens
from rulings_index.weights import SELECTIVE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from rulings_index.storage.segment import Segment

pytestmark = pytest.mark.browser

SAMPLE = 20
QUESTIONS = ("questions.yaml", "questions-held-out.yaml", "questions-held-out-2.yaml")
UNANSWERED = "questions-unanswered.yaml"
MISSPELT = "questions-misspelt.yaml"
STORIES = "questions-stories.yaml"
SOME_AND_ALL = [
    pytest.param(SAMPLE, id="sample"),
    pytest.param(1, id="all", marks=pytest.mark.long),
]


@pytest.fixture
def page(searcher: Phone) -> Page:
    return searcher.page


def run(page: Page, code: str, *given: Any) -> Any:
    """The value of an expression on the page, of `given` and what `rulings` offers."""
    return page.evaluate(f"(given) => {code}", given)


@pytest.mark.parametrize("case", load_cases("folding.yaml"))
def test_folds(page: Page, case: dict[str, Any]) -> None:
    folded = run(page, "rulings.fold(given[0])", case["text"] or "")
    assert folded["text"] == (case["folded"] or "")
    assert folded["scripts"] == fold(case["text"] or "").scripts


@pytest.mark.parametrize("case", load_cases("tokens.yaml"))
def test_cuts_and_weighs(page: Page, case: dict[str, Any]) -> None:
    tokens_there = run(page, "rulings.tokensOf(rulings.fold(given[0]))", case["text"])
    weights = {text: float(weight) for text, weight in (case["tokens"] or {}).items()}
    assert {text: weight for text, weight, *_ in tokens_there} == weights


@pytest.mark.parametrize("case", load_cases("stems.yaml"))
def test_inflection(page: Page, case: dict[str, Any]) -> None:
    words = case.get("same") or case["different"]
    stems = run(page, "given[0].map((word) => rulings.stem(word))", words)
    assert len(set(stems)) == (1 if "same" in case else len(words))


@pytest.mark.parametrize("case", load_cases("romaji.yaml"))
def test_romaji(page: Page, case: dict[str, Any]) -> None:
    assert run(page, "rulings.kanaOf(given[0])", case["latin"]) == case["kana"]


@pytest.mark.parametrize("case", load_cases("names.yaml"))
def test_finds_names(page: Page, case: dict[str, Any]) -> None:
    mentions = "rulings.mentionsIn(rulings.fold(given[0]), new Map(given[1]))"
    concepts = run(
        page, f"{mentions}.flatMap((one) => one.concepts)", case["text"], [*FORMS.items()]
    )
    assert concepts == case["finds"]


@pytest.mark.parametrize("case", load_cases("homophones.yaml"))
def test_kanji_of_the_same_sound(page: Page, case: dict[str, Any]) -> None:
    held = "(term) => given[1][term] ?? 0"
    respelt_there = run(page, f"rulings.respelt(given[0], {held})", case["typed"], HELD)
    assert respelt_there == case["meant"]


@pytest.mark.parametrize("case", load_cases("spelling.yaml"))
def test_misspelt_words(page: Page, case: dict[str, Any]) -> None:
    taken = run(
        page,
        """(() => {
          const [typed, listed, known] = given;
          const forms = new Map(listed);
          const folded = rulings.fold(typed);
          const isKnown = (word) => known.includes(rulings.stem(word));
          const words = (letter) => known.filter((word) => word.startsWith(letter));
          const mentions = rulings.mentionsIn(folded, forms);
          const found = rulings.correctionsIn(folded, mentions, { isKnown, words });
          return rulings.applied(folded.characters, found);
        })()""",
        *(case["typed"] or "", [*FORMS.items()], KNOWN),
    )
    assert taken == (case["taken_for"] or "")


@pytest.mark.parametrize("case", load_cases("identifiers.yaml"))
def test_loose_ids(page: Page, case: dict[str, Any]) -> None:
    meant = "rulings.idsMeant(given[0], given[1]) ?? []"
    assert run(page, meant, case["typed"] or "", PREFIXES) == case.get("means", [])


@pytest.mark.parametrize("case", load_cases("queries.yaml"))
def test_takes_a_query_apart(page: Page, case: dict[str, Any]) -> None:
    parse = "try { return rulings.index.parse(given[0]); } catch (fault) { return fault.message; }"
    parsed = run(page, f"(() => {{ {parse} }})()", case["typed"])
    if "says" in case:
        assert re.match(case["says"].split(";")[0], parsed)
        return
    assert parsed["text"].split() == (case["text"] or "").split()
    assert parsed["phrases"] == case.get("phrases", [])
    assert parsed["filter"] == case.get("filters", {})


@pytest.mark.parametrize("phrasings", [0, 3, 7, 12, 50])
def test_a_book_is_ranked_as_its_phrasings_allow(page: Page, phrasings: int) -> None:
    share = run(page, "rulings.phrased({entries: 10, phrasings: 10 * given[0]})", phrasings)
    segment = SimpleNamespace(entries=10, phrasings=10 * phrasings)
    assert share == phrased(cast("Segment", segment))


def test_folds_and_cuts_every_text_of_the_book_alike(page: Page, index: Index) -> None:
    texts = [text for name in ("BR", "RAID", "DB", "NS") for text in texts_of(index, name)]
    cut = run(page, "given[0].map((one) => rulings.tokensOf(rulings.fold(one)))", texts)
    assert len(texts) > 500
    for text, on_page in zip(texts, cut, strict=True):
        expected = [
            [token.text, token.weight, token.start, token.end] for token in tokens(fold(text))
        ]
        assert on_page == expected, text


def test_terms_that_a_page_leaves_out_are_never_looked_for_in_phrasings(index: Index) -> None:
    texts = [text for name in ("BR", "RAID", "DB", "NS") for text in texts_of(index, name)]
    cut = [token for text in texts for token in tokens(fold(text))]
    left_out = [token.weight for token in cut if not is_selective(token.text)]
    assert len(left_out) > 1000
    assert max(left_out) < SELECTIVE


def texts_of(index: Index, prefix: str) -> list[str]:
    """What some rulings of a ruleset say."""
    records = (record for number in range(1, 13) for record in index.show(f"{prefix}-Q{number}"))
    return [text for record in records for text in shown_texts(record)]


def check(page: Page, index: Index, queries: list[str], event: Event = NO_EVENT) -> None:
    """Hits with those that say the same, the nearest, what was meant, what is asked back, and how
    sure that is.
    """
    answers = run(page, "given[0].map((query) => rulings.index.search(query))", queries)
    for query, on_page in zip(queries, answers, strict=True):
        typed = index.search(query, event=event)
        assert shown(on_page["hits"]) == listed(typed.hits), query
        assert shown(on_page["nearest"]) == listed(typed.nearest), query
        assert on_page["certainty"] == typed.certainty, query
        assert on_page["suggestion"] == typed.suggestion, query
        assert conditions_of(on_page["others"]) == cases_of(typed.others), query
        fork, theirs = typed.fork, on_page["fork"]
        asked = fork and {"id": fork.id, "ask": fork.ask, "cases": cases_of(fork.cases)}
        assert (theirs and theirs | {"cases": conditions_of(theirs["cases"])}) == asked, query
        assert bool(on_page.get("calculation")) == bool(typed.worked), query


@pytest.mark.parametrize("case", load_cases("questions-with-numbers.yaml"))
def test_numbers_of_a_question(page: Page, index: Index, case: dict[str, Any]) -> None:
    check(page, index, [case["query"]])


def test_a_fork_without_phrasings(page: Page, index: Index) -> None:
    check(page, index, ["we must use the proposal. My two Actives attack the same Pokémon"])


def shown(hits: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"id": hit["id"], "same": hit["same"]} for hit in hits]


def conditions_of(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"when": case["when"], "entry": case["entry"]} for case in cases]


def cases_of(cases: Sequence[Case]) -> list[dict[str, Any]]:
    return [{"when": case.when, "entry": case.entry} for case in cases]


def listed(hits: list[Hit]) -> list[dict[str, Any]]:
    return [{"id": hit.id, "same": hit.same} for hit in hits]


@pytest.mark.parametrize("every", SOME_AND_ALL)
@pytest.mark.parametrize("file", [*QUESTIONS, UNANSWERED, MISSPELT, STORIES])
def test_questions(page: Page, index: Index, file: str, every: int) -> None:
    queries = [question.query for question in read_questions(DATA / file)]
    check(page, index, queries[::every])


@pytest.mark.parametrize("every", SOME_AND_ALL)
def test_development_questions(page: Page, index: Index, shared: Path, every: int) -> None:
    queries = [question.query for question in read_questions(shared / "eval" / "dev.yaml")]
    check(page, index, queries[::every])


@pytest.mark.parametrize("every", SOME_AND_ALL)
def test_misspelt_questions(page: Page, index: Index, book: Book, every: int) -> None:
    asked = [
        text
        for entry in book.entries.values()
        for listed in entry.asked.values()
        for text in listed
    ]
    queries = [wrong for text in asked[::45] if (wrong := misspelt(text)) != text]
    assert len(queries) > 100
    check(page, index, queries[::every])


AT_AN_EVENT = [
    *("Battle Royal: does Judge hit all three players?", "player uses Escape Rope"),
    *("最初の番にサポート使える?", "サイドを6枚とったらどうなる?", "スタジアムは何枚まで出せる?"),
    *("レイドでナンジャモ サイド残り2枚", "Iono in the raid: how many do I draw?"),
]


@pytest.mark.parametrize(
    ("rulesets", "variants"),
    [
        (("raid",), ()),
        (("raid",), ("RAID-V2", "RAID-V3")),
        (("battle-royal",), ()),
        (("battle-royal", "raid"), ()),
    ],
    ids=str,
)
def test_what_an_event_is_played_by_counts_alike(
    page: Page, index: Index, rulesets: tuple[str, ...], variants: tuple[str, ...]
) -> None:
    event = Event("Tonight", rulesets=rulesets, variants=variants)
    queries = [question.query for question in read_questions(DATA / "questions-held-out.yaml")][
        ::15
    ]
    collections = "[rulings.index.data, ...rulings.index.searchers]"
    keys = "[one.expected, one.not_played, one.in_force]"
    expect = f"{collections}.forEach((one) => {{ {keys} = given; }})"
    others = [f"ruleset:{name}" for name in event.not_played(index.opened.known["below"])]
    run(page, expect, list(expected_of(event)), others, list(variants))
    try:
        check(page, index, [*queries, *AT_AN_EVENT], event)
    finally:
        run(page, expect, [], [], None)


@pytest.mark.long
def test_a_curated_book_and_a_document_of_its_game(new_phone: NewPhone, tmp_path: Path) -> None:
    books = [BUILT_IN_BOOK / GAME, write_document(tmp_path / "printed")]
    file = tmp_path / "page.html"
    file.write_text(phone_page(select(open_book(books), (), None)), encoding="utf-8")
    queries = [question.query for question in read_questions(DATA / "questions-held-out.yaml")][
        ::15
    ]
    more = ["zeppelin sticker", "zepelin stikcer", "which sticker is a trainn", "シールは何枚"]

    check(new_phone().open(file).page, open_index(books), [*queries, *more])


def test_forms_of_words_of_a_french_book(same_phone: Phone, tmp_path: Path) -> None:
    book = DATA / "french.yaml"
    file = tmp_path / "page.html"
    file.write_text(phone_page(select(open_book([book]), (), None)), encoding="utf-8")
    queries = ["cartes retournées", "maldonnes des donneurs", "distribuer les cartes aux joueurs"]

    index = open_index([book], cache_dir=tmp_path / "cache")
    check(same_phone.restart(file).page, index, [*queries, "couleurs demandées", "enchérer haut"])


def misspelt(text: str) -> str:
    """A text whose longest Latin word or run of katakana lacks a letter in its middle."""
    runs = re.findall("[A-Za-z]{5,}|[ァ-ヺ]{5,}", text)
    if not runs:
        return text
    run = max(runs, key=len)
    middle = len(run) // 2
    return text.replace(run, run[:middle] + run[middle + 1 :])


def test_quoted_words(page: Page, index: Index) -> None:
    quoted = [f'"{text[:40]}"' for text in texts_of(index, "BR")[::5]]
    some = [
        '"どくにした人"', '"ポケモン" "2匹" サイド', 'prize "Pokémon Checkup"', '"[[BR 8.1a]]"',
        'does "all players at this very table" cover my Escape Rope?', 'BR-Q22 "no such words"',
        'Battle Royal: the text says "your Active Pokémon" but I have two. Which one counts?',
    ]  # fmt: skip
    check(page, index, [*quoted, *some])


@pytest.mark.parametrize(
    "query",
    [
        *("サイド authority:event", "サイド authority:event+", "サイド authority>=author"),
        *("サイド authority<=proposal", "サイド ruleset=BR kind:ruling", "prize status:draft"),
        *(
            'サイド game:"pokemon-tcg"',
            "ruleset:レイド ボス",
            "lang:en prize",
            "ruleset:BR RAID-Q1",
        ),
        *("br q22", "ＢＲ－Ｑ２２", "BR-Q22.", "BR 8.1a", "8.1a", "raid9.1", "ルール BR 9.1"),
        *("BR-Q22 と RAID-Q11", "card:br-q22", "BR-F1", "v5", "ヷザ", "𠮟人", "", "・", "zzzz"),
        *("jajjiman", "ananuke no himo", "ﾊﾞﾄﾙﾛｲﾔﾙ", "Battle Royal", "CR 310"),
    ],
)
def test_filters_ids_and_kana(page: Page, index: Index, query: str) -> None:
    check(page, index, [query])
