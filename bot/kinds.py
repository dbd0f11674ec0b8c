"""The kinds of jobs, and how many of each may run at a time."""

from bot.handlers import Shared
from bot.jobs import Kind, Queue
from bot.tenants import Tenants
from bot.work.leaving import Leaving

# Questions that have begun, most of them waiting for their turn; beyond it they wait unseen.
_QUESTIONS = Queue("questions", poll=0.15, concurrency=512)
# Files that are in the line at a time, and of one person; more wait unseen.
_FILES = Queue("files", poll=0.5, concurrency=128, per_lane=16)
# What a click or an event has asked for; those of one person, channel or answer are in order.
_DEEDS = Queue("deeds", poll=0.25, concurrency=512)
_UPKEEP = Queue("upkeep", poll=5.0, concurrency=4)  # nobody waits for it
_AT_ONCE = {
    "move": 1,
    **dict.fromkeys(("offer", "withdraw", "note", "forget", "cancel", "prompts", "join"), 2),
    **dict.fromkeys(
        ("stop", "follow", "click", "look", "command", "home", "question", "shelve"), 4
    ),
    **dict.fromkeys(("vote", "opinion"), 8),
}


def kinds(tenants: Tenants, shared: Shared) -> tuple[Kind, ...]:
    """All kinds of jobs; each is done by what belongs to its workspace."""
    leaving = Leaving(shared.engine.duties, tenants.forget, shared.settings.uninstall_grace_days)
    doing = tenants.doing
    return (
        # All that fit are started: whose turn it is among them is decided by `bot.work.turns`.
        Kind("answer", doing("answer"), _QUESTIONS, cancellable=True),
        Kind("ask", doing("ask"), _QUESTIONS, cancellable=True),
        Kind("accept", doing("accept"), _QUESTIONS, cancellable=True),
        # All of them here too, so that each can tell its place; the line lets two read.
        Kind("ingest", doing("ingest"), _FILES, cancellable=True),
        *(Kind(name, doing(name), _DEEDS, at_once) for name, at_once in _AT_ONCE.items()),
        Kind("catch_up", doing("catch_up"), _UPKEEP, 1),
        Kind("survey", doing("survey"), _UPKEEP, 1),
        Kind("problem", doing("problem"), _UPKEEP, 1),
        Kind("leave", leaving.run, _UPKEEP, 1),
    )
