"""The machine that measures: its description for the tables, and the memory a process has used."""

from __future__ import annotations

import os
import platform
from datetime import date
from pathlib import Path


def described() -> str:
    """Cores, memory, system and Python, with the day."""
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    python = f"{platform.python_implementation()} {platform.python_version()}"
    cores = f"{os.cpu_count()} cores ({platform.machine()}), {gigabytes:.0f} GB of memory"
    return f"{date.today().isoformat()}: {cores}, {platform.system()}, {python}"


def peak_memory() -> int:
    """The most memory, in bytes, that this process has held. On Linux `getrusage` would count what
    its parent held, too.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text().splitlines()
        line = next(line for line in lines if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    import resource  # Windows has none

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
