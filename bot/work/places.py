"""How conversations, messages and channels are called toward the engine."""

from rag.types import Audience


def address(channel: str, ts: str) -> str:
    """A message."""
    return f"{channel}/{ts}"


def conversation(channel: str, thread_ts: str, *, is_direct: bool) -> str:
    """A conversation: a thread, or the whole of a direct message, where people just go on."""
    return f"{channel}/{'direct' if is_direct else thread_ts}"


def channel_audience(workspace: str, channel: str) -> Audience:
    """A channel's own documents: what its people can see there and may act on."""
    return Audience(workspace, f"channel:{channel}", frozenset({channel}))
