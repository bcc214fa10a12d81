"""`rulings`: runs a command, and turns known mistakes into one line and exit code 2."""

import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

from rulings.disk.files import REMEDIES
from rulings.errors import RulingsError
from rulings_cli.start import direct
from rulings_cli.switches import arguments
from rulings_cli.terminal.output import TRANSLATION, discard, take_any_text, warn


def start() -> NoReturn:
    """The console script: `run`, then exit at once.

    Python would visit every object of the index to collect garbage, and again before it gives its
    memory back, which takes a tenth of a search.
    """
    gc.disable()
    try:
        run()
    except SystemExit as ended:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):  # broken
                stream.flush()
        os._exit(int(ended.code or 0))


def run() -> NoReturn:
    """Runs a command; mistakes end in one line, bugs keep their traceback."""
    code = 0
    TRANSLATION.set(_translated)
    try:
        take_any_text()
        code = (direct.call(arguments()) or _run_any)()
        sys.stdout.flush()  # here, since at exit Python would complain in its own words
    except KeyboardInterrupt:
        warn("stopped")
        code = 130  # 128 + SIGINT, as shells do
    except BrokenPipeError:
        discard(sys.stdout)  # the reader closed the pipe
    except (RulingsError, OSError) as error:
        warn(_line_for(error))
        code = 2  # bad input
    sys.exit(code)


def _line_for(error: RulingsError | OSError) -> str:
    """The message for a mistake of the user or a refusal of the system; raises other errors."""
    if isinstance(error, RulingsError):
        return " ".join(str(error).split())
    remedy = REMEDIES.get(error.errno or 0)
    if remedy is None:
        raise error  # it may be a bug of ours
    where = "" if error.filename is None else f"{os.fsdecode(error.filename)!r}: "
    discard(sys.stdout)
    return f"{where}{error.strerror}; {remedy}"


def _translated(message: str) -> str:
    from rulings_cli.start import translation  # most commands warn of nothing

    return translation.translated(message)


def _run_any() -> int:
    from rulings_cli.start import application  # Typer starts slower than a search

    return application.run(arguments())
