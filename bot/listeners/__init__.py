"""Slack's events come in here: each listener writes a job down and returns.

Bolt acknowledges when a listener returns. If it raises, there is no acknowledgement and Slack
sends the event again; a job has the same id then, and is the same job.
"""

from slack_bolt.async_app import AsyncApp

from bot.listeners.actions import Actions
from bot.listeners.agents import Agents
from bot.listeners.answers import AnswerClicks
from bot.listeners.commands import Commands
from bot.listeners.files import Files
from bot.listeners.home import HomeTab
from bot.listeners.leaving import Leaving
from bot.listeners.membership import Membership
from bot.listeners.messages import Messages
from bot.listeners.questions import Questions
from bot.listeners.reactions import Reactions
from bot.listeners.settings import SettingsClicks
from bot.listeners.shortcuts import Shortcuts

Listeners = tuple[
    Messages,
    Files,
    Reactions,
    Membership,
    Commands,
    Actions,
    AnswerClicks,
    Shortcuts,
    Leaving,
    Agents,
    HomeTab,
    SettingsClicks,
    Questions,
]


def register(app: AsyncApp, listeners: Listeners) -> None:
    """Registers every listener; the manifest names the same events and commands."""
    for listener in listeners:
        listener.register(app)
