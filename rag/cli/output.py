"""What is printed, and how far a long command has come."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import click

_LONGEST_LABEL = 40


def write(line: str) -> None:
    """One line."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def write_json(value: object) -> None:
    """JSON that people can read too."""
    write(json.dumps(value, ensure_ascii=False, indent=2, default=str))


@dataclass(frozen=True, slots=True)
class Advance:
    """A bar on a terminal, else nothing; lines are written above it."""

    bar: Any = None

    async def tell(self, stage: str, numbers: Mapping[str, object]) -> None:
        """`Progress` within one step: ``reading 12/500``."""
        if self.bar is not None:
            self.bar.label = f"{stage} {numbers.get('done')}/{numbers.get('total')}"[
                :_LONGEST_LABEL
            ]
            self.bar.render_progress()

    def line(self, text: str) -> None:
        """A line that stays."""
        if self.bar is not None:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        write(text)

    def step(self, count: int = 1) -> None:
        """One more is done."""
        if self.bar is not None:
            self.bar.update(count)


@contextmanager
def advancing(length: int, *, quiet: bool = False) -> Iterator[Advance]:
    """A bar for so many steps, if somebody watches."""
    if quiet or length <= 1 or not sys.stderr.isatty():
        yield Advance()
        return
    with click.progressbar(length=length, file=sys.stderr, show_pos=True) as bar:
        yield Advance(bar)
