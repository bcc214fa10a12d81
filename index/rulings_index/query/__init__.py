"""What somebody typed: its filters, the names in it, and what it was meant to say."""
