"""Sheets: what is on them (`request`, `selection`, `planning`, `plan`), and how they are made to
fit and printed (`as_pdf`, `as_markdown`).
"""
