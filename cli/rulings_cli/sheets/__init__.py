"""Sheets: what is on them (`selection`, `planning`, `plan`), what they look like (`look`, `as_pdf`,
`as_markdown`), and how they are made to fit (`fitting`).
"""
