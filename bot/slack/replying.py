"""Answers to the person who acted, seen by that person alone, by a response_url."""

import structlog
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.slack.posting import Message

_LOG = structlog.get_logger(__name__)
_OK = 200


async def respond(
    url: str, message: Message, thread_ts: str = "", *, instead: bool = False
) -> None:
    """Answers, ``instead`` of the message that was acted on if so.

    In a thread only where the address came from a message in it.
    """
    more = {"thread_ts": thread_ts} if thread_ts else {}
    answer = await AsyncWebhookClient(url).send_dict(
        {
            "text": message.text,
            "blocks": list(message.blocks),
            "response_type": "ephemeral",
            "replace_original": instead,
            **more,
        }
    )
    if answer.status_code != _OK:
        _LOG.warning("response_url refused", status=answer.status_code)
