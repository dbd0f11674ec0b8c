"""How an answer came about, as it is shown."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.views.trace import path_in_words, trace_message
from bot.workspace.blocks import check_blocks
from rag.types import Answer, Citation, Claim, Step, Usage

DROPPED = {"passage": "p2", "title": "Leave <!channel>", "pages": [7, 8], "why": "about parking"}
ANSWER = Answer(
    id="0123456789",
    question="What is the limit?",
    standalone="What is the limit?",
    outcome="partial",
    language="en",
    text="120 EUR [1].",
    citations=(Citation(1, "d", "Travel policy", "v", 4, "iv", "The limit is 120 EUR."),),
    claims=(
        Claim("The limit is 120 EUR", (1,), "supported", "The limit is 120 EUR.", "rules"),
        Claim("It was 90 EUR", (1,), "contradicted", "", "model", "the page says 120"),
    ),
    steps=(
        Step("understand", "documents, fact, en", 1.0, details={"how": "rules"}),
        Step(
            "retrieve",
            "2 passages",
            12.0,
            details={
                "how": "hybrid",
                "passages": [
                    {"passage": "p1", "title": "Travel policy", "pages": [4, 4]},
                    {"passage": "p2", "title": "Leave <!channel>", "pages": [7, 8]},
                ],
            },
        ),
        Step(
            "grade_documents", "1/2 relevant", 300.0, Usage(1, 90, 10, 0.02), {"dropped": [DROPPED]}
        ),
        Step("verify", "1/2 claims supported", 30.0),
    ),
    asked_at=datetime(2026, 11, 30, tzinfo=UTC),
    milliseconds=1_234.0,
)


def lines(answer: Answer = ANSWER) -> list[str]:
    return trace_message(answer, "en").text.replace("&gt;", ">").replace("&lt;", "<").splitlines()


def test_steps_come_with_their_timings_and_calls():
    shown = lines()
    assert "answered in part · 4 steps · 1.2 s · 1 model calls · 100 tokens · cost 0.0200" in shown
    assert "understand(rules) → documents, fact, en  (1 ms)" in shown
    assert "grade → 1/2 relevant  (300 ms, 1 calls, 100 tokens, cost 0.02)" in shown


def test_every_claim_has_its_page_and_verdict():
    shown = lines()
    assert "✓ The limit is 120 EUR · [1] Travel policy iv · by rules" in shown
    assert "✗ It was 90 EUR · [1] Travel policy iv · by model · the page says 120" in shown


def test_passages_say_why_they_were_dropped():
    shown = lines()
    assert "Travel policy 4 · kept" in shown
    assert "Leave <!channel> 7–8 · dropped: about parking" in shown
    assert "<!channel>" not in trace_message(ANSWER, "en").text


def test_a_long_trace_stays_within_the_limits_and_says_what_is_left_out():
    many = replace(ANSWER, claims=ANSWER.claims * 40, steps=ANSWER.steps * 12)
    message = trace_message(many, "en")
    assert not check_blocks(list(message.blocks))
    assert "… and 68 more" in message.text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_its_blocks_are_valid_and_offer_the_picture(language: str):
    message = trace_message(ANSWER, language)
    assert not check_blocks(list(message.blocks))
    assert message.blocks[-1]["elements"][0]["value"] == ANSWER.id


def test_it_is_told_in_the_language_of_who_looks_at_it():
    assert ANSWER.language == "en"
    told = trace_message(ANSWER, "zh").text
    assert told.startswith("这个回答的由来（编号 0123456789）")
    for words in ("部分回答 · 4 步", "由 rules 核对", "4 · 采用", "未采用：about parking"):
        assert words in told
    assert path_in_words(ANSWER, "zh").startswith("回答流程图")


def test_a_reply_without_a_search_has_steps_alone():
    small_talk = replace(ANSWER, claims=(), citations=(), steps=ANSWER.steps[:1], outcome="replied")
    assert lines(small_talk) == [
        "How I got this (id 0123456789)",
        "replied · 1 steps · 1.2 s · 0 model calls",
        "understand(rules) → documents, fact, en  (1 ms)",
    ]


def test_the_path_is_told_in_words():
    assert "understand → retrieve → grade_documents → verify" in path_in_words(ANSWER, "en")
