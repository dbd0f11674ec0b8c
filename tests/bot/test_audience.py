"""Who reads an answer, asked of a real workspace over its Web API."""

import pytest

from bot.audience import Audiences
from bot.slack.client import build_client
from bot.slack.people import People
from bot.workspace import seed
from bot.workspace.server import LocalWorkspace
from tests.support.people import Desk
from tests.support.workspace_fixtures import desk, workspace

__all__ = ["desk", "workspace"]

WORKSPACE = seed.TEAM


@pytest.fixture
def people(workspace: LocalWorkspace) -> People:
    return People(build_client(workspace.bot_token, workspace.api_base_url))


@pytest.fixture
def audiences(people: People) -> Audiences:
    return Audiences(people, frozenset({"library", "private-hr"}))


async def channels(audiences: Audiences, channel: str, asker: str) -> frozenset[str]:
    return (await audiences.of(WORKSPACE, channel, asker)).channels


async def test_in_a_channel_of_members_public_libraries_and_itself(audiences: Audiences):
    assert await channels(audiences, seed.GENERAL, seed.ADA) == {seed.GENERAL, seed.LIBRARY}


async def test_in_a_private_library_its_own_documents_too(audiences: Audiences):
    seen = await channels(audiences, seed.PRIVATE, seed.ADA)
    assert seen == {seed.PRIVATE, seed.LIBRARY}


async def test_a_private_library_is_seen_nowhere_else(audiences: Audiences):
    assert seed.PRIVATE not in await channels(audiences, seed.GENERAL, seed.ADA)
    assert seed.PRIVATE not in await channels(audiences, seed.LIBRARY, seed.CHRIS)


async def test_a_guest_among_the_readers_leaves_the_channel_alone(audiences: Audiences):
    assert await channels(audiences, seed.FRONT_DESK, seed.ADA) == {seed.FRONT_DESK}


async def test_in_a_direct_message_what_the_asker_may_see(audiences: Audiences, desk: Desk):
    seen = {}
    for user in (seed.ADA, seed.BEN, seed.GINA):
        direct = await desk.person(user).open_dm()
        seen[user] = await channels(audiences, direct, user)
    assert seen[seed.ADA] == {seed.LIBRARY, seed.PRIVATE}
    assert seen[seed.BEN] == {seed.LIBRARY}
    assert seen[seed.GINA] == frozenset()


async def test_a_guest_in_the_library_sees_it(audiences: Audiences, desk: Desk):
    invited = {"user": seed.GINA, "by": seed.ADA}
    await desk.ask("POST", f"channels/{seed.LIBRARY}/members", invited)
    assert (await audiences.private(WORKSPACE, seed.GINA)).channels == {seed.LIBRARY}


async def test_a_shared_channel_gets_nothing(audiences: Audiences, desk: Desk):
    await desk.ask("PATCH", f"channels/{seed.GENERAL}", {"user": seed.ADA, "ext_shared": True})
    assert await channels(audiences, seed.GENERAL, seed.ADA) == frozenset()
    await desk.ask("PATCH", f"channels/{seed.LIBRARY}", {"user": seed.ADA, "ext_shared": True})
    assert not await audiences.is_library(seed.LIBRARY)


async def test_what_slack_does_not_tell_is_no(audiences: Audiences, desk: Desk):
    assert await channels(audiences, "C0UNKNOWN", seed.ADA) == frozenset()
    await desk.faults(calls=[{"kind": "error", "methods": ["users.list"], "error": "fatal_error"}])
    assert await channels(audiences, seed.GENERAL, seed.ADA) == {seed.GENERAL}
    await desk.faults(calls=[{"kind": "error", "error": "fatal_error"}])
    direct = await audiences.private(WORKSPACE, seed.BEN)
    assert direct.channels == frozenset()


async def test_facts_are_kept_and_dropped_by_events(
    audiences: Audiences, people: People, desk: Desk
):
    assert seed.LIBRARY in await channels(audiences, seed.GENERAL, seed.ADA)
    before = len(await desk.calls("conversations.members"))
    await channels(audiences, seed.GENERAL, seed.ADA)
    assert len(await desk.calls("conversations.members")) == before
    invited = {"user": seed.GINA, "by": seed.ADA}
    await desk.ask("POST", f"channels/{seed.GENERAL}/members", invited)
    people.forget(seed.GENERAL)
    assert await channels(audiences, seed.GENERAL, seed.ADA) == {seed.GENERAL}


async def test_memory_is_named_by_who_reads(audiences: Audiences, desk: Desk):
    direct = await desk.person(seed.ADA).open_dm()
    keys = {
        (await audiences.of(WORKSPACE, seed.GENERAL, seed.ADA)).key,
        (await audiences.of(WORKSPACE, direct, seed.ADA)).key,
        (await audiences.private(WORKSPACE, seed.BEN)).key,
    }
    assert len(keys) == 3
