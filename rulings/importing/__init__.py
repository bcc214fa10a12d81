"""Importers of documents that others publish: one module for each format, which makes a book.

`formats` holds them. They share `importer` (what an importer declares, is asked and reports),
`documents` (the lines of any form of text), `outline` (lines to numbered rules),
`rulings_writer` (rulings that keep their ids) and `book_writer` (a book appears whole or not at
all).
"""
