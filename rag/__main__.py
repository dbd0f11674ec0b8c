"""``python -m rag``: the engine without Slack."""

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence

from rag.cli.commands import COMMANDS
from rag.cli.parser import build_parser
from rag.config import RagSettings
from rag.errors import FootnoteError


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; 0 if it did what it was asked, 1 if not, 2 for wrong words."""
    parsed = build_parser().parse_args(arguments)
    logging.basicConfig(level=logging.ERROR, stream=sys.stderr)
    return asyncio.run(_run(parsed))


async def _run(parsed: argparse.Namespace) -> int:
    try:
        return await COMMANDS[parsed.command](RagSettings(), parsed)
    except FootnoteError as error:
        sys.stderr.write(f"{error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
