"""How conversations and messages are called toward the engine."""


def address(channel: str, ts: str) -> str:
    """A message."""
    return f"{channel}/{ts}"


def conversation(channel: str, thread_ts: str, *, is_direct: bool) -> str:
    """A conversation: a thread, or the whole of a direct message, where people just go on."""
    return f"{channel}/{'direct' if is_direct else thread_ts}"
