"""Answers to the person who acted, seen by that person alone, by a response_url."""

import aiohttp
import structlog
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.slack.message import Message
from bot.slack.posting import TOO_MUCH

_LOG = structlog.get_logger(__name__)
_OK = 200


async def respond(
    url: str, message: Message, thread_ts: str = "", *, replace: bool = False
) -> bool:
    """Answers; in a thread only where the address came from a message in it.

    ``replace`` puts it in the place of what was answered before. False if it was not taken.
    """
    more = {"thread_ts": thread_ts} if thread_ts else {}
    for text, blocks in message.attempts():
        body = {
            "text": text,
            "blocks": blocks,
            "response_type": "ephemeral",
            "replace_original": replace,
            **more,
        }
        try:
            answer = await AsyncWebhookClient(url).send_dict(body)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            _LOG.warning("response_url not reached", error=type(error).__name__)
            return False
        if answer.status_code == _OK:
            return True
        _LOG.warning("response_url refused", status=answer.status_code)
        if not any(reason in answer.body for reason in TOO_MUCH):
            break
    return False
