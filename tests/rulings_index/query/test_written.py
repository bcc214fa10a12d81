"""How the words of an index are really written."""

from __future__ import annotations

from rulings.books import BUILT_IN_BOOK, open_book
from rulings_index.documents import forms_of
from rulings_index.query.names import key_of
from rulings_index.query.written import written_forms


def test_every_written_form_is_found_under_its_key() -> None:
    book = open_book((BUILT_IN_BOOK,))
    written = written_forms(book, forms_of(book))
    assert written["pokemon"] == "Pokémon"
    assert written["かうんたきやつちや"] == "カウンターキャッチャー"
    for key, word in written.items():
        assert key_of(word).strip().split(" ")[0] == key
        assert word != key
