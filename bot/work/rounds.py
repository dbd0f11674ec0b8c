"""Taking turns: in each round one of everybody who has something waiting.

Whoever comes new stands in the round that is going on, also behind somebody who has many; whoever
was served stands in the next one, so nobody is passed over for long.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Owner = TypeVar("Owner", bound=Hashable)
Thing = TypeVar("Thing")


@dataclass(slots=True)
class Rounds(Generic[Owner]):
    """Remembers only who was served in the round that is going on."""

    _round: int = 0
    _served: dict[Owner, int] = field(default_factory=dict)

    def order(self, waiting: Sequence[tuple[Owner, Thing]]) -> list[Thing]:
        """What waits, given oldest first, in the order in which its turn comes."""
        before: Counter[Owner] = Counter()
        numbered: list[tuple[int, int, Thing]] = []
        for place, (owner, thing) in enumerate(waiting):
            numbered.append((self._next(owner) + before[owner], place, thing))
            before[owner] += 1
        return [thing for _, _, thing in sorted(numbered, key=lambda found: found[:2])]

    def begun(self, owner: Owner) -> None:
        """The first of that owner had its turn."""
        self._round = self._next(owner)
        self._served[owner] = self._round
        self._served = {o: n for o, n in self._served.items() if n >= self._round}

    def _next(self, owner: Owner) -> int:
        return max(self._round, self._served.get(owner, -1) + 1)
