"""What stands inside texts: Markdown, the formulas of clauses; how alike two texts are."""
