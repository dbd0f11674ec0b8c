"""Log probabilities: read from what endpoints send, asked for once, and never relied upon."""

import math
from typing import Any

import pytest

from rag.adapters.models.margins import margins, read_odds
from tests.rag.reasoners.test_llm import ASKED, candidate, make
from tests.support.model_endpoint import Scripted as Reply
from tests.support.model_endpoint import completion, fails, refuses, says_json
from tests.support.model_fixtures import endpoint, gate, make_chat, sleeps

__all__ = ["endpoint", "gate", "make", "make_chat", "sleeps"]

PORTO = candidate("A hotel in Porto may cost up to 120 euros a night.")
OTHER = candidate("Lunch is served from 11:30.")


def token(text: str, **alternatives: float) -> dict[str, Any]:
    """A token with its probability and those of others in its place."""
    listed = {text: alternatives.pop("p", 0.99), **alternatives}
    top = [{"token": word, "logprob": math.log(p)} for word, p in listed.items()]
    return {"token": text, "logprob": top[0]["logprob"], "top_logprobs": top}


def graded(*passages: dict[str, Any]) -> list[dict[str, Any]]:
    """The tokens of a grading in JSON; each verdict is one token."""
    tokens = [token('{"verdicts": [')]
    for number, verdict in enumerate(passages, 1):
        tokens += [token(f'{{"passage": {number}, "relevant":'), verdict]
        tokens.append(token(', "reason": "r"}, '))
    return [*tokens, token('], "choices": []}')]


def replying(tokens: list[dict[str, Any]]) -> Reply:
    body = completion("".join(t["token"] for t in tokens).replace(", ]", "]"))
    body["choices"][0]["logprobs"] = {"content": tokens}
    return Reply(body)


def test_margins_are_of_the_word_that_stands_there():
    yes, no = token(" true", p=0.9, false=0.1), token(" false", p=0.6, true=0.2, yes=0.2)
    found = margins(read_odds({"content": graded(yes, no)}))
    assert found[1] == pytest.approx(math.log(9), abs=0.01)
    assert found[2] == pytest.approx(math.log(0.4 / 0.6), abs=0.01)


def test_a_word_that_is_not_listed_is_unlikely():
    found = margins(read_odds({"content": graded(token("true", p=0.98, maybe=0.01))}))
    assert found[1] > 4
    assert margins(read_odds({"content": graded(token("false", p=0.999))}))[1] < -6


@pytest.mark.parametrize(
    "told",
    [None, [], {}, {"content": None}, {"content": [{}]}, {"content": [{"token": "a"}]}, "x"],
)
def test_what_cannot_be_read_is_nothing(told: object):
    assert margins(read_odds(told)) == {}


def test_a_passage_judged_twice_is_not_judged():
    one = graded(token("true", p=0.9, false=0.1))
    assert margins(read_odds({"content": [*one, *graded(token("true", p=0.6, false=0.4))]})) == {}


async def test_what_the_model_wavers_over_is_kept(endpoint, make):
    yes, wavering, no = token("true", p=0.9), token("false", p=0.6, true=0.4), token("false", p=0.9)
    endpoint.script(replying(graded(yes, wavering, no)))
    found = await make(by_margin=True).grade(ASKED, [PORTO, OTHER, OTHER])
    assert [found.judgements[n].relevant for n in (1, 2, 3)] == [True, True, False]
    assert (found.judge, found.how) == ("m", "margin")
    assert found.judgements[1].score > 1
    assert endpoint.chats[0].body["top_logprobs"] == 5


@pytest.mark.parametrize(
    "refusal",
    [
        refuses("logprobs"),
        fails(400, "top_logprobs is not supported with this model"),
        fails(422, "logprobs: Extra inputs are not permitted"),
        fails(400, "You are not allowed to request log probabilities from this model"),
    ],
)
async def test_an_endpoint_that_gives_none_is_asked_once(endpoint, make, refusal):
    verdicts = says_json({"verdicts": [{"passage": 1, "relevant": True, "reason": "r"}]})
    endpoint.script(refusal, verdicts, verdicts)
    reasoner = make(by_margin=True)
    for _ in range(2):
        found = await reasoner.grade(ASKED, [PORTO])
        assert (found.judgements[1].relevant, found.how) == (True, "")
    asked = ["logprobs" in r.body or "top_logprobs" in r.body for r in endpoint.chats]
    assert asked == [True, False, False]
    assert "response_format" in endpoint.chats[-1].body


async def test_one_that_takes_no_notice_is_no_failure(endpoint, make):
    endpoint.script(says_json({"verdicts": [{"passage": 1, "relevant": False, "reason": "r"}]}))
    found = await make(by_margin=True).grade(ASKED, [PORTO])
    assert (found.judgements[1].relevant, found.how) == (False, "")


async def test_none_are_asked_for_unless_they_are_wanted(endpoint, make):
    endpoint.script(replying(graded(token("true", p=0.6, false=0.4))))
    found = await make().grade(ASKED, [PORTO])
    assert found.how == ""
    assert "logprobs" not in endpoint.chats[0].body
