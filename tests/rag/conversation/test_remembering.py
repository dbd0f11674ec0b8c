"""What a conversation keeps."""

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from rag.graphs.conversation.remembering import (
    CONTEXT,
    SUMMARY,
    history,
    summary_message,
    trimmed,
)
from rag.types import Turn


def exchange(number: int, length: int = 10) -> list[AnyMessage]:
    return [
        HumanMessage(content=f"Question {number}? " + "x" * length, id=f"j{number}:question"),
        AIMessage(content=f"Answer {number} [1]. More of it.", id=f"j{number}:answer"),
    ]


def test_the_question_itself_is_not_its_history_but_what_people_said_is():
    said = HumanMessage(content="Anyone?", id="j1:context:0", name=CONTEXT)
    messages = [*exchange(0), said, *exchange(1)]
    assert history(messages, "j1") == [
        Turn("person", "Question 0? xxxxxxxxxx"),
        Turn("bot", "Answer 0 [1]. More of it.", None),
        Turn("person", "Anyone?"),
    ]


def test_the_summary_comes_first_wherever_it_stands():
    found = history([*exchange(0), summary_message("before")], "j9")
    assert found[0] == Turn("earlier", "before")
    assert len(found) == 3


def test_short_conversations_are_kept_whole():
    assert trimmed(exchange(0)).drop == ()


def test_the_oldest_go_into_the_summary_as_question_and_first_sentence():
    messages = [m for n in range(5) for m in exchange(n, 3_000)]
    found = trimmed(messages)
    assert found.drop[:2] == ("j0:question", "j0:answer")
    assert "j4:question" not in found.drop
    first = found.summary.splitlines()[0]
    assert first.startswith("Question 0? xxx")
    assert first.endswith("→ Answer 0.")
    assert len(first) < 300


def test_a_summary_grows_and_stays_bounded():
    before = summary_message("\n".join(f"old line {n} " + "y" * 100 for n in range(14)))
    messages = [before, *(m for n in range(5) for m in exchange(n, 3_000))]
    found = trimmed(messages)
    assert "Question 0?" in found.summary
    assert "old line 0 " not in found.summary
    assert len(found.summary) <= 1_700
    assert SUMMARY not in found.drop
