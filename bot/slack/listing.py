"""The files that lie in a channel."""

from collections.abc import Mapping
from typing import Any

from slack_sdk.web.async_client import AsyncWebClient

_PAGE = 100


async def files_in(
    client: AsyncWebClient, channel: str, *, types: str = "all", since: float = 0.0, most: int = 0
) -> list[Mapping[str, Any]]:
    """As files.list tells them, ``most`` of the newest (0: all), those made before ``since`` left out.

    The oldest first, so that of two of one name the newer one answers.
    """
    found: dict[str, Mapping[str, Any]] = {}
    page, pages = 1, 1
    while page <= pages and (not most or len(found) < most):
        answer = await client.files_list(
            channel=channel, types=types, ts_from=str(int(since)), count=_PAGE, page=page
        )
        found |= {str(file["id"]): file for file in answer["files"]}
        pages = int((answer.get("paging") or {}).get("pages") or 1)
        page += 1
    newest = sorted(found.values(), key=lambda file: -int(file.get("created") or 0))
    return newest[: most or None][::-1]
