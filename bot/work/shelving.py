"""The PDFs that lie in a channel already: each is read by an ordinary job of its own."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import structlog

from bot.audience import Audiences
from bot.errors import BotError
from bot.jobs import Jobs, Payload, Run
from bot.sentences import say
from bot.slack.files import FileFetcher
from bot.slack.listing import files_in
from bot.slack.message import Place
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.slack.replying import respond
from bot.views.receipt import note
from bot.work.orders import Order, here_order
from bot.work.steering import Steering
from rag.service import answer_id
from rag.types import Language

_LOG = structlog.get_logger(__name__)
_EDIT_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Shelving:
    """The work of a shelve job. Cut off and taken up again, it finds its message and goes on."""

    audiences: Audiences
    people: People
    steering: Steering
    fetcher: FileFetcher
    poster: Poster
    jobs: Jobs
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic

    async def run(self, run: Run, payload: Payload) -> None:
        """Reads what is there, and tells how far it is; or tells the person why not."""
        language = await self.people.language_of(payload["user"])
        try:
            refusal = await self._refusal(payload)
            told = say(refusal, language) if refusal else await self._read(run, payload, language)
        except Exception:  # noqa: BLE001 - the boundary: whatever happened, the person gets a sentence
            _LOG.exception("files not read", job=run.job, id=answer_id(run.job))
            told = say("command_failed", language, id=answer_id(run.job))
        if told:
            await respond(payload["response_url"], note(told), payload["thread_ts"])

    async def _refusal(self, payload: Payload) -> str:
        """The key of a sentence; empty if nothing stands against it."""
        if not await self.steering.may_change(payload["user"], payload["channel"]):
            return "settings_not_admin"
        if not await self.audiences.is_library(payload["channel"]):
            return "library_not"
        return ""

    async def _read(self, run: Run, payload: Payload, language: Language) -> str:
        channel = payload["channel"]
        files = await files_in(self.poster.client, channel, types="pdfs")
        if not files:
            return say("shelve_none", language)
        place, count = Place(channel, payload["thread_ts"]), len(files)
        words = note(say("shelve_progress", language, done=0, count=count))
        ts = await self.poster.post_once(place, words, run.job, again=run.again)
        waiting, skipped = set(), 0
        for file in files:
            order = await self._order(payload, file)
            if order is None:
                skipped += 1
                continue
            await self.jobs.submit(*order)
            waiting.add(order[1])
        await self._watch((channel, ts), waiting, count, language)
        told = say("shelve_done", language, count=count)
        if skipped:
            told += " " + say("shelve_skipped", language, count=skipped)
        await self.poster.edit(channel, ts, note(told), run.job)
        return ""

    async def _watch(
        self, at: tuple[str, str], waiting: set[str], count: int, language: Language
    ) -> None:
        """Tells how many are done until all are; one edit in three seconds is what Slack allows."""
        shown = 0
        while waiting:
            waiting -= {job for job in sorted(waiting) if await self.jobs.finished(job)}
            done = count - len(waiting)
            if done != shown:
                shown = done
                words = say("shelve_progress", language, done=done, count=count)
                await self.poster.refresh(*at, note(words))
            if waiting:
                await self.sleep(_EDIT_SECONDS)

    async def _order(self, payload: Payload, file: Mapping[str, Any]) -> Order | None:
        channel = payload["channel"]
        try:
            found = await self.fetcher.look_up(str(file["id"]), channel)
        except BotError as error:
            _LOG.warning("file not found", error=type(error).__name__)
            return None
        return here_order(payload["workspace"], channel, found.id, found.ts, payload["stamp"])
