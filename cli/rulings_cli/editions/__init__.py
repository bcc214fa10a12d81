"""Importing documents, and showing what changed between two editions."""
