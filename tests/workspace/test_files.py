"""Files by the real SDK: dropped, downloaded, uploaded in three steps."""

from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.workspace import seed
from bot.workspace.server import LocalWorkspace
from tests.support.people import Desk, Person, RefusedError
from tests.workspace.conftest import Bot

PDF = b"%PDF-1.7\n" + bytes(range(256)) * 20


async def fetch(url: str, token: str) -> tuple[int, str, bytes]:
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        aiohttp.ClientSession() as session,
        session.get(url, headers=headers, allow_redirects=False) as response,
    ):
        return response.status, response.content_type, await response.read()


async def drop(ada: Person) -> dict[str, Any]:
    message = await ada.upload(seed.LIBRARY, {"../../leave policy.pdf": PDF}, "see @footnote")
    return dict(message["files"][0])


async def test_a_drop_is_a_message_a_mention_and_file_shared(
    workspace: LocalWorkspace, bot: Bot, desk: Desk, ada: Person
):
    await drop(ada)
    await desk.until(lambda: len(bot.bodies) == 3)

    [message], [mention] = bot.events("message"), bot.events("app_mention")
    [shared] = bot.events("file_shared")
    assert message["subtype"] == "file_share"
    assert "files" not in mention
    file = message["files"][0]
    assert (file["mimetype"], file["filetype"], file["size"]) == (
        "application/pdf",
        "pdf",
        len(PDF),
    )
    assert shared["file_id"] == shared["file"]["id"] == file["id"]
    assert shared["channel_id"] == seed.LIBRARY
    assert file["shares"]["public"][seed.LIBRARY][0]["ts"] == message["ts"]
    assert await fetch(file["url_private_download"], workspace.bot_token) == (
        200,
        "application/pdf",
        PDF,
    )


async def test_bytes_lie_under_the_id_not_the_name(
    workspace: LocalWorkspace, ada: Person, tmp_path
):
    file = await drop(ada)

    names = [path.name for path in (tmp_path / "state" / "files").iterdir()]
    assert names == [file["id"]]


async def test_without_the_right_token_a_login_page_comes(workspace: LocalWorkspace, ada: Person):
    file = await drop(ada)

    status, kind, body = await fetch(file["url_private_download"], "xoxb-wrong")
    assert (status, kind) == (200, "text/html")
    assert b"Sign in" in body


async def test_people_fetch_only_what_they_may_see(
    desk: Desk, ada: Person, ben: Person, gina: Person
):
    file = await drop(ada)

    assert await ben.download(file["id"]) == PDF
    with pytest.raises(RefusedError, match="file_not_found"):
        await gina.download(file["id"])


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ({"login_pages": 1}, (200, "text/html")),
        ({"redirect_downloads": 1, "redirect_to": "https://elsewhere.example/x"}, (302, None)),
        ({"missing_scopes": ["files:read"]}, (200, "text/html")),
        ({"token_error": "token_revoked"}, (200, "text/html")),
    ],
)
async def test_downloads_go_wrong_on_request(workspace, desk: Desk, ada: Person, fault, expected):
    file = await drop(ada)
    await desk.faults(**fault)

    status, kind, _ = await fetch(file["url_private_download"], workspace.bot_token)
    assert status == expected[0]
    assert expected[1] in (None, kind)


async def test_a_truncated_download_breaks_off(workspace: LocalWorkspace, desk: Desk, ada: Person):
    file = await drop(ada)
    await desk.faults(truncated_downloads=1)

    with pytest.raises(aiohttp.ClientPayloadError):
        await fetch(file["url_private_download"], workspace.bot_token)
    assert (await fetch(file["url_private_download"], workspace.bot_token))[2] == PDF


async def test_a_permalink_serves_those_who_may_see_the_file(
    workspace: LocalWorkspace, desk: Desk, ada: Person, gina: Person
):
    file = await drop(ada)
    assert file["permalink"].startswith(f"{workspace.url}/files/{ada.user}/{file['id']}/")

    async def follow(user: str) -> tuple[int, bytes, str]:
        async with desk.session.get(file["permalink"], params={"user": user}) as answer:
            how = answer.headers.get("Content-Disposition", "")
            return answer.status, await answer.read(), how

    assert await follow(ada.user) == (200, PDF, "attachment")
    for stranger in (gina.user, "", "U0NOBODY"):
        status, body, _ = await follow(stranger)
        assert (status, PDF in body) == (404, False)
    await desk.ask("DELETE", f"files/{file['id']}", {"user": ada.user})
    assert (await follow(ada.user))[0] == 404


