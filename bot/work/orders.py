"""Jobs as they are written down: kind, id, lane and payload. What has the same id is the same job."""

import hashlib
import time
from collections.abc import Mapping
from typing import Any

from bot.jobs import Payload, in_order

Order = tuple[str, str, str, Payload]


def answer_order(place: tuple[str, str, str], ts: str, user: str, text: str, lane: str) -> Order:
    """A question by ``user`` in the message ``ts``; ``place`` is workspace, channel and thread."""
    workspace, channel, thread_ts = place
    payload = {
        "workspace": workspace,
        "channel": channel,
        "thread_ts": thread_ts,
        "ts": ts,
        "user": user,
        "text": text,
    }
    return "answer", answer_job(workspace, channel, ts), f"{channel}/{lane}", payload


def answer_job(workspace: str, channel: str, ts: str) -> str:
    """The job of the question in the message ``ts``."""
    return f"answer:{workspace}:{channel}:{in_order(ts)}"


def withdraw_order(place: tuple[str, str, str], ts: str, text: str) -> Order:
    """The question in the message ``ts`` was deleted."""
    workspace, channel, thread_ts = place
    job = answer_job(workspace, channel, ts)
    payload = {
        "workspace": workspace,
        "job": job,
        "channel": channel,
        "thread_ts": thread_ts,
        "text": text,
    }
    return "withdraw", f"withdraw:{job}", f"{channel}/{ts}", payload


def ask_order(
    workspace: str, command: Mapping[str, Any], question: str, given: Mapping[str, Any]
) -> Order:
    """A question by the slash command, whose answer only that person reads.

    One ``about`` a message (its ts) came from that message's menu.
    """
    payload = {
        "workspace": workspace,
        "channel": command["channel_id"],
        "user": command["user_id"],
        "response_url": command["response_url"],
        "text": question,
        "given": dict(given),
        "thread_ts": command.get("thread_ts", ""),
        "at": time.time(),
    }
    if about := command.get("about"):
        # Others read that message: nothing private may take its place.
        payload |= {"about": about, "in_place": False}
    return "ask", f"ask:{workspace}:{command['trigger_id']}", mark_of(command["user_id"]), payload


def question_order(workspace: str, user: str, text: str, form: str) -> Order:
    """A question from a form that was opened outside of any channel."""
    payload = {"workspace": workspace, "user": user, "text": text}
    return "question", f"question:{workspace}:{form}", mark_of(user), payload


def ingest_order(workspace: str, channel: str, file: str, ts: str, by: str = "") -> Order:
    """Reading a file that the message ``ts`` shares; sharing it again later is another job.

    ``by`` is who shared it: one person's files are no more than a few at a time in the line.
    """
    job = f"ingest:{workspace}:{channel}:{file}:{in_order(ts)}"
    payload = {"workspace": workspace, "channel": channel, "file": file, "ts": ts}
    # The order among files is kept by `bot.work.line`, which can tell it.
    return "ingest", job, f"by:{mark_of(by)}" if by else job, payload


def reread_order(workspace: str, channel: str, file: str, stamp: str) -> Order:
    """Reading a file whose content may have changed; says nothing if it has not.

    Nobody dropped it again: what was forgotten stays so.
    """
    kind, job, _, payload = ingest_order(workspace, channel, file, "")
    job = f"{job}{stamp}"
    return kind, job, job, {**payload, "quiet": True, "changed": True}


def here_order(workspace: str, channel: str, file: str, ts: str, stamp: str) -> Order:
    """Reading a file that was there before its channel was a library.

    Its first job has passed it by, so it gets another one for each time (``stamp``) that an admin
    asks for it. One lane for all: they never keep a person's own files from the line.
    """
    kind, job, _, payload = ingest_order(workspace, channel, file, ts)
    return kind, f"{job}:here:{stamp}", f"here:{channel}", {**payload, "quiet": True}


def shelve_order(click: Mapping[str, Any]) -> Order:
    """Reading what lies in a channel; ``value`` is the stamp of the offer."""
    workspace, channel, stamp = click["workspace"], click["channel"], click["value"]
    who = mark_of(click["user"])
    payload = {**click, "stamp": stamp}
    return "shelve", f"shelve:{workspace}:{channel}:{stamp}:{who}", f"here:{channel}", payload


def forget_order(click: Mapping[str, Any], action: str) -> Order:
    """A click on a document that was named in a command: as if on its button in its channel."""
    workspace, (channel, _, key) = click["workspace"], str(click["value"]).partition(":")
    who = mark_of(click["user"])
    payload = {**click, "channel": channel, "ts": "", "action": action, "value": key}
    return (
        "click",
        f"click:{workspace}:{channel}:{action}:{key}:{who}:{click['at']}",
        f"{channel}/{key}",
        {**payload, "thread_ts": ""},
    )


def resplit_order(
    workspace: str, channel: str, file: str, strategy: str, at: tuple[str, str]
) -> Order:
    """Cutting a document in another way, as asked at ``at``: the thread and the time."""
    thread_ts, ts = at
    kind, job, _, payload = ingest_order(workspace, channel, file, ts)
    job = f"{job}:{strategy}"
    more = {"ts": "", "strategy": strategy, "thread_ts": thread_ts, "at": ts}
    return kind, job, job, {**payload, **more}


def mark_of(user: str) -> str:
    """Stands for a person in names of jobs and lanes: those are logged, or outlive an erasure."""
    return hashlib.sha256(user.encode()).hexdigest()[:12]


def unshare_order(workspace: str, channel: str, file: str, gone: str, ts: str) -> Order:
    """A file that left a channel, with the message ``gone`` if that is known."""
    payload = {"workspace": workspace, "file": file, "channel": channel, "gone": gone}
    return "forget", f"unshare:{workspace}:{channel}:{file}:{in_order(ts)}", file, payload
