"""An OpenAI-compatible endpoint on loopback that says what a test has queued, and records."""

import asyncio
import json
import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

Json = dict[str, Any]
USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}


@dataclass(frozen=True)
class Scripted:
    """One reply: a status and body, perhaps late, perhaps cut before its end."""

    body: Json | str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    drop: bool = False
    pieces: Sequence[Json | str] = ()
    """Sent as a stream when the request asks for one."""
    raw: bytes | None = None
    """All that a stream is made of, which may end anywhere."""


@dataclass(frozen=True)
class Request:
    """What was asked: the path, the JSON body, and when by the loop's clock."""

    path: str
    body: Json
    authorization: str
    at: float

    @property
    def messages(self) -> list[Json]:
        found: list[Json] = self.body["messages"]
        return found

    @property
    def prompt(self) -> str:
        """All of the newest message, which holds the documents and the question."""
        return str(self.messages[-1]["content"])


def completion(
    content: str | None,
    *,
    finish: str | None = "stop",
    usage: Json | None = USAGE,
    **message: Any,
) -> Json:
    choice = {
        "index": 0,
        "finish_reason": finish,
        "message": {"role": "assistant", "content": content, **message},
    }
    body: Json = {"id": "c1", "object": "chat.completion", "created": 0, "model": "m"}
    body["choices"] = [choice]
    return body | ({"usage": usage} if usage else {})


