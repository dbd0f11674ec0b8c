"""Forms: Slack lets one be opened within three seconds of the click that asks for it."""

import asyncio
from typing import Any

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

_LOG = structlog.get_logger(__name__)
# Slack waits three for the acknowledgement; a rate limit of a second is waited out.
_OPEN_SECONDS = 2.5


async def open_form(client: AsyncWebClient, trigger: str, view: dict[str, Any]) -> bool:
    """Opens it; False if that was too late or refused, after which the person clicks again."""
    try:
        async with asyncio.timeout(_OPEN_SECONDS):
            await client.views_open(trigger_id=trigger, view=view)
    except (SlackApiError, aiohttp.ClientError, TimeoutError) as error:
        _LOG.warning("form not opened", error=type(error).__name__)
        return False
    return True
