"""The book as pages: one file for a phone, and a site of static files."""
