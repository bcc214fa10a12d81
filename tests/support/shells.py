"""A shell of somebody's at a terminal, with the tab key of `rulings` set up."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from terminals import Terminal, program
from typer._completion_shared import get_completion_script

_STARTS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
_BEFORE = {"bash": "", "zsh": "autoload -Uz compinit; compinit -u -D", "fish": ""}
# the typed command is not run: its words are written to a file, each in brackets
_NOTES = {
    "bash": 'rulings() {{ printf "[%s]" "$@" > {out}.new; mv {out}.new {out}; }}',
    "zsh": 'rulings() {{ printf "[%s]" "$@" > {out}.new; mv {out}.new {out}; }}',
    "fish": "function rulings; printf '[%s]' $argv > {out}.new; mv {out}.new {out}; end",
}
SHELLS = tuple(_STARTS)


class Shell:
    """An interactive shell in a folder of its own."""

    def __init__(self, name: str, home: Path, book: Path) -> None:
        self.home = home
        self._out = home / "typed"
        self._write_program(book)
        places = {"RULINGS_CACHE": str(home / "cache")}
        path = f"{home / 'bin'}:{os.environ['PATH']}"
        self._terminal = Terminal(_STARTS[name], home, PATH=path, **places)
        script = get_completion_script(
            prog_name="rulings", complete_var="_RULINGS_COMPLETE", shell=name
        )
        notes = _NOTES[name].format(out=self._out)
        (home / "start").write_text(f"{_BEFORE[name]}\n{script}\n{notes}\n", encoding="utf-8")
        assert self._noted(f". {home}/start; rulings ready\n") == "[ready]"

    def type(self, line: str) -> str:
        """Type a line and enter; the words that the shell would have run, each in brackets."""
        self._out.unlink()
        return self._noted(f"{line}\n")

    def close(self) -> None:
        self._terminal.close()

    def _write_program(self, book: Path) -> None:
        path = self.home / "bin" / "rulings"
        path.parent.mkdir()
        path.write_text(f"#!{sys.executable}\n{program(book)}")
        path.chmod(0o755)

    def _noted(self, line: str) -> str:
        self._terminal.type(line)
        self._terminal.wait(self._out.exists)
        return self._out.read_text(encoding="utf-8")
