"""The one message of a file: progress now and then, and at last what became of it."""

from typing import Any

import pytest

from bot.errors import FetchError
from bot.jobs import Run
from bot.work.ingesting import Ingesting, Limits
from bot.work.line import Line
from bot.work.orders import reread_order
from rag.errors import EmbeddingsRefused, NoText, Superseded
from rag.types import Audience
from tests.support.bot_fakes import (
    CHANNEL,
    WORKSPACE,
    EveryChannel,
    FakeEngine,
    FakeFetcher,
    FakeJobs,
    FakePoster,
    placement,
    receipt,
)

RUN = Run("ingest:1", again=False)


class Scene:
    """One file that is read; each look at the clock takes ``step`` seconds."""

    def __init__(self) -> None:
        self.engine: Any = FakeEngine(receipts=[receipt()])
        self.fetcher: Any = FakeFetcher()
        self.poster: Any = FakePoster()
        self.jobs: Any = FakeJobs()
        self.now = self.step = 0.0

    def clock(self) -> float:
        self.now += self.step
        return self.now

    async def read(self, run: Run = RUN, **more: Any) -> None:
        every: Any = EveryChannel()
        limits, line = Limits(100, 2_000), Line()
        work = Ingesting(
            self.engine, every, self.fetcher, self.poster, limits, line, self.jobs, self.clock
        )
        payload = {"workspace": WORKSPACE, "channel": CHANNEL, "file": "F1", "ts": "900.000000"}
        await work.run(run, payload | more)
        assert line.of(Audience(WORKSPACE, "", frozenset({CHANNEL}))) == ()

    @property
    def said(self) -> list[str]:
        return list(self.poster.texts.values())


@pytest.fixture
def scene() -> Scene:
    return Scene()


async def test_a_file_has_one_message_that_ends_as_its_receipt(scene: Scene):
    scene.engine.receipts = [receipt(questions=("What does it say about fees?",))]
    await scene.read()
    [told] = scene.said
    assert "I have read plan.pdf" in told
    [details] = scene.poster.details.values()
    assert details["questions"] == ["What does it say about fees?"]
    assert details["job"] == RUN.job


@pytest.mark.parametrize(
    ("error", "problems"),
    [(EmbeddingsRefused("401 sk-secret"), ["embeddings_key"]), (OSError("disk full"), [])],
)
async def test_a_file_that_needs_who_runs_the_bot_is_told_to_admins_too(
    scene: Scene, error: Exception, problems: list[str]
):
    scene.engine.receipts = [error, error]
    for number in range(2):
        await scene.read(Run(f"ingest:{number}", again=False))
    assert [payload["problem"] for payload in scene.jobs.of("problem")] == problems
    assert all("Something went wrong and plan.pdf was not read" in said for said in scene.said)
    assert "secret" not in "".join(scene.said)


async def test_progress_is_told_every_few_seconds(scene: Scene):
    scene.step = 0.5
    scene.engine.told = [("reading", {"done": n, "total": 40}) for n in range(1, 41)]
    await scene.read()
    progress = [text for text in scene.poster.edits if "of 40 pages" in text]
    assert 2 <= len(progress) <= 40 * 0.5 / 3 + 2


async def test_an_unchanged_file_says_nothing(scene: Scene):
    scene.engine.receipts = [receipt(already=True)]
    await scene.read(quiet=True)
    assert not scene.said


async def test_a_changed_file_is_told_once_it_is_being_read(scene: Scene):
    scene.engine.told = [("reading", {"done": 1, "total": 3})]
    scene.engine.receipts = [receipt(number=2, replaced=1)]
    await scene.read(quiet=True)
    [told] = scene.said
    assert "it replaces version 1" in told


async def test_a_changed_file_that_can_not_be_fetched_says_nothing(scene: Scene):
    scene.fetcher.error = FetchError("HTTP 500")
    await scene.read(quiet=True)
    assert not scene.said
    await scene.read()
    assert "could not fetch plan.pdf" in scene.said[0]


async def test_a_failure_tells_that_what_was_there_answers_on(scene: Scene):
    scene.engine.receipts = [NoText(pages=3), NoText(pages=3), NoText(pages=3)]
    await scene.read()
    assert scene.said[0].endswith("(OCR).")
    await scene.read(Run("ingest:2", again=False), quiet=True)
    assert len(scene.said) == 1
    scene.engine.placed = [placement()]
    await scene.read(Run("ingest:3", again=False), quiet=True)
    assert "keeps answering" in scene.said[1]


async def test_a_crash_of_the_engine_is_told_with_an_id(scene: Scene):
    scene.engine.receipts = [ConnectionError("the index is gone")]
    await scene.read()
    assert "Something went wrong and plan.pdf was not read" in scene.said[0]


async def test_a_file_that_went_away_meanwhile_is_forgotten_again(scene: Scene):
    class Going(FakeFetcher):
        async def shares(self, file_id: str):
            return {}

    scene.fetcher = Going()
    await scene.read()
    assert scene.engine.forgotten_files == [("F1", CHANNEL)]
    assert "was deleted before I could read it" in scene.said[0]


async def test_a_file_that_changed_its_name_does_not_answer_under_both(scene: Scene):
    scene.engine.placed = [placement("d0", name="old.pdf"), placement(), placement("d2", "C2")]
    await scene.read()
    assert [p.document for p in scene.engine.placed] == ["d1", "d2"]


async def test_a_forgotten_file_that_changes_stays_forgotten_until_it_is_dropped_again(
    scene: Scene,
):
    scene.engine.binned = [placement("d1"), placement("d3", "C2")]
    _, _, _, payload = reread_order(WORKSPACE, CHANNEL, "F1", "950.0")
    await scene.read(**payload)
    assert not scene.engine.uploads
    assert not scene.said
    scene.engine.binned = [placement("d3", "C2")]
    await scene.read(**payload)
    scene.engine.binned = [placement("d1")]
    scene.engine.receipts = [receipt()]
    await scene.read(ts="980.000000")
    assert len(scene.engine.uploads) == 2


async def test_a_forced_strategy_reaches_the_engine_and_is_answered_in_the_thread(scene: Scene):
    await scene.read(strategy="fixed", thread_ts="40.0", ts="", at="60.0")
    assert scene.engine.uploads[0].strategy == "fixed"


async def test_taken_up_after_a_crash_it_edits_the_message_that_is_there(scene: Scene):
    await scene.read()
    scene.engine.receipts = [receipt()]
    await scene.read(Run(RUN.job, again=True))
    assert len(scene.said) == 1


async def test_a_file_that_a_later_one_overtook_is_told_so(scene: Scene):
    scene.engine.receipts = [Superseded("plan.pdf", 3)]
    await scene.read()
    assert "that was dropped later is version 3 already" in scene.said[0]
    scene.engine.receipts = [Superseded("plan.pdf", 3)]
    await scene.read(Run("ingest:2", again=False), quiet=True)
    assert len(scene.said) == 1


async def test_the_upload_carries_the_time_at_which_it_was_dropped(scene: Scene):
    await scene.read()
    at = scene.engine.uploads[0].dropped_at
    assert at.timestamp() == 900.0


async def test_splitting_tells_its_progress(scene: Scene):
    scene.step = 2.0
    scene.engine.told = [("splitting", {"done": n, "total": 90}) for n in (30, 60, 90)]
    await scene.read()
    assert any("Splitting plan.pdf: " in text for text in scene.poster.edits)
