"""What the methods that the bot calls need; the manifest asks for the same."""

SCOPES = frozenset(
    """app_mentions:read channels:history channels:read chat:write commands files:read files:write
    groups:history groups:read im:history im:read im:write mpim:history mpim:read reactions:read
    users:read""".split()
)
