"""How a question is answered: a setting that each question may override."""

from dataclasses import dataclass
from typing import Literal

Mode = Literal["verified", "fast"]
Transform = Literal["none", "rewrite", "hyde", "decompose", "auto"]
RetrievalChoice = Literal["vector", "bm25", "hybrid", "auto"]


@dataclass(frozen=True, slots=True)
class Modes:
    """``verified`` shows an answer once it is checked, ``fast`` while it is written.

    ``transform`` is how search queries are made; ``auto`` decides that, and the retrieval, by the
    intent of the question. ``top_k`` passages are considered. ``rerank`` and ``web`` take effect
    only where one is configured. ``deadline`` is seconds of work; waiting for a turn at the
    model's gate does not count.
    """

    mode: Mode = "verified"
    retrieval: RetrievalChoice = "hybrid"
    transform: Transform = "auto"
    top_k: int = 8
    rerank: bool = True
    web: bool = False
    deadline: float = 90.0
