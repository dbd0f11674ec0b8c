"""Questions to begin with, pinned where somebody opens a conversation with an app that is an agent."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.audience import Audiences
from bot.jobs import Payload, Run
from bot.ports import Engine
from bot.sentences import say
from bot.slack.suggesting import Suggestions
from bot.work.orders import Order, mark_of
from rag.text.language import detect
from rag.types import Placement

_DOCUMENTS = 3  # with the first question that makes four, and Slack takes no more
_TITLE = 60


def prompts_order(workspace: str, channel: str, user: str, ts: str) -> Order:
    """Somebody has opened the conversation at ``ts``."""
    payload = {"workspace": workspace, "channel": channel, "user": user}
    job = f"prompts:{workspace}:{channel}:{mark_of(user)}:{ts}"
    return "prompts", job, channel, payload


@dataclass(frozen=True, slots=True)
class Prompting:
    """The work of a prompts job."""

    engine: Engine
    audiences: Audiences
    suggestions: Suggestions

    async def run(self, _run: Run, payload: Payload) -> None:
        """Offers questions about the newest documents that this person may see."""
        if not self.suggestions.are_taken:
            return
        audience = await self.audiences.private(payload["workspace"], payload["user"])
        placed = await self.engine.documents(audience)
        await self.suggestions.offer(payload["channel"], questions_about(placed))


def questions_about(placed: Sequence[Placement]) -> list[str]:
    """Which there are, and what the newest say."""
    newest = sorted(placed, key=lambda one: one.placed_at, reverse=True)
    titles = list(dict.fromkeys(one.title for one in newest if one.title.strip()))[:_DOCUMENTS]
    language = detect(" ".join(titles))
    about = [say("prompt_sum_up", language, title=title[:_TITLE]) for title in titles]
    return [say("prompt_which", language), *about]
