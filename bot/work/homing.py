"""The Home tab of one person, made anew each time it is opened or something on it is used."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.admins import is_admin
from bot.audience import Audiences
from bot.choices import WORKSPACE
from bot.jobs import Payload, Run
from bot.ports import Engine
from bot.slack.people import Channel, People
from bot.views.documents import Unread, matching
from bot.views.home import (
    HOME_DOCUMENTS,
    HOME_QUESTIONS,
    HOME_UNANSWERED,
    Asked,
    ForAdmins,
    Home,
    home_view,
)
from bot.work.overviewing import DAYS, Overviewing
from bot.work.steering import Steering
from rag.types import AskedBefore, Audience

_LOG = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Homing:
    """The work of a home job. Nothing on the tab is older than its showing."""

    engine: Engine
    audiences: Audiences
    people: People
    client: AsyncWebClient
    overviewing: Overviewing
    steering: Steering
    admins: frozenset[str]

    async def run(self, run: Run, payload: Payload) -> None:
        """Does what was clicked, if something was, and shows what there is then."""
        user, told = payload["user"], ""
        if payload.get("choice"):
            told = await self.steering.change(run, user, payload["choice"], "")
        home = await self._home(payload["workspace"], user, int(payload.get("first") or 0), told)
        view = home_view(home, await self.people.language_of(user))
        await self.client.views_publish(user_id=user, view=view)

    async def _home(self, workspace: str, user: str, first: int, told: str) -> Home:
        audience = await self.audiences.private(workspace, user)
        found = matching(await self.engine.documents(audience), "")
        start = first if 0 <= first < len(found) else 0
        shown = [await self.overviewing.shown(d) for d in found[start : start + HOME_DOCUMENTS]]
        waiting = [Unread(e.name, e.done, e.total) for e in self.overviewing.line.of(audience)]
        asked = await self.engine.recent(workspace, user, HOME_QUESTIONS)
        libraries = await self.audiences.library_channels()
        admin = None
        if await is_admin(self.people, self.admins, user):
            admin = await self._for_admins(workspace, user, libraries)
        return Home(
            shown=shown,
            unread=waiting,
            first=start,
            count=len(found),
            asked=[Asked(one, await self._link(one)) for one in asked],
            libraries=_seen(libraries, audience),
            admin=admin,
            told=told,
        )

    async def _for_admins(
        self, workspace: str, user: str, libraries: Sequence[Channel]
    ) -> ForAdmins:
        since = datetime.now(UTC) - timedelta(days=DAYS)
        own = [c for c in await self.people.own_channels() if self.audiences.is_open(c)]
        public = [c.id for c in own if not c.is_private and not c.is_shared]
        joined = [c for c in public if user in (await self.people.members(c) or ())]
        unanswered = await self.engine.unanswered(workspace, joined, since, HOME_UNANSWERED)
        may = [c for c in own if await self.steering.may_change(user, c.id)]
        taken = {channel.id for channel in libraries}
        return ForAdmins(
            overview=await self.engine.overview(workspace, since),
            days=DAYS,
            unanswered=[Asked(one, await self._link(one)) for one in unanswered],
            in_force=await self.steering.in_force(WORKSPACE, await self.people.language_of(user)),
            addable=[c for c in may if c.id not in taken],
            steered=frozenset(c.id for c in may if c.id in taken),
        )

    async def _link(self, asked: AskedBefore) -> str:
        """To the answer; none to what only its asker was shown, or what is not there any more."""
        channel, _, ts = asked.address.partition("/")
        if not ts:
            return ""
        try:
            answer = await self.client.chat_getPermalink(channel=channel, message_ts=ts)
        except SlackApiError as error:
            _LOG.info("no link", error=error.response.get("error"))
            return ""
        return str(answer["permalink"])


def _seen(libraries: Sequence[Channel], audience: Audience) -> list[Channel]:
    return [channel for channel in libraries if channel.id in audience.channels]
