"""What is asked of Slack and how its texts and files come in."""
