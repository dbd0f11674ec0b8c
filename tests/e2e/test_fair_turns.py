"""A flood of one person's questions, through real jobs: others hardly notice, the rest is refused."""

import asyncio
from pathlib import Path

from tests.e2e.conftest import ADA, BEN, GENERAL
from tests.e2e.talk import answer_to
from tests.support.people import open_desk
from tests.support.processes import running_bot, running_workspace

FLOOD, TAKEN = 24, 20


async def test_one_persons_flood_does_not_starve_another(tmp_path: Path):
    with running_workspace(tmp_path / "workspace") as workspace:
        async with open_desk(workspace.url) as desk:
            ada, ben = desk.person(ADA), desk.person(BEN)
            # All are asked before the bot is there, so that all wait when it takes them up.
            hers = [await ada.post(GENERAL, f"@footnote What is rule {n}?") for n in range(FLOOD)]
            his = await ben.post(GENERAL, "@footnote What is the nightly hotel limit?")
            settings = {"BOT_CONCURRENCY": "1", "QUESTIONS_PER_PERSON": str(TAKEN)}
            with running_bot(workspace, tmp_path / "home", **settings):
                told = await asyncio.gather(*(answer_to(ada, GENERAL, asked) for asked in hers))
                answer = await answer_to(ben, GENERAL, his)
    refused = [message for message in told if "from one person in ten minutes" in message["text"]]
    answered = [message for message in told if message not in refused]
    assert (len(refused), len(answered)) == (FLOOD - TAKEN, TAKEN)
    # First come, first served would make his the last of all.
    assert sum(message["ts"] < answer["ts"] for message in answered) <= TAKEN // 2
