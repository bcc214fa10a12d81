"""From the lines of a document to its numbered rules."""
