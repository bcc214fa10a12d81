"""`rulings`: runs a command, and turns known mistakes into one line and exit code 2."""

from __future__ import annotations

import os
import sys

from rulings.errors import RulingsError
from rulings_cli import direct
from rulings_cli.output import take_any_text, warn

USAGE, STOPPED = 2, 130


def run() -> None:
    """The console script: runs a command; mistakes end in one line, bugs keep their traceback."""
    take_any_text()
    try:
        call = direct.call(sys.argv[1:])
        code = call() if call else _run_any()
    except RulingsError as error:
        warn(" ".join(str(error).split()))
        code = USAGE
    except KeyboardInterrupt:
        warn("stopped")
        code = STOPPED
    except BrokenPipeError:
        # the reader of a pipe has gone; keep Python from complaining again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    sys.exit(code)


def _run_any() -> int:
    from rulings_cli import application  # noqa: PLC0415 - Typer starts slower than a search

    return application.run()
