"""A person in the local workspace, for tests: types, drops files, clicks and reads."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import aiohttp

Json = dict[str, Any]
Predicate = Callable[[Json], bool]
Condition = Callable[[], bool | Awaitable[bool]]


class RefusedError(Exception):
    """The workspace refused what a person tried, with Slack's error code."""

    def __init__(self, code: str, answer: Json) -> None:
        super().__init__(code)
        self.code = code
        self.answer = answer


def is_from_bot(message: Json) -> bool:
    """Whether the app wrote a message and has finished streaming it."""
    return bool(message.get("bot_id")) and message.get("streaming_state") != "live"


@dataclass(frozen=True)
class Desk:
    """The people's side of a workspace over HTTP."""

    url: str
    session: aiohttp.ClientSession

    async def ask(self, verb: str, path: str, body: Json | None = None) -> Json:
        """Make one request and return its answer, or raise `RefusedError`."""
        how = {"params": _plain(body or {})} if verb in ("GET", "DELETE") else {"json": body or {}}
        async with self.session.request(verb, f"{self.url}/local/{path}", **how) as response:
            return _accepted(await response.json())

    def person(self, user: str) -> "Person":
        """Return somebody by their id."""
        return Person(self, user)

    async def faults(self, **settings: object) -> Json:
        """Make the workspace misbehave."""
        answer = await self.ask("PATCH", "faults", dict(settings))
        return dict(answer["faults"])

    async def calls(self, method: str) -> list[Json]:
        """Return the calls the app made of a method."""
        answer = await self.ask("GET", "calls")
        return [call for call in answer["last"] if call["method"] == method]

    async def until(self, condition: Condition, seconds: float = 5.0) -> None:
        """Wait until something is true."""
        async with asyncio.timeout(seconds):
            # There is no event to wait for: a condition may look at anything.
            while not await _holds(condition):  # noqa: ASYNC110
                await asyncio.sleep(0.01)


@asynccontextmanager
async def open_desk(url: str) -> AsyncIterator[Desk]:
    """Open the people's side of the workspace at an address."""
    async with aiohttp.ClientSession() as session:
        yield Desk(url, session)


