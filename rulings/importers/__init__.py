"""Importers of documents that others publish: one file a format, each makes a book of its own.

What they share: `decoding` (bytes to lines), `emitter` (data to YAML), `naming` (ids and
titles) and `writing` (a book appears whole or not at all).
"""
