"""The bot's own sentences, a table by language that others can add to."""

from rag.types import Language

_TABLE: dict[Language, dict[str, str]] = {
    "en": {
        "status_understand": "is reading the question…",
        "status_retrieve": "is searching {documents} documents…",
        "status_grade_documents": "is reading {passages} passages…",
        "status_generate": "is writing from {pages} pages…",
        "status_verify": "is checking the statements…",
        "sources": "Sources",
        "usage": (
            "Ask me a question about the documents here, for example “How many days of leave "
            "do I get?”. To see what I have read, ask “which documents do you have?”."
        ),
        "failed": "Something went wrong and I could not answer. Please ask again. (id {id})",
        "late": "This took longer than it may, so I stopped. Please ask again. (id {id})",
        "model": (
            "The language model could not be reached, so there is no answer. Please try again in "
            "a few minutes. (id {id})"
        ),
        "reading": "Reading {name}…",
        "reading_pages": "Reading {name}: {done} of {total} pages…",
        "reading_embedding": "Indexing {name}: {done} of {total} pieces…",
        "receipt": "I have read {name} and can answer from it now.",
        "receipt_counts": "{pages} · {parents} sections · {children} searchable pieces · {seconds} s",
        "receipt_again": "I already knew {name}: the same content is here. Nothing was read again.",
        "receipt_replaced": "This is version {number}; it replaces version {replaced}.",
        "receipt_unread": "Could not be read: {pages}.",
        "pages": "{count} pages",
        "pages_one": "1 page",
        "reason_image": "only an image, no text",
        "reason_unreadable": "text unusable",
        "reason_empty": "empty",
        "not_pdf": "{name} is not a PDF, whatever its name says, so I did not read it.",
        "empty": "{name} is empty: there are no bytes in it.",
        "password": "{name} is protected by a password. Please upload an unlocked copy.",
        "damaged": "{name} is damaged and could not be opened. Please export it again.",
        "no_text": (
            "{name} has no text that I can read (0 of {pages} pages): it may be a scan. Please "
            "upload a copy with a text layer (OCR)."
        ),
        "too_large": "{name} is too large for me to read. The limit is {megabytes} MB and {limit} pages.",
        "too_complex": "{name} is too complex: reading it took more time or memory than allowed.",
        "unreadable": "{name} could not be read.",
        "not_fetched": "I could not fetch {name} from Slack. Please share it again. (id {id})",
        "login_page": (
            "Slack did not let me fetch {name}. Somebody who manages this app: please add the "
            "scope files:read and reinstall it. (id {id})"
        ),
        "foreign_host": "{name} lies outside Slack, so I did not fetch it. Please upload the file itself.",
        "file_gone": "{name} was deleted before I could read it.",
        "ingest_failed": "Something went wrong and {name} was not read. Please share it again. (id {id})",
        "not_library": "I did not read {name}: drop PDFs into {channels} and I will answer from them.",
        "no_library": "I did not read {name}: no library channel is set up yet.",
        "trace_title": "How I got this (id {id})",
        "trace_total": "{steps} steps · {seconds} s · {calls} model calls",
        "trace_none": "I have no answer of yours here. Give me the link of one: `/footnote trace LINK`.",
        "trace_hidden": "I have no answer of yours there. Only who asked can see a trace.",
        "graph_title": "The {graph} graph",
        "graph_invite": "I could not post the picture here: invite me with `/invite @Footnote` and try again.",
        "graph_which": "Which graph? `/footnote graph answer` or `/footnote graph ingest`.",
        "working": "One moment…",
        "command_failed": "Something went wrong. Please try again. (id {id})",
        "help": (
            "I answer questions from the PDFs in your library channels ({channels}), each statement "
            "with the page it comes from.\n"
            "• *Ask*: mention me in a channel or thread, or write to me directly.\n"
            "• *Add a document*: drop a PDF into a library channel; I confirm in its thread.\n"
            "• *Rate*: 👍 or 👎 on an answer.\n"
            "• `/footnote trace [link]` shows how your last answer here (or the linked one) came about.\n"
            "• `/footnote graph answer|ingest` shows the graph behind answers or behind reading.\n"
            "• `/footnote help` shows this."
        ),
        "help_unknown": "I don't know “{command}”.",
        "help_quoting": "No language model is configured: I answer by quoting, without writing.",
    },
    "zh": {
        "status_understand": "正在理解问题…",
        "status_retrieve": "正在检索 {documents} 份文档…",
        "status_grade_documents": "正在阅读 {passages} 个段落…",
        "status_generate": "正在根据 {pages} 页内容作答…",
        "status_verify": "正在核对每句话…",
        "sources": "出处",
        "usage": "请就这里的文档向我提问，例如“年假有多少天？”。想知道我读过什么，可以问“有哪些文档？”。",
        "failed": "出了点问题，没能回答。请再问一次。（编号 {id}）",
        "late": "用时超过限制，已停止。请再问一次。（编号 {id}）",
        "model": "暂时连不上语言模型，没有答案。请过几分钟再试。（编号 {id}）",
        "reading": "正在读取 {name}…",
        "reading_pages": "正在读取 {name}：第 {done} 页，共 {total} 页…",
        "reading_embedding": "正在建立 {name} 的索引：{done}/{total}…",
        "receipt": "已读完 {name}，现在可以据此回答。",
        "receipt_counts": "{pages} · {parents} 个条款 · {children} 个检索片段 · {seconds} 秒",
        "receipt_again": "{name} 的内容我已经读过，没有重复读取。",
        "receipt_replaced": "这是第 {number} 版，取代第 {replaced} 版。",
        "receipt_unread": "无法读取：{pages}。",
        "pages": "{count} 页",
        "pages_one": "1 页",
        "reason_image": "只有图像，没有文字",
        "reason_unreadable": "文字不可用",
        "reason_empty": "空白",
        "not_pdf": "{name} 不是 PDF 文件，没有读取。",
        "empty": "{name} 是空文件。",
        "password": "{name} 有密码保护，请上传未加密的版本。",
        "damaged": "{name} 已损坏，无法打开，请重新导出。",
        "no_text": "{name} 没有可读取的文字（{pages} 页中 0 页有文字），可能是扫描件，请上传带文字层（OCR）的版本。",
        "too_large": "{name} 太大，无法读取。上限为 {megabytes} MB、{limit} 页。",
        "too_complex": "{name} 过于复杂，读取超出了时间或内存限制。",
        "unreadable": "{name} 无法读取。",
        "not_fetched": "没能从 Slack 取得 {name}，请重新分享。（编号 {id}）",
        "login_page": "Slack 不允许我读取 {name}。请应用管理员添加 files:read 权限并重新安装。（编号 {id}）",
        "foreign_host": "{name} 不在 Slack 上，没有读取。请直接上传文件。",
        "file_gone": "{name} 在读取之前已被删除。",
        "ingest_failed": "出了点问题，没有读完 {name}。请重新分享。（编号 {id}）",
        "not_library": "没有读取 {name}：请把 PDF 放进 {channels}。",
        "no_library": "没有读取 {name}：还没有设置资料频道。",
        "trace_title": "这个回答的由来（编号 {id}）",
        "trace_total": "{steps} 步 · {seconds} 秒 · 模型调用 {calls} 次",
        "trace_none": "这里没有给你的回答。可以附上链接：`/footnote trace 链接`。",
        "trace_hidden": "那里没有给你的回答。只有提问者能看到由来。",
        "graph_title": "{graph} 流程图",
        "graph_invite": "无法在这里发图：请先用 `/invite @Footnote` 邀请我。",
        "graph_which": "哪一个流程图？`/footnote graph answer` 或 `/footnote graph ingest`。",
        "working": "请稍候…",
        "command_failed": "出了点问题，请再试一次。（编号 {id}）",
        "help": (
            "我根据资料频道（{channels}）里的 PDF 回答问题，每句话都注明页码。\n"
            "• *提问*：在频道或消息串里 @ 我，或直接给我发消息。\n"
            "• *添加文档*：把 PDF 放进资料频道，我会在消息串里确认。\n"
            "• *评价*：在回答上点 👍 或 👎。\n"
            "• `/footnote trace [链接]`：查看回答的由来。\n"
            "• `/footnote graph answer|ingest`：查看回答或读取的流程图。\n"
            "• `/footnote help`：显示本说明。"
        ),
        "help_unknown": "不认识“{command}”。",
        "help_quoting": "没有配置语言模型：我只引用原文，不改写。",
    },
}

LANGUAGES = tuple(_TABLE)


def say(key: str, language: Language, **values: object) -> str:
    """The sentence in the language, or in English. Raises KeyError for a key that no table has."""
    table = _TABLE.get(language, _TABLE["en"])
    return table.get(key, _TABLE["en"][key]).format(**values)


def has(key: str) -> bool:
    """Whether there is a sentence of that key."""
    return key in _TABLE["en"]