@dataclass(frozen=True)
class Person:
    """What one person does; each method returns the workspace's answer."""

    desk: Desk
    user: str

    async def post(self, channel: str, text: str, thread_ts: str | None = None) -> Json:
        """Write a message and return it."""
        body = {"channel": channel, "text": text, "thread_ts": thread_ts}
        return dict((await self._do("POST", "messages", body))["message"])

    async def upload(
        self,
        channel: str,
        files: Mapping[str, bytes],
        comment: str = "",
        thread_ts: str | None = None,
    ) -> Json:
        """Drop files by name and content, and return the message."""
        form = aiohttp.FormData(quote_fields=False)  # names go as they are, as from a browser
        fields = {"user": self.user, "channel": channel, "text": comment, "thread_ts": thread_ts}
        for name, value in fields.items():
            form.add_field(name, value or "")
        for name, content in files.items():
            form.add_field("files", BytesIO(content), filename=name)
        address = f"{self.desk.url}/local/messages"
        async with self.desk.session.post(address, data=form) as response:
            return dict(_accepted(await response.json())["message"])

    async def edit(self, channel: str, ts: str, text: str) -> Json:
        """Edit one's own message."""
        return await self._do("PATCH", f"messages/{channel}/{ts}", {"text": text})

    async def delete(self, channel: str, ts: str) -> Json:
        """Delete one's own message."""
        return await self._do("DELETE", f"messages/{channel}/{ts}")

    async def react(self, channel: str, ts: str, name: str) -> Json:
        """Add an emoji."""
        return await self._do("POST", f"messages/{channel}/{ts}/reactions", {"name": name})

    async def unreact(self, channel: str, ts: str, name: str) -> Json:
        """Take one's emoji away."""
        return await self._do("DELETE", f"messages/{channel}/{ts}/reactions", {"name": name})

    async def stop_stream(self, channel: str, ts: str) -> Json:
        """Press the stop button of a streamed message."""
        return await self._do("POST", f"messages/{channel}/{ts}/stop")

    async def command(self, channel: str, command: str, text: str = "") -> Json:
        """Run a slash command and return the acknowledgement's payload."""
        body = {"channel": channel, "command": command, "text": text}
        return dict((await self._do("POST", "commands", body))["answer"])

    async def click(
        self, channel: str, ts: str, action_id: str, value: str | None = None, **more: object
    ) -> Json:
        """Use an element of a message."""
        body = {"channel": channel, "ts": ts, "action_id": action_id, "value": value}
        return await self._do("POST", "actions", body | more)

    async def click_in_view(self, view: str, action_id: str, value: str | None = None) -> Json:
        """Use an element of a modal or Home tab."""
        body = {"view": view, "action_id": action_id, "value": value}
        return await self._do("POST", "actions", body)

    async def shortcut(
        self, callback_id: str, channel: str | None = None, ts: str | None = None
    ) -> Json:
        """Run a shortcut, on a message if one is named."""
        body = {"callback_id": callback_id, "channel": channel, "ts": ts}
        return await self._do("POST", "shortcuts", body)

    async def views(self) -> list[Json]:
        """Return the open modals."""
        return list((await self._do("GET", "views"))["views"])

    async def wait_for_view(self, timeout: float = 10.0) -> Json:  # noqa: ASYNC109 - as in the other waits
        """Return the first modal that the app opens."""
        return await self._wait("views", lambda _: True, timeout, "views")

    async def submit(self, view: str, values: Json | None = None) -> Json:
        """Submit a modal."""
        return await self._do("POST", f"views/{view}/submit", {"values": values or {}})

    async def close(self, view: str) -> Json:
        """Close a modal."""
        return await self._do("POST", f"views/{view}/close")

    async def open_home(self) -> Json:
        """Open the Home tab."""
        return await self._do("POST", "home")

    async def home(self) -> Json | None:
        """Return the Home tab as the app last published it."""
        view: Json | None = (await self._do("GET", "home"))["view"]
        return view

    async def use_slack_in(self, locale: str) -> Json:
        """Choose the language of one's Slack, as in its preferences."""
        return await self._do("PATCH", "users", {"locale": locale})

    async def open_dm(self) -> str:
        """Open the direct conversation with the app and return its id."""
        return str((await self._do("POST", "dm"))["channel"]["id"])

    async def channels(self) -> list[Json]:
        """Return the conversations this person sees."""
        return list((await self._do("GET", "channels"))["channels"])

    async def create_channel(self, name: str, **how: object) -> Json:
        """Create a channel: `private`, `ext_shared`, `members`."""
        return dict((await self._do("POST", "channels", {"name": name} | how))["channel"])

    async def read(self, channel: str) -> list[Json]:
        """Return all of a conversation that this person sees."""
        return list((await self._do("GET", f"messages/{channel}"))["messages"])

    async def thread(self, channel: str, thread_ts: str) -> list[Json]:
        """Return a thread as this person sees it, the parent first."""
        return list((await self._do("GET", f"messages/{channel}/{thread_ts}"))["messages"])

    async def statuses(self) -> list[Json]:
        """Return the status lines in sight."""
        return list((await self._do("GET", "statuses"))["statuses"])

    async def download(self, file_id: str) -> bytes:
        """Fetch a file."""
        address = f"{self.desk.url}/local/files/{file_id}"
        async with self.desk.session.get(address, params={"user": self.user}) as response:
            if response.content_type == "application/json":
                _accepted(await response.json())
            return await response.read()

    async def rewrite(self, file_id: str, content: bytes) -> Json:
        """Give one's file other content under the same id."""
        address = f"{self.desk.url}/local/files/{file_id}"
        who = {"user": self.user}
        async with self.desk.session.put(address, params=who, data=content) as response:
            return _accepted(await response.json())

    async def wait_for_reply(
        self,
        channel: str,
        thread_ts: str,
        predicate: Predicate = is_from_bot,
        timeout: float = 10.0,  # noqa: ASYNC109 - callers say how patient they are
    ) -> Json:
        """Return the first message of a thread that fulfils the predicate, as soon as there is one."""
        path = f"messages/{channel}/{thread_ts}"
        return await self._wait(path, predicate, timeout)

    async def wait_for_message(
        self,
        channel: str,
        predicate: Predicate = is_from_bot,
        timeout: float = 10.0,  # noqa: ASYNC109 - callers say how patient they are
    ) -> Json:
        """Return the first message of a conversation that fulfils the predicate."""
        return await self._wait(f"messages/{channel}", predicate, timeout)

    async def _wait(
        self, path: str, predicate: Predicate, seconds: float, key: str = "messages"
    ) -> Json:
        deadline = time.monotonic() + seconds
        seen: list[Json] = []
        while time.monotonic() < deadline:
            answer = await self._do("GET", path)
            seen = answer[key]
            for item in seen:
                if predicate(item):
                    return item
            left = max(0.05, deadline - time.monotonic())
            wait = {"since": answer["revision"], "timeout": left}
            await self.desk.ask("GET", "wait", wait)
        shown = [(item.get("user"), item.get("text")) for item in seen]
        raise TimeoutError(f"nothing like that within {seconds} s; there were {shown}")

    async def _do(self, verb: str, path: str, body: Json | None = None) -> Json:
        return await self.desk.ask(verb, path, {"user": self.user, **(body or {})})


async def _holds(condition: Condition) -> bool:
    result = condition()
    return result if isinstance(result, bool) else await result


def _plain(body: Json) -> dict[str, str]:
    return {name: str(value) for name, value in body.items() if value is not None}


def _accepted(answer: Json) -> Json:
    if not answer.get("ok"):
        raise RefusedError(str(answer.get("error")), answer)
    return answer