async def test_stubs_instead_of_files(bot: Bot, desk: Desk, ada: Person, client: AsyncWebClient):
    await desk.faults(stub_files=True)
    await ada.upload(seed.LIBRARY, {"a.pdf": PDF})
    await desk.until(lambda: bool(bot.events("message")))

    stub = bot.events("message")[0]["files"][0]
    assert stub == {"id": stub["id"], "mode": "file_access", "file_access": "check_file_info"}
    assert (await client.files_info(file=stub["id"]))["file"]["mode"] == "hosted"


async def test_shares_can_come_late(desk: Desk, ada: Person, client: AsyncWebClient):
    file = await drop(ada)
    await desk.faults(late_shares=1)

    assert "shares" not in (await client.files_info(file=file["id"]))["file"]
    assert "shares" in (await client.files_info(file=file["id"]))["file"]


async def test_upload_in_three_steps(client: AsyncWebClient, ada: Person):
    parent = await ada.post(seed.GENERAL, "the page, please")
    answer = await client.files_upload_v2(
        content=PDF,
        filename="page.png",
        title="Page 3",
        channel=seed.GENERAL,
        thread_ts=parent["ts"],
        initial_comment="Here it is",
    )

    reply = await ada.wait_for_reply(seed.GENERAL, parent["ts"])
    assert reply["text"] == "Here it is"
    assert reply["files"][0]["title"] == "Page 3"
    assert reply["files"][0]["id"] == answer["file"]["id"]
    assert await ada.download(answer["file"]["id"]) == PDF


async def test_several_files_and_an_image_block(client: AsyncWebClient, ada: Person):
    uploads = [{"content": PDF, "filename": name} for name in ("one.png", "two.pdf")]
    answer = await client.files_upload_v2(file_uploads=uploads)
    image, pdf = (file["id"] for file in answer["files"])

    block = {"type": "image", "alt_text": "page", "slack_file": {"id": image}}
    await client.chat_postMessage(channel=seed.GENERAL, text="page", blocks=[block])
    block["slack_file"] = {"id": pdf}
    with pytest.raises(SlackApiError) as refused:
        await client.chat_postMessage(channel=seed.GENERAL, text="page", blocks=[block])
    assert "invalid slack file" in refused.value.response["response_metadata"]["messages"][0]


async def test_a_deleted_file(bot: Bot, desk: Desk, ada: Person, client: AsyncWebClient):
    file = await drop(ada)
    await desk.ask("PATCH", f"files/{file['id']}", {"user": seed.ADA, "title": "New"})
    await desk.ask("DELETE", f"files/{file['id']}", {"user": seed.ADA})
    await desk.until(lambda: bool(bot.events("file_deleted")) and bool(bot.events("file_change")))

    assert "channel_id" not in bot.events("file_deleted")[0]
    with pytest.raises(SlackApiError, match="file_deleted"):
        await client.files_info(file=file["id"])
    [message] = await ada.read(seed.LIBRARY)
    assert message["files"] == [{"id": file["id"], "mode": "tombstone"}]


@pytest.mark.parametrize("size", [3, 7])
async def test_an_upload_of_another_length_is_refused(client: AsyncWebClient, size: int):
    ticket = await client.files_getUploadURLExternal(filename="a.pdf", length=5)
    async with (
        aiohttp.ClientSession() as session,
        session.post(ticket["upload_url"], data=b"x" * size) as response,
    ):
        assert response.status in (400, 413)
    with pytest.raises(SlackApiError, match="file_not_found"):
        await client.files_completeUploadExternal(files=[{"id": ticket["file_id"]}])


async def test_a_file_goes_with_its_message(bot: Bot, desk: Desk, ada: Person, ben: Person):
    message = await ada.upload(seed.LIBRARY, {"a.pdf": PDF})
    file_id = message["files"][0]["id"]
    await ada.delete(seed.LIBRARY, message["ts"])
    await desk.until(lambda: bool(bot.events("file_unshared")))

    assert bot.events("file_unshared")[0]["channel_id"] == seed.LIBRARY
    with pytest.raises(RefusedError, match="file_not_found"):
        await ben.download(file_id)
    assert await ada.download(file_id) == PDF


async def test_new_content_under_the_same_id_is_a_file_change(
    workspace: LocalWorkspace, bot: Bot, desk: Desk, ada: Person
):
    file = await drop(ada)
    changed = (await ada.rewrite(file["id"], PDF + b"more"))["file"]
    await desk.until(lambda: bool(bot.events("file_change")))
    assert (changed["id"], changed["size"]) == (file["id"], len(PDF) + 4)
    assert bot.events("file_change")[0]["file_id"] == file["id"]
    fetched = await fetch(file["url_private_download"], workspace.bot_token)
    assert fetched[2] == PDF + b"more"
    with pytest.raises(RefusedError, match="cant_delete_file"):
        await desk.person(seed.BEN).rewrite(file["id"], b"mine now")
