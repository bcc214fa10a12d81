"""Sheets: what is on them (`request`, `selection`, `planning`, `plan`), how they are made to fit
(`fitting`), and how they are printed (`as_pdf`, `as_markdown`).
"""
