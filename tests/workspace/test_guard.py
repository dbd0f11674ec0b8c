"""Nobody but this machine's own pages may ask."""

import aiohttp
import pytest

from bot.workspace.server import LocalWorkspace
from tests.support.people import Desk


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.10", "example.com", ""])
async def test_only_loopback_is_listened_on(tmp_path, host: str):
    with pytest.raises(ValueError, match="loopback"):
        await LocalWorkspace(tmp_path).start(host=host)


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1:1"},
        {"Origin": "https://evil.example"},
        {"Origin": "http://localhost:1"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
@pytest.mark.parametrize("path", ["/local/users", "/api/auth.test", "/link/?ticket=x"])
async def test_strangers_are_refused(workspace: LocalWorkspace, headers: dict[str, str], path: str):
    async with (
        aiohttp.ClientSession() as session,
        session.get(workspace.url + path, headers=headers) as response,
    ):
        assert response.status == 403


async def test_its_own_page_is_welcome(workspace: LocalWorkspace, desk: Desk):
    headers = {"Origin": workspace.url, "Sec-Fetch-Site": "same-origin"}
    async with desk.session.get(f"{desk.url}/local/users", headers=headers) as response:
        assert response.status == 200


async def test_a_ticket_opens_one_socket(workspace: LocalWorkspace):
    address = (
        f"{workspace.url.replace('http', 'ws')}/link/?ticket={workspace.core.hub.new_ticket()}"
    )
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(address) as socket:
            assert (await socket.receive_json())["type"] == "hello"
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(address)
