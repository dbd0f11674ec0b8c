"""What the machine lets this process use."""

import os


def usable_cores() -> int:
    """The processor cores that this process may use, which may be fewer than there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
