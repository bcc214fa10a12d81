"""The index on disk: its files, which Whoosh helps to write, and whether they are up to date."""
