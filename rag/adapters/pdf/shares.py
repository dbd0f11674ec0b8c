"""Which pages of a file one of its workers reads. Apart, since the workers need it and start with it."""

from dataclasses import dataclass

from rag.adapters.pdf.limits import Limits


@dataclass(frozen=True, slots=True)
class Share:
    """Every ``step``-th page from ``first`` on, so that all workers are done at about one time."""

    first: int = 1
    step: int = 1

    def pages(self, total: int, limits: Limits) -> range:
        """The pages; what has too few to be shared is left to the worker that begins it."""
        if self.step == 1 or total >= limits.shared_pages:
            return range(self.first, total + 1, self.step)
        return range(1, total + 1) if self.first == 1 else range(0)
