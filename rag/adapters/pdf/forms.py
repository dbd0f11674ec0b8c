"""A page's own operators or those of one form on it, and which of them are left out."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pypdf.generic import DictionaryObject, StreamObject

from rag.adapters.pdf.operators import Operation
from rag.adapters.pdf.shows import size_of

SHOWS = frozenset({b"Tj", b"TJ", b"'", b'"'})
"""The operators that show text."""


@dataclass(slots=True)
class Layer:
    """The operators of the page or of one form, by place, and those that are left out."""

    operations: list[Operation]
    form: tuple[DictionaryObject, str, StreamObject] | None = None
    dropped: set[int] = field(default_factory=set)

    def kept(self) -> list[Operation]:
        """The operators without those; positions stay as they were."""
        if not self.dropped:
            return self.operations
        return [*self._kept()]

    def tells(self, place: int) -> bool:
        """Whether the operator is more than a text of blanks."""
        operands, operator = self.operations[place]
        return operator not in SHOWS or size_of(operands) > 0

    def _kept(self) -> Iterator[Operation]:
        for place, (operands, operator) in enumerate(self.operations):
            if place not in self.dropped:
                yield operands, operator
            elif operator in {b"'", b'"'}:
                yield [], b"T*"
