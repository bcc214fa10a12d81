"""The codes of faults that the reading of a book itself finds, with what to do about each."""

from __future__ import annotations

FORM_CODES: dict[str, tuple[str, str]] = {
    "B001": ("a file cannot be read", "give yourself the right to read the file, or move it away"),
    "B002": ("a file is too large", "split it; a ruleset may stand in any number of files"),
    "B003": ("a file is not text", "a book is UTF-8 YAML; move other files out of its folder"),
    "B004": ("a file is not UTF-8", "save the file as UTF-8 in your editor"),
    "B005": ("a file is not valid YAML", "look at the place named and at the line above it"),
    "B006": ("two YAML documents in one file", "remove the line --- or split the file"),
    "B007": ("an anchor's alias", "write the text out; aliases are refused for safety"),
    "B008": ("values nested too deep", "flatten them; the format needs eight levels at most"),
    "B009": ("a key that is no plain word", "write the key as one word"),
    "B010": ("a key that stands twice", "remove one of the two; YAML would keep the last silently"),
    "B011": ("a folder that is not there", "give the path of a book's folder"),
    "B012": ("a folder without a book", "a book is a folder with at least one *.yaml file"),
    "B013": ("a file with too many faults", "correct those above it; many have one cause"),
    "B101": (
        "a key that the format does not know",
        "correct its spelling; `rulings schema` has all",
    ),
    "B102": ("a key that is missing", "add the key"),
    "B103": ("a value of the wrong form", "write the value as the message says"),
    "B104": ("a file that holds no keys", "begin with a key such as rulings:"),
    "B105": (
        "a formula that holds more than numbers, conditions, min and max",
        "write the expression as the message says",
    ),
    "B201": (
        "a prefix that two rulesets use, or a ruleset that changes its own",
        "give one of them another prefix; keep the one that a book below has",
    ),
    "B202": ("cards or terms of no game", "put a game.yaml in the folder or one above it"),
    "B203": ("the id of a card or term is no slug", "use small letters, digits and hyphens"),
    "B204": (
        "an id that stands twice",
        "give one of the two the next free id (`rulings rename`); ids are final",
    ),
    "B205": ("an id of the wrong form", "BR 8.1a, BR-V5, BR-Q22 and BR-N1 are the four forms"),
    "B206": ("an id whose prefix no ruleset has", "correct it, or add a ruleset.yaml"),
}
"""Code -> what it finds, and how to fix it."""

FOLLOWING = ("B202", "B206")
"""Codes of what may stand in a file that could not be read."""
