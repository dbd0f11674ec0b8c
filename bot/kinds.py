"""The kinds of jobs, and how many of each may run at a time."""

from bot.handlers import Shared
from bot.jobs import Kind
from bot.tenants import Tenants
from bot.work.leaving import Leaving

# Questions that have begun, most of them waiting for their turn; beyond it they wait unseen.
_QUESTIONS = 256
# Files that are in the line at a time, and of one person; more wait unseen.
_LINE_LENGTH = 128
_LINE_LENGTH_EACH = 16
_SOON, _LATER = 0.1, 5.0  # seconds until a job is looked for: somebody waits, or nobody does


def kinds(tenants: Tenants, shared: Shared) -> tuple[Kind, ...]:
    """All kinds of jobs; each is done by what belongs to its workspace."""
    leaving = Leaving(shared.engine.duties, tenants.forget, shared.settings.uninstall_grace_days)
    doing = tenants.doing
    return (
        # All that fit are started: whose turn it is among them is decided by `bot.work.turns`.
        Kind("answer", doing("answer"), _QUESTIONS, cancellable=True, poll=_SOON),
        Kind("ask", doing("ask"), _QUESTIONS),
        Kind("offer", doing("offer"), 2),
        Kind("accept", doing("accept"), _QUESTIONS),
        Kind("withdraw", doing("withdraw"), 2),
        Kind("stop", doing("stop"), 4),
        # Here too, so that each can tell its place; the line lets two read.
        Kind(
            "ingest",
            doing("ingest"),
            _LINE_LENGTH,
            cancellable=True,
            per_lane=_LINE_LENGTH_EACH,
        ),
        Kind("follow", doing("follow"), 4),
        Kind("note", doing("note"), 2),
        Kind("forget", doing("forget"), 2),
        Kind("click", doing("click"), 4),
        Kind("cancel", doing("cancel"), 2),
        Kind("vote", doing("vote"), 8),
        Kind("opinion", doing("opinion"), 8),
        Kind("look", doing("look"), 4),
        Kind("command", doing("command"), 4),
        Kind("prompts", doing("prompts"), 2),
        Kind("survey", doing("survey"), 1, poll=_LATER),
        Kind("problem", doing("problem"), 1, poll=_LATER),
        Kind("home", doing("home"), 4),
        Kind("join", doing("join"), 2),
        Kind("question", doing("question"), 4),
        Kind("shelve", doing("shelve"), 4),
        Kind("leave", leaving.run, 1, poll=_LATER),
    )
