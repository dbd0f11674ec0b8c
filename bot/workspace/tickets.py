"""Short-lived permissions: trigger ids that open a view, and response addresses."""

import secrets
import time
from dataclasses import dataclass

from bot.workspace.errors import SlackError
from bot.workspace.timings import Timings

_USES = 5


class Triggers:
    """A trigger id is good once and for three seconds."""

    def __init__(self, timings: Timings) -> None:
        self._timings = timings
        self._known: dict[str, tuple[str, float]] = {}
        self._spent: set[str] = set()

    def new(self, user: str) -> str:
        """Return a trigger for what a person has just done."""
        trigger = f"{time.time_ns()}.{secrets.randbelow(10**10)}.{secrets.token_hex(16)}"
        self._known[trigger] = (user, time.time() + self._timings.trigger)
        return trigger

    def spend(self, trigger: str) -> str:
        """Use a trigger up and return whose it was."""
        if trigger in self._spent:
            raise SlackError("exchanged_trigger_id")
        user, until = self._known.get(trigger, ("", 0.0))
        if not user:
            raise SlackError("invalid_trigger_id")
        if time.time() > until:
            raise SlackError("expired_trigger_id")
        self._spent.add(trigger)
        return user


@dataclass
class ResponseUrl:
    """Where an answer to something a person did may be posted."""

    user: str
    channel: str
    until: float
    message_ts: str | None = None
    thread_ts: str | None = None
    uses: int = 0
    own_ts: str | None = None
    """What was answered to a command, which later answers may replace."""


class ResponseUrls:
    """Each is good for five uses within half an hour; they don't outlive the process."""

    def __init__(self, timings: Timings) -> None:
        self._timings = timings
        self._known: dict[str, ResponseUrl] = {}

    def new(
        self,
        user: str,
        channel: str,
        *,
        message_ts: str | None = None,
        thread_ts: str | None = None,
    ) -> str:
        """Return the secret part of a new address; `message_ts` is what it may replace or delete."""
        secret = secrets.token_urlsafe(18)
        until = time.time() + self._timings.response_url
        self._known[secret] = ResponseUrl(user, channel, until, message_ts, thread_ts)
        return secret

    def of(self, secret: str) -> ResponseUrl:
        """What the address stands for, without a use of it."""
        return self._known[secret]

    def use(self, secret: str) -> ResponseUrl:
        """Count a use and return what the address stands for."""
        found = self._known.get(secret)
        if found is None or time.time() > found.until:
            raise SlackError("expired_url")
        if found.uses >= _USES:
            raise SlackError("used_url")
        found.uses += 1
        return found
