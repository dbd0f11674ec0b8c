"""Fast mode, options of a question, private answers and questions taken back, with a model."""

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from functools import partial

import pytest
import pytest_asyncio

from tests.e2e.conftest import ADA, BEN, GENERAL, LIBRARY
from tests.e2e.talk import BOT, Json, answer_to, bots_messages, drop, pdf
from tests.support.model_endpoint import ModelEndpoint, says
from tests.support.people import Person, open_desk
from tests.support.processes import BotProcess, running_workspace, start_bot
from tests.support.writer import Writer

pytestmark = pytest.mark.asyncio(loop_scope="module")

QUESTION = "What is the nightly hotel limit in Lisbon?"
RIGHT = "A night in Lisbon may cost 140 euros [1]."
WRONG = "A night in Lisbon may cost 175 euros [1]."
UNCHECKED = "Writing… not checked yet"
CORRECTED = "Corrected after checking the pages."
SLOW = 0.7  # seconds that a check takes, so that drafts can be seen
LONG = 15.0


@dataclass
class Scene:
    """Two people, the model, and the bot, which can be killed and started again."""

    ada: Person
    ben: Person
    writer: Writer
    bot: BotProcess
    start: Callable[[], BotProcess]

    def checks(self, seconds: float) -> None:
        """How long the check of a draft takes; that the writer doubts itself makes it happen."""
        self.writer.assessment["confidence"] = 0.5
        self.writer.parts["check"] = lambda prompt: replace(
            self.writer._check(prompt), delay=seconds
        )


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def everything(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    endpoint, home = ModelEndpoint(), tmp_path_factory.mktemp("home")
    await endpoint.start()
    settings = {"OPENAI_BASE_URL": endpoint.url, "OPENAI_API_KEY": "k", "ANSWER_MODEL": "m"}
    settings |= {"ANSWER_MODE": "fast", "ANSWER_DEADLINE": "20"}
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
    """With a model that knows its part again, and checks for a moment."""
    everything.writer = Writer(everything.writer.endpoint)
    everything.checks(SLOW)
    return everything


async def draft_in(person: Person, thread_ts: str) -> Json:
    def is_draft(message: Json) -> bool:
        return bool(message.get("bot_id")) and message["text"].startswith(UNCHECKED)

    return await person.wait_for_reply(GENERAL, thread_ts, is_draft, 20)


async def asked_fast(person: Person) -> tuple[Json, Json]:
    """What was shown first and what then stood in the same, only message."""
    asked = await person.post(GENERAL, f"{BOT} {QUESTION}")
    draft = await draft_in(person, asked["ts"])
    answer = await answer_to(person, GENERAL, asked)
    said = await bots_messages(person, GENERAL, asked["ts"])
    assert [m["ts"] for m in said] == [draft["ts"]] == [answer["ts"]]
    return draft, answer


async def test_an_answer_is_shown_while_it_is_written_and_then_gets_its_sources(scene: Scene):
    draft, answer = await asked_fast(scene.ada)
    assert "140 euros" in draft["text"]
    assert "[1] travel policy · p. 2" in answer["text"]
    assert UNCHECKED not in json.dumps(answer, ensure_ascii=False)
    assert CORRECTED not in answer["text"]


async def test_what_is_not_on_the_page_is_taken_back_and_that_is_said(scene: Scene):
    scene.writer.writes(WRONG)
    draft, answer = await asked_fast(scene.ada)
    assert "175" in draft["text"]
    assert answer["text"].startswith("I found nothing about this")
    assert answer["text"].endswith(CORRECTED)
    assert "175" not in json.dumps(answer)


async def test_a_draft_that_was_wrong_at_first_is_replaced_by_the_right_one(scene: Scene):
    scene.writer.writes(RIGHT)
    wrong = f'{WRONG}\n{{"has_factual_error": false, "confidence": 0.5, "source_traced": true}}'
    scene.writer.first(says(wrong), "write")
    draft, answer = await asked_fast(scene.ada)
    assert "175" in draft["text"]
    assert answer["text"].startswith(RIGHT)
    assert answer["text"].endswith(CORRECTED)


async def test_a_draft_that_cannot_be_edited_any_more_is_replaced(scene: Scene):
    refused = {"kind": "error", "methods": ["chat.update"], "error": "edit_window_closed"}
    asked = await scene.ada.post(GENERAL, f"{BOT} {QUESTION}")
    draft = await draft_in(scene.ada, asked["ts"])
    await scene.ada.desk.faults(calls=[refused])
    try:
        answer = await answer_to(scene.ada, GENERAL, asked)

        async def stands_alone() -> bool:
            return len(await bots_messages(scene.ada, GENERAL, asked["ts"])) == 1

        await scene.ada.desk.until(stands_alone)
    finally:
        await scene.ada.desk.ask("DELETE", "faults")
    assert answer["ts"] != draft["ts"]
    assert "[1] travel policy · p. 2" in answer["text"]


async def test_a_question_says_how_it_is_to_be_answered(scene: Scene):
    asked = await scene.ada.post(GENERAL, f"{BOT} --mode verified {QUESTION}")
    answer = await answer_to(scene.ada, GENERAL, asked)
    assert "[1] travel policy · p. 2" in answer["text"]
    assert not answer.get("edited")
    asked = await scene.ada.post(GENERAL, f"{BOT} --mode quick {QUESTION}")
    answer = await answer_to(scene.ada, GENERAL, asked)
    assert answer["text"] == "--mode does not take “quick”. It takes: verified, fast."


async def test_what_people_said_above_is_read_with_their_names(scene: Scene):
    first = await scene.ada.post(GENERAL, "The offsite is in Lisbon.")
    await scene.ben.post(GENERAL, "And where do we sleep?", first["ts"])
    asked = await scene.ada.post(GENERAL, f"{BOT} what may a night cost there?", first["ts"])
    await answer_to(scene.ada, GENERAL, asked, first["ts"])
    prompt = str(scene.writer.calls("understand")[0].body["messages"])
    assert "Ada: The offsite is in Lisbon." in prompt
    assert "Ben: And where do we sleep?" in prompt


async def test_a_private_answer_where_the_bot_is_no_member(scene: Scene):
    channel = (await scene.ben.create_channel("elsewhere"))["id"]
    told = await scene.ben.command(channel, "/footnote", f"ask --mode verified {QUESTION}")
    assert "Only you will see it" in told["text"]

    def is_private(message: Json) -> bool:
        return bool(message.get("is_ephemeral")) and message["text"].startswith("You asked")

    answer = await scene.ben.wait_for_message(channel, is_private, 20)
    assert answer["text"].startswith(f"You asked: {QUESTION}")
    assert "[1] travel policy · p. 2" in answer["text"]
    told = await scene.ben.command(channel, "/footnote", "ask --top-k 99 x")
    assert told["text"] == "--top-k does not take “99”. It takes: 1–30."


async def test_a_question_that_is_deleted_while_it_is_answered_is_let_go(scene: Scene):
    scene.checks(LONG)
    asked = await scene.ada.post(GENERAL, f"{BOT} {QUESTION}")
    draft = await draft_in(scene.ada, asked["ts"])
    await scene.ada.delete(GENERAL, asked["ts"])

    def is_withdrawn(message: Json) -> bool:
        words = str(message["text"])
        return message["ts"] == draft["ts"] and words.startswith("The question was")

    await scene.ada.wait_for_reply(GENERAL, asked["ts"], is_withdrawn, 10)
    scene.checks(SLOW)
    await asked_fast(scene.ada)  # and the next one is answered


@pytest.mark.nightly  # a bot of its own, killed
async def test_a_draft_is_finished_by_the_next_process_after_a_crash(scene: Scene):
    scene.checks(LONG)
    asked = await scene.ada.post(GENERAL, f"{BOT} {QUESTION}")
    draft = await draft_in(scene.ada, asked["ts"])
    scene.bot.kill()
    scene.checks(SLOW)
    scene.bot = scene.start()
    answer = await answer_to(scene.ada, GENERAL, asked)
    assert answer["ts"] == draft["ts"]
    assert "[1] travel policy · p. 2" in answer["text"]
    assert len(await bots_messages(scene.ada, GENERAL, asked["ts"])) == 1
