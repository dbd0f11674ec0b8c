"""What is shown, as pure functions from the engine's types to messages."""
