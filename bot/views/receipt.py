"""What became of a file, told in its thread."""

from collections.abc import Sequence

from bot.sentences import has, say
from bot.slack.posting import Message
from bot.views.literal import escaped, paragraph, small
from rag.sentences import page_reference
from rag.types import Language, Page, Receipt

_LISTED_PAGES = 12


def receipt_message(receipt: Receipt, language: Language) -> Message:
    """Name, pages, parents, children, what was replaced and what could not be read."""
    if receipt.already:
        text = say("receipt_again", language, name=receipt.name)
        return Message(escaped(text), [paragraph(text)])
    lines = [say("receipt", language, name=receipt.name)]
    if receipt.replaced:
        lines.append(
            say("receipt_replaced", language, number=receipt.number, replaced=receipt.replaced)
        )
    if receipt.unread:
        listed = unread_pages(receipt.unread, language)
        lines.append(say("receipt_unread", language, pages=listed))
    counts = say(
        "receipt_counts",
        language,
        pages=page_count(receipt.pages, language),
        parents=receipt.parents,
        children=receipt.children,
        seconds=f"{receipt.milliseconds / 1000:.1f}",
    )
    blocks = [paragraph("\n".join(lines)), small([counts])]
    return Message(escaped("\n".join([*lines, counts])), blocks)


def page_count(count: int, language: Language) -> str:
    """``12 pages``."""
    return say("pages_one" if count == 1 else "pages", language, count=count)


def unread_pages(pages: Sequence[Page], language: Language) -> str:
    """Pages by number, each with its reason."""
    listed = [
        f"{page_reference(page.number, page.label, language)} ({_reason(page, language)})"
        for page in pages[:_LISTED_PAGES]
    ]
    if len(pages) > _LISTED_PAGES:
        listed.append(f"… +{len(pages) - _LISTED_PAGES}")
    return ", ".join(listed)


def _reason(page: Page, language: Language) -> str:
    key = f"reason_{page.state}"
    return say(key, language) if has(key) else page.state


def note(text: str) -> Message:
    """A plain sentence."""
    return Message(escaped(text), [paragraph(text)])
