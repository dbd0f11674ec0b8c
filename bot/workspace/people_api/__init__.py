"""The people's side under /local/: what somebody sitting before Slack could do."""
