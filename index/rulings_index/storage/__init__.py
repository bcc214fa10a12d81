"""The index on disk: all that knows Whoosh, and when what is stored is stale."""
