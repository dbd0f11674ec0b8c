"""A private question about a message: what of its thread is read, and for whom."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.audience import Audiences
from bot.listeners.questions import Questions
from bot.slack.client import build_client
from bot.slack.message import Place
from bot.slack.people import People
from bot.slack.threads import Talk, Threads
from bot.views.question import question_form
from bot.work.orders import ask_order
from bot.work.thread_context import ThreadContext
from bot.workspace import seed
from bot.workspace.modals import check_view
from bot.workspace.server import LocalWorkspace
from rag.types import Turn
from tests.support.bot_fakes import CHANNEL, CONTEXT, FakeJobs, FakePeople
from tests.support.people import Desk
from tests.support.workspace_fixtures import desk, workspace

__all__ = ["desk", "workspace"]

ANSWERED = {"event_type": "footnote_job", "event_payload": {"job": "answer:1", "answer": "a1"}}


class Client:
    """conversations.replies of one thread, of which a page holds ``page`` messages."""

    def __init__(self, *messages: dict[str, Any], page: int = 50) -> None:
        self.messages, self.page = messages, page

    async def conversations_replies(
        self, *, ts: str, latest: str, oldest: str = "0", **_: Any
    ) -> dict[str, Any]:
        found = [m for m in self.messages if float(oldest) <= float(m["ts"]) <= float(latest)]
        return {"messages": found[: self.page], "has_more": len(found) > self.page}


def wrote(ts: str, text: str, user: str = "ADA", **more: Any) -> dict[str, Any]:
    return {"ts": ts, "user": user, "text": text, **more}


async def answer_at(ts: str) -> Turn | None:
    return Turn("bot", f"answered at {ts}", ("p1",))


async def about(client: Any, ts: str) -> Talk:
    people: Any = FakePeople()
    threads = Threads(client, people, "UBOT")
    threads.note_answer(Place(CHANNEL, "1.0"))  # what a mention would not read again
    return await threads.about(Place(CHANNEL, "1.0"), ts, answer_at)


async def test_the_thread_is_read_up_to_the_message_with_what_the_bot_had_answered():
    talk = await about(
        Client(
            wrote("1.0", "We go to Lisbon."),
            wrote("2.0", "<@UBOT> what may it cost?", "BEN"),
            wrote("3.0", "140 euros. [1]", "UBOT", bot_id="B1", metadata=ANSWERED),
            wrote("4.0", "One moment", "UBOT", bot_id="B1"),
            wrote("5.0", "Is that a night?"),
            wrote("6.0", "Later words"),
        ),
        "5.0",
    )
    assert talk.turns == (
        Turn("person", "Ada: We go to Lisbon.", person="ADA"),
        Turn("person", "Ben: what may it cost?", person="BEN"),
        Turn("bot", "answered at 3.0", ("p1",)),
        Turn("person", "Ada: Is that a night?", person="ADA"),
    )
    assert (talk.is_read, talk.is_cut) == (True, False)


async def test_the_message_itself_counts_whoever_wrote_it():
    hook = {"bot_id": "B2", "subtype": "bot_message", "username": "Travel desk"}
    other = wrote("1.0", "Booked.", bot_id="B2")
    without_user = {"ts": "2.0", "text": "The limit was passed.", **hook}
    talk = await about(Client(other, without_user), "2.0")
    assert [turn.text for turn in talk.turns] == ["Travel desk: The limit was passed."]


async def test_in_a_long_thread_the_message_is_fetched_by_itself():
    talk = await about(Client(*[wrote(f"{n}.0", f"word {n}") for n in range(1, 9)], page=3), "7.0")
    assert [turn.text for turn in talk.turns] == [f"Ada: word {n}" for n in (1, 2, 3, 7)]
    assert talk.is_cut


class Engine:
    async def published_at(self, workspace: str, where: str) -> Any:
        return None


@pytest.fixture
def context(workspace: LocalWorkspace) -> ThreadContext:
    client = build_client(workspace.bot_token, workspace.api_base_url)
    people, engine = People(client), Engine()
    fakes: Any = SimpleNamespace(engine=engine)
    audiences = Audiences(people, frozenset({"library"}))
    return ThreadContext(fakes.engine, audiences, Threads(client, people, seed.BOT_USER))


async def read(context: ThreadContext, user: str, channel: str, ts: str) -> Talk:
    return await context.of({
        "workspace": seed.TEAM, "channel": channel, "user": user, "thread_ts": "", "about": ts
    })  # fmt: skip


async def test_only_who_may_read_the_channel_gets_its_words(context: ThreadContext, desk: Desk):
    ada = desk.person(seed.ADA)
    said = {c: await ada.post(c, "The offsite is in Lisbon.") for c in (seed.GENERAL, seed.PRIVATE)}
    seen = {
        (user, channel): (await read(context, user, channel, said[channel]["ts"])).is_read
        for user in (seed.ADA, seed.BEN, seed.GINA)
        for channel in said
    }
    assert {who for who, is_read in seen.items() if is_read} == {
        (seed.ADA, seed.GENERAL),
        (seed.ADA, seed.PRIVATE),
        (seed.BEN, seed.GENERAL),
    }
    talk = await read(context, seed.ADA, seed.PRIVATE, said[seed.PRIVATE]["ts"])
    assert [turn.text for turn in talk.turns] == ["Ada: The offsite is in Lisbon."]


async def test_in_direct_messages_and_where_slack_does_not_tell(context: ThreadContext, desk: Desk):
    ada = desk.person(seed.ADA)
    direct = await ada.open_dm()
    asked = await ada.post(direct, "Lisbon")
    assert [t.text for t in (await read(context, seed.ADA, direct, asked["ts"])).turns]
    assert not (await read(context, seed.BEN, direct, asked["ts"])).is_read
    assert not (await read(context, seed.ADA, "C0UNKNOWN", asked["ts"])).is_read
    posted = await ada.post(seed.LIBRARY, "Porto")
    await desk.faults(calls=[{"kind": "error", "error": "fatal_error"}])
    assert not (await read(context, seed.ADA, seed.LIBRARY, posted["ts"])).is_read


async def test_a_question_about_no_message_reads_nothing(context: ThreadContext, desk: Desk):
    command = {"channel_id": seed.GENERAL, "user_id": seed.ADA, "response_url": "https://x"}
    *_, payload = ask_order(seed.TEAM, {**command, "trigger_id": "t"}, "How long?", {})
    assert await context.of(payload) == Talk()
    assert not await desk.calls("conversations.replies")


class Forms:
    def __init__(self) -> None:
        self.opened: list[dict[str, Any]] = []

    def serving(self, _workspace: str) -> Any:
        return SimpleNamespace(people=self)

    async def language_of(self, _user: str) -> str:
        return "zh"

    async def views_open(self, *, trigger_id: str, view: dict[str, Any]) -> None:
        self.opened.append(view)


async def test_the_form_of_a_message_has_its_answer_beside_it():
    jobs: Any = FakeJobs()
    forms: Any = Forms()
    acknowledged: list[dict[str, Any]] = []

    async def ack(**given: Any) -> None:
        acknowledged.append(given)

    listener = Questions(forms, jobs)
    body: dict[str, Any] = {
        "channel": {"id": "C1"},
        "user": {"id": "ADA"},
        "message": {"ts": "5.0", "thread_ts": "1.0", "text": "酒店限额是多少？"},
        "response_url": "https://x",
        "trigger_id": "t1",
    }
    give: Any = ack
    await listener.on_ask_about(give, body, forms, CONTEXT)
    [view] = forms.opened
    check_view(view, "modal")
    assert view["title"]["text"] == "私下提问"
    view |= {"id": "V1", "state": {"values": {"question": {"question": {"value": "为什么？"}}}}}
    await listener.on_form(give, {"user": {"id": "ADA"}, "view": view}, CONTEXT)
    [asked] = jobs.of("ask")
    assert (asked["about"], asked["thread_ts"], asked["in_place"]) == ("5.0", "1.0", False)
    assert len(acknowledged) == 2


def test_the_form_says_what_is_read():
    hints = [
        question_form(origin, "en")["blocks"][0]["hint"]["text"]
        for origin in ({"about": "5.0"}, {"about": ""}, {})
    ]
    assert "up to that message" in hints[0]
    assert hints[1] == hints[2] == "Only you will see the answer."
