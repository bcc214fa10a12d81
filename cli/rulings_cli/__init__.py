"""What people type, and the pages and sheets they get."""
