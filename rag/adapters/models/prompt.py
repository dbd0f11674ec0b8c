"""A prompt as parts, so that it can be shortened without losing what matters."""

import re
from dataclasses import dataclass, replace

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

_WIDE = re.compile(r"[ᄀ-ᇿ⺀-鿿가-힣豈-﫿＀-￯]")
_LETTERS_A_TOKEN = 3.5
_SURROGATES = re.compile(r"[\ud800-\udfff\x00]")


@dataclass(frozen=True, slots=True)
class Prompt:
    """``documents`` and ``history`` are rendered blocks: best first, and oldest first.

    ``example`` is one worked exchange. ``task`` comes last, after the documents.
    """

    system: str
    example: tuple[str, str]
    task: str
    documents: tuple[str, ...] = ()
    history: tuple[str, ...] = ()

    def messages(self, *, system_role: bool = True, note: str = "") -> list[BaseMessage]:
        """The messages to send; without a system role it goes before the example's question."""
        parts = [*self.history, *self.documents, self.task, note]
        asked = clean("\n\n".join(part for part in parts if part))
        shown, reply = self.example
        rest = [AIMessage(reply), HumanMessage(asked)]
        if system_role:
            return [SystemMessage(self.system), HumanMessage(shown), *rest]
        return [HumanMessage(f"{self.system}\n\n{shown}"), *rest]

    def halved(self) -> "Prompt | None":
        """With the better half of the documents and the newer half of the history.

        None if there is nothing left to leave out.
        """
        documents = self.documents[: max(1, len(self.documents) // 2)]
        history = self.history[(len(self.history) + 1) // 2 :]
        if documents == self.documents and history == self.history:
            return None
        return replace(self, documents=documents, history=history)

    def fitted(self, tokens: int) -> "Prompt":
        """Within about ``tokens``: the task, then the best documents, then the newest history."""
        left = tokens - sum(estimate(part) for part in (self.system, *self.example, self.task))
        documents = _taken(self.documents, left) or self.documents[:1]
        left -= sum(estimate(block) for block in documents)
        history = _taken(self.history[::-1], left)[::-1]
        return replace(self, documents=documents, history=history)


def estimate(text: str) -> int:
    """About how many tokens a text has, without any model's tokeniser."""
    wide = len(_WIDE.findall(text))
    return int(wide + (len(text) - wide) / _LETTERS_A_TOKEN) + 1


def clean(text: str) -> str:
    """Without the characters that can't be sent: NUL and lone surrogates."""
    return _SURROGATES.sub("", text)


def _taken(blocks: tuple[str, ...], tokens: int) -> tuple[str, ...]:
    used = 0
    for count, block in enumerate(blocks):
        used += estimate(block)
        if used > tokens:
            return blocks[:count]
    return blocks
