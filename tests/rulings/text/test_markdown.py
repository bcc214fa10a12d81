from __future__ import annotations

from typing import Any

import pytest
from cases import load_cases

from rulings.text.markdown import plain_text, render_html


def address(name: str) -> str:
    return f"#{name}"


@pytest.mark.parametrize("case", load_cases("markdown.yaml"))
def test_words_and_html(case: dict[str, Any]) -> None:
    text = case["text"].replace("\\n", "\n")

    assert plain_text(text) == case["words"].replace("\\n", "\n")
    assert render_html(text, address, str).strip() == case["html"].replace("\\n", "\n")


def test_a_reference_without_an_address_is_text() -> None:
    assert (
        render_html("[[BR-Q1]]", lambda _: None, lambda name: f"<{name}>")
        == "<p>&lt;BR-Q1&gt;</p>\n"
    )
