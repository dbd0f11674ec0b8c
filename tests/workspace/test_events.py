"""What the app hears, over a real socket."""

from dataclasses import replace

import pytest

from bot.workspace import seed
from bot.workspace.server import LocalWorkspace
from tests.support.people import Desk, Person
from tests.workspace.conftest import TIMINGS, Bot, make_bot


async def test_a_mention_comes_as_a_pair_with_two_event_ids(bot: Bot, desk: Desk, ada: Person):
    posted = await ada.post(seed.LIBRARY, "@Footnote what is 1 < 2 & why?")
    await desk.until(lambda: len(bot.bodies) == 2)

    [mention], [message] = bot.events("app_mention"), bot.events("message")
    assert mention["text"] == message["text"] == f"<@{seed.BOT_USER}> what is 1 &lt; 2 &amp; why?"
    assert mention["ts"] == message["ts"] == posted["ts"]
    assert message["channel_type"] == "channel"
    assert message["client_msg_id"]
    assert len({body["event_id"] for body in bot.bodies}) == 2
    elements = message["blocks"][0]["elements"][0]["elements"]
    assert elements[0] == {"type": "user", "user_id": seed.BOT_USER}
    assert elements[1] == {"type": "text", "text": " what is 1 < 2 & why?"}


async def test_the_envelope_says_where_it_comes_from(bot: Bot, desk: Desk, ada: Person):
    await ada.post(seed.GENERAL, "hello")
    await desk.until(lambda: bool(bot.bodies))

    [body] = bot.bodies
    assert body["team_id"] == body["authorizations"][0]["team_id"] == seed.TEAM
    assert body["authorizations"][0]["user_id"] == seed.BOT_USER
    assert body["api_app_id"] == seed.APP
    assert body["is_ext_shared_channel"] is False
    assert {"event_time", "event_context", "event_id"} <= body.keys()


async def test_a_direct_message_is_one_event_even_with_a_mention(bot: Bot, desk: Desk, ada: Person):
    dm = await ada.open_dm()
    await ada.post(dm, "@footnote hello")
    await desk.until(lambda: bool(bot.events("message")))

    [message] = bot.events("message")
    assert message["channel_type"] == "im"
    assert message["channel"] == dm
    assert not bot.events("app_mention")
    [opened] = bot.events("app_home_opened")
    assert opened["tab"] == "messages"


async def test_edits_and_deletions(bot: Bot, desk: Desk, ada: Person):
    posted = await ada.post(seed.GENERAL, "helo")
    await ada.edit(seed.GENERAL, posted["ts"], "hello @footnote")
    await ada.delete(seed.GENERAL, posted["ts"])
    await desk.until(lambda: len(bot.bodies) == 4)

    subtypes = [event.get("subtype") for event in bot.events("message")]
    assert sorted(map(str, subtypes)) == ["None", "message_changed", "message_deleted"]
    changed = next(e for e in bot.events("message") if e.get("subtype") == "message_changed")
    assert changed["previous_message"]["text"] == "helo"
    assert changed["message"]["edited"]["user"] == seed.ADA
    assert bot.events("app_mention")[0]["edited"]


async def test_a_deleted_parent_leaves_a_tombstone(bot: Bot, ada: Person):
    parent = await ada.post(seed.GENERAL, "question")
    await ada.post(seed.GENERAL, "more", parent["ts"])
    await ada.delete(seed.GENERAL, parent["ts"])

    [tombstone, reply] = await ada.thread(seed.GENERAL, parent["ts"])
    assert tombstone["subtype"] == "tombstone"
    assert reply["text"] == "more"


async def test_reactions_reach_the_app_without_a_thread(bot: Bot, desk: Desk, ada: Person):
    posted = await ada.post(seed.GENERAL, "hello")
    await ada.react(seed.GENERAL, posted["ts"], "+1")
    await ada.unreact(seed.GENERAL, posted["ts"], "+1")
    await desk.until(lambda: len(bot.bodies) == 3)

    [added] = bot.events("reaction_added")
    assert added["item"] == {"type": "message", "channel": seed.GENERAL, "ts": posted["ts"]}
    assert added["reaction"] == "+1"
    assert "thread_ts" not in added


