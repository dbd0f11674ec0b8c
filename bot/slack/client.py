"""One Web API client for everything, with the retries that Slack's limits ask for."""

from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
    AsyncServerErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient

_TIMEOUT = 30
_RATE_LIMIT_RETRIES = 4


def build_client(token: str | None, base_url: str) -> AsyncWebClient:
    """A client whose calls wait out 429 and try again on connection and server errors."""
    return AsyncWebClient(
        token=token,
        base_url=base_url if base_url.endswith("/") else base_url + "/",
        timeout=_TIMEOUT,
        retry_handlers=[
            AsyncConnectionErrorRetryHandler(max_retry_count=2),
            AsyncRateLimitErrorRetryHandler(max_retry_count=_RATE_LIMIT_RETRIES),
            AsyncServerErrorRetryHandler(max_retry_count=2),
        ],
    )
