"""Editions of a ruleset: what changed between two, and which entries must be looked at again."""
