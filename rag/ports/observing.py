"""Who looks on: spans and measurements."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from rag.types import RunMeasures


class Span(Protocol):
    """A piece of work as a tracing backend shows it."""

    def note(self, attributes: Mapping[str, object]) -> None:
        """Names and figures: nothing of what was asked, read or answered."""
        ...

    def tell(self, name: str, said: Callable[[], str]) -> None:
        """What was said; it is not even asked for unless an operator wants it to be kept."""
        ...


class Tracer(Protocol):
    """Where the spans of runs go. It never fails."""

    def span(
        self, name: str, attributes: Mapping[str, object], *, remote: bool = False
    ) -> AbstractContextManager[Span]:
        """The work inside, below the span that it is done in; ``remote`` is a call elsewhere."""
        ...


class NoTracer:
    """`Tracer` and `Span` that nobody looks at."""

    @contextmanager
    def span(
        self, _name: str, _attributes: Mapping[str, object], *, remote: bool = False
    ) -> Iterator[Span]:
        """Nothing."""
        del remote
        yield self

    def note(self, _attributes: Mapping[str, object], /) -> None:
        """Nothing."""

    def tell(self, _name: str, _said: Callable[[], str], /) -> None:
        """Nothing."""


class Metrics(Protocol):
    """Where the measurements of runs go. It never fails."""

    def run(self, measures: RunMeasures) -> None: ...
