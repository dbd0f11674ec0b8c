"""The conversation graph: one channel of messages around the answer graph."""

from dataclasses import dataclass
from typing import Annotated, Protocol, TypedDict

from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    BaseMessage,
    HumanMessage,
    RemoveMessage,
)
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from rag.graphs.conversation.remembering import (
    CONTEXT,
    history,
    noted,
    summary_message,
    trimmed,
)
from rag.types import Answer, Question, Turn


class Conversation(TypedDict):
    """All that a checkpoint holds."""

    messages: Annotated[list[AnyMessage], add_messages]


class Answering(Protocol):
    """Runs the answer graph for a question with what was said before."""

    async def __call__(self, question: Question, history: list[Turn]) -> Answer:
        """The answer, kept before it is returned; the same one for the same job."""
        ...


@dataclass(frozen=True, slots=True)
class ConversationContext:
    """Values of one run."""

    question: Question
    answering: Answering


ConversationGraph = CompiledStateGraph[
    Conversation, ConversationContext, Conversation, Conversation
]


async def answer(
    state: Conversation, *, runtime: Runtime[ConversationContext]
) -> dict[str, list[BaseMessage]]:
    """Answers the last message. Ids come from the job, so a repeated run replaces, not adds."""
    question = runtime.context.question
    answered = await runtime.context.answering(question, history(state["messages"], question.job))
    told = noted(answered.sources)
    said = AIMessage(content=answered.text, id=f"{question.job}:answer", additional_kwargs=told)
    return {"messages": [said, *_trimmings([*state["messages"], said])]}


def build_conversation_graph(checkpointer: BaseCheckpointSaver[str]) -> ConversationGraph:
    """Wire the one node; the answer graph inside it is not checkpointed."""
    graph = StateGraph(Conversation, context_schema=ConversationContext)
    graph.add_node("answer", answer)
    graph.add_edge(START, "answer")
    graph.add_edge("answer", END)
    return graph.compile(name="conversation", checkpointer=checkpointer)


def asked(question: Question) -> Conversation:
    """The input that adds a question to its conversation, after what people said before it."""
    before = [
        _context(turn, f"{question.job}:context:{number}")
        for number, turn in enumerate(question.context)
    ]
    mine = HumanMessage(
        content=question.text,
        id=f"{question.job}:question",
        additional_kwargs=_said_by(question.asker),
    )
    return {"messages": [*before, mine]}


def _context(turn: Turn, identity: str) -> AnyMessage:
    """What the bot had said keeps its sources: it may be told while all of them are seen."""
    if turn.role == "bot":
        told = noted(turn.sources)
        return AIMessage(content=turn.text, id=identity, name=CONTEXT, additional_kwargs=told)
    said = _said_by(turn.person)
    return HumanMessage(content=turn.text, id=identity, name=CONTEXT, additional_kwargs=said)


def _said_by(person: str) -> dict[str, str]:
    """Kept with what somebody said, so that it can be found when they want it erased."""
    return {"person": person} if person else {}


def _trimmings(messages: list[AnyMessage]) -> list[BaseMessage]:
    found = trimmed(messages)
    if not found.drop:
        return []
    return [
        *(RemoveMessage(id=n) for n in found.drop),
        summary_message(found.summary, found.sources),
    ]
