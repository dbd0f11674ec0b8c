"""Suggested prompts. Slack takes them of an app with an agent view alone."""

from collections.abc import Sequence
from dataclasses import dataclass

import aiohttp
import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

_LOG = structlog.get_logger(__name__)
_MOST = 4


@dataclass(slots=True)
class Suggestions:
    """``are_taken`` until Slack has said that this app is no agent."""

    client: AsyncWebClient
    are_taken: bool = True

    async def offer(self, channel: str, questions: Sequence[str]) -> None:
        """Shows questions to click on. A nicety: its failure is not one."""
        plain = [_literal(question) for question in questions[:_MOST]]
        prompts = [{"title": question, "message": question} for question in plain]
        try:
            await self.client.assistant_threads_setSuggestedPrompts(
                channel_id=channel, prompts=prompts
            )
        except SlackApiError as error:
            self.are_taken = error.response.get("error") == "ratelimited"
            _LOG.info("no prompts", error=error.response.get("error"))
        except (aiohttp.ClientError, TimeoutError, OSError):
            return


def _literal(text: str) -> str:
    """Clicked, it is written by that person, who is to ping nobody by the name of a document."""
    return text.replace("<", "‹").replace(">", "›")
