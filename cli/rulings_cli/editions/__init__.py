"""Showing what changed between two editions."""
