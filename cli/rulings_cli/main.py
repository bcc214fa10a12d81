"""`rulings`: runs a command, and turns known mistakes into one line and exit code 2."""

from __future__ import annotations

import sys

from rulings.errors import RulingsError
from rulings.progress import watched_by
from rulings_cli import direct
from rulings_cli.anywhere import arguments
from rulings_cli.output import discard, take_any_text, warn
from rulings_cli.progress import ProgressLine

USAGE, STOPPED = 2, 130


def run() -> None:
    """The console script: runs a command; mistakes end in one line, bugs keep their traceback."""
    code = 0
    try:
        take_any_text()
        with ProgressLine() as progress, watched_by(progress):
            call = direct.call(arguments())
            code = call() if call else _run_any()
        sys.stdout.flush()  # here, since at exit Python would complain in its own words
    except RulingsError as error:
        warn(" ".join(str(error).split()))
        code = USAGE
    except KeyboardInterrupt:
        warn("stopped")
        code = STOPPED
    except BrokenPipeError:
        discard(sys.stdout)  # its reader has read enough
    except OSError as error:
        from rulings_cli.surroundings import refusal  # only where one is reported

        line = refusal(error)
        if line is None:
            raise
        discard(sys.stdout)
        warn(line)
        code = USAGE
    sys.exit(code)


def _run_any() -> int:
    from rulings_cli import application  # Typer starts slower than a search

    return application.run(arguments())
