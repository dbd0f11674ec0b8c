# ruff: noqa: ARG002 - a fake keeps its port's signature
"""Judgement that costs nothing: a reasoner in memory, and a model endpoint that knows its part."""

import re
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from rag.modes import Transform
from rag.ports import Watch
from rag.types import (
    Candidate,
    Claim,
    Draft,
    Excerpt,
    Grading,
    Judgement,
    Turn,
    Understanding,
    Verification,
)
from tests.support.model_endpoint import Json, ModelEndpoint, Scripted, says, says_json

QUESTION = "What is the nightly hotel limit in Lisbon?"
FOLLOW_UP = "And for flights under six hours, which class?"
_FACT = "The nightly hotel limit is 140 euros in Lisbon."
_CLASS = "Economy class"
_SURE = '{"has_factual_error": false, "confidence": 0.9, "source_traced": true}'
_NUMBERED = re.compile(r'<document number="(\d+)"[^>]*>(.*?)</document>', re.DOTALL)
_CLAIM = re.compile(r'<claim number="(\d+)"')


class ScriptedReasoner:
    """`Reasoner`: keeps every candidate and quotes the first sentence of the third."""

    name = "scripted"

    async def understand(
        self,
        question: str,
        history: Sequence[Turn],
        today: date,
        documents: Sequence[str],
        *,
        transform: Transform = "auto",
    ) -> Understanding:
        """As it was asked."""
        return Understanding(question, "en", "documents", queries=(question,))

    async def rewrite(self, understanding: Understanding, attempt: int) -> Understanding:
        """The same again."""
        return understanding

    async def grade(self, understanding: Understanding, candidates: Sequence[Candidate]) -> Grading:
        """All of them are relevant."""
        return Grading({n: Judgement(True) for n in range(1, len(candidates) + 1)}, self.name)

    async def compress(
        self, understanding: Understanding, candidates: Sequence[Candidate]
    ) -> list[Excerpt]:
        """The whole of each."""
        return [
            Excerpt(n, c, c.passage.first_page, c.passage.text) for n, c in enumerate(candidates, 1)
        ]

    async def generate(
        self,
        understanding: Understanding,
        excerpts: Sequence[Excerpt],
        feedback: Sequence[Claim],
        watch: Watch | None = None,
    ) -> Draft:
        """Three sentences, each with its source."""
        quoted = [(e.text.split(". ")[0], e.number) for e in excerpts[:3]]
        return Draft(" ".join(f"{text} [{number}]." for text, number in quoted))

    async def verify(
        self, understanding: Understanding, claims: Sequence[Claim], excerpts: Sequence[Excerpt]
    ) -> Verification:
        """Everything is supported."""
        return Verification(tuple(replace(c, verdict="supported", method="s") for c in claims))


class ScriptedModel:
    """Plays the model's part in every role, and notes when the last reply went out."""

    def __init__(self, endpoint: ModelEndpoint) -> None:
        self.endpoint = endpoint
        self.last_reply = 0.0
        """Seconds since the epoch; taken just before the reply is sent, which is whole."""
        endpoint.always(self._reply)

    @property
    def settings(self) -> dict[str, str]:
        """The bot's environment that makes it ask this model."""
        return {
            "OPENAI_BASE_URL": self.endpoint.url,
            "OPENAI_API_KEY": "bench",
            "ANSWER_MODEL": "scripted",
        }

    @property
    def calls(self) -> int:
        """How many calls there were so far."""
        return len(self.endpoint.chats)

    def _reply(self, body: Json) -> Scripted | None:
        self.last_reply = time.time()
        system = str(body["messages"][0]["content"])
        prompt = str(body["messages"][-1]["content"])
        if system.startswith("You prepare questions"):
            return says_json(_understood(prompt))
        if system.startswith("Decide for each document"):
            return says_json({"verdicts": _verdicts(prompt)})
        if system.startswith("Answer the question"):
            return says(f"{_quote(prompt)}\n{_SURE}")
        if system.startswith("Check claims"):
            return says_json({"claims": _checked(prompt), "answers_question": True})
        return None


def _wanted(prompt: str) -> str:
    """The words of the document that answer the question at the end of a prompt."""
    return _CLASS if "class" in prompt.rpartition("<question>")[2] else _FACT


def _understood(prompt: str) -> Json:
    question = prompt.rpartition("<question>")[2].partition("</question>")[0]
    asked = "Which class is used for flights under six hours?" if "class" in question else question
    return {
        "standalone": asked,
        "follow_up": asked != question,
        "route": "documents",
        "intent": "fact",
        "document": "",
        "queries": [asked],
    }


def _verdicts(prompt: str) -> list[Json]:
    return [
        {"passage": int(number), "relevant": _wanted(prompt) in text, "reason": "stated"}
        for number, text in _NUMBERED.findall(prompt)
    ]


def _quote(prompt: str) -> str:
    """The line that answers, with the number of its document."""
    wanted = _wanted(prompt)
    for number, text in _NUMBERED.findall(prompt):
        for line in text.splitlines():
            if wanted in line:
                return f"{line.strip().rstrip('.')} [{number}]."
    return "I did not find it in the documents."


def _checked(prompt: str) -> list[Json]:
    return [
        {"claim": int(number), "verdict": "supported", "evidence": "", "reason": "stated"}
        for number in _CLAIM.findall(prompt)
    ]
