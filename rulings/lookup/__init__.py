"""What is asked of a book in memory: links, filters, rules in force, records."""
