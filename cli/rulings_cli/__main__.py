"""`python -m rulings_cli` is `rulings`."""

from rulings_cli.main import start

start()