async def test_joining_leaving_and_archiving(bot: Bot, desk: Desk, ada: Person):
    made = await ada.create_channel("plans", members=[seed.BOT_USER])
    await desk.ask("POST", f"channels/{made['id']}/members", {"user": seed.BEN})
    await desk.ask("PATCH", f"channels/{made['id']}", {"user": seed.ADA, "archived": True})
    await desk.ask("DELETE", f"channels/{made['id']}/members/{seed.BOT_USER}")
    await desk.until(lambda: len(bot.bodies) == 4)

    joined = bot.events("member_joined_channel")
    assert [event["user"] for event in joined] == [seed.BOT_USER, seed.BEN]
    assert joined[0]["inviter"] == seed.ADA
    assert bot.events("channel_archive")[0]["channel"] == made["id"]
    assert bot.events("member_left_channel")[0]["user"] == seed.BOT_USER


async def test_the_app_hears_nothing_where_it_is_not(bot: Bot, desk: Desk, ada: Person):
    made = await ada.create_channel("elsewhere")
    await ada.post(made["id"], "@footnote are you here?")
    await ada.post(seed.GENERAL, "last")
    await desk.until(lambda: bool(bot.bodies))

    assert [event["text"] for event in bot.events("message")] == ["last"]


async def test_a_stranger_in_a_shared_channel_has_a_team_of_their_own(
    bot: Bot, desk: Desk, ada: Person
):
    user = (await desk.ask("POST", "users", {"name": "zoe", "team_id": "T0ELSEWHERE"}))["user"]
    made = await ada.create_channel("shared", ext_shared=True, members=[seed.BOT_USER, user["id"]])
    await desk.person(user["id"]).post(made["id"], "@footnote hello")
    await desk.until(lambda: bool(bot.events("message")) and bool(bot.events("app_mention")))

    body = next(body for body in bot.bodies if body["event"]["type"] == "app_mention")
    assert body["is_ext_shared_channel"] is True
    assert body["event"]["user_team"] == "T0ELSEWHERE"
    assert user["is_stranger"] is True


async def test_a_missing_scope_makes_events_silent(bot: Bot, desk: Desk, ada: Person):
    await desk.faults(missing_scopes=["channels:history"])
    await ada.post(seed.GENERAL, "@footnote hello")
    await desk.until(lambda: bool(bot.bodies))

    assert bot.events("app_mention")
    assert not bot.events("message")


@pytest.mark.parametrize("timings", [replace(TIMINGS, retry_delays=(0.2, 0.2, 0.2))])
async def test_an_event_without_acknowledgement_comes_again(
    workspace: LocalWorkspace, desk: Desk, ada: Person
):
    silent = make_bot(workspace, ack=False)
    await silent.handler.connect_async()
    await ada.post(seed.GENERAL, "hello")
    await desk.until(lambda: len(silent.bodies) == 4)
    await desk.until(lambda: not workspace.core.state.deliveries)
    await silent.handler.close_async()

    assert len({body["event_id"] for body in silent.bodies}) == 1
    assert silent.retries == ["0", "1", "2", "3"]


async def test_an_event_on_a_broken_socket_comes_again_at_once(
    workspace: LocalWorkspace, desk: Desk, ada: Person
):
    silent, other = make_bot(workspace, ack=False), make_bot(workspace)
    await silent.handler.connect_async()
    await ada.post(seed.GENERAL, "hello")
    await desk.until(lambda: bool(silent.bodies))
    await silent.handler.close_async()
    await other.handler.connect_async()
    await desk.until(lambda: bool(other.bodies))
    await other.handler.close_async()

    assert other.retries == ["1"]
    assert other.bodies[0]["event_id"] == silent.bodies[0]["event_id"]


async def test_events_wait_for_a_socket(workspace: LocalWorkspace, desk: Desk, ada: Person):
    await ada.post(seed.GENERAL, "while you were away")
    late = make_bot(workspace)
    await late.handler.connect_async()
    await desk.until(lambda: bool(late.bodies))
    await late.handler.close_async()

    assert late.events("message")[0]["text"] == "while you were away"


async def test_two_sockets_share_the_events(
    workspace: LocalWorkspace, bot: Bot, desk: Desk, ada: Person
):
    other = make_bot(workspace)
    await other.handler.connect_async()
    for number in range(6):
        await ada.post(seed.GENERAL, f"message {number}")
    await desk.until(lambda: len(bot.bodies) + len(other.bodies) == 6)
    await other.handler.close_async()

    assert bot.bodies
    assert other.bodies


async def test_the_time_to_each_acknowledgement_is_told(bot: Bot, desk: Desk, ada: Person):
    await ada.post(seed.GENERAL, "@Footnote hello")

    async def is_quiet() -> bool:
        told = await desk.ask("GET", "connections")
        return len(bot.bodies) == 2 and told["unacknowledged"] == 0

    await desk.until(is_quiet)
    times = (await desk.ask("GET", "connections"))["ack_ms"]
    assert len(times) == 2
    assert all(0 < each < 5_000 for each in times)
