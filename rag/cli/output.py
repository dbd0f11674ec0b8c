"""What is printed, and how far a long command has come."""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import click

_LONGEST_LABEL = 40
# Names of files and texts are hostile: escapes, overrides of direction, halves of surrogate pairs.
_REFUSED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

_REASONS = {
    "not_pdf": "neither a PDF nor a Word, Markdown or text file",
    "empty": "an empty file",
    "password": "protected by a password",
    "damaged": "damaged",
    "no_text": "without text that can be read; a scan?",
    "too_large": "too large",
    "too_complex": "too complex",
    "unreadable": "not readable",
    "superseded": "a file of that name that was dropped later is there",
    "not_found": "no such file",
    "not_opened": "it can't be opened",
}


def write(line: str) -> None:
    """One line, without what would steer a terminal or can't be encoded."""
    sys.stdout.write(_REFUSED.sub("\ufffd", line) + "\n")
    sys.stdout.flush()


def on_a_line(name: object) -> str:
    """A name, which may have line ends in it."""
    return " ".join(str(name).split())


def reason_told(reason: str) -> str:
    """Why a file was not read, in words."""
    return _REASONS.get(reason, reason)


def counted(number: object, one: str, many: str = "") -> str:
    """``1 page``, ``12 pages``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


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
    if quiet or length < 1 or not sys.stderr.isatty():
        yield Advance()
        return
    with click.progressbar(length=length, file=sys.stderr, show_pos=True) as bar:
        yield Advance(bar)
