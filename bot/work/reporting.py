"""A failure that only whoever runs the bot can put right: handed on, to be told to the admins."""

from collections.abc import Mapping
from datetime import UTC, datetime

from bot.jobs import Jobs
from bot.work.orders import Order
from rag.errors import EmbeddingsRefused, EmbeddingsUnavailable, ModelRefused

# The first that fits: refused embeddings are both of the others.
_PROBLEMS: tuple[tuple[type[Exception], str], ...] = (
    (EmbeddingsRefused, "embeddings_key"),
    (EmbeddingsUnavailable, "embeddings"),
    (ModelRefused, "model"),
)


async def report(jobs: Jobs, workspace: str, error: Exception) -> None:
    """Has it told, once a day; nothing of a failure that passes or that is ours to mend."""
    problem = next((name for kind, name in _PROBLEMS if isinstance(error, kind)), "")
    if problem:
        await jobs.submit(*problem_order(workspace, problem, {}))


def problem_order(workspace: str, problem: str, values: Mapping[str, str]) -> Order:
    """The same problem on the same day is the same job."""
    job = f"problem:{workspace}:{problem}:{datetime.now(UTC):%Y-%m-%d}"
    payload = {"workspace": workspace, "problem": problem, "values": dict(values)}
    return "problem", job, "problem", payload
