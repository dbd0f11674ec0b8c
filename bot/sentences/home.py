"""The Home tab, help with buttons, the form for a question, and forgetting by name."""

ENGLISH: dict[str, str] = {
    "home_documents": "Documents",
    "home_recent": "Your recent questions",
    "home_recent_none": "You have not asked anything yet.",
    "home_open": "Open the answer",
    "home_libraries": "Library channels",
    "home_libraries_none": "There is no library channel that you can see.",
    "home_add_library": "Make a channel a library…",
    "home_admin": "For admins: the last {days} days",
    "home_unanswered": "Questions without a full answer, in public channels that you are in",
    "home_unanswered_none": "Every question in public channels that you are in was answered.",
    "home_settings": "Settings of the workspace",
    "home_private": "Only you see this page. It shows what you may see at this moment.",
    "help_button_docs": "Documents",
    "help_button_ask": "Ask a question",
    "help_button_graph": "How it works",
    "help_button_settings": "Settings",
    "help_near": "Did you mean `/footnote {command}`?",
    "question_title": "Ask privately",
    "question_label": "Your question",
    "question_hint": "Only you will see the answer.",
    "question_submit": "Ask",
    "question_close": "Cancel",
    "asked_directly": "You asked: {question}",
    "question_empty": "Please write a question.",
    "forget_which": "Forget which document? `/footnote forget NAME`.",
    "forget_none": "None of the documents that you can see is called “{words}”.",
    "forget_found": "Which one should I forget? Its uploader or an admin can do it, in its channel.",
    "forget_more": "{count} more match: write more of the name.",
    "setup_scopes": (
        "I lack permissions in Slack ({scopes}), so part of what I do fails. Open api.slack.com/apps, "
        "choose the app, add them under OAuth & Permissions → Bot Token Scopes, and click Reinstall."
    ),
    "setup_no_library": (
        "I am in no library channel, so I have nothing to answer from. Invite me to {channels}, or "
        "run `/footnote library here` in a channel that I am in."
    ),
    "setup_library_lost": (
        "The library channel #{channel} is archived or shared with another organisation, so I don't "
        "read it. Choose another one with `/footnote library here`."
    ),
    "setup_model": (
        "The language model's endpoint refuses its key, so I can't answer. Whoever runs me should put "
        "a valid key into OPENAI_API_KEY and restart me."
    ),
    "setup_embeddings_key": (
        "The embeddings endpoint refuses its key, so I can neither read files nor search. Whoever runs "
        "me should put a valid key into OPENAI_API_KEY and restart me."
    ),
    "setup_embeddings": (
        "The embeddings endpoint does not answer as it should, so I can neither read files nor search. "
        "Whoever runs me should see whether EMBEDDING_BASE_URL is up and serves EMBEDDING_MODEL, and "
        "restart me if documents can't be found afterwards."
    ),
}

CHINESE: dict[str, str] = {
    "home_documents": "文档",
    "home_recent": "你最近的问题",
    "home_recent_none": "你还没有提过问题。",
    "home_open": "打开回答",
    "home_libraries": "资料频道",
    "home_libraries_none": "没有你能看到的资料频道。",
    "home_add_library": "把频道设为资料频道…",
    "home_admin": "管理员：最近 {days} 天",
    "home_unanswered": "你所在的公开频道里没有完整回答的问题",
    "home_unanswered_none": "你所在的公开频道里的问题都已回答。",
    "home_settings": "工作区设置",
    "home_private": "只有你能看到本页，显示的是你此刻可以看到的内容。",
    "help_button_docs": "文档",
    "help_button_ask": "提问",
    "help_button_graph": "工作原理",
    "help_button_settings": "设置",
    "help_near": "你是想用 `/footnote {command}` 吗？",
    "question_title": "私下提问",
    "question_label": "你的问题",
    "question_hint": "答案只有你能看到。",
    "question_submit": "提问",
    "question_close": "取消",
    "asked_directly": "你问：{question}",
    "question_empty": "请写下问题。",
    "forget_which": "要忘记哪份文档？`/footnote forget 名称`。",
    "forget_none": "你能看到的文档中没有叫“{words}”的。",
    "forget_found": "要忘记哪一份？上传者或管理员可以在它的频道里操作。",
    "forget_more": "还有 {count} 份符合：请把名称写得更完整。",
    "setup_scopes": (
        "我缺少 Slack 权限（{scopes}），有些功能会失败。请打开 api.slack.com/apps，选择本应用，在 "
        "OAuth & Permissions → Bot Token Scopes 中添加，再点 Reinstall。"
    ),
    "setup_no_library": "我不在任何资料频道里，没有可用来回答的文档。请邀请我到 {channels}，或在我所在的频道里用 `/footnote library here`。",
    "setup_library_lost": "资料频道 #{channel} 已归档或与其他组织共享，我无法读取。请用 `/footnote library here` 另选一个。",
    "setup_model": "语言模型的接口拒绝了密钥，我无法回答。请运行者在 OPENAI_API_KEY 中填入有效的密钥并重启。",
    "setup_embeddings_key": (
        "向量接口拒绝了密钥，我既不能阅读文件也不能检索。请运行者在 OPENAI_API_KEY 中填入有效的密钥并重启。"
    ),
    "setup_embeddings": (
        "向量接口没有正常应答，我既不能阅读文件也不能检索。请运行者检查 EMBEDDING_BASE_URL 是否正常、"
        "是否提供 EMBEDDING_MODEL；若之后仍找不到文档，请重启。"
    ),
}
