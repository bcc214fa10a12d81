"""Editions of a ruleset: what changed between two, and which entries must be looked at again.

`edition` reads one from a book or an official text, `matching` pairs the statements of two,
`comparison` names the changes, word by word, `stale` finds the entries that cite what changed, and
rewrites their citations.
"""
