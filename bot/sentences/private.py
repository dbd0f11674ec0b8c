"""What a private question and its answer show, before it is there and with it."""

ENGLISH = {
    "question_hint_about": "Only you will see the answer. I read this thread up to that message first.",
    "thread_unread": "I could not read what was said there, so I took your question by itself.",
    "private_retrieve": "Searching the documents ({documents})… Only you will see the answer.",
    "private_grade_documents": "Reading passages ({passages})… Only you will see the answer.",
    "private_generate": "Writing from the pages found ({pages})… Only you will see the answer.",
    "private_verify": "Checking the statements… Only you will see the answer.",
    "private_turn": "Waiting for its turn: {ahead} questions before yours… Only you will see the answer.",
    "private_turn_one": "Waiting for its turn: 1 question before yours… Only you will see the answer.",
    "private_waiting": "Waiting for the language model ({ahead} before you)… Only you will see the answer.",
}

CHINESE = {
    "question_hint_about": "答案只有你能看到。我会先读这个消息串中到该消息为止的内容。",
    "thread_unread": "我读不到那里的对话，因此只按你的问题本身作答。",
    "private_retrieve": "正在检索 {documents} 份文档……答案只有你能看到。",
    "private_grade_documents": "正在阅读 {passages} 个段落……答案只有你能看到。",
    "private_generate": "正在根据 {pages} 页撰写……答案只有你能看到。",
    "private_verify": "正在核对每句话……答案只有你能看到。",
    "private_turn": "正在等待：前面还有 {ahead} 个问题……答案只有你能看到。",
    "private_turn_one": "正在等待：前面还有 1 个问题……答案只有你能看到。",
    "private_waiting": "正在排队（前面还有 {ahead} 个问题）……答案只有你能看到。",
}
