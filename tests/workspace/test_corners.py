"""The less travelled paths of both sides."""

from pathlib import Path

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.workspace import seed
from bot.workspace.elements import chosen, find_element, state_values
from bot.workspace.errors import SlackError
from bot.workspace.server import LocalWorkspace
from bot.workspace.sockets import MAX_SOCKETS
from tests.support.people import Desk, Person, RefusedError

TITLE = {"type": "plain_text", "text": "x"}
RED = {"text": TITLE, "value": "red"}
BLUE = {"text": TITLE, "value": "blue"}


def element(kind: str, **more: object) -> dict[str, object]:
    return {"type": kind, "action_id": "a", "options": [RED, BLUE]} | more


@pytest.mark.parametrize(
    ("kind", "given", "answer"),
    [
        ("static_select", "blue", {"selected_option": BLUE}),
        ("overflow", "red", {"selected_option": RED}),
        ("checkboxes", ["red", "blue"], {"selected_options": [RED, BLUE]}),
        ("multi_static_select", None, {"selected_options": []}),
        ("users_select", "U1", {"selected_user": "U1"}),
        ("datepicker", "2026-11-30", {"selected_date": "2026-11-30"}),
        ("plain_text_input", "hi", {"value": "hi"}),
        ("icon_button", "x", {"value": "x"}),
    ],
)
def test_what_was_chosen(kind, given, answer):
    block = {"type": "section", "block_id": "b", "accessory": element(kind)}
    found = find_element([block], {"block_id": "b"})
    assert chosen(*found, {"value": given}).items() >= answer.items()
    if kind != "icon_button":
        state = state_values([block], {"b": {"a": given}})
        assert state["b"]["a"] == {"type": kind} | answer


def test_an_element_may_be_named_by_its_value_alone():
    blocks = [{"type": "actions", "elements": [element("button", value="1")]}]
    assert find_element(blocks, {"value": "1"})[1]["value"] == "1"
    with pytest.raises(SlackError, match="element_not_found"):
        find_element(blocks, {"value": "2"})
    with pytest.raises(SlackError, match="element_not_found"):
        find_element(blocks, {"action_id": "other"})


async def test_channels_are_made_named_and_joined_with_care(desk: Desk, ada: Person, gina: Person):
    made = await ada.create_channel("plans")
    for name, code in (("plans", "name_taken"), ("Has Space", "invalid_name")):
        with pytest.raises(RefusedError, match=code):
            await ada.create_channel(name)
    changes = {"user": seed.ADA, "name": "schemes", "ext_shared": True}
    changed = (await desk.ask("PATCH", f"channels/{made['id']}", changes))["channel"]
    assert (changed["name"], changed["is_ext_shared"]) == ("schemes", True)
    with pytest.raises(RefusedError, match="channel_not_found"):
        await desk.ask("POST", f"channels/{made['id']}/members", {"user": seed.GINA})
    await desk.ask("POST", f"channels/{made['id']}/members", {"user": seed.GINA, "by": seed.ADA})
    await gina.post(made["id"], "thanks")
    with pytest.raises(RefusedError, match="name_taken"):
        await desk.ask("POST", "users", {"name": "Ada"})
    with pytest.raises(RefusedError, match="user_not_found"):
        await desk.person(seed.BOT_USER).post(seed.GENERAL, "I am no person")


async def test_people_write_only_where_they_may(
    tmp_path: Path, ada: Person, ben: Person, gina: Person, client: AsyncWebClient
):
    for person, channel, code in (
        (ben, seed.PRIVATE, "channel_not_found"),
        (gina, seed.LIBRARY, "channel_not_found"),
        (ben, (await ada.create_channel("open"))["id"], "not_in_channel"),
    ):
        with pytest.raises(RefusedError, match=code):
            await person.post(channel, "hello")
    with pytest.raises(RefusedError, match="no_text"):
        await ada.post(seed.GENERAL, "")
    with pytest.raises(RefusedError, match="channel_not_found"):
        await gina.upload(seed.LIBRARY, {"a.pdf": b"leaves no trace"})
    assert not list((tmp_path / "state" / "files").iterdir())
    posted = await ada.post(seed.GENERAL, "mine")
    with pytest.raises(RefusedError, match="cant_update_message"):
        await ben.edit(seed.GENERAL, posted["ts"], "mine now")
    with pytest.raises(RefusedError, match="no_reaction"):
        await ben.unreact(seed.GENERAL, posted["ts"], "eyes")


async def test_only_ten_sockets(workspace: LocalWorkspace):
    address = workspace.url.replace("http", "ws") + "/link/?ticket="
    async with aiohttp.ClientSession() as session:
        sockets = [
            await session.ws_connect(address + workspace.core.hub.new_ticket())
            for _ in range(MAX_SOCKETS + 1)
        ]
        frames = [await socket.receive_json() for socket in sockets]
        for socket in sockets:
            await socket.close()
    assert [frame["type"] for frame in frames] == ["hello"] * MAX_SOCKETS + ["disconnect"]


