"""Chinese."""

TABLE: dict[str, str] = {
    "status_understand": "正在理解问题…",
    "status_retrieve": "正在检索 {documents} 份文档…",
    "status_grade_documents": "正在阅读 {passages} 个段落…",
    "status_generate": "正在根据 {pages} 页内容作答…",
    "status_verify": "正在核对每句话…",
    "status_waiting": "正在排队：前面还有 {ahead} 个问题…",
    "status_waiting_one": "正在排队：前面还有 1 个问题…",
    "status_waiting_next": "正在等待语言模型：下一个就是您的问题…",
    "writing": "正在书写…尚未核对",
    "corrected": "已根据原文核对并更正。",
    "stopped": "用 `/footnote trace {id}` 查看进行到了哪一步。（编号 {id}）",
    "withdrawn": "问题已被删除，我已停止作答。",
    "you_asked": "您的问题：{question}",
    "asking": "正在查找答案，只有您能看到。",
    "ask_which": "想问什么？`/footnote ask 问题`。",
    "option_unknown": "没有 --{option} 这个选项。可用的有：{options}。",
    "option_wrong": "--{option} 不接受“{word}”。可用的有：{words}。",
    "option_empty": "--{option} 后面需要一个词：{words}。",
    "thread_long": "这个消息串很长：我读了最前面的 {count} 条消息。",
    "status_turn": "正在排队：轮到您之前还有 {ahead} 个问题…",
    "status_turn_one": "正在排队：轮到您之前还有 1 个问题…",
    "too_many_person": (
        "为了让每个人都能轮到，我十分钟内最多回答同一个人 {count} 个问题。"
        "请在 {minutes} 分钟后再问一次。（编号 {id}）"
    ),
    "too_many_person_one": (
        "为了让每个人都能轮到，我十分钟内最多回答同一个人 {count} 个问题。"
        "请在一分钟后再问一次。（编号 {id}）"
    ),
    "too_many_workspace": (
        "现在的问题超过了我在这里每分钟能回答的 {count} 个。"
        "请在 {minutes} 分钟后再问一次。（编号 {id}）"
    ),
    "too_many_workspace_one": (
        "现在的问题超过了我在这里每分钟能回答的 {count} 个。请在一分钟后再问一次。（编号 {id}）"
    ),
    "paused": "一小时内我在这里已经回答了 {count} 个问题，先暂停一下，请过一会儿再问。（编号 {id}）",
    "sources": "出处",
    "usage": "请就这里的文档向我提问，例如“年假有多少天？”。想知道我读过什么，可以问“有哪些文档？”。",
    "failed": "出了点问题，没能回答。请再问一次。（编号 {id}）",
    "late": "用时超过限制，已停止。请再问一次。（编号 {id}）",
    "model": "暂时连不上语言模型，没有答案。请过几分钟再试。（编号 {id}）",
    "busy": "语言模型正忙，没有轮到您的问题。请过几分钟再试。（编号 {id}）",
    "filtered": "模型的提供方拒绝回答这个问题。（编号 {id}）",
    "spent_question": "这个问题的花费超过了单个问题的上限，已停止。可以问得更具体一些。（编号 {id}）",
    "spent_day": "今天的模型预算已用完，请明天再问。（编号 {id}）",
    "reading": "正在读取 {name}…",
    "reading_pages": "正在读取 {name}：第 {done} 页，共 {total} 页…",
    "reading_embedding": "正在建立 {name} 的索引：{done}/{total}…",
    "reading_waits": "正在等待读取 {name}：{place}。",
    "files_before": "前面还有 {count} 个文件",
    "files_before_one": "前面还有 1 个文件",
    "reading_cancelled": "已停止读取 {name}：{who} 取消了读取，没有保留任何内容。",
    "cancelled_late": "{who} 取消了 {name} 的读取，但当时已经读完，现在可以据此回答。",
    "kept_before": "之前以这个名字读过的内容仍然可以回答。",
    "still_reading": "{name} 还在读取中，请等我确认后再问。",
    "still_reading_pages": "{name} 还在读取中（第 {done} 页，共 {total} 页），请等我确认后再问。",
    "read_meanwhile": "您提问之后我刚读完 {name}，请再问一次。",
    "cut": "{cut}。",
    "cut_because": "{cut}，因为{why}。",
    "cut_recursive": "按标题和段落切分",
    "cut_semantic": "在主题变化处切分",
    "cut_fixed": "按固定长度切分",
    "why_asked": "有人要求这样做",
    "why_recursive": "每千字有 {density} 个标题、列表项、表格行或代码块",
    "why_semantic": "段落较长，标题、列表和表格很少（每千字 {density} 个）",
    "why_fixed": "几乎没有可依据的标题、列表、表格或换行（每千字 {density} 个）",
    "try_question": "可以试着问：",
    "button_split": "换一种切分方式",
    "split_recursive": "按标题和段落",
    "split_semantic": "在主题变化处",
    "split_fixed": "按固定长度",
    "button_forget": "忘掉它",
    "button_cancel": "取消",
    "forget_title": "忘掉这份文档？",
    "forget_text": "我将不再在这个频道里根据 {name} 回答。文件本身会保留。",
    "forget_deny": "保留",
    "forgotten": "{who} 让我忘掉 {name}：我不再在这里根据它回答。24 小时内可以撤销。",
    "restored": "{who} 撤销了：我在这里重新根据 {name} 回答。",
    "undo_over": "已经不能撤销，请重新分享文件。",
    "button_undo": "撤销",
    "button_compare": "比较切分方式",
    "compare_title": "{title} 的切分方式",
    "compare_chosen": "按其结构选择：{strategy} {size}。",
    "compare_way": "{strategy} {size}",
    "compare_head": "方式|片段|平均长度|最短至最长|句中切断|长度合适",
    "compare_which": "哪份文档？`/footnote compare 名称`。",
    "compare_unknown": "这里没有名为 {name} 的文档。",
    "asks": "{who} 问：{question}",
    "not_member": "只有这个频道的成员可以这样做。",
    "not_uploader": "只有上传 {name} 的人或工作区管理员可以让我忘掉它。",
    "document_gone": "我已不再在这里根据那份文档回答，没有需要做的事。",
    "cancel_nothing": "那个文件已经不在读取中，没有可以取消的。",
    "receipt": "已读完 {name}，现在可以据此回答。",
    "receipt_counts": "第 {number} 版 · {pages} · {parents} 个条款 · {children} 个检索片段 · {seconds} 秒",
    "receipt_again": "{name} 的内容我已经读过，没有重复读取。",
    "receipt_replaced": "这是第 {number} 版，取代第 {replaced} 版。",
    "pages": "{count} 页",
    "pages_one": "1 页",
    "not_pdf": "{name} 不是我能读取的文件类型（PDF、Word、Markdown、纯文本），没有读取。",
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
    "no_library": "没有读取 {name}：这里没有可以告诉你的资料频道。",
    "graph_title": "{graph} 流程图",
    "graph_which": "哪一个流程图？`/footnote graph answer` 或 `/footnote graph ingest`。",
    "working": "请稍候…",
    "command_failed": "出了点问题，请再试一次。（编号 {id}）",
    "help": (
        "我根据资料频道{where}里的 PDF 回答问题，每句话都注明页码。\n"
        "• *提问*：在频道或消息串里 @ 我，或直接给我发消息。\n"
        "• *添加文档*：把 PDF 放进资料频道，我会在消息串里确认。\n"
        "• *评价*：在回答上点 👍 或 👎。\n"
        "• `/footnote ask 问题`：只回答给你一个人。问题前可加 `--mode fast`、`--retrieval bm25`、"
        "`--transform hyde`、`--top-k 5`。\n"
        "• `/footnote trace [链接]`：查看回答的由来。\n"
        "• `/footnote graph answer|ingest`：查看回答或读取的流程图。\n"
        "• `/footnote compare 名称`：比较一份文档的各种切分方式。\n"
        "• `/footnote docs [词]`：列出你能看到的文档；`stats` 和 `health`：运行情况。\n"
        "• `/footnote forget 名称`：确认后忘记一份文档。\n"
        "• `/footnote settings`：查看设置，管理员可更改；`/footnote library here|off`：设为或取消资料频道。\n"
        "• `/footnote help`：显示本说明。"
    ),
    "help_where": "（{channels}）",
    "help_unknown": "不认识“{command}”。",
    "help_quoting": "没有配置语言模型：我只引用原文，不改写。",
    "offer": "我在并非此处所有人都能查看的文档中找到了相关内容。只有你能看到这条消息。",
    "button_privately": "私下回答我",
    "offer_over": "这个问题已无法在此回答。请用 `/footnote ask 问题` 来问我。",
    "access_changed": "回答期间，能看到这里的人有变化，所以我停了下来。请再问一次。（编号 {id}）",
}
