from __future__ import annotations

from running import Rulings, Write


def test_a_sound_installation(rulings: Rulings) -> None:
    ran = rulings("doctor", "--json")

    found = {finding["name"]: finding for finding in ran.json["findings"]}
    assert ran.code == 0, ran.out
    assert {"rulings", "python", "configuration", "book", "index"} <= found.keys()
    assert "entries" in found["index"]["state"]


def test_a_faulty_book_is_named_with_its_remedy(rulings: Rulings, write_book: Write) -> None:
    path = write_book({"terms.yaml": "terms: 5\n"})

    ran = rulings("doctor", "--only", "--book", str(path))

    assert ran.code == 1
    assert "rulings check" in ran.out
