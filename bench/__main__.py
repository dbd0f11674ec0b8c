"""`python -m bench [NAME …] [--quick] [--setup]`: exit code 1 if a bound is missed."""

import argparse
import asyncio
import importlib
import sys
import traceback
from collections.abc import Sequence

from bench.figures import Figure, Scale, table

RUNS = (
    "start",
    "load",
    "memory",
    "extraction",
    "ingestion",
    "hostile",
    "graph",
    "model_calls",
    "last_byte",
)
SETUP = "setup"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures what is named, or everything but the set-up, and prints one table."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Figures and their bounds")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join((*RUNS, SETUP)))
    parser.add_argument("--quick", action="store_true", help="small sizes: is the bench in order?")
    parser.add_argument("--setup", action="store_true", help="`make setup` too; downloads 700 MB")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - {*RUNS, SETUP}:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    names = options.names or [*RUNS, *([SETUP] if options.setup else [])]
    figures = [figure for name in names for figure in _measured(name, Scale(options.quick))]
    print(table(figures))
    return 0 if all(figure.is_met for figure in figures) else 1


def _measured(name: str, scale: Scale) -> list[Figure]:
    """The figures of one run. A run that fails is a missed bound, and the others go on."""
    print(f"{name} …", file=sys.stderr, flush=True)
    try:
        figures: list[Figure] = asyncio.run(importlib.import_module(f"bench.{name}").measure(scale))
    except Exception as error:  # noqa: BLE001 - whatever it was, it is told and the rest is measured
        traceback.print_exc()
        return [Figure(name, float("inf"), 0, note=f"failed: {type(error).__name__}")]
    return figures


if __name__ == "__main__":
    sys.exit(main())
