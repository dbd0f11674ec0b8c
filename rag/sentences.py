"""The engine's own sentences, a table by language that others can add to.

A language that is missing is answered in English.
"""

from rag.types import Language

_TABLE: dict[Language, dict[str, str]] = {
    "en": {
        "hello": "Hello! Ask me something that your team's documents answer, and I'll show you the page.",
        "thanks": "You're welcome!",
        "about": (
            "I answer questions from the documents in your library channels, each statement with "
            "the page it comes from. Ask “which documents do you have?” to see what I have read."
        ),
        "refusal": (
            "I found nothing about this in the documents that I can search here. Try other words, "
            "ask “which documents do you have?”, or drop the document that covers it into a "
            "library channel."
        ),
        "refusal_empty": (
            "There are no documents here to search yet. Drop a PDF into a library channel and ask "
            "again once I have confirmed it."
        ),
        "refusal_unread": "Not everything could be read: {documents}.",
        "unread_pages": "{title}, {pages}",
        "catalogue": "I can search {count} documents here:",
        "catalogue_one": "I can search one document here:",
        "catalogue_none": "There are no documents here yet. Drop a PDF into a library channel.",
        "catalogue_entry": "• {title} – {pages} pages",
        "catalogue_entry_one": "• {title} – 1 page",
        "catalogue_unread": " ({count} could not be read)",
        "catalogue_more": "… and {count} more.",
        "summary": "What {title} covers ({pages} pages):",
        "left_out": "{count} statements left out: not supported by the pages.",
        "left_out_one": "1 statement left out: not supported by the pages.",
        "page": "p. {label}",
        "page_labelled": "p. {label} (PDF page {page})",
    },
    "zh": {
        "hello": "你好！请提出团队文档能回答的问题，我会给出答案所在的页码。",
        "thanks": "不客气！",
        "about": (
            "我根据资料频道里的文档回答问题，每句话都注明出处页码。"
            "可以问“有哪些文档？”来查看我读过的内容。"
        ),
        "refusal": (
            "在这里可检索的文档中，我没有找到相关内容。可以换个说法，问“有哪些文档？”，"
            "或把相关文档放进资料频道。"
        ),
        "refusal_empty": "这里还没有可检索的文档。请把 PDF 放进资料频道，等我确认后再提问。",
        "refusal_unread": "有些内容无法读取：{documents}。",
        "unread_pages": "{title}，{pages}",
        "catalogue": "这里可以检索 {count} 份文档：",
        "catalogue_one": "这里可以检索 1 份文档：",
        "catalogue_none": "这里还没有文档。请把 PDF 放进资料频道。",
        "catalogue_entry": "• {title}，共 {pages} 页",
        "catalogue_entry_one": "• {title}，共 1 页",
        "catalogue_unread": "（{count} 页无法读取）",
        "catalogue_more": "……另有 {count} 份。",
        "summary": "《{title}》的主要内容（共 {pages} 页）：",
        "left_out": "略去 {count} 句：所引页面不支持。",
        "left_out_one": "略去 1 句：所引页面不支持。",
        "page": "第 {label} 页",
        "page_labelled": "第 {label} 页（PDF 第 {page} 页）",
    },
}


def say(key: str, language: Language, **values: object) -> str:
    """The sentence in the language, or in English. Raises KeyError for a key that no table has."""
    table = _TABLE.get(language, _TABLE["en"])
    return table.get(key, _TABLE["en"][key]).format(**values)


def page_reference(page: int, label: str, language: Language) -> str:
    """How a page is named to people: the printed label, and the physical page where they differ."""
    if label in {"", str(page)}:
        return say("page", language, label=page)
    return say("page_labelled", language, label=label, page=page)
