"""Questions on a receipt lead to an answer, whatever else lies in the channel."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rag.adapters.reasoners.extractive import ExtractiveReasoner
from rag.suggesting import Suggesting
from rag.text.questions import questions_of
from rag.types import Candidate, Receipt, Visible
from tests.support.fakes import FakeEmbedder
from tests.support.pdfs import PdfMaker
from tests.support.scene import Desk, Scene
from tests.support.scene_fixtures import desk, scene

__all__ = ["desk", "scene"]
pytestmark = pytest.mark.asyncio(loop_scope="module")

HEADINGS = ("Mooring fees", "Lost keys", "Visitors", "Night watch", "Fuel")


def sections(place: str, headings: tuple[str, ...] = HEADINGS) -> PdfMaker:
    maker = PdfMaker()
    for number, heading in enumerate(headings, 1):
        maker.add(
            f"{number}. {heading}",
            f"At {place} the {heading.lower()} are looked after by office {number * 7}.",
            f"Whoever asks about {heading.lower()} hears of it within {number + 2} days.",
        )
    return maker


async def follow(desk: Desk, receipt: Receipt) -> None:
    """Each question that is offered is answered from the document that offers it."""
    for question in receipt.questions:
        answer = await desk.ask(question)
        assert answer.outcome in {"answered", "partial"}, question
        assert receipt.version in {c.version for c in answer.citations}, question


async def test_every_question_that_is_offered_is_answered(scene: Scene, desk: Desk) -> None:
    receipt = await desk.drop(sections("the marina").build(), "marina.pdf")
    assert len(receipt.questions) == 3
    await follow(desk, receipt)


async def test_what_another_document_answers_first_is_not_offered(scene: Scene, desk: Desk) -> None:
    await desk.drop(sections("the marina").build(), "marina.pdf")
    maker = PdfMaker()
    for number, heading in enumerate(HEADINGS[:2], 1):
        maker.add(
            f"{number}. {heading}",
            "It is all said in the book of the harbour master, who keeps it in the drawer there.",
            f"The word {heading.lower()} stands here. Nothing more is known to anybody about it.",
        )
    receipt = await desk.drop(maker.build(), "note.pdf")
    await follow(desk, receipt)


async def test_a_second_placement_offers_what_is_answered_there(scene: Scene, desk: Desk) -> None:
    content = sections("the quay").build()
    first = await desk.drop(content, "quay.pdf")
    elsewhere = replace(desk, channel=f"{desk.channel}-other")
    second = await elsewhere.drop(content, "quay.pdf")
    assert second.questions == first.questions
    await follow(elsewhere, second)


async def test_a_search_that_fails_offers_nothing_and_fails_nothing(
    scene: Scene, desk: Desk
) -> None:
    class Broken:
        async def retrieve(self, queries: Sequence[str], visible: Visible) -> list[Candidate]:
            raise ConnectionError("the index is gone")

    receipt = await desk.drop(sections("the pier").build(), "pier.pdf")
    passages = await desk.passages(receipt.version)
    [placed] = await scene.engine.documents(desk.audience)
    broken: Any = Broken()
    judge = ExtractiveReasoner(FakeEmbedder(), cautious=True)
    suggesting = Suggesting(broken, judge, scene.engine.documents_store)
    assert await suggesting.of(placed, passages) == ()
    assert len(questions_of(placed.title, passages)) == 3
