"""Acknowledgements and the event loop while the bot is busy.

A PDF of 500 pages is dropped and, as long as it is being read, twenty questions are kept in
flight in as many threads: whenever one is answered the next is asked. The workspace times every
envelope from sending it to its acknowledgement (`ack_ms` of GET /local/connections), and the
bot's own watch (bot/watch.py) tells by SIGUSR1 how late its event loop was meanwhile.
"""

import asyncio
import json
import os
import signal
from typing import Any

from bench.documents import text_pdf
from bench.figures import Figure, Scale, percentile
from bench.scene import ADA, FIXTURES, GENERAL, LIBRARY, Scene, scene
from tests.e2e.talk import drop, is_settled, pdf

_IN_FLIGHT = 20
_PATIENCE = 900
_QUESTION = "@footnote What is the nightly hotel limit in Lisbon?"


async def measure(scale: Scale) -> list[Figure]:
    """99th percentiles, in milliseconds."""
    content = (
        text_pdf(60)
        if scale.quick
        else await asyncio.to_thread((FIXTURES / "pages_500.pdf").read_bytes)
    )
    async with scene() as place:
        await drop(place.ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
        before = len(await _acknowledged(place))
        await _lag(place)  # what is noted from here on counts
        answered = await _busy(place, content)
        lag = await _lag(place)
        times = (await _acknowledged(place))[before:]
    note = f"{len(times)} envelopes, {answered} answers; max {max(times, default=0):.0f} ms"
    held = f"{lag['samples']} wake-ups, p50 {lag['p50_ms']} ms, max {lag['max_ms']} ms"
    return [
        Figure("load: acknowledgement p99", percentile(times, 99), 200, "ms", note),
        Figure("load: loop lag p99", lag["p99_ms"], 50, "ms", held),
    ]


async def _busy(place: Scene, content: bytes) -> int:
    """Reads the file with questions in flight; returns how many were answered meanwhile."""
    dropped = await place.ada.upload(LIBRARY, {"parts.pdf": content})
    asking = asyncio.create_task(_keep_asking(place))
    try:
        thread = dropped["ts"]
        receipt = await place.ada.wait_for_reply(LIBRARY, thread, is_settled, _PATIENCE)
    finally:
        asking.cancel()
        answered = await asyncio.gather(asking, return_exceptions=True)
    if "I have read" not in receipt["text"]:
        raise RuntimeError(receipt["text"])
    return int(answered[0]) if isinstance(answered[0], int) else 0


async def _keep_asking(place: Scene) -> int:
    """Twenty open questions until it is cancelled. One reader looks for all answers at once."""
    answered, seen = 0, "0"
    waiting = {(await _asked(place)) for _ in range(_IN_FLIGHT)}
    try:
        while True:
            for message in await _newer(place, seen):
                seen = max(seen, message["ts"])
                if is_settled(message) and message.get("thread_ts") in waiting:
                    waiting.remove(message["thread_ts"])
                    answered += 1
                    waiting.add(await _asked(place))
            await asyncio.sleep(0.1)
    except asyncio.CancelledError:
        return answered


async def _asked(place: Scene) -> str:
    return str((await place.ada.post(GENERAL, _QUESTION))["ts"])


async def _newer(place: Scene, ts: str) -> list[dict[str, Any]]:
    query = {"user": ADA, "after": ts}
    return list((await place.desk.ask("GET", f"messages/{GENERAL}", query))["messages"])


async def _acknowledged(place: Scene) -> list[float]:
    return list((await place.desk.ask("GET", "connections"))["ack_ms"])


async def _lag(place: Scene) -> dict[str, float]:
    """What the bot logs on SIGUSR1."""
    known = len(_reports(place))
    os.kill(place.bot.process.pid, signal.SIGUSR1)
    await place.desk.until(lambda: len(_reports(place)) > known, 30)
    return _reports(place)[-1]


def _reports(place: Scene) -> list[dict[str, float]]:
    lines = place.bot.log.read_text().splitlines()
    return [json.loads(line) for line in lines if '"event": "loop lag"' in line]
