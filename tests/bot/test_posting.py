"""What Slack refuses goes out simpler, and at last as plain words."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from bot.slack.message import Message, Place
from bot.slack.posting import Poster

PLACE = Place("C1", "1.0")
RICH = Message("w" * 5_000, [{"type": "rich"}], [{"type": "simple"}])


@dataclass
class Client:
    """Refuses these types of blocks, with this error."""

    refused: set[str]
    error: str = "invalid_blocks"
    sent: list[tuple[int, list[str]]] = field(default_factory=list)

    async def chat_postMessage(self, **call: Any) -> dict[str, str]:  # noqa: N802 - Slack's name
        kinds = [block["type"] for block in call["blocks"]]
        self.sent.append((len(call["text"]), kinds))
        if self.refused & set(kinds or ["words"]):
            raise SlackApiError("no", {"error": self.error})
        assert call["unfurl_links"] is False
        assert call["unfurl_media"] is False
        return {"ts": "2.0"}


async def post(client: Client) -> str:
    poster: Any = Poster(client)  # type: ignore[arg-type]  # as much of it as is used
    return str(await poster.post_once(PLACE, RICH, "job", again=False))


@pytest.mark.parametrize("error", ["invalid_blocks", "msg_too_long", "msg_blocks_too_long"])
async def test_simpler_blocks_then_words(error: str):
    client = Client({"rich"}, error)
    assert await post(client) == "2.0"
    assert client.sent == [(3_900, ["rich"]), (3_900, ["simple"])]
    client = Client({"rich", "simple"}, error)
    assert await post(client) == "2.0"
    assert client.sent[-1] == (3_000, [])


@pytest.mark.parametrize("error", ["channel_not_found", "invalid_auth"])
async def test_another_refusal_is_not_tried_again(error: str):
    client = Client({"rich"}, error)
    with pytest.raises(SlackApiError):
        await post(client)
    assert len(client.sent) == 1


async def test_words_that_are_refused_too_are_an_error():
    with pytest.raises(SlackApiError):
        await post(Client({"rich", "simple", "words"}))
