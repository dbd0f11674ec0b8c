"""The one way in which an operation of the workspace refuses."""

from typing import Any


class SlackError(Exception):
    """Refused with one of Slack's error codes; ``details`` go into the answer beside it."""

    def __init__(self, code: str, **details: Any) -> None:  # noqa: ANN401 - JSON of any shape
        super().__init__(code)
        self.code = code
        self.details = details


def invalid_blocks(messages: list[str], code: str = "invalid_blocks") -> SlackError:
    """Carry what is wrong with the blocks where Slack puts it."""
    return SlackError(
        code,
        errors=messages,
        response_metadata={"messages": [f"[ERROR] {message}" for message in messages]},
    )
