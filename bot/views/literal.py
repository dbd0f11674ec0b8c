"""Text that Slack must show as it is: no ping, no link, no formatting of its own."""

from bot.slack.message import Block

_SECTION_LIMIT = 3_000
_PLAIN_LIMIT = 2_000
_CONTEXT_LIMIT = 10


def escaped(text: str) -> str:
    """Text for a mrkdwn field, in the order that Slack asks for."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def streamed(text: str) -> str:
    """Text for a stream, whose Markdown is rendered: it pings nobody and hides no address.

    What a longer text becomes begins with what its beginning becomes.
    """
    return escaped(text).replace("]", "]\u200b")


def paragraph(text: str) -> Block:
    """Literal text of any length: rich text elements of type text are never parsed."""
    pieces = [text[i : i + _SECTION_LIMIT] for i in range(0, len(text), _SECTION_LIMIT)]
    elements = [
        {"type": "rich_text_section", "elements": [{"type": "text", "text": piece}]}
        for piece in pieces
        if piece
    ]
    return {"type": "rich_text", "elements": elements}


def preformatted(lines: list[str]) -> Block:
    """Lines in a fixed-width box, literal as well."""
    text = "\n".join(lines)[:_SECTION_LIMIT] or " "
    return {
        "type": "rich_text",
        "elements": [
            {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": text}]}
        ],
    }


def small(texts: list[str]) -> Block:
    """Literal small print: one element a text, ten at most; what is left goes into the last."""
    kept = texts[:_CONTEXT_LIMIT]
    if len(texts) > _CONTEXT_LIMIT:
        kept[-1] = "\n".join(texts[_CONTEXT_LIMIT - 1 :])
    return {
        "type": "context",
        "elements": [
            {"type": "plain_text", "text": text[:_PLAIN_LIMIT] or " ", "emoji": False}
            for text in kept
        ],
    }


def marked(text: str) -> Block:
    """Our own mrkdwn; whatever is not ours in it has been escaped."""
    return {"type": "section", "text": {"type": "mrkdwn", "text": text[:_SECTION_LIMIT]}}
