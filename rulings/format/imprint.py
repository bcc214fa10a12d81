"""A book's own title, look and legal lines: `book:` in one of its files, usually book.yaml.

All colours of pages and sheets are made from one, which is made darker or lighter until text in it
can be read. That is decided by its contrast, as WCAG 2 measures it.
"""

from pathlib import Path
from typing import Annotated, NamedTuple

from msgspec import Meta

from rulings.disk.files import InputError, read_input
from rulings.errors import RulingsError
from rulings.format.model import Language, Text, Words, _Part
from rulings.languages import END

Colour = Annotated[
    str, Meta(pattern=rf"^#[0-9A-Fa-f]{{6}}{END}", description="A colour like #0b5c55.")
]

LEAST_CONTRAST = 4.5
"""What WCAG 2 asks of text of common size (level AA)."""
LARGEST_LOGO = 100_000
LIGHT, DARK = ("#ffffff", "#f6f4ef"), ("#201f1d", "#141413")
"""The backgrounds of the accent in light and in dark pages: cards and paper."""
_STARTS = {b"\x89PNG": "image/png", b"\xff\xd8\xff": "image/jpeg"}
_STARTS |= {b"<svg": "image/svg+xml", b"<?xml": "image/svg+xml"}


class Colours(_Part, frozen=True, kw_only=True):
    """The colour of headings, links and buttons."""

    accent: Colour


class Imprint(_Part, frozen=True, kw_only=True):
    """A book's own title, look and legal lines, for its page, site and sheets.

    `logo` is a PNG, JPEG or SVG file beside this one, `address` where the site is found, `words`
    what pages say, by language and name, where that language is neither English nor Japanese.
    """

    title: Text = {}
    subtitle: Text = {}
    colours: Colours | None = None
    logo: str = ""
    footer: Text = {}
    licence: Text = {}
    address: Annotated[
        str, Meta(pattern=rf"^(https?://[!-~]+)?{END}", max_length=2000, description="https://…")
    ] = ""
    words: dict[Language, dict[str, Words]] = {}


class Palette(NamedTuple):
    """An accent, the colour of text on it, and a background with a touch of it."""

    accent: str
    ink: str
    tint: str


class Logo(NamedTuple):
    """A picture, and what kind it is."""

    content: bytes
    kind: str


def palettes(accent: str) -> tuple[Palette, Palette]:
    """The colours for light and for dark pages."""
    return _palette(accent, LIGHT, "#000000"), _palette(accent, DARK, "#ffffff")


def contrast(colour: str, other: str) -> float:
    """The contrast of two colours: 1 for the same, 21 for black and white."""
    low, high = sorted((_luminance(colour), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def logo_of(imprint: Imprint, folder: Path) -> Logo | None:
    """The logo that an imprint names, if any; RulingsError if it is no small picture beside it."""
    if not imprint.logo:
        return None
    path = folder / imprint.logo
    if not path.resolve().is_relative_to(folder.resolve()):
        raise RulingsError(f"logo {imprint.logo!r} is not beside book.yaml; put it there")
    try:
        content = read_input(path, LARGEST_LOGO)
    except InputError as error:
        raise RulingsError(f"logo {imprint.logo!r}: {error.reason}") from error
    kind = next((kind for start, kind in _STARTS.items() if content.startswith(start)), "")
    if not kind:
        raise RulingsError(f"logo {imprint.logo!r} is no PNG, JPEG or SVG; save it as one")
    return Logo(content, kind)


def _palette(accent: str, grounds: tuple[str, ...], toward: str) -> Palette:
    """An accent, mixed with another colour until it can be read on each of the backgrounds."""
    mixed = (_mixed(accent, toward, step / 100) for step in range(0, 101, 2))
    readable = next(
        colour
        for colour in mixed
        if min(contrast(colour, ground) for ground in grounds) >= LEAST_CONTRAST
    )
    ink = max("#ffffff", "#111111", key=lambda colour: contrast(readable, colour))
    return Palette(readable, ink, _mixed(grounds[0], readable, 0.12))


def _mixed(colour: str, other: str, share: float) -> str:
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _luminance(colour: str) -> float:
    parts = (part / 255 for part in bytes.fromhex(colour[1:]))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
