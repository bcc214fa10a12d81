"""How much memory a process has held."""

from __future__ import annotations

import resource
from pathlib import Path


def peak_memory() -> int:
    """The most memory, in bytes, that this process has held. What `getrusage` says on Linux begins
    with what the process held that started this one.
    """
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text().splitlines()
        line = next(line for line in lines if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
