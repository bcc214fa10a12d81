"""`python -m rulings_cli` is `rulings`."""

from rulings_cli.main import run

run()
