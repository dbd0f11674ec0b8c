"""What is wrong with a set-up: settings, tokens, scopes, channels, stores, models."""

import sys
from collections.abc import AsyncIterator, Mapping

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.audience import Audiences
from bot.choices import Choices
from bot.config import BotSettings
from bot.findings import Finding, duty_findings, installation_findings
from bot.serve import MissingSetting, require
from bot.slack.client import build_client
from bot.slack.people import People
from bot.slack.scopes import SCOPES
from rag.bootstrap import open_engine, schema_is_current
from rag.config import RagSettings
from rag.errors import FootnoteError


async def run_check(settings: BotSettings, rag_settings: RagSettings) -> int:
    """Prints what was found; 1 if anything is wrong."""
    wrong = 0
    async for finding in _findings(settings, rag_settings):
        sys.stdout.write(f"{'✓' if finding.ok else '✗'} {finding.what}\n")
        wrong += not finding.ok
    return 1 if wrong else 0


async def _findings(settings: BotSettings, rag_settings: RagSettings) -> AsyncIterator[Finding]:
    yield await _schema(rag_settings)
    chosen: dict[str, bool] = {}  # known only while the stores are open
    async for finding in _stores(settings, rag_settings, chosen):
        yield finding
    if settings.serves_many:
        yield await _socket(build_client("", settings.slack_api_base_url), settings)
        return
    if settings.slack_client_id and settings.slack_bot_token.get_secret_value():
        yield Finding(
            ok=True, what="One workspace, that of SLACK_BOT_TOKEN: SLACK_CLIENT_ID is not used."
        )
    try:
        require(settings, "slack_bot_token")
    except MissingSetting as error:
        yield Finding(ok=False, what=str(error).splitlines()[0])
        return
    client = build_client(settings.slack_bot_token.get_secret_value(), settings.slack_api_base_url)
    async for finding in _slack(client, settings, chosen):
        yield finding
    yield await _socket(client, settings)


async def _schema(settings: RagSettings) -> Finding:
    try:
        current = await schema_is_current(settings)
    except Exception as error:  # noqa: BLE001 - whatever the driver says, it is a finding
        return Finding(
            ok=False,
            what=f"The database can't be reached: {type(error).__name__}. Look at DATABASE_URL.",
        )
    if current:
        return Finding(ok=True, what="The database schema is up to date.")
    return Finding(ok=False, what="The database schema is old or missing: python -m bot migrate")


async def _stores(
    settings: BotSettings, rag_settings: RagSettings, chosen: dict[str, bool]
) -> AsyncIterator[Finding]:
    try:
        engine = await open_engine(rag_settings)
    except FootnoteError as error:
        yield Finding(ok=False, what=str(error))
        return
    try:
        yield Finding(
            ok=True,
            what=f"Stores open; embedder {engine.embedder_name}, answers by {engine.reasoner_name}.",
        )
        yield _consistent(await engine.health())
        for known in await engine.duties.installations.all():
            chosen |= await Choices(engine, known.workspace).libraries()
        if rag_settings.traced_to:
            yield _traced(rag_settings)
        async for finding in duty_findings(engine.duties, settings, rag_settings):
            yield finding
        if settings.serves_many:
            async for finding in installation_findings(engine.duties, settings):
                yield finding
    finally:
        await engine.close()


def _traced(settings: RagSettings) -> Finding:
    told = (
        "with questions, prompts and replies in them (TRACE_CONTENT)"
        if settings.trace_content
        else "without a word of what is asked or answered"
    )
    return Finding(ok=True, what=f"Spans go to {', '.join(settings.traced_to)}, {told}.")


def _consistent(health: Mapping[str, int | str]) -> Finding:
    missing, orphans = health.get("missing", 0), health.get("orphans", 0)
    if not missing and not orphans:
        return Finding(ok=True, what="The index holds what the database says, and nothing else.")
    return Finding(
        ok=False,
        what=f"The index lacks {missing} documents and holds {orphans} that are gone: "
        "python -m rag check --repair, or start the bot, which repairs it.",
    )


async def _slack(
    client: AsyncWebClient, settings: BotSettings, chosen: Mapping[str, bool]
) -> AsyncIterator[Finding]:
    try:
        who = await client.auth_test()
    except SlackApiError as error:
        reason = error.response.get("error")
        yield Finding(
            ok=False,
            what=f"Slack refuses SLACK_BOT_TOKEN ({reason}): copy it again from OAuth & Permissions.",
        )
        return
    yield Finding(ok=True, what=f"The bot token works: {who['user']} in {who['team']}.")
    granted = frozenset(str(who.headers.get("x-oauth-scopes", "")).replace(" ", "").split(","))
    missing = sorted(SCOPES - granted)
    if missing:
        yield Finding(
            ok=False,
            what=f"Scopes missing: {', '.join(missing)}. Add them under OAuth & Permissions and reinstall the app.",
        )
    else:
        yield Finding(ok=True, what="All scopes are granted.")

    async def choices() -> Mapping[str, bool]:
        return chosen

    audiences = Audiences(People(client), settings.libraries, chosen=choices)
    libraries = await audiences.library_channels()
    if libraries:
        yield Finding(ok=True, what="Library: " + ", ".join(f"#{c.name}" for c in libraries))
    else:
        names = ", ".join(sorted(settings.libraries))
        yield Finding(
            ok=False,
            what=f"In none of the library channels ({names}): invite the bot there, or set LIBRARY_CHANNELS.",
        )


async def _socket(client: AsyncWebClient, settings: BotSettings) -> Finding:
    try:
        require(settings, "slack_app_token")
        await client.apps_connections_open(app_token=settings.slack_app_token.get_secret_value())
    except MissingSetting as error:
        if settings.slack_signing_secret.get_secret_value():
            return Finding(ok=True, what="No app token, but a signing secret: serve --http.")
        return Finding(ok=False, what=str(error).splitlines()[0])
    except SlackApiError as error:
        reason = error.response.get("error")
        return Finding(
            ok=False, what=f"Slack refuses SLACK_APP_TOKEN ({reason}): it needs connections:write."
        )
    return Finding(ok=True, what="The app token opens sockets.")
