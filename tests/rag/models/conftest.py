from tests.support.model_fixtures import endpoint, gate, make_chat, sleeps

__all__ = ["endpoint", "gate", "make_chat", "sleeps"]
