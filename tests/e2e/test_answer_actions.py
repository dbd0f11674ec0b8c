"""What people do with an answer, clicked in the local workspace: page, more, once more, feedback."""

import io
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.views.answer_buttons import DOWN, FEEDBACK, MENU, MORE, PAGE, TRACE
from bot.views.feedback import REASON, WORDS
from tests.e2e.conftest import CHRIS, GENERAL, LIBRARY
from tests.e2e.talk import (
    SAMPLES,
    answer_to,
    ask,
    bots_messages,
    elements,
    has_sources,
    is_settled,
    pdf,
)
from tests.support.pdfs import PdfMaker
from tests.support.people import Desk, Person

pytestmark = pytest.mark.usefixtures("bot")

QUESTION = "What is the nightly hotel limit in Lisbon?"

Json = dict[str, Any]


async def share(person: Person, name: str, content: bytes) -> Json:
    """Drops a file, waits until it is read, and returns it."""
    dropped = await person.upload(LIBRARY, {name: content})
    await person.wait_for_reply(LIBRARY, dropped["ts"], is_settled, 60)
    return dict(dropped["files"][0])


@pytest.fixture
async def file(ada: Person) -> Json:
    return await share(ada, "travel policy.pdf", pdf("control_3p.pdf"))


@pytest.fixture
async def answer(ada: Person, file: Json) -> Json:
    return await ask(ada, GENERAL, QUESTION)


def value_of(message: Json, action: str, word: str = "") -> str:
    """What the element of that action sends; of several, the one that ends so."""
    element = elements(message)[action]
    buttons = [element.get(name) or {} for name in ("positive_button", "negative_button")]
    held = [element, *buttons, *(element.get("options") or [])]
    return next(str(h["value"]) for h in held if str(h.get("value", "")).endswith(word or ""))


async def click(person: Person, message: Json, action: str, word: str = "") -> None:
    value = value_of(message, action, word)
    await person.click(message["channel"], message["ts"], action, value)


async def whispered(person: Person, channel: str, words: str) -> Json:
    """What the bot says to this person alone."""
    return await person.wait_for_message(
        channel, lambda m: bool(m.get("is_ephemeral")) and words in m["text"], 20
    )


async def picture_in(person: Person, channel: str, thread_ts: str) -> Json:
    found = await person.wait_for_reply(
        channel, thread_ts, lambda m: bool(m.get("files")) and bool(m.get("bot_id")), 30
    )
    return dict(found["files"][0])


@pytest.fixture(autouse=True)
def with_channel(answer: Json) -> None:
    answer["channel"] = GENERAL


async def test_an_answer_names_its_document_with_a_link_that_opens_it(
    ada: Person, desk: Desk, file: Json, answer: Json
):
    assert has_sources(answer)
    links = [
        leaf["url"]
        for block in answer["blocks"]
        if block["type"] == "rich_text"
        for leaf in block["elements"][0]["elements"]
        if leaf["type"] == "link"
    ]
    assert len(links) == 1
    async with desk.session.get(links[0], params={"user": ada.user}) as opened:
        assert await opened.read() == pdf("control_3p.pdf")
    assert [*elements(answer)][-3:] == [TRACE, MENU, FEEDBACK]


async def test_the_page_is_shown_with_its_sentence_marked_once_in_the_thread(
    ada: Person, ben: Person, answer: Json
):
    await click(ben, answer, PAGE)
    shown = await picture_in(ada, GENERAL, answer["thread_ts"])
    assert shown["title"] == "[1] travel policy · p. 2"
    assert "The nightly hotel limit is 140 euros in Lisbon." in shown["alt_txt"]
    picture = Image.open(io.BytesIO(await ada.download(shown["id"])))
    colors = {c: n for n, c in picture.convert("RGB").getcolors(1 << 24) or []}
    assert colors[(255, 236, 130)] > 1_000
    await click(ada, answer, PAGE)
    await whispered(ada, GENERAL, "already in this thread")


async def test_a_file_that_was_replaced_or_deleted_is_not_shown(ada: Person, desk: Desk):
    content = PdfMaker().add("The sauna opens at 17:25 on Fridays.").build()
    file = await share(ada, "sauna.pdf", content)
    answer = await ask(ada, GENERAL, "When does the sauna open on Fridays?")
    answer["channel"] = GENERAL
    other = PdfMaker().add("The sauna opens at 18:55 on Fridays.").build()
    await ada.rewrite(file["id"], other)
    await click(ada, answer, PAGE)
    await whispered(ada, GENERAL, "sauna was replaced after I answered")
    await desk.ask("DELETE", f"files/{file['id']}", {"user": ada.user})
    await ben_sees_it_gone(ada, answer)
    files = [m for m in await bots_messages(ada, GENERAL, answer["thread_ts"]) if m.get("files")]
    assert files == []


async def ben_sees_it_gone(person: Person, answer: Json) -> None:
    ben = person.desk.person("U0LOCALBEN")
    await click(ben, answer, PAGE)
    await whispered(ben, GENERAL, "I don't answer from sauna here any more")


