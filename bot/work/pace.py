"""How many questions of one conversation are answered in an hour, so that no loop runs on."""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

_HOUR = 3_600.0
_NOTES = 3  # after these nothing more is said: each note might be what keeps a loop going
_CONVERSATIONS = 1_000  # beyond it those that have been quiet for an hour are let go

Times = dict[str, deque[float]]


@dataclass(slots=True)
class Pace:
    """``limit`` answers an hour in one conversation; 0 is no limit. Kept by this process alone."""

    limit: int
    clock: Callable[[], float] = time.monotonic
    _answers: Times = field(default_factory=dict)
    _notes: Times = field(default_factory=dict)

    def admits(self, conversation: str) -> bool:
        """Takes one of the hour's answers, if there is one left."""
        return self.limit == 0 or self._takes(self._answers, conversation, self.limit)

    def tells(self, conversation: str) -> bool:
        """Whether it is still worth saying that there is none left."""
        return self._takes(self._notes, conversation, _NOTES)

    def _takes(self, times: Times, conversation: str, most: int) -> bool:
        since = self.clock() - _HOUR
        if len(times) >= _CONVERSATIONS:
            for quiet in [name for name, taken in times.items() if taken[-1] <= since]:
                del times[quiet]
        taken = times.setdefault(conversation, deque())
        while taken and taken[0] <= since:
            taken.popleft()
        if len(taken) >= most:
            return False
        taken.append(self.clock())
        return True
