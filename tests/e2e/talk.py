"""What tests say and wait for."""

from pathlib import Path
from typing import Any

from bot.views.sources import SOURCES
from tests.support.people import Person

PDFS = Path(__file__).parents[1] / "fixtures" / "pdf"
SAMPLES = Path(__file__).parents[2] / "bot" / "samples"
BOT = "@footnote"

Json = dict[str, Any]


def pdf(name: str) -> bytes:
    return (PDFS / name).read_bytes()


def is_settled(message: Json) -> bool:
    """A message of the bot that is not a word of progress."""
    progress = (
        "Reading ",
        "Splitting ",
        "Indexing ",
        "Writing…",
        "Working on it",
        "_Working",
        "正在",
        "_正在",
    )
    return bool(message.get("bot_id")) and not message["text"].startswith(progress)


async def drop(person: Person, channel: str, name: str, content: bytes, **more: Any) -> Json:
    """Drops a file and returns the receipt."""
    dropped = await person.upload(channel, {name: content}, **more)
    thread = dropped.get("thread_ts") or dropped["ts"]
    after = dropped["ts"]

    def receipt(message: Json) -> bool:
        return is_settled(message) and message["ts"] > after

    return await person.wait_for_reply(channel, thread, receipt, 60)


async def ask(person: Person, channel: str, text: str, thread_ts: str | None = None) -> Json:
    """Mentions the bot and returns its answer."""
    asked = await person.post(channel, f"{BOT} {text}", thread_ts)
    return await answer_to(person, channel, asked, thread_ts)


async def answer_to(
    person: Person, channel: str, asked: Json, thread_ts: str | None = None
) -> Json:
    def is_answer(message: Json) -> bool:
        return is_settled(message) and message["ts"] > asked["ts"]

    return await person.wait_for_reply(channel, thread_ts or asked["ts"], is_answer, 30)


async def bots_messages(person: Person, channel: str, thread_ts: str) -> list[Json]:
    """Everything the bot has written in a thread."""
    return [m for m in await person.thread(channel, thread_ts) if m.get("bot_id")]


def has_sources(message: Json) -> bool:
    return any(block.get("block_id") == SOURCES for block in message.get("blocks", []))


def elements(message: Json) -> dict[str, Json]:
    """What can be clicked under a message, by action id."""
    rows = ("actions", "context_actions")
    blocks = [b for b in message.get("blocks", []) if b["type"] in rows]
    return {e["action_id"]: e for block in blocks for e in block["elements"]}
