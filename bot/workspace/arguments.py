"""Reads a request's arguments, however they were sent."""

import json
from typing import Any

from aiohttp import BodyPartReader, web

from bot.workspace.errors import SlackError
from bot.workspace.models import Json

_TRUE = ("1", "true", "True")


class Arguments:
    """Arguments by name. Forms carry structures as JSON text and lists with commas; both are understood."""

    def __init__(self, raw: Json) -> None:
        self.raw = raw

    def __contains__(self, name: str) -> bool:
        return self.raw.get(name) is not None

    def text(self, name: str, default: str = "") -> str:
        """Return a plain value."""
        value = self.raw.get(name)
        return default if value is None else str(value)

    def optional(self, name: str) -> str | None:
        """Return a plain value, or None if it is missing or empty."""
        return self.text(name) or None

    def required(self, name: str, code: str = "invalid_arguments") -> str:
        """Return a plain value that must be there."""
        value = self.text(name)
        if not value:
            missing = f"[ERROR] missing required field: {name}"
            raise SlackError(code, response_metadata={"messages": [missing]})
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        """Return a yes or no."""
        value = self.raw.get(name)
        return default if value is None else value is True or str(value) in _TRUE

    def number(self, name: str, default: int, most: int) -> int:
        """Return a number from 1 to `most`."""
        try:
            value = int(self.raw.get(name) or default)
        except (TypeError, ValueError):
            raise SlackError("invalid_limit") from None
        if not 1 <= value <= most:
            raise SlackError("invalid_limit")
        return value

    def structure(self, name: str, code: str = "invalid_arguments") -> Any:  # noqa: ANN401 - JSON
        """Return a JSON structure, or None; `code` refuses text that isn't JSON."""
        value = self.raw.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value) if value else None
        except ValueError:
            raise SlackError(code) from None

    def names(self, name: str) -> list[str]:
        """Return a list that may come as JSON or separated by commas."""
        value = self.raw.get(name) or []
        if isinstance(value, str):
            value = self.structure(name) if value.startswith("[") else value.split(",")
        if not isinstance(value, list):
            raise SlackError("invalid_arguments")
        return [str(item).strip() for item in value if str(item).strip()]


async def read_arguments(request: web.Request) -> Arguments:
    """Merge query and body; the body may be JSON, a form or multipart."""
    raw: Json = dict(request.query)
    if not request.can_read_body:
        return Arguments(raw)
    if request.content_type == "application/json":
        return Arguments(raw | await _json_object(request))
    if request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            if isinstance(part, BodyPartReader) and part.name:
                raw[part.name] = await part.text()
        return Arguments(raw)
    return Arguments(raw | dict(await request.post()))


async def _json_object(request: web.Request) -> Json:
    try:
        body = json.loads(await request.text() or "{}")
    except ValueError:
        raise SlackError("invalid_json") from None
    if not isinstance(body, dict):
        raise SlackError("json_not_object")
    return body
