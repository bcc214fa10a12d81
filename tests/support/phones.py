"""A page on a phone, as the browser tests use it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}


@dataclass
class Phone:
    """A page on a phone, with everything that it asked for and complained about."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def open(self, file: Path, place: str = "") -> Phone:
        self.page.goto(f"{file.as_uri()}{place}")
        self.page.evaluate("window.rulings?.ready")  # the search, where there is one
        return self

    def restart(self, file: Path) -> Phone:
        """Open a page as on a phone that has never seen it: nothing is remembered or told of."""
        if self.page.url.startswith("file:"):
            self.page.evaluate("localStorage.clear()")
        self.page.set_viewport_size(PHONE)
        self.page.emulate_media(color_scheme="light")
        self.page.goto("about:blank")
        self.requests.clear()
        self.complaints.clear()
        return self.open(file)

    def ask(self, query: str) -> list[str]:
        """Type a question; the ids of the answers, best first."""
        self.page.locator("#query").fill(query)
        ids: list[str] = self.page.locator("#hits article .id").all_inner_texts()
        return ids

    def slow_down(self, times: int) -> None:
        session = self.page.context.new_cdp_session(self.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": times})


NewPhone = Callable[..., Phone]
