"""Whose Slack is in Chinese is spoken to in Chinese, and everybody else in English."""

import json

import pytest

from tests.e2e.conftest import CHRIS, GENERAL, LIBRARY
from tests.e2e.talk import drop, pdf
from tests.support.people import Desk, Json, Person

pytestmark = pytest.mark.usefixtures("bot")


async def said(person: Person, text: str, words: str) -> Json:
    """What a command has said to the person alone."""
    await person.command(GENERAL, "/footnote", text)
    return await person.wait_for_message(
        GENERAL, lambda m: bool(m.get("is_ephemeral")) and words in m["text"]
    )


async def home_of(person: Person, words: str) -> str:
    await person.open_home()
    shown: list[str] = []

    async def says() -> bool:
        shown.append(json.dumps(await person.home(), ensure_ascii=False))
        return words in shown[-1]

    await person.desk.until(says, 20)
    return shown[-1]


async def test_each_is_spoken_to_in_the_language_of_their_slack(
    ada: Person, ben: Person, desk: Desk
):
    await ben.use_slack_in("zh-CN")
    await drop(ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))

    helped = await said(ben, "help", "我根据资料频道（#library）里的 PDF 回答问题")
    labels = [e["text"]["text"] for e in helped["blocks"][1]["elements"]]
    assert labels == ["文档", "提问", "工作原理", "设置"]
    assert await said(ada, "help", "I answer questions from the PDFs")

    settings = await said(ben, "settings", "此处生效的设置")
    assert "回答何时显示：核对之后" in settings["text"]
    assert "只有管理员可以更改。" in json.dumps(settings["blocks"], ensure_ascii=False)
    assert await said(ada, "settings", "Answers appear: once checked")

    his = await home_of(ben, "你最近的问题")
    assert "travel policy.pdf" in his
    assert "Your recent questions" not in his
    hers = await home_of(ada, "Your recent questions")
    assert "你最近的问题" not in hers

    await said(ben, "graph nothing", "哪一个流程图？")
    await said(ben, "trace", "这里没有给你的回答")
    await said(ben, "stats", "最近 30 天")
    await said(ben, "compare travel policy", "按标题和段落 512")
    await ben.shortcut("ask_privately")
    assert (await ben.wait_for_view())["title"]["text"] == "私下提问"


async def test_a_change_of_language_is_heard_at_once(desk: Desk):
    chris = desk.person(CHRIS)
    await said(chris, "health", "How I am")
    await chris.use_slack_in("zh-TW")
    await said(chris, "health", "运行状况")
    await chris.use_slack_in("fr-FR")
    await said(chris, "docs zanzibar", "None of the documents that you can see")
