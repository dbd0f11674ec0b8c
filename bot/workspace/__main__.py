"""Runs a workspace by itself: `python -m bot.workspace --port 8199 --state DIR`."""

import argparse
import asyncio
import json
import signal
import sys
from pathlib import Path

from bot.workspace.server import LocalWorkspace


def main() -> None:
    """Read the command line and serve until told to stop."""
    parser = argparse.ArgumentParser(prog="python -m bot.workspace", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes any free port")
    parser.add_argument(
        "--state", type=Path, required=True, help="the folder that keeps everything"
    )
    parser.add_argument("--reset", action="store_true", help="start over with an empty folder")
    options = parser.parse_args()
    asyncio.run(serve(options.state, options.port, reset=options.reset))


async def serve(state_dir: Path, port: int, *, reset: bool) -> None:
    """Print one line of JSON when ready, and stop in order on SIGTERM or SIGINT."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    workspace = LocalWorkspace(state_dir, reset=reset)
    await workspace.start(port=port)
    try:
        ready = {
            "url": workspace.url,
            "api_base_url": workspace.api_base_url,
            "bot_token": workspace.bot_token,
            "app_token": workspace.app_token,
            "signing_secret": workspace.signing_secret,
        }
        sys.stdout.write(json.dumps(ready) + "\n")
        sys.stdout.flush()
        await stopping.wait()
    finally:
        await workspace.stop()


if __name__ == "__main__":
    main()
