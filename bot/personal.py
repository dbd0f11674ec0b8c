"""A person's data on request: all of it as JSON, or gone. Works beside a running bot."""

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

from bot.bootstrap import jobs_url
from bot.job_records import JobRecords, open_job_records
from bot.work.places import address
from rag.bootstrap import open_duties
from rag.config import RagSettings
from rag.duties import Duties
from rag.surroundings import read_surroundings

_DIRECT = "direct"


class WhichWorkspace(Exception):
    """It isn't clear whose person is meant; the text says which workspaces there are."""


async def run_export(settings: RagSettings, parsed: argparse.Namespace) -> int:
    """Writes what is kept of a person to the file that was named, or to stdout."""
    async with open_duties(settings) as duties, open_job_records(jobs_url(settings)) as jobs:
        workspace = await _workspace(settings, duties, parsed.workspace)
        found = await duties.records.of_person(workspace, parsed.user)
        given = await jobs.of_person(workspace, parsed.user) if jobs else []
    data = asdict(found) | {"jobs": [dict(payload) for payload in given]}
    text = json.dumps(data, ensure_ascii=False, indent=2, default=_moment) + "\n"
    if parsed.output:
        await asyncio.to_thread(Path(parsed.output).write_text, text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


async def run_erase(settings: RagSettings, parsed: argparse.Namespace) -> int:
    """Says what will go, asks, and erases it; 1 if the answer was no."""
    async with open_duties(settings) as duties, open_job_records(jobs_url(settings)) as jobs:
        workspace = await _workspace(settings, duties, parsed.workspace)
        await _announce(workspace, parsed.user, duties, jobs)
        if not parsed.yes and not await asyncio.to_thread(_agreed):
            sys.stdout.write("Nothing was deleted.\n")
            return 1
        threads = await _threads(workspace, parsed.user, jobs)
        # First the jobs: one that still runs would write down what was just deleted.
        ended = await jobs.erase(workspace, parsed.user) if jobs else 0
        gone = await duties.erase(workspace, parsed.user, threads)
    sys.stdout.write(f"Deleted: {_told({**gone, 'jobs': ended})}.\n")
    return 0


async def _workspace(settings: RagSettings, duties: Duties, given: str) -> str:
    """The one asked for, else the only one that there is."""
    noted = await asyncio.to_thread(read_surroundings, settings.footnote_home)
    known = set(await duties.records.workspaces()) | ({noted.workspace} if noted else set())
    if given or len(known) == 1:
        return given or known.pop()
    if not known:
        raise WhichWorkspace("Nothing is kept here. Is FOOTNOTE_HOME or DATABASE_URL the bot's?")
    raise WhichWorkspace(f"Name one with --workspace: {', '.join(sorted(known))}")


async def _announce(workspace: str, person: str, duties: Duties, jobs: JobRecords | None) -> None:
    found = await duties.records.of_person(workspace, person)
    given = await jobs.of_person(workspace, person) if jobs else []
    sys.stdout.write(
        f"Of {person} in {workspace} will be deleted:\n"
        f"  {len(found.asked)} questions with their answers and traces\n"
        f"  {len(found.voted)} votes\n"
        f"  {len(given)} jobs with what they were given; those that run are ended\n"
        f"  what is remembered of every conversation in which they took part\n"
        f"  their name on {len(found.uploaded)} documents, which stay\n"
        "What was posted in Slack stays there: delete it in Slack.\n"
    )


def _agreed() -> bool:
    sys.stdout.write("Delete it? Type yes: ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() == "yes"


async def _threads(workspace: str, person: str, jobs: JobRecords | None) -> list[str]:
    """The conversations that a person's jobs name, also where nothing was answered."""
    given = await jobs.of_person(workspace, person) if jobs else []
    places = {(p["channel"], p["thread_ts"]) for p in given if "thread_ts" in p}
    return sorted({address(channel, thread) for channel, ts in places for thread in (ts, _DIRECT)})


def _told(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {what}" for what, count in counts.items())


def _moment(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
