"""One workspace and one bot for the tests that leave nothing in each other's way."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.support.people import Desk, Person, open_desk
from tests.support.processes import BotProcess, WorkspaceProcess, running_bot, running_workspace

ADA, BEN, CHRIS, GINA = "U0LOCALADA", "U0LOCALBEN", "U0LOCALCHR", "U0LOCALGIN"
GENERAL, LIBRARY, PRIVATE = "C0LOCALGEN", "C0LOCALLIB", "C0LOCALPHR"
FRONT_DESK = "C0LOCALDSK"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkspaceProcess]:
    with running_workspace(tmp_path_factory.mktemp("workspace")) as process:
        yield process


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def bot(workspace: WorkspaceProcess, home: Path) -> Iterator[BotProcess]:
    with running_bot(workspace, home) as process:
        yield process


@pytest.fixture
async def desk(workspace: WorkspaceProcess) -> AsyncIterator[Desk]:
    async with open_desk(workspace.url) as opened:
        yield opened
        await opened.ask("DELETE", "faults")


@pytest.fixture
def ada(desk: Desk) -> Person:
    return desk.person(ADA)


@pytest.fixture
def ben(desk: Desk) -> Person:
    return desk.person(BEN)


@pytest.fixture
def gina(desk: Desk) -> Person:
    return desk.person(GINA)
