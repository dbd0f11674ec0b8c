"""``/footnote docs``, ``stats`` and ``health``: what a person may know, to that person alone."""

import pytest

from tests.e2e.conftest import FRONT_DESK, GENERAL, LIBRARY
from tests.e2e.talk import drop, pdf
from tests.support.people import Person

pytestmark = pytest.mark.usefixtures("bot")


async def test_everybody_sees_the_documents_that_they_may_see(ada: Person, gina: Person):
    await drop(ada, LIBRARY, "travel policy.pdf", pdf("control_3p.pdf"))
    await ada.command(GENERAL, "/footnote", "docs travel")
    hers = await ada.wait_for_message(GENERAL, lambda m: "matches “travel”" in m["text"])
    assert hers["is_ephemeral"]
    assert "travel policy.pdf" in hers["text"]
    assert "in #library · by Ada" in hers["text"]
    await gina.command(FRONT_DESK, "/footnote", "docs")
    guest = await gina.wait_for_message(FRONT_DESK, lambda m: "documents that you" in m["text"])
    assert "There are no documents that you can see yet" in guest["text"]


async def test_counts_and_health_come_without_names(ada: Person):
    await ada.command(GENERAL, "/footnote", "stats")
    stats = await ada.wait_for_message(GENERAL, lambda m: "The last 30 days" in m["text"])
    await ada.command(GENERAL, "/footnote", "health")
    health = await ada.wait_for_message(GENERAL, lambda m: "How I am" in m["text"])
    assert stats["is_ephemeral"]
    assert health["is_ephemeral"]
    assert "Every document can be searched." in health["text"]
