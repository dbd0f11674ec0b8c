"""HTML in Markdown: its tags and entities are not shown, and neither is what they hide."""

import html
import re

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_BREAK_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)
_BETWEEN_ROWS = re.compile(r"</tr>\s*(?=<tr\b)", re.IGNORECASE)
_BETWEEN_CELLS = re.compile(r"</t[dh]>\s*<t[dh]\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:a|b|big|blockquote|caption|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p"
    r"|pre|s|small|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|u|ul)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_UNSEEN = re.compile(
    r"<(\w+)\b[^<>]*(?:display\s*:\s*none|visibility\s*:\s*hidden|\shidden(?=[\s>]))[^<>]*>.*?</\1\s*>",
    re.IGNORECASE | re.DOTALL,
)


def without_unseen(text: str) -> str:
    """The text without comments and without elements that are not shown."""
    return _UNSEEN.sub("", _COMMENT.sub("", text))


def without_tags(text: str) -> str:
    """A line as it is shown; rows and cells that stand on it stay apart."""
    if "<" in text:
        rows = _BETWEEN_ROWS.sub("\n", _BREAK_TAG.sub(" ", text))
        text = _TAG.sub("", _BETWEEN_CELLS.sub(" | ", rows))
    return _ENTITY.sub(lambda m: html.unescape(m.group()), text) if "&" in text else text
