"""Importers of documents that others publish: one module for each format, which makes a book.

`mtg_cr`, `numbered`, `faq`, `mtgjson` and `vtes` are the formats. They share `decoding` (bytes to
lines), `documents` (lines of any form of text), `outlining` (lines to numbered rules), `questions`
(lines and tables to questions), `collection` (rulings on cards), `naming` (ids), `emitter` (data to
YAML) and `writing` (a book appears whole or not at all).
"""
