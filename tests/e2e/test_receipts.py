"""What whoever drops a file sees in the thread, and what the buttons there do."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import ADA, CHRIS, FRONT_DESK, GENERAL, LIBRARY
from tests.e2e.talk import (
    Json,
    answer_to,
    ask,
    bots_messages,
    drop,
    elements,
    is_settled,
    pdf,
)
from tests.support.pdfs import PdfMaker, slow_pages
from tests.support.people import Desk, Person, RefusedError, open_desk
from tests.support.processes import (
    BotProcess,
    WorkspaceProcess,
    readers,
    running_workspace,
    start_bot,
)

SHARED = pytest.mark.usefixtures("bot")


def rules(what: str, hour: str) -> bytes:
    """A short document with headings and one fact."""
    maker = PdfMaker()
    maker.add(
        f"1. Opening hours of the {what}",
        f"The {what} opens at {hour} on weekdays. The opening hours of the {what} are posted.",
    )
    maker.add(
        f"2. Keys of the {what}",
        f"The keys of the {what} lie at the front desk. Whoever takes the keys signs for them.",
    )
    return maker.build()


def says(*parts: str):
    """A settled message of the bot with all of these words."""
    return lambda message: is_settled(message) and all(part in message["text"] for part in parts)


async def whisper(person: Person, words: str) -> Json:
    """What the bot tells this person alone."""

    def is_it(message: Json) -> bool:
        return bool(message.get("is_ephemeral")) and words in message["text"]

    return await person.wait_for_message(LIBRARY, is_it)


async def click(person: Person, message: Json, action: str, value: str | None = None) -> None:
    await person.click(LIBRARY, message["ts"], action, value)


def value_for(message: Json, strategy: str) -> str:
    options = elements(message)["split_another_way"]["options"]
    return next(str(o["value"]) for o in options if o["value"].endswith(strategy))


@SHARED
async def test_a_receipt_says_how_it_was_read_and_offers_what_can_be_done(ada: Person):
    receipt = await drop(ada, LIBRARY, "reading room.pdf", rules("reading room", "08:05"))
    assert "I have read reading room.pdf" in receipt["text"]
    assert "Cut by its headings and paragraphs, because it has " in receipt["text"]
    assert "Version 1 · 2 pages · " in receipt["text"]
    offered = elements(receipt)
    assert {"split_another_way", "forget_document", "ask_question_0"} <= offered.keys()
    assert "cancel_reading" not in offered
    assert "reading room" not in offered["forget_document"]["value"]


@SHARED
async def test_a_clicked_question_is_asked_as_the_clicking_person(ada: Person, ben: Person):
    receipt = await drop(ada, LIBRARY, "sauna.pdf", rules("sauna", "09:10"))
    thread = receipt["thread_ts"]
    question = elements(receipt)["ask_question_0"]["text"]["text"]
    await asyncio.gather(*(click(ben, receipt, "ask_question_0") for _ in range(3)))
    asked = await ben.wait_for_reply(LIBRARY, thread, says("Ben asks: ", question))
    shown = asked["blocks"][0]["elements"][0]["elements"]
    assert [element["type"] for element in shown] == ["text"]
    answer = await answer_to(ben, LIBRARY, asked, thread)
    assert "sauna" in answer["text"]
    await asyncio.sleep(0.5)
    assert len(await bots_messages(ben, LIBRARY, thread)) == 3
    await ben.command(LIBRARY, "/footnote", "trace")
    await whisper(ben, "How I got this")


@SHARED
async def test_split_another_way_replaces_the_version(ada: Person, ben: Person):
    receipt = await drop(ada, LIBRARY, "gym.pdf", rules("gym", "06:35"))
    await click(ben, receipt, "split_another_way", value_for(receipt, "fixed"))
    again = await ada.wait_for_reply(
        LIBRARY, receipt["thread_ts"], says("version 2; it replaces version 1"), 30
    )
    assert "Cut into pieces of one length, because that was asked for." in again["text"]
    assert "fixed" not in [
        o["value"].rpartition(":")[2] for o in elements(again)["split_another_way"]["options"]
    ]
    assert "06:35" in (await ask(ada, GENERAL, "When does the gym open on weekdays?"))["text"]


@SHARED
async def test_forget_it_is_for_the_uploader_and_can_be_undone(ada: Person, ben: Person):
    receipt = await drop(ada, LIBRARY, "cellar.pdf", rules("cellar", "10:15"))
    thread, question = receipt["thread_ts"], "When does the cellar open on weekdays?"
    assert elements(receipt)["forget_document"]["confirm"]["style"] == "danger"
    await click(ben, receipt, "forget_document")
    await whisper(ben, "Only who dropped cellar.pdf")
    assert "10:15" in (await ask(ada, GENERAL, question))["text"]

    await click(ada, receipt, "forget_document")
    told = await ada.wait_for_reply(LIBRARY, thread, says("Ada asked me to forget cellar.pdf"))
    assert "10:15" not in (await ask(ada, GENERAL, question))["text"]
    await click(ben, receipt, "ask_question_0")
    await whisper(ben, "I don't answer from that document here any more")

    await click(ben, told, "restore_document")
    await whisper(ben, "Only who dropped cellar.pdf")
    await click(ada, told, "restore_document")
    back = await ada.wait_for_reply(LIBRARY, thread, says("Ada took that back"))
    assert back["ts"] == told["ts"]
    assert not elements(back)
    assert "10:15" in (await ask(ada, GENERAL, question))["text"]


@SHARED
async def test_an_admin_may_forget_for_others(ada: Person, desk: Desk):
    receipt = await drop(ada, LIBRARY, "attic.pdf", rules("attic", "11:20"))
    await click(desk.person(CHRIS), receipt, "forget_document")
    await ada.wait_for_reply(LIBRARY, receipt["thread_ts"], says("Chris asked me to forget"))


@SHARED
async def test_several_files_wait_in_line_and_get_a_receipt_each(ada: Person, desk: Desk):
    await desk.faults(download_delay=3.5)
    files = {
        f"{name}.pdf": rules(name, "07:25") for name in ("kiosk", "porch", "barn", "shed", "den")
    }
    dropped = await ada.upload(LIBRARY, files)

    def waits(before: str, name: str = ""):
        words = f"{name}.pdf soon: {before} before yours" if name else f" soon: {before} before"
        return lambda message: words in message["text"]

    found: Json = {}
    for before in ("2 files", "3 files", "4 files"):
        found = await ada.wait_for_reply(LIBRARY, dropped["ts"], waits(before))
        assert "cancel_reading" in elements(found)
    last = found["text"].split()[1].removesuffix(".pdf")

    # A question meanwhile hears of them, where its readers may see them.
    nowhere = "Which colour has the submarine of the admiral?"
    heard = await ask(ada, GENERAL, nowhere)
    assert heard["text"].count("Still reading ") == 3
    assert "pdf. Ask again when I have confirmed it." in heard["text"]
    unheard = await ask(ada, FRONT_DESK, nowhere)
    assert "Still reading" not in unheard["text"]

    await ada.wait_for_reply(LIBRARY, dropped["ts"], waits("2 files", last))
    await desk.faults(download_delay=0)

    async def all_read() -> bool:
        said = await bots_messages(ada, LIBRARY, dropped["ts"])
        return sum(is_settled(message) for message in said) == len(files)

    await desk.until(all_read, 30)
    said = [m["text"] for m in await bots_messages(ada, LIBRARY, dropped["ts"])]
    assert len(said) == len(files)
    assert all(any(f"I have read {name}" in text for text in said) for name in files)
    assert "07:25" in (await ask(ada, GENERAL, "When does the den open on weekdays?"))["text"]


@SHARED
async def test_who_waits_in_line_can_be_cancelled(ada: Person, desk: Desk):
    await desk.faults(download_delay=2.5)
    names = ("ramp", "lift", "stair", "gate")
    dropped = await ada.upload(LIBRARY, {f"{n}.pdf": rules(n, "03:15") for n in names})
    waiting = await ada.wait_for_reply(
        LIBRARY, dropped["ts"], lambda m: " soon: 3 files before" in m["text"]
    )
    name = waiting["text"].split()[1]
    await click(ada, waiting, "cancel_reading")
    told = await ada.wait_for_reply(LIBRARY, dropped["ts"], says("Ada cancelled it"))
    assert told["ts"] == waiting["ts"]
    assert name in told["text"]

    async def rest_is_read() -> bool:
        said = await bots_messages(ada, LIBRARY, dropped["ts"])
        return sum("I have read " in message["text"] for message in said) == 3

    await desk.until(rest_is_read, 30)
    assert len(await bots_messages(ada, LIBRARY, dropped["ts"])) == 4


@SHARED
async def test_of_one_name_the_last_drop_answers(ada: Person, ben: Person, desk: Desk):
    hours = ("01:05", "01:25", "01:45")
    drops = [await ada.upload(LIBRARY, {"mill.pdf": rules("mill", hour)}) for hour in hours]
    # Two are read at a time: an earlier one that is done later than the last is not taken over.
    told = [await ada.wait_for_reply(LIBRARY, d["ts"], says("mill.pdf"), 30) for d in drops]
    assert "I have read mill.pdf" in told[-1]["text"]
    for earlier in told[:-1]:
        assert "I have read" in earlier["text"] or "dropped later" in earlier["text"]
    question = "When does the mill open on weekdays?"
    assert "01:45" in (await ask(ada, GENERAL, question))["text"]

    # Another title of the first file makes Slack say that it changed; it is still the oldest.
    first = drops[0]["files"][0]["id"]
    await desk.ask("PATCH", f"files/{first}", {"user": ADA, "title": "The mill"})
    # The same content once more: whoever deletes the older file leaves the newer one's content.
    again = await drop(ben, LIBRARY, "mill.pdf", rules("mill", "01:45"))
    assert "the same content is here" in again["text"]
    await ada.delete(LIBRARY, drops[2]["ts"])
    await asyncio.sleep(1)
    assert "01:45" in (await ask(ada, GENERAL, question))["text"]
    assert len(await bots_messages(ada, LIBRARY, drops[0]["ts"])) == 1
    # The other way round too: the newest goes, and the one before it still holds the content.
    newest = await drop(ada, LIBRARY, "mill.pdf", rules("mill", "01:45"))
    await ada.delete(LIBRARY, newest["thread_ts"])
    await asyncio.sleep(1)
    assert "01:45" in (await ask(ada, GENERAL, question))["text"]


@SHARED
async def test_a_file_that_is_deleted_while_it_is_fetched_is_not_kept(ada: Person, desk: Desk):
    await desk.faults(download_delay=1.5)
    dropped = await ada.upload(LIBRARY, {"wharf.pdf": rules("wharf", "02:55")})
    await ada.wait_for_reply(
        LIBRARY, dropped["ts"], lambda m: m["text"].startswith("Reading wharf.pdf")
    )
    await desk.ask("DELETE", f"files/{dropped['files'][0]['id']}", {"user": ADA})
    await ada.wait_for_reply(LIBRARY, dropped["ts"], says("was deleted before"), 20)
    listed = await ask(ada, GENERAL, "Which documents do you have?")
    assert "wharf" not in listed["text"]


@SHARED
async def test_a_file_dropped_in_a_thread_is_answered_there(ada: Person):
    parent = await ada.post(LIBRARY, "The new rules:")
    receipt = await drop(ada, LIBRARY, "pond.pdf", rules("pond", "12:25"), thread_ts=parent["ts"])
    assert receipt["thread_ts"] == parent["ts"]
    assert "I have read pond.pdf" in receipt["text"]


@SHARED
async def test_a_changed_file_is_read_again_and_an_unchanged_one_says_nothing(ada: Person):
    dropped = await ada.upload(LIBRARY, {"dock.pdf": rules("dock", "05:30")})
    thread, file = dropped["ts"], dropped["files"][0]["id"]
    await ada.wait_for_reply(LIBRARY, thread, says("I have read dock.pdf"), 30)
    await ada.desk.ask("PATCH", f"files/{file}", {"user": ADA, "title": "The dock"})
    await ada.rewrite(file, rules("dock", "05:30"))
    await ada.rewrite(file, rules("dock", "04:45"))
    again = await ada.wait_for_reply(LIBRARY, thread, says("version 2; it replaces version 1"), 30)
    assert len(await bots_messages(ada, LIBRARY, thread)) == 2
    assert "04:45" in (await ask(ada, GENERAL, "When does the dock open on weekdays?"))["text"]

    await ada.rewrite(file, pdf("blank_pages_3.pdf"))
    failed = await ada.wait_for_reply(LIBRARY, thread, says("has no text"), 30)
    assert "keeps answering" in failed["text"]
    assert failed["ts"] > again["ts"]
    assert "04:45" in (await ask(ada, GENERAL, "When does the dock open on weekdays?"))["text"]


@SHARED
async def test_a_file_whose_message_is_deleted_is_not_cited_there(ada: Person, desk: Desk):
    dropped = await ada.upload(LIBRARY, {"tower.pdf": rules("tower", "13:35")})
    await ada.wait_for_reply(LIBRARY, dropped["ts"], says("I have read tower.pdf"), 30)
    question = "When does the tower open on weekdays?"
    assert "13:35" in (await ask(ada, GENERAL, question))["text"]
    await ada.delete(LIBRARY, dropped["ts"])

    async def is_gone() -> bool:
        return "13:35" not in (await ask(ada, GENERAL, question))["text"]

    await desk.until(is_gone, 20)


@SHARED
async def test_a_long_file_tells_its_progress_every_few_seconds(ada: Person, desk: Desk):
    await desk.ask("DELETE", "calls")
    began = time.monotonic()
    dropped = await ada.upload(LIBRARY, {"long.pdf": pdf("pages_500.pdf")})
    progress = await ada.wait_for_reply(
        LIBRARY, dropped["ts"], lambda m: " of 500 pages" in m["text"] or "pieces…" in m["text"], 30
    )
    assert "cancel_reading" in elements(progress)
    await click(ada, progress, "cancel_reading")
    told = await ada.wait_for_reply(LIBRARY, dropped["ts"], says("Ada cancelled it"), 20)
    edits = len(await desk.calls("chat.update"))
    assert edits <= 2 + (time.monotonic() - began) / 3
    assert told["ts"] == progress["ts"]
    listed = await ask(ada, GENERAL, "Which documents do you have?")
    assert "long" not in listed["text"]


@SHARED
async def test_cancel_stops_the_process_that_reads(ada: Person, ben: Person, bot: BotProcess):
    dropped = await ada.upload(LIBRARY, {"busy.pdf": slow_pages()})
    reading = await ada.wait_for_reply(
        LIBRARY, dropped["ts"], lambda m: "cancel_reading" in elements(m)
    )
    await ada.desk.until(lambda: bool(readers(bot.process.pid)), 20)
    await asyncio.gather(*(click(ben, reading, "cancel_reading") for _ in range(2)))
    told = await ada.wait_for_reply(LIBRARY, dropped["ts"], says("Ben cancelled it"))
    assert not readers(bot.process.pid)
    assert not elements(told)
    await click_gone(ada, told)
    assert len(await bots_messages(ada, LIBRARY, dropped["ts"])) == 1


async def click_gone(person: Person, message: Json) -> None:
    """The button is not there any more."""
    with pytest.raises(RefusedError):
        await click(person, message, "cancel_reading")


@SHARED
async def test_splittings_are_compared_in_a_table_and_a_picture(ada: Person, ben: Person):
    receipt = await drop(ada, LIBRARY, "orchard.pdf", rules("orchard", "15:45"))
    await click(ben, receipt, "compare_splittings")
    told = await whisper(ben, "Ways to split orchard")
    table = next(block for block in told["blocks"] if block["type"] == "table")
    assert len(table["rows"]) == 6
    assert not [m for m in await ada.read(LIBRARY) if "Ways to split" in m["text"]]

    def has_picture(message: Json) -> bool:
        return any(f["name"].startswith("splittings-") for f in message.get("files", []))

    posted = await ada.wait_for_reply(LIBRARY, receipt["thread_ts"], has_picture, 20)
    picture = await ada.download(posted["files"][0]["id"])
    assert picture.startswith(b"\x89PNG")
    await ben.command(GENERAL, "/footnote", "compare orchard")
    await ben.wait_for_message(GENERAL, lambda m: "Ways to split orchard" in m["text"])
    await ada.wait_for_message(GENERAL, has_picture, 20)
    await ben.command(GENERAL, "/footnote", "compare nowhere")
    await ben.wait_for_message(GENERAL, lambda m: "from no document called nowhere" in m["text"])
    await ben.command(GENERAL, "/footnote", "compare orchards")
    await ben.wait_for_message(GENERAL, lambda m: "Did you mean orchard.pdf" in m["text"])
    await ben.command(GENERAL, "/footnote", "compare")
    await ben.wait_for_message(GENERAL, lambda m: "for example one of: " in m["text"])


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[tuple[WorkspaceProcess, Path]]:
    with running_workspace(tmp_path / "workspace") as workspace:
        yield workspace, tmp_path / "home"


@pytest.mark.nightly  # a bot of its own, killed
async def test_cancelled_in_the_moment_of_a_crash_it_stays_cancelled(
    apart: tuple[WorkspaceProcess, Path],
):
    workspace, home = apart
    bot = start_bot(workspace, home)
    bot.wait_ready()
    async with open_desk(workspace.url) as desk:
        ada = desk.person(ADA)
        await desk.faults(download_delay=30)
        dropped = await ada.upload(LIBRARY, {"moat.pdf": rules("moat", "14:40")})
        reading = await ada.wait_for_reply(
            LIBRARY, dropped["ts"], lambda m: "cancel_reading" in elements(m)
        )
        late = [{"kind": "delay", "methods": ["chat.update"], "delay": 20, "calls": 1}]
        await desk.faults(calls=late)
        await click(ada, reading, "cancel_reading")
        await asyncio.sleep(0.4)
        bot.kill()
        await desk.ask("DELETE", "faults")
        bot = start_bot(workspace, home)
        bot.wait_ready()
        told = await ada.wait_for_reply(LIBRARY, dropped["ts"], says("Ada cancelled it"), 20)
        assert told["ts"] == reading["ts"]
        await asyncio.sleep(1)
        assert len(await bots_messages(ada, LIBRARY, dropped["ts"])) == 1
        assert "Ada cancelled it" in (await bots_messages(ada, LIBRARY, dropped["ts"]))[0]["text"]
        assert bot.stop() == 0
