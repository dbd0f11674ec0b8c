"""The Home tab, settings, libraries made in Slack, and questions from a form."""

import json

import pytest

from tests.e2e.conftest import CHRIS, FRONT_DESK, GENERAL, LIBRARY
from tests.e2e.talk import ask, drop, pdf
from tests.support.people import Desk, Json, Person

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def chris(desk: Desk) -> Person:
    return desk.person(CHRIS)


async def home_with(person: Person, words: str) -> Json:
    """The person's Home tab, once it says something."""
    await person.open_home()
    found: list[Json] = []

    async def says() -> bool:
        view = await person.home()
        if view and words in json.dumps(view, ensure_ascii=False):
            found.append(view)
        return bool(found)

    await person.desk.until(says, 20)
    return found[-1]


async def test_everybody_s_home_has_what_they_may_see(
    ada: Person, chris: Person, gina: Person, desk: Desk
):
    await drop(ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
    await ask(ada, GENERAL, "How tall is the tower of Zanzibar?")
    hers = json.dumps(await home_with(ada, "How tall is the tower"), ensure_ascii=False)
    assert "travel policy.pdf" in hers
    assert f"<#{LIBRARY}>" in hers
    assert "/archives/" in hers
    assert "For admins" not in hers
    admins = await home_with(chris, "For admins")
    assert "How tall is the tower" in json.dumps(admins)
    guests = json.dumps(await home_with(gina, "Your recent questions"), ensure_ascii=False)
    assert "travel policy.pdf" not in guests
    assert LIBRARY not in guests
    await chris.click_in_view(admins["id"], "choose_setting", ":top_k:4")
    await home_with(chris, "Passages considered: changed by Chris")
    await ada.command(GENERAL, "/footnote", "settings")
    shown = await ada.wait_for_message(GENERAL, lambda m: "Settings in force" in m["text"])
    assert "Passages considered: 4" in shown["text"]
    assert "Only an admin can change these" in json.dumps(shown["blocks"])


async def test_a_channel_becomes_a_library_and_what_is_there_is_read(ada: Person, chris: Person):
    await ada.upload(FRONT_DESK, {"handbook.pdf": pdf("control_3p.pdf")})
    await ada.command(FRONT_DESK, "/footnote", "library here")
    await ada.wait_for_message(FRONT_DESK, lambda m: "Only an admin" in m["text"])
    await chris.command(FRONT_DESK, "/footnote", "library here")
    made = await ada.wait_for_message(FRONT_DESK, lambda m: "is a library now" in m["text"])
    await chris.click(FRONT_DESK, made["ts"], "read_what_is_here")
    done = await ada.wait_for_reply(
        FRONT_DESK, made["ts"], lambda m: "gone through the PDFs already here (1)" in m["text"], 60
    )
    assert done["bot_id"]
    await ada.command(FRONT_DESK, "/footnote", "forget handbook")
    named = await ada.wait_for_message(FRONT_DESK, lambda m: "Which one should" in m["text"])
    assert "handbook.pdf" in named["text"]
    await ada.click(FRONT_DESK, named["ts"], "forget_named")
    await ada.wait_for_message(FRONT_DESK, lambda m: "asked me to forget handbook.pdf" in m["text"])


async def test_a_form_opened_anywhere_is_answered_in_direct_messages(ada: Person, desk: Desk):
    await ada.shortcut("ask_privately")
    [view] = await ada.views()
    values = {"question": {"question": "How tall is the tower of Zanzibar?"}}
    await ada.submit(view["id"], values)
    posted: list[Json] = []

    async def is_posted() -> bool:
        calls = await desk.calls("chat.postMessage")
        posted[:] = [c for c in calls if "You asked: How tall" in json.dumps(c)]
        return bool(posted)

    await desk.until(is_posted, 20)
    assert not await ada.views()


async def test_a_question_about_a_message_is_answered_to_its_asker_with_the_thread_in_mind(
    ada: Person, ben: Person
):
    await drop(ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
    begun = await ben.post(GENERAL, "What is the nightly hotel limit in Porto?")
    said = await ben.post(GENERAL, "I could not find it.", begun["ts"])
    await ada.shortcut("ask_about", GENERAL, begun["ts"])
    view = await ada.wait_for_view()
    assert view["title"]["text"] == "Ask privately"
    await ada.submit(view["id"], {"question": {"question": "And in Lisbon?"}})

    def is_private(message: Json) -> bool:
        return bool(message.get("is_ephemeral")) and "140" in message["text"]

    told = await ada.wait_for_reply(GENERAL, begun["ts"], is_private, 30)
    assert "You asked: And in Lisbon?" in told["text"]
    seen = await ben.thread(GENERAL, begun["ts"])
    assert [m["ts"] for m in seen] == [begun["ts"], said["ts"]]
    assert seen[0]["text"] == begun["text"]
