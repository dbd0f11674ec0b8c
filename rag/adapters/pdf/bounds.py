"""What every worker process does: it waits for its task, bounds itself, and says one JSON line at a time."""

import gc
import json
import logging
import os
import resource
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rag.adapters.pdf.limits import Limits

READY = "ready"
"""The key of a worker's first message: it has its modules and waits for a task."""
_NICENESS = 10  # whoever asks meanwhile goes first
_FEW_COLLECTIONS = 20_000  # Python's own 700 costs a tenth of the time on the objects of a file


@dataclass(frozen=True, slots=True)
class Task:
    """The one file that a worker reads: every ``step``-th page from ``first_page`` on."""

    path: Path
    first_page: int
    limits: Limits
    kind: str = ""
    step: int = 1

    def to_json(self) -> str:
        """The form in which a worker gets it."""
        fields = (str(self.path), self.first_page, self.limits.to_json(), self.kind, self.step)
        return json.dumps(fields)

    @classmethod
    def from_json(cls, text: str) -> "Task":
        """The task that `to_json` wrote."""
        path, first_page, limits, kind, step = json.loads(text)
        return cls(Path(path), first_page, Limits.from_json(limits), kind, step)


def task() -> Task:
    """Waits for the task on standard input, and ends the process when whoever gives it is gone."""
    say({READY: True})
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.freeze()
    gc.set_threshold(_FEW_COLLECTIONS)
    return Task.from_json(line)


def _end_with_parent() -> None:
    """Nothing more comes in: the pipe is closed by the end of the process at its other end."""
    while os.read(0, 1):
        pass
    os._exit(0)


def bound(limits: Limits, most_memory: int = 0) -> None:
    """Bounds that hold even if whoever started the process is gone.

    ``most_memory`` is what the worker itself may raise its memory to.
    """
    logging.disable(logging.CRITICAL)
    os.nice(_NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, max(limits.memory, most_memory)))
    seconds = int(limits.file_seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def say(message: Mapping[str, object]) -> None:
    """Writes a message to standard output."""
    sys.stdout.write(json.dumps(message))  # ASCII, since a text may hold half a surrogate pair
    sys.stdout.write("\n")
    sys.stdout.flush()
