"""What is wrong with a set-up is told to an admin, once a day."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.audience import Audiences
from bot.choices import Choices
from bot.jobs import Run
from bot.sentences import say
from bot.slack.scopes import SCOPES
from bot.views.literal import escaped
from bot.work.reporting import report
from bot.work.surveying import Surveying
from rag.errors import (
    EmbeddingsRefused,
    EmbeddingsUnavailable,
    ModelBusy,
    ModelRefused,
    ModelUnavailable,
)
from tests.bot.test_steering import Engine, People, chosen
from tests.support.bot_fakes import WORKSPACE, FakeJobs, FakePoster
from tests.support.homes import channel


class Slack(FakePoster):
    def __init__(self, scopes: frozenset[str]) -> None:
        super().__init__()
        self.client = self
        self.scopes = scopes
        self.told: list[str] = []

    async def auth_test(self) -> Any:
        return SimpleNamespace(headers={"x-oauth-scopes": ", ".join(sorted(self.scopes))})

    async def direct_with(self, user: str) -> str:
        self.told.append(user)
        return f"D{user}"


class Workspace(People):
    own: tuple[Any, ...] = ()

    async def own_channels(self) -> tuple[Any, ...]:
        return self.own

    async def admins(self) -> list[str]:
        return ["CHRIS"]


class Desk:
    def __init__(self, scopes: frozenset[str] = SCOPES) -> None:
        self.people, self.jobs, self.slack = Workspace(), FakeJobs(), Slack(scopes)
        engine: Any = Engine()
        self.engine = engine
        people: Any = self.people
        fakes: Any = SimpleNamespace(jobs=self.jobs, poster=self.slack)
        choices = Choices(engine, WORKSPACE)
        audiences = Audiences(people, frozenset({"library"}), chosen=choices.libraries)
        self.work = Surveying(
            engine, audiences, choices, people, fakes.poster, fakes.jobs, frozenset()
        )

    async def found(self) -> list[str]:
        for _ in range(2):
            await self.work.run(Run("survey:1", again=False), {"workspace": WORKSPACE})
        return [payload["problem"] for payload in self.jobs.of("problem")]


async def test_nothing_is_said_where_nothing_is_wrong():
    desk = Desk()
    desk.people.own = (channel(1, name="library"),)
    assert await desk.found() == []


async def test_a_missing_scope_is_told_to_an_admin_with_what_to_click():
    desk = Desk(SCOPES - {"files:read"})
    assert await desk.found() == ["scopes"]
    [payload] = desk.jobs.of("problem")
    await desk.work.tell(Run("problem:1", again=False), payload)
    assert desk.slack.told == ["CHRIS"]
    [said] = desk.slack.texts.values()
    assert "files:read" in said
    assert "Reinstall" in said


async def test_each_admin_is_told_in_their_own_language():
    desk = Desk(SCOPES - {"files:read"})
    desk.people.languages["CHRIS"] = "zh"
    await desk.found()
    [payload] = desk.jobs.of("problem")
    await desk.work.tell(Run("problem:1", again=False), payload)
    told = escaped(say("setup_scopes", "zh", scopes="files:read"))
    assert list(desk.slack.texts.values()) == [told]


async def test_no_library_and_one_that_was_lost():
    desk = Desk()
    desk.people.channels["C1"] = channel(1, is_archived=True)
    desk.engine.chosen["C1", "library"] = chosen("C1", "library", "yes")
    assert await desk.found() == ["no_library", "library_lost"]


@pytest.mark.parametrize(
    ("failure", "problems"),
    [
        (EmbeddingsRefused("401"), ["embeddings_key"]),
        (EmbeddingsUnavailable("no reply"), ["embeddings"]),
        (OSError("disk full"), []),
    ],
)
async def test_vectors_that_could_not_be_made_at_the_start(failure: Exception, problems: list[str]):
    desk = Desk()
    desk.people.own = (channel(1, name="library"),)
    desk.engine.indexing_failure = failure
    assert await desk.found() == problems


@pytest.mark.parametrize(
    ("error", "problems"),
    [
        (ModelRefused("401"), ["model"]),
        (EmbeddingsRefused("401"), ["embeddings_key"]),
        (EmbeddingsUnavailable("no reply"), ["embeddings"]),
        (ModelUnavailable("no reply"), []),
        (ModelBusy("429"), []),
        (ValueError(), []),
    ],
)
async def test_what_an_admin_can_do_something_about_is_told_once_a_day(
    error: Exception, problems: list[str]
):
    desk = Desk()
    fakes: Any = desk.jobs
    for _ in range(3):
        await report(fakes, WORKSPACE, error)
    assert [payload["problem"] for payload in desk.jobs.of("problem")] == problems
    for number, payload in enumerate(desk.jobs.of("problem")):
        await desk.work.tell(Run(f"problem:{number}", again=False), payload)
    assert desk.slack.told == ["CHRIS"] * len(problems)
    assert all("Whoever runs me" in said for said in desk.slack.texts.values())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_key_that_is_refused_has_a_sentence(language: str):
    assert "OPENAI_API_KEY" in say("setup_model", language)
