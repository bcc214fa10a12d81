"""The book as a site of static files."""
