"""What only the asker may see is offered to them alone, in a workspace with a private library."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.views.buttons import PRIVATELY
from tests.e2e.conftest import GENERAL, LIBRARY, PRIVATE
from tests.e2e.talk import Json, ask, drop, elements, is_settled, pdf
from tests.support.pdfs import of_pages
from tests.support.people import Desk, Person
from tests.support.processes import BotProcess, WorkspaceProcess, start_bot

QUESTION = "What is the nightly hotel limit in Lisbon?"


@pytest.fixture(scope="module")
def bot(workspace: WorkspaceProcess, home: Path) -> Iterator[BotProcess]:
    process = start_bot(workspace, home, LIBRARY_CHANNELS="library,private-hr")
    try:
        process.wait_ready()
        yield process
    finally:
        process.stop()


def is_whisper(words: str):
    return lambda m: bool(m.get("is_ephemeral")) and words in m["text"]


@pytest.mark.usefixtures("bot")
async def test_a_public_refusal_and_a_private_answer(ada: Person, ben: Person, desk: Desk):
    open_to_all = of_pages(["The canteen opens at eleven on weekdays.", "It closes at three."])
    await drop(ada, LIBRARY, "canteen.pdf", open_to_all)
    await drop(ada, PRIVATE, "travel policy.pdf", pdf("control_3p.pdf"))
    refused = await ask(ada, GENERAL, QUESTION)
    assert "I found nothing" in refused["text"]
    offered = await ada.wait_for_message(GENERAL, is_whisper("not everyone here may see"), 20)
    assert "travel" not in offered["text"]
    button = elements(offered)[PRIVATELY]
    await ada.click(GENERAL, offered["ts"], PRIVATELY, button["value"])
    told = await ada.wait_for_message(GENERAL, is_whisper("140"), 20)
    assert "travel policy" in told["text"]
    assert await everything(ben) == [refused["text"]]
    assert "edited" not in refused
    # Ben may not see more, so nothing is said to him.
    again = await ask(ben, GENERAL, QUESTION)
    assert again["text"] == refused["text"]
    assert not [m for m in await ben.read(GENERAL) if m.get("is_ephemeral")]


async def everything(person: Person) -> list[str]:
    """All that the bot has said there, as this person sees it."""
    found: list[Json] = []
    for message in await person.read(GENERAL):
        found += [m for m in await person.thread(GENERAL, message["ts"]) if is_settled(m)]
    return [message["text"] for message in found]
