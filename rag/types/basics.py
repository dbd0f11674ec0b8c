"""Words of fixed meaning, and what a piece of work cost."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Language = str
"""ISO 639-1 code found from the script of a text: ``zh``, ``ja``, ``ko``, ``en`` (any Latin script) ..."""


Strategy = Literal["recursive", "semantic", "fixed"]


Outcome = Literal["answered", "partial", "refused", "replied", "listed", "asked_back"]


Route = Literal["small_talk", "catalogue", "documents", "web"]


Intent = Literal["fact", "comparison", "trend", "summary", "ambiguous"]


RetrievalMode = Literal["vector", "bm25", "hybrid"]


Verdict = Literal["supported", "contradicted", "unverifiable"]


PageState = Literal["read", "empty", "image", "unreadable"]


RECOGNIZED = "ocr"
"""The reason of a page that was read from its picture, with enough certainty to be quoted."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a piece of judgement cost; ``cost`` is money, 0 where no price is set.

    ``retries`` are requests that were sent again: busy, broken, or with something left out.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    retries: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cost + other.cost,
            self.retries + other.retries,
        )

    @property
    def tokens(self) -> int:
        """Of prompts and replies together."""
        return self.prompt_tokens + self.completion_tokens

    @property
    def line(self) -> str:
        """As the trace shows it after a step's time; empty if the step cost nothing."""
        told: tuple[tuple[float, str], ...] = (
            (self.calls, f"{self.calls} calls"),
            (self.tokens, f"{self.tokens} tokens"),
            (self.retries, f"{self.retries} retries"),
            (self.cost, f"cost {self.cost:.4g}"),
        )
        return "".join(f", {words}" for amount, words in told if amount)


_NODES = {"grade_documents": "grade", "rewrite_query": "rewrite"}


@dataclass(frozen=True, slots=True)
class Step:
    """One visit of a node: what it did in a line, how long it took, what it cost."""

    node: str
    summary: str
    milliseconds: float
    usage: Usage = Usage()
    details: Mapping[str, object] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """As the trace shows it: ``retrieve(hybrid) → 5 passages``."""
        how, node = self.details.get("how"), _NODES.get(self.node, self.node)
        return f"{node}({how}) → {self.summary}" if how else f"{node} → {self.summary}"
