"""What the nodes work with."""

from dataclasses import dataclass, field
from typing import Literal

from rag.graphs.answer.retrieval import Retriever
from rag.ports import Compressor, Reasoner, Reranker, WebSearch


@dataclass(frozen=True, slots=True)
class Savings:
    """Which model calls may be saved, and by whom."""

    grade_by: Literal["model", "margin", "reranker"] = "model"
    verify_by: Literal["model", "rules"] = "model"


@dataclass(frozen=True)
class NodePorts:
    """The fields of `AnswerNodes`: what lives as long as the process."""

    reasoner: Reasoner
    retriever: Retriever
    reranker: Reranker | None = None
    web: WebSearch | None = None
    savings: Savings = field(default_factory=Savings)
    compressor: Compressor | None = None
    """Compresses in the reasoner's place, if it is set."""
