"""What a check finds of installations and data duties: who is served, and what should be gone."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from slack_sdk.errors import SlackApiError

from bot.bootstrap import jobs_url
from bot.config import BotSettings
from bot.job_records import finished_before, open_job_records
from bot.slack.client import build_client
from bot.slack.installations import Installed
from bot.slack.vault import Vault, WrongKey
from rag.config import RagSettings
from rag.duties import Duties

_LATE = timedelta(days=1)  # a bot that runs deletes every hour


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. ``what`` says what to do if it is not ``ok``."""

    ok: bool
    what: str


async def duty_findings(
    duties: Duties, settings: BotSettings, rag_settings: RagSettings
) -> AsyncIterator[Finding]:
    """Whether everything is gone that is not to be kept any longer."""
    now = datetime.now(UTC)
    late = await duties.overdue(rag_settings.keeping(now - _LATE))
    if days := settings.keep_jobs_days:
        async with open_job_records(jobs_url(rag_settings)) as jobs:
            late += await jobs.uncollected(finished_before(days) - _LATE) if jobs else 0
    if late:
        yield Finding(
            ok=False,
            what=f"{late} answers, conversations and jobs are older than KEEP_…_DAYS allow. "
            "A bot that runs deletes them every hour: start it, or look for “upkeep failed” "
            "in its log.",
        )
    else:
        yield Finding(ok=True, what="Nothing is kept longer than KEEP_…_DAYS allow.")
    for left in await duties.installations.all():
        if left.left_at is not None:
            until = left.left_at + timedelta(days=settings.uninstall_grace_days)
            yield Finding(
                ok=now < until + _LATE,
                what=f"{left.name or left.workspace} has removed the app; its data is deleted by "
                f"a bot that runs from {until:%Y-%m-%d %H:%M} UTC on.",
            )


async def installation_findings(duties: Duties, settings: BotSettings) -> AsyncIterator[Finding]:
    """Whether the app is installed anywhere, and whether its tokens there still work."""
    vault = Vault(settings.installation_key)
    if not vault.seals:
        yield Finding(
            ok=True, what="Bot tokens are kept as they are: INSTALLATION_KEY would seal them."
        )
    here = [found for found in await duties.installations.all() if found.left_at is None]
    if not here:
        yield Finding(
            ok=False,
            what="The app is installed nowhere: start the bot, and open /slack/install there.",
        )
    for found in here:
        yield await _installed(Installed(duties.installations, vault), found.workspace, settings)


async def _installed(installed: Installed, workspace: str, settings: BotSettings) -> Finding:
    try:
        known = await installed.find(workspace)
        if known is None:
            return Finding(
                ok=False, what=f"{workspace} was served by a bot token of its own: install there."
            )
        await build_client(known.token, settings.slack_api_base_url).auth_test()
    except WrongKey as error:
        return Finding(ok=False, what=f"{workspace}: {error}")
    except SlackApiError as error:
        reason = error.response.get("error")
        return Finding(
            ok=False, what=f"Slack refuses the bot token of {workspace} ({reason}): install again."
        )
    return Finding(ok=True, what=f"Installed in {known.name or workspace}.")