def says(content: str | None, *, delay: float = 0.0, **kwargs: Any) -> Scripted:
    """A whole reply, also as a stream of a few pieces with usage in a chunk without choices."""
    body = completion(content, **kwargs)
    text, third = content or "", max(1, len(content or "") // 3)
    parts = [text[i : i + third] for i in range(0, len(text), third)]
    pieces: list[Json | str] = [_chunk(delta={"content": part}) for part in parts]
    pieces.append(_chunk(delta={}, finish=kwargs.get("finish", "stop")))
    if "usage" in body:
        pieces.append(_chunk() | {"choices": [], "usage": body["usage"]})
    return Scripted(body, delay=delay, pieces=pieces)


def says_json(value: object, **kwargs: Any) -> Scripted:
    return says(json.dumps(value, ensure_ascii=False), **kwargs)


def calls_tool(arguments: str, name: str = "form") -> Scripted:
    call = {"id": "t1", "type": "function", "function": {"name": name, "arguments": arguments}}
    return says(None, finish="tool_calls", tool_calls=[call])


def thinks(thought: str, content: str, *, closed: bool = True) -> Scripted:
    return says(f"<think>{thought}" + ("</think>" if closed else "") + content)


def empty() -> Scripted:
    return says("")


def cut_off(content: str) -> Scripted:
    return says(content, finish="length")


def fails(
    status: int, message: str = "", headers: Mapping[str, str] | None = None, **error: Any
) -> Scripted:
    body = {"error": {"message": message, **error}}
    return Scripted(body, status=status, headers=headers or {})


def busy(after: str | None = None, status: int = 429) -> Scripted:
    headers = {} if after is None else {"Retry-After": after}
    return fails(status, "slow down", headers)


def refuses(parameter: str, message: str = "", status: int = 400) -> Scripted:
    text = message or f"Unsupported parameter: '{parameter}'"
    return fails(status, text, param=parameter, type="invalid_request_error")


def filtered_error() -> Scripted:
    inner = {"code": "ResponsibleAIPolicyViolation"}
    return fails(400, "", code="content_filter", innererror=inner)


def filtered_reply() -> Scripted:
    return says(None, finish="content_filter")


def too_long() -> Scripted:
    message = "request (12030 tokens) exceeds the available context size (8192 tokens)"
    return fails(400, message, type="exceed_context_size_error")


def malformed(body: str = "<html>Sign in</html>") -> Scripted:
    return Scripted(body)


def dropped() -> Scripted:
    return Scripted("", drop=True)


def _chunk(delta: Json | None = None, finish: str | None = None) -> Json:
    choice = {"index": 0, "delta": delta or {}, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion.chunk", "model": "m", "choices": [choice]}


Rule = Callable[[Json], Scripted | None]


class ModelEndpoint:
    """Replies from the queue; when it is empty, ``otherwise``. ``rules`` are asked first."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.queue: deque[Scripted] = deque()
        self.otherwise: Scripted = says("nothing is scripted")
        self.rules: list[Rule] = []
        self.batch_cap = 1_000
        self.context_characters = 100_000
        self.dimension = 8
        self.cuts_at = 0
        self.running = 0
        self.most_running = 0
        self._runner: web.AppRunner | None = None
        self.url = ""

    def script(self, *replies: Scripted) -> None:
        self.queue.extend(replies)

    def always(self, rule: Rule) -> None:
        self.rules.append(rule)

    def never_takes(self, *parameters: str) -> None:
        """Refuses every request that has one of the parameters."""

        def rule(body: Json) -> Scripted | None:
            return next((refuses(p) for p in parameters if p in body), None)

        self.rules.append(rule)

    @property
    def chats(self) -> list[Request]:
        return [r for r in self.requests if r.path.endswith("/chat/completions")]

    @property
    def batches(self) -> list[list[str]]:
        return [r.body["input"] for r in self.requests if r.path.endswith("/embeddings")]

    async def start(self) -> None:
        app = web.Application(client_max_size=32 * 2**20)
        app.router.add_post("/v1/chat/completions", self._answer)
        app.router.add_post("/v1/embeddings", self._answer)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}/v1"

    async def stop(self) -> None:
        if self._runner:
            await self._runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        now = asyncio.get_running_loop().time()
        authorization = request.headers.get("Authorization", "")
        self.requests.append(Request(request.path, body, authorization, now))
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        try:
            reply = self._reply_to(request.path, body)
            await asyncio.sleep(reply.delay)
            return await self._send(request, body, reply)
        finally:
            self.running -= 1

    def _reply_to(self, path: str, body: Json) -> Scripted:
        ruled = next((r for rule in self.rules if (r := rule(body)) is not None), None)
        if ruled is not None:
            return ruled
        if self.queue:
            return self.queue.popleft()
        return self._embed(body) if path.endswith("/embeddings") else self.otherwise

    async def _send(self, request: web.Request, body: Json, reply: Scripted) -> web.StreamResponse:
        if reply.drop and request.transport is not None:
            request.transport.close()
        if not body.get("stream") or reply.status != 200:
            if isinstance(reply.body, str):
                return web.Response(text=reply.body, content_type="text/html")
            return web.json_response(reply.body, status=reply.status, headers=dict(reply.headers))
        stream = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await stream.prepare(request)
        if reply.raw is not None:
            await stream.write(reply.raw)
            return stream
        for piece in reply.pieces:
            data = piece if isinstance(piece, str) else json.dumps(piece)
            await stream.write(f"data: {data}\n\n".encode())
            await asyncio.sleep(0)
        await stream.write(b"data: [DONE]\n\n")
        return stream

    def _embed(self, body: Json) -> Scripted:
        texts = body["input"]
        if not isinstance(texts, list) or not all(isinstance(t, str) for t in texts):
            return Scripted(
                {"error": "'input' field must be a string or an array of strings"}, status=400
            )
        if len(texts) > self.batch_cap:
            message = (
                f"batch size is invalid, it should not be larger than {self.batch_cap}.: "
                "input.contents"
            )
            return fails(400, message)
        if any(len(text) > self.context_characters for text in texts):
            return fails(400, "maximum context length is 512 tokens")
        rows = [{"index": i, "embedding": self.vector(text)} for i, text in enumerate(texts)]
        return Scripted({"object": "list", "data": rows[::-1], "model": "e"})

    def vector(self, text: str) -> list[float]:
        """What the endpoint makes of a text: letters counted by their code; not of length one."""
        values = [1.0] + [0.0] * (self.dimension - 1)
        for position, character in enumerate(text[: self.cuts_at or None]):
            values[ord(character) % self.dimension] += 1.0 + position % 3
        return values


def length_of(vector: Sequence[float]) -> float:
    return math.sqrt(sum(v * v for v in vector))