async def test_a_text_without_pages_is_shown_in_words(ada: Person):
    await share(ada, "gym.md", b"# Gym\n\nThe gym opens at 06:45 daily.\n")
    answer = await ask(ada, GENERAL, "When does the gym open daily?")
    answer["channel"] = GENERAL
    await click(ada, answer, PAGE)
    told = await whispered(ada, GENERAL, "without pages to show")
    assert "The gym opens at 06:45 daily." in told["text"]


async def test_more_and_the_trace_are_for_the_person_alone(ada: Person, ben: Person):
    await share(ada, "handbook.pdf", (SAMPLES / "employee-handbook.pdf").read_bytes())
    answer = await ask(ada, GENERAL, "How many days of annual leave do I get?")
    answer["channel"] = GENERAL
    await click(ben, answer, MORE)
    more = await whispered(ben, GENERAL, "Part-time employees")
    assert more["thread_ts"] == answer["thread_ts"]
    await click(ada, answer, TRACE)
    await whispered(ada, GENERAL, "How I got this")
    await click(ben, answer, TRACE)
    await whispered(ben, GENERAL, "Only who asked can see a trace")
    assert len(await bots_messages(ada, GENERAL, answer["thread_ts"])) == 2  # the answer, her trace


async def test_the_menu_asks_again_in_the_thread_or_for_the_person_alone(ben: Person, answer: Json):
    await click(ben, answer, MENU, "again")
    asked = await ben.wait_for_reply(
        GENERAL, answer["thread_ts"], lambda m: m["text"].startswith("Ben asks: What is"), 20
    )
    again = await answer_to(ben, GENERAL, asked, answer["thread_ts"])
    assert "140 euros" in again["text"]
    await click(ben, answer, MENU, "privately")
    private = await whispered(ben, GENERAL, "You asked: ")
    assert "140 euros" in private["text"]
    assert private["thread_ts"] == answer["thread_ts"]
    private["channel"] = GENERAL
    await click(ben, private, PAGE)
    await whispered(ben, GENERAL, "sent you the page in our direct messages")
    direct = await ben.open_dm()
    [told] = [m for m in await ben.read(direct) if m["text"].startswith("The page that you")]
    assert (await picture_in(ben, direct, told["ts"]))["alt_txt"]


def opinions(home: Path) -> list[tuple[str, int, str, str]]:
    with closing(sqlite3.connect(home / "footnote.db")) as connection:
        return connection.execute(
            "select person, value, reason, words from opinions where answer = "
            "(select id from answers order by asked_at desc limit 1) order by person"
        ).fetchall()


async def test_thumbs_by_button_a_form_and_word_to_who_shared_it(
    ada: Person, ben: Person, home: Path, desk: Desk
):
    await share(ada, "canteen.pdf", PdfMaker().add("The canteen opens at 11:35 daily.").build())
    answer = await ask(ben, GENERAL, "When does the canteen open daily?")
    answer["channel"] = GENERAL
    await click(ada, answer, FEEDBACK, "up")
    await whispered(ada, GENERAL, "Thank you, noted.")
    assert opinions(home) == [(ada.user, 1, "", "")]
    await click(ada, answer, FEEDBACK, "down")
    view = await ada.wait_for_view()
    await ada.submit(
        view["id"], {REASON: {REASON: "out_of_date"}, WORDS: {WORDS: "it is <12:00> now"}}
    )
    assert (await ada.views())[0]["title"]["text"] == "Thank you"
    await desk.until(lambda: opinions(home) == [(ada.user, -1, "out_of_date", "it is <12:00> now")])
    await ben.react(GENERAL, answer["ts"], "thumbsdown::skin-tone-4")
    chris = desk.person(CHRIS)
    await click(chris, answer, FEEDBACK, "down")
    direct = await ada.open_dm()
    told = await ada.wait_for_message(direct, lambda m: "were not content" in m["text"], 20)
    assert told["text"].startswith(
        "3 people were not content with answers from canteen (version 1)"
    )
    assert "Most often: Out of date." in told["text"]
    assert "• When does the canteen open daily?" in told["text"]
    assert not {"Ben", "Chris", "12:00"} & set(told["text"].split())
    await click(ben, answer, FEEDBACK, "down")
    await ask(ada, GENERAL, "hi")
    assert len([m for m in await ada.read(direct) if "were not content" in m["text"]]) == 1


async def test_in_a_direct_message_the_page_and_more_work_too(ada: Person, file: Json):
    direct = await ada.open_dm()
    asked = await ada.post(direct, QUESTION)
    answer = await answer_to(ada, direct, asked)
    answer["channel"] = direct
    await click(ada, answer, PAGE)
    assert (await picture_in(ada, direct, answer["thread_ts"]))["title"].startswith("[1] travel")
    await click(ada, answer, FEEDBACK, "up")
    await whispered(ada, direct, "Thank you, noted.")


async def test_who_is_not_in_the_channel_cannot_use_what_is_there(gina: Person, answer: Json):
    with pytest.raises(Exception, match=r"channel_not_found|not_in_channel"):
        await click(gina, answer, PAGE)
    assert DOWN not in elements(answer)
