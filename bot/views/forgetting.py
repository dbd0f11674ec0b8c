"""Documents that fit a name, each with its Forget button."""

from collections.abc import Sequence

from bot.sentences import say
from bot.slack.message import Block, Message
from bot.views.buttons import forget_button, key_of
from bot.views.documents import Shown, entry
from bot.views.literal import escaped, paragraph, small
from rag.types import Language

FORGET_NAMED = "forget_named"
MOST_NAMED = 5


def forget_message(
    workspace: str, found: Sequence[Shown], more: int, language: Language
) -> Message:
    """One press and a confirmation for each; ``more`` fit the name too."""
    title = say("forget_found", language)
    text, blocks = [title], [paragraph(title)]
    for document in found:
        head, tail = entry(document, language)
        blocks += [paragraph(head), small([tail]), _button(workspace, document, language)]
        text.append(f"{head} — {tail}")
    if more:
        text.append(say("forget_more", language, count=more))
        blocks.append(small([text[-1]]))
    return Message(escaped("\n".join(text)), blocks)


def _button(workspace: str, document: Shown, language: Language) -> Block:
    placed = document.placement
    value = f"{placed.channel}:{key_of(workspace, placed.channel, placed.document)}"
    button = forget_button(placed.name, value, language) | {"action_id": FORGET_NAMED}
    return {"type": "actions", "elements": [button]}
