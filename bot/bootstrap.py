"""Builds the bot from its settings and runs it until it is told to stop."""

import asyncio
import gc
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import structlog
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.audience import Audiences
from bot.config import BotSettings
from bot.jobs import Jobs, Kind
from bot.listeners import register
from bot.listeners.actions import Actions
from bot.listeners.commands import Commands
from bot.listeners.files import Files
from bot.listeners.membership import Membership
from bot.listeners.messages import Messages
from bot.listeners.reactions import Reactions
from bot.listeners.shortcuts import Shortcuts
from bot.ports import Engine
from bot.slack.client import build_client
from bot.slack.files import FileFetcher
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.slack.threads import Threads
from bot.watch import watched_loop
from bot.work.answering import Answering
from bot.work.asking import Asking
from bot.work.cancelling import Cancelling
from bot.work.clicking import Clicking
from bot.work.commanding import Commanding
from bot.work.following import Following
from bot.work.forgetting import Forgetting
from bot.work.ingesting import Ingesting, Limits
from bot.work.line import Line
from bot.work.noting import Noting
from bot.work.offering import Offering
from bot.work.overviewing import Overviewing
from bot.work.pace import Pace
from bot.work.tracing import Tracing
from bot.work.upkeep import purged
from bot.work.voting import Voting
from bot.work.withdrawing import Withdrawing
from rag.bootstrap import Opening, open_engine
from rag.config import RagSettings
from rag.surroundings import Surroundings, note_surroundings

_LOG = structlog.get_logger(__name__)
_DRAIN_SECONDS = 10
_LOCK_PATIENCE = 10.0
_DOWNLOAD_SECONDS = 300
_LINE_LENGTH = 64  # files that are in the line at a time; more wait unseen
_MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Identity:
    """Who the bot is, as auth.test says."""

    workspace: str
    bot_user: str


@dataclass(frozen=True, slots=True)
class Bot:
    """The running bot: its app for a transport, and what has to be closed."""

    app: AsyncApp
    client: AsyncWebClient
    engine: Engine
    identity: Identity
    resources: AsyncExitStack

    async def close(self) -> None:
        """Lets running jobs end, then closes everything, newest first."""
        await self.resources.aclose()


async def start_bot(settings: BotSettings, rag_settings: RagSettings) -> Bot:
    """Opens the engine, takes up the jobs that were left, and is ready for events.

    Raises:
        SlackApiError: the token is refused.
        StoreBusy: another process holds the vector store.
    """
    resources = AsyncExitStack()
    try:
        return await _start(settings, rag_settings, resources)
    except BaseException:
        await resources.aclose()
        raise


async def connect_socket(bot: Bot, app_token: str) -> AsyncSocketModeHandler:
    """Connects by Socket Mode; events come in from now on."""
    handler = AsyncSocketModeHandler(bot.app, app_token, web_client=bot.client)
    await handler.connect_async()  # type: ignore[no-untyped-call]  # Bolt leaves it unannotated
    bot.resources.push_async_callback(handler.close_async)
    return handler


