"""Which entries answer a query, how surely, and which of their sentences says so."""
