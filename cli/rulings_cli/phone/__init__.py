"""The phone page, and showing it to a browser."""
