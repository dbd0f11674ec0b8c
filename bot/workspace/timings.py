"""How long things last; Slack's own figures, which tests shorten."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Timings:
    """All in seconds.

    `retry_delays` is the wait for an acknowledgement before each repetition of an event; when they are
    used up, the event is given up.
    """

    retry_delays: tuple[float, ...] = (3.0, 60.0, 300.0)
    last_wait: float = 3.0
    answer: float = 3.0
    trigger: float = 3.0
    response_url: float = 1800.0
    stream: float = 300.0
    status: float = 120.0
    event_retention: float = 3600.0
