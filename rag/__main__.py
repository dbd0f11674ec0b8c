"""``python -m rag``: the engine without Slack."""

import argparse
import asyncio
import logging
import sys
from collections.abc import Sequence

from rag.cli.parser import build_parser
from rag.config import RagSettings, read_settings
from rag.errors import FootnoteError

_INTERRUPTED = 130  # what shells expect of a command that was stopped by hand


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; 0 if it did what it was asked, 1 if not, 2 for wrong words."""
    parsed = build_parser().parse_args(arguments)
    logging.basicConfig(level=logging.ERROR, stream=sys.stderr)
    # Milvus Lite answers a call that it doesn't know with a traceback, and the client goes on.
    logging.getLogger("grpc._server").setLevel(logging.CRITICAL)
    try:
        return asyncio.run(_run(parsed))
    except KeyboardInterrupt:
        sys.stderr.write(
            "Stopped. What was finished is kept; the same command goes on from there.\n"
        )
        return _INTERRUPTED


async def _run(parsed: argparse.Namespace) -> int:
    try:
        settings = read_settings(RagSettings)
        # The engine takes seconds to import: what is wrong with the settings is said before.
        from rag.cli.commands import COMMANDS  # noqa: PLC0415

        return await COMMANDS[parsed.command](settings, parsed)
    except FootnoteError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except OSError as error:
        if error.filename is None:
            raise
        sys.stderr.write(f"{error.filename}: {error.strerror}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
