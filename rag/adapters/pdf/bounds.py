"""What every worker process does: it bounds itself, and says one JSON line at a time."""

import json
import logging
import resource
import sys
from collections.abc import Mapping

from rag.adapters.pdf.limits import Limits


def bound(limits: Limits, most_memory: int = 0) -> None:
    """Bounds that hold even if whoever started the process is gone.

    ``most_memory`` is what the worker itself may raise its memory to.
    """
    logging.disable(logging.CRITICAL)
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, max(limits.memory, most_memory)))
    seconds = int(limits.file_seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def say(message: Mapping[str, object]) -> None:
    """Writes a message to standard output."""
    sys.stdout.write(json.dumps(message))  # ASCII, since a text may hold half a surrogate pair
    sys.stdout.write("\n")
    sys.stdout.flush()
