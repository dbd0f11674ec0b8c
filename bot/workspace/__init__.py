"""A stateful stand-in for Slack on loopback, which a bot knows only as its API address."""
