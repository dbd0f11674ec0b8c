"""Errors of the Slack side. ``sentence`` is the key of what people read about each."""


class BotError(Exception):
    """Base of the errors that the bot raises on purpose."""

    sentence = "failed"


class FetchError(BotError):
    """A file could not be fetched from Slack."""

    sentence = "not_fetched"


class LoginPage(FetchError):
    """Slack served a page instead of the file: the token may not read files."""

    sentence = "login_page"


class ForeignHost(FetchError):
    """The file lies on a host that the token must not be sent to."""

    sentence = "foreign_host"


class FileGone(FetchError):
    """The file was deleted or is hidden."""

    sentence = "file_gone"


class FileTooLarge(FetchError):
    """More bytes than the limit."""

    sentence = "too_large"


class NotShared(FetchError):
    """The file is not shared in the channel that asked for it to be read."""

    sentence = "not_fetched"
