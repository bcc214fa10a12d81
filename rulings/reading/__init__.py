"""From YAML files to a book in memory, with every fault at its place."""
