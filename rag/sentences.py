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
        "pages": "{title} has {pages} pages.",
        "pages_one": "{title} has 1 page.",
        "left_out": "{count} statements left out: not supported by the pages.",
        "left_out_one": "1 statement left out: not supported by the pages.",
        "late": "Time ran out: this is what was checked by then.",
        "spent": "The budget for this question is spent: this is what was checked by then.",
        "spent_day": "Today's budget is spent: this is what was checked by then.",
        "unchecked": "The model stopped answering: this is what was checked by then.",
        "fresh": "I could not read what was said here before, so I took your question by itself.",
        "ask_back": "The documents answer this differently for different cases. Which one do you mean: {choices}?",
        "or": " or ",
        "from_web": "_This is from the web, not from your documents:_",
        "page": "p. {label}",
        "pdf_page": "PDF page {page}",
        "page_labelled": "p. {label} (PDF page {page})",
        "ask_about": "What does “{title}” say about {subject}?",
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
        "pages": "《{title}》共 {pages} 页。",
        "pages_one": "《{title}》共 1 页。",
        "left_out": "略去 {count} 句：所引页面不支持。",
        "left_out_one": "略去 1 句：所引页面不支持。",
        "late": "时间已到：以上是到那时为止核对过的内容。",
        "spent": "这个问题的预算已用完：以上是到那时为止核对过的内容。",
        "spent_day": "今天的预算已用完：以上是到那时为止核对过的内容。",
        "unchecked": "模型停止了回应：以上是到那时为止核对过的内容。",
        "fresh": "我无法读取此前的对话，因此单独回答了这个问题。",
        "ask_back": "不同情况在文档中的规定不同。您指的是哪一个：{choices}？",
        "or": "还是",
        "from_web": "_以下内容来自网络，不是来自你们的文档：_",
        "page": "第 {label} 页",
        "pdf_page": "PDF 第 {page} 页",
        "page_labelled": "第 {label} 页（PDF 第 {page} 页）",
        "ask_about": "《{title}》中关于{subject}是怎么规定的？",
    },
    "ja": {"ask_about": "「{title}」では{subject}についてどう書かれていますか。"},
    "ko": {"ask_about": "‘{title}’에서 {subject}에 대해 무엇이라고 하나요?"},
    "ru": {"ask_about": "Что говорится в «{title}» на тему «{subject}»?"},
}


def say(key: str, language: Language, **values: object) -> str:
    """The sentence in the language, or in English. Raises KeyError for a key that no table has."""
    table = _TABLE.get(language, _TABLE["en"])
    return table.get(key, _TABLE["en"][key]).format(**values)


def asks(language: Language) -> bool:
    """Whether a question can be put in that language."""
    return "ask_about" in _TABLE.get(language, {})


def page_reference(page: int, label: str, language: Language) -> str:
    """How a page is named to people: the printed label, and the physical page where they differ."""
    if label in {"", str(page)}:
        return say("page", language, label=page)
    return say("page_labelled", language, label=label, page=page)
