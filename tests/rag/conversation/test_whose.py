"""Conversations are found by who took part in them and by how long they have been quiet."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from langchain_core.runnables import RunnableConfig

from rag.adapters.conversations import CheckpointConversations
from rag.graphs.conversation.graph import ConversationContext, asked, build_conversation_graph
from rag.types import Question, Turn
from tests.rag.conversation.test_memory import answering, opened
from tests.support.engines import question

OPEN, OWN, TALK = "W1|C1/1.0|channel:C1", "W1|D1/direct|person:ADA", "W1|C1/2.0|channel:C1"
FOREIGN = "W2|C1/1.0|channel:C1"


def asked_by(person: str, job: str, *context: Turn) -> Question:
    made = question("How long?", job)
    return Question(
        text=made.text,
        audience=made.audience,
        thread=made.thread,
        asker=person,
        job=job,
        asked_at=made.asked_at,
        context=context,
    )


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_whose_they_are_and_how_old(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
):
    async with opened(kind, tmp_path, request) as saver:
        graph, conversations = build_conversation_graph(saver), CheckpointConversations(saver)
        said = Turn("person", "Ada: it was moved to May", person="ADA")
        for name, made in (
            (OPEN, asked_by("ADA", "j1")),
            (OWN, asked_by("ADA", "j2")),
            (TALK, asked_by("BEN", "j3", said)),
            ("W1|C1/3.0|channel:C1", asked_by("BEN", "j4")),
            (FOREIGN, asked_by("ADA", "j5")),
        ):
            await graph.ainvoke(
                asked(made),
                RunnableConfig(configurable={"thread_id": name}),
                context=ConversationContext(made, answering),
                durability="exit",
            )
        assert sorted(await conversations.of_person("W1", "ADA")) == sorted([OPEN, OWN, TALK])
        assert await conversations.of_workspace("W2") == [FOREIGN]
        now = datetime.now(UTC)
        assert await conversations.quiet_since(now - timedelta(minutes=5)) == []
        assert len(await conversations.quiet_since(now + timedelta(minutes=5))) == 5
        assert await conversations.forget([OPEN, OWN]) == 2
        assert await conversations.of_person("W1", "ADA") == [TALK]
