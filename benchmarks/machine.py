"""The machine that measured, in words that say nothing else about it."""

from __future__ import annotations

import os
import platform
from datetime import date


def described() -> str:
    """Cores, memory, system and Python, with the day."""
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    python = f"{platform.python_implementation()} {platform.python_version()}"
    cores = f"{os.cpu_count()} cores ({platform.machine()}), {gigabytes:.0f} GB of memory"
    return f"{date.today().isoformat()}: {cores}, {platform.system()}, {python}"
