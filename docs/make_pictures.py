"""Draws the READMEs' pictures: the phone page with an answer, a sheet's first page by language.

``python docs/make_pictures.py`` writes docs/pictures/. It needs what the tests need, Chromium and
poppler's pdftoppm.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURES = Path(__file__).parent / "pictures"
PHONE = {"width": 390, "height": 700}
QUESTION = "残り10 毒とやけどで同時に気絶 サイドは誰?"
SHEET_WIDTH = 560


def main() -> None:
    """Make the pictures anew."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        draw_phone(Path(folder, "table.html"), PICTURES / "phone.png")
        draw_sheet(Path(folder, "sheet.pdf"), PICTURES / "sheet.png", "en")
        draw_sheet(Path(folder, "sheet.pdf"), PICTURES / "sheet.ja.png", "ja")


def draw_phone(page: Path, picture: Path) -> None:
    """The page with a question typed and its first answer."""
    rulings("page", "-o", page, "--ruleset", "BR")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        phone = browser.new_page(viewport=PHONE, locale="ja-JP", is_mobile=True)  # type: ignore[arg-type]
        phone.goto(page.as_uri())
        phone.locator("#query").fill(QUESTION)
        phone.locator("#hits article").first.wait_for()
        phone.screenshot(path=picture)
        browser.close()


def draw_sheet(sheet: Path, picture: Path, language: str) -> None:
    """The first page of a sheet as it is printed."""
    rulings("sheet", "battle-royal", "--lang", language, "-o", sheet)
    drawn = ["pdftoppm", "-png", "-singlefile", "-f", "1", "-scale-to-x", str(SHEET_WIDTH)]
    command = [*drawn, "-scale-to-y", "-1", sheet, picture.with_suffix("")]
    subprocess.run(command, check=True)


def rulings(*arguments: str | Path) -> None:
    """Run a command of the program."""
    subprocess.run([sys.executable, "-m", "rulings_cli", *arguments], check=True)


if __name__ == "__main__":
    main()
