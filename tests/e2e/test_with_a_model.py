"""The same graph with a model: a scripted OpenAI-compatible endpoint, asked by the real bot."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import ADA, GENERAL, LIBRARY
from tests.e2e.talk import ask, drop, pdf
from tests.support.model_endpoint import ModelEndpoint, Scripted, fails, says
from tests.support.people import Person, open_desk
from tests.support.processes import running_bot, running_workspace

QUESTION = "What is the nightly hotel limit in Lisbon?"
SURE = '{"has_factual_error": false, "confidence": 0.95, "source_traced": true}'


class Model:
    """Plays each role by the words of its prompt; ``writes`` is what it writes next."""

    def __init__(self) -> None:
        self.writes = ["A night in Lisbon may cost 140 euros [1]."]
        self.roles: list[str] = []

    def __call__(self, body: dict[str, Any]) -> Scripted:
        prompt = json.dumps(body["messages"])
        for role in ("understand", "grade", "verify", "generate"):
            if _SIGNS[role] in prompt:
                self.roles.append(role)
                return says(getattr(self, role)(prompt))
        raise AssertionError("a prompt of no known role")

    def understand(self, _prompt: str) -> str:
        asked = {"standalone": QUESTION, "follow_up": False, "route": "documents"}
        return json.dumps({**asked, "intent": "fact", "document": "", "queries": [QUESTION]})

    def grade(self, prompt: str) -> str:
        documents = prompt.split("document number=")[1:]
        verdicts = [
            {"passage": n, "relevant": "Lisbon" in text, "reason": "r"}
            for n, text in enumerate(documents[3:], start=1)
        ]
        return json.dumps({"verdicts": verdicts or [{"passage": 1, "relevant": True}]})

    def generate(self, _prompt: str) -> str:
        draft = self.writes.pop(0) if len(self.writes) > 1 else self.writes[0]
        return f"<think>the number is 999</think>{draft}\n{SURE}"

    def verify(self, prompt: str) -> str:
        claims = len(re.findall(r"claim number=", prompt.split("<question>")[-2])) or 1
        verdicts = [
            {"claim": n, "verdict": "supported", "evidence": "", "reason": "r"}
            for n in range(1, claims + 1)
        ]
        return json.dumps({"claims": verdicts, "answers_question": True})


_SIGNS = {
    "understand": "You prepare questions",
    "grade": "Decide for each document",
    "verify": "Check claims against",
    "generate": "Answer the question from",
}


@pytest.fixture
async def endpoint() -> AsyncIterator[ModelEndpoint]:
    made = ModelEndpoint()
    await made.start()
    yield made
    await made.stop()


@pytest.fixture
async def ada(endpoint: ModelEndpoint, tmp_path: Path) -> AsyncIterator[Person]:
    model = {
        "OPENAI_BASE_URL": endpoint.url,
        "OPENAI_API_KEY": "k",
        "ANSWER_MODEL": "m",
        "ANSWER_DEADLINE": "20",
    }
    with (
        running_workspace(tmp_path / "workspace") as workspace,
        running_bot(workspace, tmp_path / "home", **model),
    ):
        async with open_desk(workspace.url) as desk:
            person = desk.person(ADA)
            await drop(person, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
            yield person


async def test_a_model_writes_and_the_pages_decide(ada: Person, endpoint: ModelEndpoint):
    model = Model()
    endpoint.always(model)
    answer = await ask(ada, GENERAL, QUESTION)
    assert answer["text"].startswith("A night in Lisbon may cost 140 euros [1].")
    assert "[1] travel policy · p. 2" in answer["text"]
    assert "999" not in answer["text"]
    assert {"grade", "generate"} <= set(model.roles)

    # A number that is not on the page is never published, however sure the model is.
    model.writes = ["A night in Lisbon may cost 175 euros [1]."]
    answer = await ask(ada, GENERAL, QUESTION)
    assert "175" not in answer["text"]
    assert answer["text"].startswith("I found nothing about this")

    # What was wrong at first and right when told is published.
    model.writes = ["It is 190 euros [1].", "A night in Lisbon may cost 140 euros [1]."]
    answer = await ask(ada, GENERAL, QUESTION)
    assert answer["text"].startswith("A night in Lisbon may cost 140 euros [1].")


async def test_an_endpoint_that_is_down_is_said_plainly(ada: Person, endpoint: ModelEndpoint):
    endpoint.always(lambda _body: fails(401, "bad key sk-secret"))
    answer = await ask(ada, GENERAL, QUESTION)
    assert "The language model could not be reached" in answer["text"]
    assert "sk-secret" not in answer["text"]
    assert "(id " in answer["text"]
