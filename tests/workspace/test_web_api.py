"""The Web API as the real client uses it, and as it may be called by hand."""

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.workspace import seed
from bot.workspace.server import LocalWorkspace
from tests.support.people import Desk, Person


@pytest.mark.parametrize(
    "how",
    [
        {"params": {"channel": seed.GENERAL, "text": "hi", "team_id": "T1"}},
        {"data": {"channel": seed.GENERAL, "text": "hi", "blocks": '[{"type": "divider"}]'}},
        {"json": {"channel": seed.GENERAL, "text": "hi"}},
        {"data": "multipart"},
    ],
    ids=["query", "form", "json", "multipart"],
)
@pytest.mark.parametrize("as_header", [True, False])
async def test_every_way_of_sending_arguments(workspace: LocalWorkspace, how, as_header: bool):
    how, token = dict(how), workspace.bot_token
    if how.get("data") == "multipart":
        how["data"] = aiohttp.FormData(
            {"channel": seed.GENERAL, "text": "hi"}, default_to_multipart=True
        )
    headers = {"Authorization": f"Bearer {token}"} if as_header else {}
    query = how.pop("params", {}) | ({} if as_header else {"token": token})
    address = f"{workspace.api_base_url}chat.postMessage"
    async with (
        aiohttp.ClientSession() as session,
        session.post(address, params=query, headers=headers, **how) as response,
    ):
        assert (await response.json())["ok"], await response.text()


async def test_get_works_too_and_tokens_are_checked(workspace: LocalWorkspace):
    address = f"{workspace.api_base_url}auth.test"
    async with aiohttp.ClientSession() as session:
        for token, error in (
            (workspace.bot_token, None),
            ("xoxb-other", "invalid_auth"),
            ("", "not_authed"),
        ):
            async with session.get(address, params={"token": token}) as response:
                assert (await response.json()).get("error") == error
                assert response.status == 200


async def test_auth_test_names_the_scopes(client: AsyncWebClient):
    answer = await client.auth_test()
    assert answer["user_id"] == seed.BOT_USER
    assert answer["bot_id"] == seed.BOT
    assert "chat:write" in answer.headers["x-oauth-scopes"].split(",")


async def test_a_missing_scope_is_named(client: AsyncWebClient, desk: Desk):
    await desk.faults(missing_scopes=["reactions:write"])
    with pytest.raises(SlackApiError) as refused:
        await client.reactions_add(channel=seed.GENERAL, timestamp="1.0", name="eyes")
    assert refused.value.response["error"] == "missing_scope"
    assert refused.value.response["needed"] == "reactions:write"


async def test_members_come_in_pages(client: AsyncWebClient):
    members, cursor = [], None
    while cursor != "":
        page = await client.conversations_members(channel=seed.FRONT_DESK, limit=2, cursor=cursor)
        assert len(page["members"]) <= 2
        members += page["members"]
        cursor = page["response_metadata"]["next_cursor"]
    assert set(members) == {seed.ADA, seed.BEN, seed.CHRIS, seed.GINA, seed.BOT_USER}


async def test_history_and_replies(client: AsyncWebClient, ada: Person):
    first = await ada.post(seed.GENERAL, "first")
    reply = await client.chat_postMessage(channel=seed.GENERAL, text="reply", thread_ts=first["ts"])
    second = await ada.post(seed.GENERAL, "second")

    history = await client.conversations_history(channel=seed.GENERAL)
    assert [m["ts"] for m in history["messages"]] == [second["ts"], first["ts"]]
    assert history["messages"][1]["reply_count"] == 1
    newer = await client.conversations_history(channel=seed.GENERAL, oldest=first["ts"])
    assert [m["ts"] for m in newer["messages"]] == [second["ts"]]
    thread = await client.conversations_replies(channel=seed.GENERAL, ts=first["ts"])
    assert [m["text"] for m in thread["messages"]] == ["first", "reply"]
    alone = await client.conversations_replies(channel=seed.GENERAL, ts=reply["ts"])
    assert [m["text"] for m in alone["messages"]] == ["reply"]


async def test_who_is_who(client: AsyncWebClient, ada: Person):
    people = {u["name"]: u for u in (await client.users_list())["members"]}
    assert people["gina"]["is_restricted"]
    assert people["chris"]["is_admin"]
    assert people["footnote"]["profile"]["bot_id"] == seed.BOT
    assert (await client.team_info())["team"]["id"] == seed.TEAM
    assert (await client.bots_info(bot=seed.BOT))["bot"]["user_id"] == seed.BOT_USER
    hidden = await ada.create_channel("hidden", private=True)
    types = "public_channel,private_channel"
    mine = {
        c["id"] for c in (await client.users_conversations(user=seed.ADA, types=types))["channels"]
    }
    assert mine == {seed.GENERAL, seed.LIBRARY, seed.FRONT_DESK, seed.PRIVATE}
    listed = {c["id"] for c in (await client.conversations_list(types=types))["channels"]}
    assert hidden["id"] not in listed


async def test_direct_conversations_and_joining(client: AsyncWebClient, ada: Person):
    opened = await client.conversations_open(users=[seed.ADA])
    posted = await client.chat_postMessage(channel=seed.ADA, text="hello Ada")
    assert posted["channel"] == opened["channel"]["id"] == await ada.open_dm()
    created = await ada.create_channel("open")
    await client.conversations_join(channel=created["id"])
    await client.chat_postMessage(channel=created["id"], text="hello")
    assert [m["text"] for m in await ada.read(created["id"])] == ["hello"]


async def test_deleting_and_permalinks(client: AsyncWebClient, ada: Person):
    posted = await client.chat_postMessage(channel=seed.GENERAL, text="oops")
    link = await client.chat_getPermalink(channel=seed.GENERAL, message_ts=posted["ts"])
    assert link["permalink"].endswith(f"/archives/{seed.GENERAL}/p{posted['ts'].replace('.', '')}")
    await client.chat_delete(channel=seed.GENERAL, ts=posted["ts"])
    assert not await ada.read(seed.GENERAL)


async def test_people_see_only_their_channels(ada: Person, ben: Person, gina: Person):
    def names(channels):
        return {channel["name"] for channel in channels}

    assert names(await ada.channels()) == {"general", "library", "front-desk", "private-hr"}
    assert names(await ben.channels()) == {"general", "library", "front-desk"}
    assert names(await gina.channels()) == {"front-desk"}


async def test_a_locale_is_told_only_to_who_asks_for_it(client: AsyncWebClient, ada: Person):
    await ada.use_slack_in("zh-CN")
    assert "locale" not in (await client.users_info(user=seed.ADA))["user"]
    assert not any("locale" in user for user in (await client.users_list())["members"])
    told = (await client.users_info(user=seed.ADA, include_locale=True))["user"]
    assert told["locale"] == "zh-CN"
    listed = (await client.users_list(include_locale=True))["members"]
    assert {user["name"]: user["locale"] for user in listed}["ben"] == "en-US"
