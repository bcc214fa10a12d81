"""What stands inside texts: Markdown, and the formulas of clauses."""
