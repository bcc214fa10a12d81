"""Importers of documents that others publish: one module for each format, which makes a book."""
