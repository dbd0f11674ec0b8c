"""The main job, through real Bolt over a real websocket: drop, ask, refuse, follow up."""

import asyncio
from pathlib import Path

import pytest

from tests.e2e.conftest import GENERAL, LIBRARY, PRIVATE
from tests.e2e.talk import (
    SAMPLES,
    answer_to,
    ask,
    bots_messages,
    drop,
    has_sources,
    is_settled,
    pdf,
)
from tests.support.pdfs import PdfMaker
from tests.support.people import Desk, Person
from tests.support.processes import BotProcess, WorkspaceProcess, run

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_pdf_is_read_and_a_question_answered_with_its_page(ada: Person):
    receipt = await drop(ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
    assert "travel policy.pdf" in receipt["text"]
    assert "3 pages" in receipt["text"]
    assert "section" in receipt["text"]
    answer = await ask(ada, GENERAL, "What is the nightly hotel limit in Lisbon?")
    assert "The nightly hotel limit is 140 euros in Lisbon. [1]" in answer["text"]
    assert "[1] travel policy · p. 2" in answer["text"]
    assert answer["thread_ts"]


async def test_a_fact_of_the_first_page_cites_the_first_page(ada: Person):
    await drop(ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
    answer = await ask(ada, GENERAL, "Which class is used for flights under six hours?")
    assert "Economy class" in answer["text"]
    assert "travel policy · p. 1" in answer["text"]


async def test_a_printed_label_that_differs_is_shown_with_the_physical_page(ada: Person):
    await drop(ada, LIBRARY, "valves.pdf", pdf("labels_roman_then_arabic.pdf"))
    answer = await ask(ada, GENERAL, "At what pressure does valve V-105 open?")
    assert "6.5 bar" in answer["text"]
    assert "valves · p. 2 (PDF page 6)" in answer["text"]
    answer = await ask(ada, GENERAL, "At what pressure does valve V-103 open?")
    assert "valves · p. iv (PDF page 4)" in answer["text"]


async def test_a_question_that_the_documents_do_not_answer_is_refused(ada: Person):
    await drop(ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
    answer = await ask(ada, GENERAL, "How many parking spaces does the office have?")
    assert answer["text"].startswith("I found nothing about this")
    assert not has_sources(answer)
    assert "[1]" not in answer["text"]


async def test_chinese_document_and_question(ada: Person):
    rules = (SAMPLES / "员工守则.pdf").read_bytes()
    receipt = await drop(ada, LIBRARY, "员工守则.pdf", rules)
    assert "已读完 员工守则.pdf" in receipt["text"]
    assert "5 页" in receipt["text"]
    answer = await ask(ada, GENERAL, "试用期多长？")
    assert "三个月" in answer["text"]
    assert "[1] 员工守则 · 第 1 页" in answer["text"]
    refused = await ask(ada, GENERAL, "公司提供停车位吗？")
    assert "没有找到相关内容" in refused["text"]
    assert not has_sources(refused)


async def test_follow_up_is_understood_from_the_thread(ada: Person):
    handbook = (SAMPLES / "employee-handbook.pdf").read_bytes()
    receipt = await drop(ada, LIBRARY, "employee-handbook.pdf", handbook)
    assert "12 pages" in receipt["text"]
    assert "p. 9 (PDF page 12) (only an image, no text)" in receipt["text"]
    first = await ada.post(GENERAL, "@footnote How many days of annual leave do I get?")
    answer = await answer_to(ada, GENERAL, first)
    assert "27 days" in answer["text"]
    follow = await ask(ada, GENERAL, "And for contractors?", first["ts"])
    assert "Contractors have no paid annual leave" in follow["text"]
    assert "p. 2 (PDF page 5)" in follow["text"]
    assert follow["thread_ts"] == first["ts"]


async def test_a_follow_up_in_another_thread_knows_nothing_of_the_first(ada: Person):
    handbook = (SAMPLES / "employee-handbook.pdf").read_bytes()
    await drop(ada, LIBRARY, "employee-handbook.pdf", handbook)
    await ask(ada, GENERAL, "How many days of annual leave do I get?")
    other = await ask(ada, GENERAL, "And for them?")
    assert other["text"].startswith("I found nothing about this")


async def test_a_direct_message_is_a_conversation(ada: Person):
    await drop(ada, LIBRARY, "handbook2.pdf", (SAMPLES / "employee-handbook.pdf").read_bytes())
    direct = await ada.open_dm()
    asked = await ada.post(direct, "How many days of annual leave do I get?")
    assert "27 days" in (await answer_to(ada, direct, asked))["text"]
    asked = await ada.post(direct, "And for contractors?")
    assert "no paid annual leave" in (await answer_to(ada, direct, asked))["text"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hi", "Hello!"),
        ("thanks!", "You're welcome!"),
        ("你好", "你好！"),
        ("谢谢", "不客气！"),
        ("", "Ask me a question"),
    ],
)
async def test_small_talk_needs_no_search(ada: Person, text: str, expected: str):
    answer = await ask(ada, GENERAL, text)
    assert answer["text"].startswith(expected)
    assert not has_sources(answer)


async def test_the_documents_are_listed_from_the_registry(ada: Person):
    await drop(ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
    answer = await ask(ada, GENERAL, "Which documents do you have?")
    assert "travel policy – 3 pages" in answer["text"]


async def test_a_mention_in_code_is_no_question(ada: Person, desk: Desk):
    asked = await ada.post(GENERAL, "use `<@U0LOCALBOT>` to ask me")
    marker = await ada.post(GENERAL, "@footnote hi")
    await answer_to(ada, GENERAL, marker)
    assert not await bots_messages(ada, GENERAL, asked["ts"])


async def test_hostile_names_are_shown_literally(ada: Person):
    name = "<!channel> *bold* & co.pdf"
    receipt = await drop(ada, LIBRARY, name, pdf("cover_blank_then_text.pdf"))
    shown = receipt["blocks"][0]["elements"][0]["elements"]
    assert [e["type"] for e in shown] == ["text"]
    assert name in shown[0]["text"]
    assert "<!channel>" not in receipt["text"]
    assert "&lt;!channel&gt; *bold* &amp; co.pdf" in receipt["text"]


async def test_a_file_in_a_private_channel_that_is_no_library_is_not_read(ada: Person):
    dropped = await ada.upload(
        PRIVATE, {"secret.pdf": PdfMaker().add("The bonus is 9,911 euros.").build()}
    )
    answer = await ask(ada, GENERAL, "How much is the bonus?")
    assert "9,911" not in answer["text"]
    assert not await bots_messages(ada, PRIVATE, dropped["ts"])


async def test_a_file_with_a_mention_outside_the_library_is_told_where_to_go(ada: Person):
    dropped = await ada.upload(GENERAL, {"plan.pdf": pdf("control_3p.pdf")}, comment="@footnote")
    told = await ada.wait_for_reply(GENERAL, dropped["ts"], is_settled, 20)
    assert "I did not read plan.pdf: drop PDFs into #library" in told["text"]


async def test_a_guest_is_not_answered_from_libraries_that_she_is_not_in(gina: Person, ada: Person):
    await drop(ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
    direct = await gina.open_dm()
    asked = await gina.post(direct, "What is the nightly hotel limit in Lisbon?")
    answer = await answer_to(gina, direct, asked)
    assert "140" not in answer["text"]
    assert answer["text"].startswith("There are no documents here")


async def test_a_deleted_file_is_not_cited_any_more(ada: Person, desk: Desk):
    content = PdfMaker().add("The canteen opens at 11:35 on weekdays.").build()
    dropped = await ada.upload(LIBRARY, {"canteen.pdf": content})
    await ada.wait_for_reply(LIBRARY, dropped["ts"], is_settled, 30)
    found = await ask(ada, GENERAL, "When does the canteen open on weekdays?")
    assert "11:35" in found["text"]
    file = dropped["files"][0]["id"]
    await desk.ask("DELETE", f"files/{file}", {"user": ada.user})

    async def is_gone() -> bool:
        return "11:35" not in (await ask(ada, GENERAL, "When does the canteen open?"))["text"]

    await desk.until(is_gone, 20)


async def test_the_command_line_works_beside_the_running_bot(
    ada: Person, home: Path, bot: BotProcess, workspace: WorkspaceProcess
):
    await drop(ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
    asked = await asyncio.to_thread(
        run, "rag", "ask", "What is the nightly hotel limit in Lisbon?", home=home
    )
    assert "140 euros" in asked.stdout, asked.stderr
    assert "travel policy · p. 2" in asked.stdout
    (home / "extra.pdf").write_bytes(PdfMaker().add("The gym opens at 06:45 daily.").build())
    read = await asyncio.to_thread(run, "rag", "ingest", "extra.pdf", home=home)
    assert read.returncode == 0, read.stderr
    answer = await ask(ada, GENERAL, "When does the gym open daily?")
    assert "06:45" in answer["text"]
    assert "extra · p. 1" in answer["text"]
