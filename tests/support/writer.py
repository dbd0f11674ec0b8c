"""A model that understands, grades, quotes and checks, behind the scripted endpoint."""

import json
import re
from collections.abc import Callable

from tests.support.model_endpoint import Json, ModelEndpoint, Request, Scripted, says, says_json

_DOCUMENT = re.compile(r'<document number="(\d+)"[^>]*>\n(.*?)\n</document>', re.DOTALL)
_LINE = re.compile(r"^\((\d+)\) (.*)$", re.MULTILINE)
_CLAIM = re.compile(r'<claim number="(\d+)"')
SURE: Json = {"has_factual_error": False, "confidence": 0.9, "source_traced": True}
PARTS = {
    "You prepare questions": "understand",
    "A search found nothing": "rewrite",
    "Decide for each document": "grade",
    "Answer the question": "write",
    "Check claims": "check",
    "Choose the sentences": "compress",
}


def part_of(body: Json) -> str:
    """What is asked, told by how the prompt begins."""
    first = str(body["messages"][0]["content"])
    return next((part for start, part in PARTS.items() if first.startswith(start)), "")


class Writer:
    """Answers by the first of ``words`` that a document has; each part can be replaced."""

    def __init__(self, endpoint: ModelEndpoint) -> None:
        self.endpoint = endpoint
        self.words = ["140 euros"]
        self.standalone = ""
        self.assessment = dict(SURE)
        self.parts: dict[str, Callable[[str], Scripted]] = {
            "understand": self._understand,
            "rewrite": lambda _: says_json({"queries": ["other words"]}),
            "grade": self._grade,
            "write": self._write,
            "check": self._check,
            "compress": self._compress,
        }
        endpoint.rules[:] = [self._reply]
        endpoint.queue.clear()
        endpoint.requests.clear()

    def calls(self, part: str) -> list[Request]:
        """The requests for that part."""
        return [r for r in self.endpoint.chats if part_of(r.body) == part]

    def first(self, reply: Scripted, part: str = "") -> None:
        """Gives this reply to the next request, or the next for that part."""
        waiting = [reply]

        def once(body: Json) -> Scripted | None:
            wanted = waiting and (not part or part_of(body) == part)
            return waiting.pop() if wanted else None

        self.endpoint.rules.insert(0, once)

    def writes(self, text: str) -> None:
        """Every answer from now on."""
        judged = json.dumps(self.assessment)
        self.parts["write"] = lambda _: says(f"{text}\n{judged}")

    def _reply(self, body: Json) -> Scripted | None:
        part = part_of(body)
        return self.parts[part](str(body["messages"][-1]["content"])) if part else None

    def _understand(self, prompt: str) -> Scripted:
        asked = prompt.rpartition("<question>")[2].partition("</question>")[0]
        told = {"standalone": self.standalone or asked, "follow_up": bool(self.standalone)}
        queries = [self.standalone or asked]
        return says_json(
            {**told, "route": "documents", "intent": "fact", "document": "", "queries": queries}
        )

    def _grade(self, prompt: str) -> Scripted:
        judged = [
            {"passage": int(n), "relevant": any(w in text for w in self.words), "reason": "r"}
            for n, text in _DOCUMENT.findall(prompt)
        ]
        return says_json({"verdicts": judged, "choices": []})

    def _compress(self, prompt: str) -> Scripted:
        documents = [
            {
                "document": int(n),
                "keep": [int(k) for k, line in _LINE.findall(text) if self._has(line)],
            }
            for n, text in _DOCUMENT.findall(prompt)
        ]
        return says_json({"documents": documents})

    def _has(self, text: str) -> bool:
        return any(word in text for word in self.words)

    def _write(self, prompt: str) -> Scripted:
        quoted = [
            f"{line.rstrip('.')} [{n}]."
            for n, text in _DOCUMENT.findall(prompt)
            for line in text.splitlines()
            if any(word in line for word in self.words)
        ]
        text = " ".join(quoted) or "I did not find it in the documents."
        return says(f"{text}\n{json.dumps(self.assessment)}")

    def _check(self, prompt: str) -> Scripted:
        claims = [
            {"claim": int(n), "verdict": "supported", "evidence": "", "reason": "stated"}
            for n in _CLAIM.findall(prompt)
        ]
        return says_json({"claims": claims, "answers_question": True})
