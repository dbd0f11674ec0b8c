"""What is wrong with the set-up, told to an admin in Slack: each problem once a day, with what to do."""

from dataclasses import dataclass
from datetime import UTC, datetime

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError

from bot.audience import Audiences
from bot.choices import Choices
from bot.jobs import Jobs, Payload, Run
from bot.ports import Engine
from bot.sentences import say
from bot.slack.message import Message, Place
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.slack.scopes import SCOPES
from bot.views.literal import escaped, marked
from bot.work.reporting import problem_order, report

_LOG = structlog.get_logger(__name__)
_HOUR = 3_600
_MOST_TOLD = 3  # admins of a workspace that names none in ADMINS


@dataclass(frozen=True, slots=True)
class Surveying:
    """The work of survey and problem jobs."""

    engine: Engine
    audiences: Audiences
    choices: Choices
    people: People
    poster: Poster
    jobs: Jobs
    admins: frozenset[str]

    async def run(self, _run: Run, payload: Payload) -> None:
        """Looks at what nobody's question may meet, and has each problem told."""
        workspace = payload["workspace"]
        if failure := self.engine.indexing_failure:
            await report(self.jobs, workspace, failure)
        if missing := await self._missing_scopes():
            await self.jobs.submit(
                *problem_order(workspace, "scopes", {"scopes": ", ".join(missing)})
            )
            return  # what else is seen without them means nothing
        if not await self.audiences.library_channels():
            names = ", ".join(f"#{name}" for name in sorted(self.audiences.libraries))
            await self.jobs.submit(*problem_order(workspace, "no_library", {"channels": names}))
        for place, is_library in (await self.choices.libraries()).items():
            channel = await self.people.channel(place) if is_library else None
            if channel is not None and not self.audiences.is_open(channel):
                values = {"channel": channel.name}
                await self.jobs.submit(*problem_order(workspace, "library_lost", values))

    async def tell(self, run: Run, payload: Payload) -> None:
        """Tells the admins of it, each in direct messages."""
        for user in await self._told():
            language = await self.people.language_of(user)
            words = say(f"setup_{payload['problem']}", language, **payload["values"])
            message = Message(escaped(words), [marked(escaped(words))])
            try:
                direct = Place(await self.poster.direct_with(user), "")
                await self.poster.post_once(direct, message, run.job, again=run.again)
            except (SlackApiError, aiohttp.ClientError) as error:
                _LOG.warning("admin not told", job=run.job, error=type(error).__name__)

    async def _missing_scopes(self) -> list[str]:
        """Empty too if Slack doesn't tell which are granted."""
        who = await self.poster.client.auth_test()
        told = str(who.headers.get("x-oauth-scopes") or "").replace(" ", "")
        return sorted(SCOPES - frozenset(told.split(","))) if told else []

    async def _told(self) -> list[str]:
        return sorted(self.admins) or (await self.people.admins())[:_MOST_TOLD]


async def survey_all(engine: Engine, jobs: Jobs) -> None:
    """Has every workspace that is served looked at, once an hour."""
    hour = int(datetime.now(UTC).timestamp()) // _HOUR
    for found in await engine.duties.installations.all():
        if found.left_at is None:
            job = f"survey:{found.workspace}:{hour}"
            await jobs.submit("survey", job, "survey", {"workspace": found.workspace})