async def _start(
    settings: BotSettings, rag_settings: RagSettings, resources: AsyncExitStack
) -> Bot:
    token = settings.slack_bot_token.get_secret_value()
    client = build_client(token, settings.slack_api_base_url)
    who = await client.auth_test()
    identity = Identity(
        who["enterprise_id"] if who.get("is_enterprise_install") else who["team_id"], who["user_id"]
    )
    engine = await open_engine(rag_settings, Opening(share=False, patience=_LOCK_PATIENCE))
    resources.push_async_callback(engine.close)
    people = People(client)
    audiences = Audiences(people, settings.libraries, settings.answer_in_shared_channels)
    fetcher = FileFetcher(
        client=client,
        session=await resources.enter_async_context(_session()),
        token=token,
        hosts=settings.file_hosts,
        local_origin=settings.local_origin,
        max_bytes=rag_settings.max_file_mb * _MEGABYTE,
        folder=await asyncio.to_thread(_fetch_folder, rag_settings.footnote_home),
    )
    poster, line = Poster(client), Line()
    limits = Limits(rag_settings.max_file_mb, rag_settings.max_pages)
    jobs = Jobs(_jobs_url(rag_settings), settings.bot_executor)
    answering = Answering(
        engine=engine,
        audiences=audiences,
        people=people,
        poster=poster,
        threads=Threads(client, people, identity.bot_user),
        line=line,
        pace=Pace(settings.answers_per_thread),
        jobs=jobs,
        bot_user=identity.bot_user,
    )
    ingesting = Ingesting(engine, audiences, fetcher, poster, limits, line)
    asking = Asking(engine, audiences, people, poster, line, identity.bot_user)
    jobs.kinds = (
        Kind("answer", answering.run, settings.bot_concurrency, cancellable=True),
        Kind("ask", asking.run, 4),
        Kind("offer", Offering(engine, audiences, poster, asking).run, 2),
        Kind("accept", Offering(engine, audiences, poster, asking).accept, 4),
        Kind("withdraw", Withdrawing(poster, jobs).run, 2),
        # All that fit are started, so that each can tell its place; the line lets two read.
        Kind("ingest", ingesting.run, _LINE_LENGTH, cancellable=True),
        Kind("follow", Following(audiences, fetcher, jobs).run, 4),
        Kind("note", Noting(audiences, poster).run, 2),
        Kind("forget", Forgetting(engine, fetcher).run, 2),
        Kind("click", Clicking(engine, audiences, people, poster, jobs).run, 4),
        Kind("cancel", Cancelling(engine, people, poster, jobs).run, 2),
        Kind("vote", Voting(engine).run, 8),
        Kind("command", _commanding(engine, audiences, poster, line).run, 4),
    )
    app = AsyncApp(
        client=client,
        signing_secret=settings.slack_signing_secret.get_secret_value(),
        process_before_response=True,
    )
    register(
        app,
        (
            Messages(jobs, identity.bot_user),
            Files(jobs, identity.bot_user),
            Reactions(jobs, identity.bot_user),
            Membership(people),
            Commands(jobs, settings.libraries, is_quoting=not rag_settings.has_model),
            Actions(jobs),
            Shortcuts(jobs),
        ),
    )
    await engine.tidy()
    await jobs.start()
    resources.push_async_callback(jobs.stop, _DRAIN_SECONDS)
    await _note_surroundings(audiences, identity, rag_settings.footnote_home)
    _spare_the_collector()
    await resources.enter_async_context(watched_loop())
    await resources.enter_async_context(purged(engine.purge))
    return Bot(app, client, engine, identity, resources)


def _commanding(engine: Engine, audiences: Audiences, poster: Poster, line: Line) -> Commanding:
    overviewing = Overviewing(engine, audiences, audiences.people, line)
    return Commanding(engine, audiences, poster, Tracing(engine, audiences, poster), overviewing)


def _session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_DOWNLOAD_SECONDS))


def _fetch_folder(home: Path) -> Path:
    folder = home.resolve() / "incoming"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _jobs_url(settings: RagSettings) -> str:
    return settings.database_url or f"sqlite:///{settings.footnote_home.resolve() / 'jobs.db'}"


def _spare_the_collector() -> None:
    """What the libraries made at start lives as long as the process.

    Going through it again cost 266 ms in which nothing else ran: loop lag p99 160 ms, 26 ms after.
    """
    gc.collect()
    gc.freeze()


async def _note_surroundings(audiences: Audiences, identity: Identity, home: Path) -> None:
    libraries = {c.name: c.id for c in await audiences.library_channels() if not c.is_private}
    found = Surroundings(identity.workspace, libraries)
    await asyncio.to_thread(note_surroundings, home, found)
