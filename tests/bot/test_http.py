"""Requests by HTTP: signed and fresh, or nobody looks at them."""

import hashlib
import hmac
import io
import json
import time
from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from slack_bolt.async_app import AsyncApp

from bot.http import PATH, take_events, web_app

Door = TestClient[web.Request, web.Application]
SECRET = "the signing secret"
BODY = json.dumps({"type": "url_verification", "challenge": "c1"})


def signed(
    body: str = BODY, *, age: float = 0, secret: str = SECRET, stamp: str = ""
) -> dict[str, str]:
    stamp = stamp or str(int(time.time() - age))
    mac = hmac.new(secret.encode(), f"v0:{stamp}:{body}".encode(), hashlib.sha256)
    return {
        "X-Slack-Request-Timestamp": stamp,
        "X-Slack-Signature": f"v0={mac.hexdigest()}",
        "Content-Type": "application/json",
    }


@pytest.fixture
async def door() -> AsyncIterator[Door]:
    app = AsyncApp(token="xoxb-1", signing_secret=SECRET, process_before_response=True)
    application = web_app()
    take_events(application, app, SECRET)
    async with TestClient(TestServer(application)) as client:
        yield client


async def test_what_slack_signed_comes_in(door: Door) -> None:
    answer = await door.post(PATH, data=BODY, headers=signed())
    assert answer.status == 200
    assert "c1" in await answer.text()
    assert (await door.get("/health")).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        signed(secret="another"),
        signed("another body"),
        signed(age=400),
        signed(age=-40_000),  # far ahead: it is made when tests are collected, minutes before
        signed(stamp="soon"),
        signed(stamp="1e9"),
        signed(stamp="-1"),
        signed(stamp="٣٤٥"),
        signed(stamp="9" * 40),
        signed() | {"X-Slack-Signature": "v0=ü"},
        signed() | {"X-Slack-Signature": ""},
        signed() | {"X-Slack-Signature": signed()["X-Slack-Signature"][:-1]},
    ],
)
async def test_what_slack_did_not_sign_just_now_is_refused(
    door: Door, headers: dict[str, str]
) -> None:
    answer = await door.post(PATH, data=BODY, headers=headers)
    assert (answer.status, await answer.json()) == (401, {"error": "invalid request"})


async def test_bytes_that_are_no_text_are_refused(door: Door) -> None:
    answer = await door.post(PATH, data=b"\xff\xfe", headers=signed())
    assert answer.status == 401


async def test_a_body_that_is_too_large_is_refused(door: Door) -> None:
    body = "x" * (2 * 1024 * 1024)
    answer = await door.post(PATH, data=io.BytesIO(body.encode()), headers=signed(body))
    assert answer.status == 413
