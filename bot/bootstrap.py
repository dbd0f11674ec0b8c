"""Builds the bot from its settings and runs it until it is told to stop."""

import asyncio
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
from bot.listeners.commands import Commands
from bot.listeners.files import Files
from bot.listeners.membership import Membership
from bot.listeners.messages import Messages
from bot.listeners.reactions import Reactions
from bot.ports import Engine
from bot.slack.client import build_client
from bot.slack.files import FileFetcher
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.work.answering import Answering
from bot.work.commanding import Commanding
from bot.work.forgetting import Forgetting
from bot.work.ingesting import Ingesting, Limits
from bot.work.noting import Noting
from bot.work.voting import Voting
from rag.bootstrap import Opening, open_engine
from rag.config import RagSettings
from rag.surroundings import Surroundings, note_surroundings

_LOG = structlog.get_logger(__name__)
_DRAIN_SECONDS = 10
_LOCK_PATIENCE = 10.0
_DOWNLOAD_SECONDS = 300
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
    audiences = Audiences(people, settings.libraries)
    fetcher = FileFetcher(
        client=client,
        session=await resources.enter_async_context(_session()),
        token=token,
        hosts=settings.file_hosts,
        local_origin=settings.local_origin,
        max_bytes=rag_settings.max_file_mb * _MEGABYTE,
        folder=await asyncio.to_thread(_fetch_folder, rag_settings.footnote_home),
    )
    poster = Poster(client)
    limits = Limits(rag_settings.max_file_mb, rag_settings.max_pages)
    answering = Answering(engine, audiences, people, poster, identity.bot_user)
    jobs = Jobs(
        _jobs_url(rag_settings),
        settings.bot_executor,
        (
            Kind("answer", answering.run, settings.bot_concurrency),
            Kind("ingest", Ingesting(engine, audiences, fetcher, poster, limits).run, 2),
            Kind("note", Noting(audiences, poster).run, 2),
            Kind("forget", Forgetting(engine).run, 2),
            Kind("vote", Voting(engine).run, 8),
            Kind("command", Commanding(engine, client).run, 4),
        ),
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
        ),
    )
    await engine.tidy()
    await jobs.start()
    resources.push_async_callback(jobs.stop, _DRAIN_SECONDS)
    await _note_surroundings(audiences, identity, rag_settings.footnote_home)
    return Bot(app, client, engine, identity, resources)


def _session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_DOWNLOAD_SECONDS))


def _fetch_folder(home: Path) -> Path:
    folder = home.resolve() / "incoming"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _jobs_url(settings: RagSettings) -> str:
    return settings.database_url or f"sqlite:///{settings.footnote_home.resolve() / 'jobs.db'}"


async def _note_surroundings(audiences: Audiences, identity: Identity, home: Path) -> None:
    libraries = {c.name: c.id for c in await audiences.library_channels() if not c.is_private}
    found = Surroundings(identity.workspace, libraries)
    await asyncio.to_thread(note_surroundings, home, found)
