"""Sentences about work that takes a while, and that people stop, and what is not begun."""

ENGLISH: dict[str, str] = {
    "working": "Working on it: {doing}",
    "stream_label": "Working on it… not checked yet",
    "button_stop": "Stop",
    "stopped_by": "{who} stopped me, so there is no answer to this. Ask again whenever you like.",
    "stopped_private": "I have stopped, so there is no answer to this. Ask again whenever you like.",
    "stop_not_yours": "Only who asked, or an admin, can stop this.",
    "stop_nothing": "There is nothing left to stop.",
    "question_long": (
        "That is too long for a question: I take up to {most} characters. Please ask about one "
        "thing at a time, and drop longer texts as a PDF."
    ),
    "prompt_which": "Which documents do you have?",
    "prompt_sum_up": "Summarise {title}",
}

CHINESE: dict[str, str] = {
    "working": "正在处理：{doing}",
    "stream_label": "正在作答……尚未核对",
    "button_stop": "停止",
    "stopped_by": "{who} 让我停止了，因此没有给出答案。随时可以重新提问。",
    "stopped_private": "已停止，因此没有给出答案。随时可以重新提问。",
    "stop_not_yours": "只有提问者或管理员可以停止。",
    "stop_nothing": "没有可以停止的工作了。",
    "question_long": "问题太长了：最多 {most} 个字符。请一次只问一件事，较长的文字请以 PDF 上传。",
    "prompt_which": "你有哪些文档？",
    "prompt_sum_up": "总结 {title}",
}
