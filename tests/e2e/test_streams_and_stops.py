"""Streams, Stop buttons and places that change while a question is worked on, with a model."""

import json
from collections.abc import AsyncIterator
from functools import partial

import pytest
import pytest_asyncio

from tests.e2e.conftest import ADA, BEN, CHRIS, GENERAL, LIBRARY, PRIVATE
from tests.e2e.talk import BOT, Json, answer_to, bots_messages, drop, elements, is_settled, pdf
from tests.e2e.test_modes import LONG, QUESTION, RIGHT, SLOW, WRONG, Scene
from tests.support.model_endpoint import ModelEndpoint, says
from tests.support.people import Person, open_desk
from tests.support.processes import running_workspace, start_bot
from tests.support.writer import Writer

pytestmark = pytest.mark.asyncio(loop_scope="module")

STOP = "stop_answering"
BOT_USER = "U0LOCALBOT"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def everything(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    endpoint, home = ModelEndpoint(), tmp_path_factory.mktemp("home")
    await endpoint.start()
    settings = {"OPENAI_BASE_URL": endpoint.url, "OPENAI_API_KEY": "k", "ANSWER_MODEL": "m"}
    settings |= {"ANSWER_MODE": "fast", "ANSWER_DEADLINE": "30", "STREAMING": "auto"}
    with running_workspace(tmp_path_factory.mktemp("workspace")) as workspace:
        start = partial(start_bot, workspace, home, **settings)
        bot = start()
        try:
            bot.wait_ready()
            async with open_desk(workspace.url) as desk:
                made = Scene(desk.person(ADA), desk.person(BEN), Writer(endpoint), bot, start)
                await drop(made.ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
                yield made
                bot = made.bot
        finally:
            bot.stop()
            await endpoint.stop()


@pytest.fixture
def scene(everything: Scene) -> Scene:
    everything.writer = Writer(everything.writer.endpoint)
    everything.checks(SLOW)
    return everything


async def post(person: Person, channel: str, text: str) -> Json:
    return await person.post(channel, text) | {"channel": channel}


async def asks(scene: Scene, channel: str = GENERAL, options: str = "") -> Json:
    return await post(scene.ada, channel, f"{BOT} {options} {QUESTION}")


async def live_in(person: Person, asked: Json, words: str = "140") -> Json:
    """The stream in the question's thread, once something has been written."""

    def is_live(message: Json) -> bool:
        return message.get("streaming_state") == "live" and words in message["text"]

    return await person.wait_for_reply(asked["channel"], asked["ts"], is_live, 20)


async def answered_in(person: Person, asked: Json) -> Json:
    answer = await answer_to(person, asked["channel"], asked)
    [alone] = await bots_messages(person, asked["channel"], asked["ts"])
    assert alone["ts"] == answer["ts"]
    return answer


async def test_an_answer_is_streamed_and_then_gets_its_sources_and_buttons(scene: Scene):
    asked = await asks(scene)
    live = await live_in(scene.ada, asked)
    assert live["text"].startswith("_Working on it… not checked yet_")
    assert STOP in elements(live)
    answer = await answered_in(scene.ada, asked)
    assert answer["ts"] == live["ts"]
    assert "[1] travel policy · p. 2" in answer["text"]
    assert "not checked" not in json.dumps(answer, ensure_ascii=False)
    assert STOP not in elements(answer)
    assert "answer_trace" in elements(answer)


@pytest.mark.nightly
async def test_a_stream_that_was_wrong_is_put_right(scene: Scene):
    scene.writer.writes(RIGHT)
    wrong = f'{WRONG}\n{{"has_factual_error": false, "confidence": 0.5, "source_traced": true}}'
    scene.writer.first(says(wrong), "write")
    asked = await asks(scene)
    await live_in(scene.ada, asked, "175")
    answer = await answered_in(scene.ada, asked)
    assert answer["text"].startswith(RIGHT)
    assert "175" not in json.dumps(answer)


async def test_a_stream_that_slack_has_ended_becomes_the_answer(scene: Scene):
    scene.checks(3.0)
    asked = await asks(scene)
    live = await live_in(scene.ada, asked)
    await scene.ada.desk.ask("POST", "faults/expire-stream", {"channel": GENERAL, "ts": live["ts"]})
    answer = await answered_in(scene.ada, asked)
    assert answer["ts"] == live["ts"]
    assert "[1] travel policy · p. 2" in answer["text"]


async def stopped(person: Person, asked: Json, who: str) -> None:
    def says_so(message: Json) -> bool:
        return str(message["text"]).startswith(f"{who} stopped me")

    await person.wait_for_reply(asked["channel"], asked["ts"], says_so, 10)
    assert len(await bots_messages(person, asked["channel"], asked["ts"])) == 1
    assert not await person.statuses()


async def test_who_asked_can_stop_it_and_others_cannot(scene: Scene):
    scene.checks(LONG)
    asked = await asks(scene)
    live = await live_in(scene.ada, asked)
    await scene.ben.click(GENERAL, live["ts"], STOP)

    def is_refusal(message: Json) -> bool:
        return bool(message.get("is_ephemeral")) and "Only who asked" in message["text"]

    await scene.ben.wait_for_reply(GENERAL, asked["ts"], is_refusal)
    await scene.ada.click(GENERAL, live["ts"], STOP)
    await stopped(scene.ada, asked, "Ada")


async def test_slacks_own_stop_button_stops_it_too(scene: Scene):
    scene.checks(LONG)
    asked = await asks(scene)
    live = await live_in(scene.ada, asked)
    await scene.ben.stop_stream(GENERAL, live["ts"])
    await stopped(scene.ada, asked, "Ben")


@pytest.mark.nightly
async def test_a_stream_that_was_cut_off_by_a_crash_becomes_the_answer(scene: Scene):
    scene.checks(LONG)
    asked = await asks(scene)
    live = await live_in(scene.ada, asked)
    scene.bot.kill()
    scene.checks(SLOW)
    scene.bot = scene.start()
    answer = await answered_in(scene.ada, asked)
    assert answer["ts"] == live["ts"]
    assert "[1] travel policy · p. 2" in answer["text"]


async def test_a_verified_answer_that_takes_long_can_be_stopped_by_an_admin(scene: Scene):
    scene.checks(LONG)
    asked = await asks(scene, PRIVATE, "--mode verified")

    def is_working(message: Json) -> bool:
        return STOP in elements(message)

    working = await scene.ada.wait_for_reply(PRIVATE, asked["ts"], is_working, 20)
    await scene.ada.desk.person(CHRIS).click(PRIVATE, working["ts"], STOP)
    await stopped(scene.ada, asked, "Chris")


async def whispered(person: Person, words: str) -> Json:
    """What the person alone sees in the channel, once it says something."""

    def says_so(message: Json) -> bool:
        return bool(message.get("is_ephemeral")) and words in message["text"]

    return await person.wait_for_message(GENERAL, says_so, 20)


@pytest.mark.parametrize("is_checking", [False, True])
async def test_a_private_answer_can_be_stopped_at_once_and_while_it_is_checked(
    scene: Scene, is_checking: bool
):
    scene.checks(LONG)
    await scene.ada.command(GENERAL, "/footnote", f"ask --mode verified {QUESTION}")
    line = await whispered(scene.ada, "I am looking for the answer")
    if is_checking:
        await scene.ada.desk.until(lambda: bool(scene.writer.calls("check")), 20)
    await scene.ada.click(GENERAL, line["ts"], "stop_answering_privately")
    after = await whispered(scene.ada, "I have stopped, so there is no answer to this")
    assert after["ts"] == line["ts"]
    assert "actions" not in [block["type"] for block in after["blocks"]]
    scene.checks(0.0)
    await scene.ada.command(GENERAL, "/footnote", f"ask {QUESTION}")
    told = await whispered(scene.ada, "140 euros")
    for shown in (after, told):  # so that the next test finds its own
        await scene.ada.delete(GENERAL, shown["ts"])


async def test_who_opens_the_conversation_is_offered_questions(scene: Scene):
    await scene.ada.open_dm()

    async def is_offered() -> bool:
        return bool(await scene.ada.desk.calls("assistant.threads.setSuggestedPrompts"))

    await scene.ada.desk.until(is_offered, 10)
    [call, *_] = await scene.ada.desk.calls("assistant.threads.setSuggestedPrompts")
    assert call["ok"]
    assert "Summarise travel policy" in json.dumps(call["arguments"])


@pytest.mark.parametrize("kind", ["direct", "group"])
async def test_in_direct_and_group_messages(scene: Scene, kind: str):
    if kind == "direct":
        channel = await scene.ada.open_dm()
        asked = await post(scene.ada, channel, QUESTION)
    else:
        body = {"user": ADA, "with": [BEN, BOT_USER]}
        channel = (await scene.ada.desk.ask("POST", "dm", body))["channel"]["id"]
        await scene.ben.post(channel, QUESTION)  # not to the bot
        asked = await post(scene.ada, channel, f"{BOT} {QUESTION}")
    assert "140 euros" in (await answered_in(scene.ada, asked))["text"]
    inside = await scene.ada.post(channel, f"{BOT} thanks", asked["ts"])
    thanked = await answer_to(scene.ada, channel, inside, asked["ts"])
    assert thanked["text"].startswith("You're welcome")
    others = [m for m in await scene.ada.read(channel) if m.get("bot_id")]
    assert not [m for m in others if not m.get("thread_ts")]


async def test_where_slack_refuses_streams_the_answer_is_edited(scene: Scene):
    refused = {"kind": "error", "methods": ["chat.startStream"]}
    refused |= {"error": "channel_type_not_supported"}
    await scene.ada.desk.faults(calls=[refused])
    try:
        for _ in range(2):
            asked = await asks(scene, PRIVATE)
            assert "[1] travel policy · p. 2" in (await answered_in(scene.ada, asked))["text"]
        assert len([c for c in await scene.ada.desk.calls("chat.startStream") if not c["ok"]]) == 1
    finally:
        await scene.ada.desk.ask("DELETE", "faults")


@pytest.mark.parametrize(
    "change",
    [
        "ext_shared",
        pytest.param("archived", marks=pytest.mark.nightly),
        pytest.param("removed", marks=pytest.mark.nightly),
    ],
)
async def test_a_place_that_closes_while_it_is_answered_gets_no_answer(scene: Scene, change: str):
    scene.checks(2.0)
    made = await scene.ada.create_channel(f"closing-{change}".replace("_", "-"), members=[BOT_USER])
    channel = made["id"]
    asked = await asks(scene, channel, "--mode verified")

    async def is_checking() -> bool:
        return bool(scene.writer.calls("check"))

    await scene.ada.desk.until(is_checking, 20)
    if change == "removed":
        await scene.ada.desk.ask("DELETE", f"channels/{channel}/members/{BOT_USER}")
    else:
        await scene.ada.desk.ask("PATCH", f"channels/{channel}", {"user": ADA, change: True})
    after = await asks(scene, GENERAL, "--mode verified")
    assert "140 euros" in (await answered_in(scene.ada, after))["text"]
    said = [m for m in await bots_messages(scene.ada, channel, asked["ts"]) if is_settled(m)]
    assert "140" not in json.dumps(said)
    assert bool(said) == (change == "ext_shared")  # there it can still say that it doesn't answer
