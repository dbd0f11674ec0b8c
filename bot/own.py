"""What belongs to one workspace alone."""

from dataclasses import dataclass

from bot.audience import Audiences
from bot.choices import Choices
from bot.slack.installations import Credentials
from bot.slack.people import People
from bot.slack.posting import Poster


@dataclass(frozen=True, slots=True)
class Own:
    """Shared by the work of all its jobs."""

    credentials: Credentials
    poster: Poster
    people: People
    audiences: Audiences
    choices: Choices
