"""The conversation graph: one channel of messages around the answer graph."""

from dataclasses import dataclass
from typing import Annotated, Protocol, TypedDict

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from rag.types import Answer, Question, Turn

_REMEMBERED = 12  # messages: six exchanges are as much as a follow-up reaches back


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
) -> dict[str, list[AnyMessage]]:
    """Answers the last message. Ids come from the job, so a repeated run replaces, not adds."""
    question = runtime.context.question
    answered = await runtime.context.answering(question, _history(state, question.job))
    return {"messages": [AIMessage(content=answered.text, id=f"{question.job}:answer")]}


def build_conversation_graph(checkpointer: BaseCheckpointSaver[str]) -> ConversationGraph:
    """Wire the one node; the answer graph inside it is not checkpointed."""
    graph = StateGraph(Conversation, context_schema=ConversationContext)
    graph.add_node("answer", answer)
    graph.add_edge(START, "answer")
    graph.add_edge("answer", END)
    return graph.compile(name="conversation", checkpointer=checkpointer)


def asked(question: Question) -> Conversation:
    """The input that adds a question to its conversation."""
    return {"messages": [HumanMessage(content=question.text, id=f"{question.job}:question")]}


def _history(state: Conversation, job: str) -> list[Turn]:
    before = [m for m in state["messages"] if not (m.id or "").startswith(f"{job}:")]
    return [
        Turn("person" if isinstance(m, HumanMessage) else "bot", str(m.content))
        for m in before[-_REMEMBERED:]
    ]