async def test_bytes_may_come_as_a_form_and_be_deleted(client: AsyncWebClient, ada: Person):
    ticket = await client.files_getUploadURLExternal(filename="a.txt", length=5)
    form = aiohttp.FormData()
    form.add_field("filename", b"hello", filename="a.txt")
    async with (
        aiohttp.ClientSession() as session,
        session.post(ticket["upload_url"], data=form) as response,
    ):
        assert response.status == 200
    await client.files_completeUploadExternal(
        files=[{"id": ticket["file_id"], "title": None}], channel_id=seed.GENERAL
    )
    assert await ada.download(ticket["file_id"]) == b"hello"
    await client.files_delete(file=ticket["file_id"])
    with pytest.raises(RefusedError, match="file_deleted"):
        await ada.download(ticket["file_id"])
    dropped = await ada.upload(seed.GENERAL, {"mine.txt": b"x"})
    with pytest.raises(SlackApiError, match="cant_delete_file"):
        await client.files_delete(file=dropped["files"][0]["id"])


async def test_conversation_details(client: AsyncWebClient, desk: Desk):
    info = (await client.conversations_info(channel=seed.GENERAL, include_num_members=True))[
        "channel"
    ]
    assert (info["num_members"], info["is_member"], info["is_general"]) == (4, True, True)
    opened = (await client.conversations_open(users=seed.BEN, return_im=True))["channel"]
    assert (opened["is_im"], opened["user"]) == (True, seed.BEN)
    assert (await client.conversations_open(channel=opened["id"]))["already_open"]
    with pytest.raises(SlackApiError, match="users_list_not_supplied"):
        await client.conversations_open(users=[])
    await desk.faults(missing_scopes=["groups:read"])
    with pytest.raises(SlackApiError, match="missing_scope"):
        await client.conversations_info(channel=seed.PRIVATE)


@pytest.mark.parametrize(
    ("metadata", "code"),
    [
        ({"event_type": "", "event_payload": {}}, "invalid_metadata_schema"),
        ({"event_type": "x", "event_payload": {"a": "x" * 8_000}}, "metadata_too_large"),
    ],
)
async def test_metadata_limits(client: AsyncWebClient, metadata, code):
    with pytest.raises(SlackApiError, match=code):
        await client.chat_postMessage(channel=seed.GENERAL, text="x", metadata=metadata)


async def test_messages_may_be_markdown_or_attachments(client: AsyncWebClient):
    async def post(**content: object) -> AsyncSlackResponse:
        # The SDK's own methods warn of what is tried here.
        return await client.api_call("chat.postMessage", json={"channel": seed.GENERAL, **content})

    metadata = {"event_type": "x", "event_payload": {"a": 1}}
    posted = await post(markdown_text="**hi**", metadata=metadata)
    assert posted["message"]["blocks"][0]["type"] == "markdown"
    await post(attachments=[{"text": "x"}])
    with pytest.raises(SlackApiError, match="invalid_blocks"):
        await post(attachments=[{"blocks": [{"type": "no"}]}])
    with pytest.raises(SlackApiError, match="invalid_attachments"):
        await post(attachments=["x"])
    history = await client.conversations_history(channel=seed.GENERAL, include_all_metadata=True)
    assert history["messages"][1]["metadata"] == metadata
    without = {"channel": seed.GENERAL, "ts": posted["ts"], "blocks": []}
    cleared = await client.api_call("chat.update", json=without)
    assert (cleared["text"], cleared["message"].get("blocks")) == ("**hi**", None)


async def test_the_panel_sees_the_workspace(
    workspace: LocalWorkspace, desk: Desk, client: AsyncWebClient
):
    shown = str(await desk.ask("GET", "workspace"))
    assert seed.APP in shown
    assert workspace.bot_token not in shown
    assert workspace.signing_secret not in shown
    assert (await desk.ask("GET", "connections"))["sockets"] == 0
    await client.auth_test()
    assert workspace.core.calls.count("auth.test") == 1
    await desk.ask("DELETE", "calls")
    assert not await desk.calls("auth.test")
    with pytest.raises(RefusedError, match="invalid_arguments"):
        await desk.ask("POST", "faults/disconnect", {"reason": "boredom"})


async def test_the_app_cannot_go_back_to_an_ephemeral_message(client: AsyncWebClient, ada: Person):
    parent = await ada.post(seed.GENERAL, "question")
    there = {"channel": seed.GENERAL, "thread_ts": parent["ts"]}
    whispered = await client.chat_postEphemeral(**there, user=seed.ADA, text="psst")
    ts = whispered["message_ts"]
    for call, code in (
        (client.chat_update(channel=seed.GENERAL, ts=ts, text="x"), "message_not_found"),
        (
            client.reactions_add(channel=seed.GENERAL, timestamp=ts, name="eyes"),
            "message_not_found",
        ),
        (client.conversations_replies(channel=seed.GENERAL, ts=ts), "thread_not_found"),
        (client.chat_getPermalink(channel=seed.GENERAL, message_ts=ts), "message_not_found"),
    ):
        with pytest.raises(SlackApiError, match=code):
            await call
    with pytest.raises(RefusedError, match="message_not_found"):
        await ada.react(seed.GENERAL, ts, "eyes")
    await ada.delete(seed.GENERAL, parent["ts"])
    [left] = await ada.read(seed.GENERAL)
    assert left["text"] == "psst"
