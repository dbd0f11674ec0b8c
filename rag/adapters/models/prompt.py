"""A prompt as parts, so that it can be shortened without losing what matters."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from rag.adapters.models.shortening import Block, estimate

_SURROGATES = re.compile(r"[\ud800-\udfff\x00]")
T = TypeVar("T", str, Block)


@dataclass(frozen=True, slots=True)
class Prompt:
    """``documents`` come best first, ``history`` is of rendered blocks, oldest first.

    ``example`` is one worked exchange. ``task`` comes last, after the documents. ``about`` is what
    a document that is too long is cut around.
    """

    system: str
    example: tuple[str, str]
    task: str
    documents: tuple[Block, ...] = ()
    history: tuple[str, ...] = ()
    about: str = ""

    @property
    def tokens(self) -> int:
        """About how many it has."""
        documents = sum(block.tokens for block in self.documents)
        return self._fixed + documents + sum(estimate(block) for block in self.history)

    @property
    def _fixed(self) -> int:
        return sum(estimate(part) for part in (self.system, *self.example, self.task))

    def messages(self, *, system_role: bool = True, note: str = "") -> list[BaseMessage]:
        """The messages to send; without a system role it goes before the example's question."""
        parts = [*self.history, *map(str, self.documents), self.task, note]
        asked = clean("\n\n".join(part for part in parts if part))
        shown, reply = self.example
        rest = [AIMessage(reply), HumanMessage(asked)]
        if system_role:
            return [SystemMessage(self.system), HumanMessage(shown), *rest]
        return [HumanMessage(f"{self.system}\n\n{shown}"), *rest]

    def halved(self) -> "Prompt | None":
        """With the better half of the documents and the newer half of the history.

        The last document is cut around its best sentences. None if nothing is left to leave out.
        """
        documents = self.documents[: max(1, len(self.documents) // 2)]
        if len(self.documents) == 1:
            documents = (documents[0].cut(documents[0].tokens // 2, self.about or self.task),)
        history = self.history[(len(self.history) + 1) // 2 :]
        if documents == self.documents and history == self.history:
            return None
        return replace(self, documents=documents, history=history)

    def fitted(self, tokens: int) -> "Prompt":
        """Within about ``tokens``: the task, then the best documents, then the newest history.

        The best document stays, cut around its best sentences if it is too long by itself.
        """
        left = tokens - self._fixed
        documents = _taken(self.documents, left)
        if self.documents and not documents:
            documents = (self.documents[0].cut(left, self.about or self.task),)
        left -= sum(block.tokens for block in documents)
        history = _taken(self.history[::-1], left)[::-1]
        return replace(self, documents=documents, history=history)


def clean(text: str) -> str:
    """Without the characters that can't be sent: NUL and lone surrogates."""
    return _SURROGATES.sub("", text)


def most(blocks: Sequence[str], tokens: int) -> tuple[str, ...]:
    """As many of the first blocks as fit."""
    return _taken(tuple(blocks), tokens)


def _taken(blocks: tuple[T, ...], tokens: int) -> tuple[T, ...]:
    used = 0
    for count, block in enumerate(blocks):
        used += estimate(str(block))
        if used > tokens:
            return blocks[:count]
    return blocks
