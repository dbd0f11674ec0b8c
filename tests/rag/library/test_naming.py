"""Which document a name means."""

from dataclasses import replace

import pytest

from rag.errors import AmbiguousDocument, UnknownDocument
from rag.naming import named, near_to, the_one
from rag.types import Placement
from tests.support.made import placement


def placed(number: str, name: str, channel: str = "C1", title: str = "") -> Placement:
    found = placement(number, name, channel)
    return replace(found, document=f"d-{number}-{channel}", title=title or name.partition(".")[0])


TRAVEL = placed("v1", "travel policy 2025.pdf")
LEAVE = placed("v2", "leave.pdf", title="Annual Leave")
HERE, THERE = placed("v3", "plan.pdf"), placed("v4", "plan.pdf", "C2")
ALL = [TRAVEL, LEAVE, HERE, THERE]


@pytest.mark.parametrize(
    "words",
    ["leave.pdf", "LEAVE.PDF", "annual leave", "annual  leave", '"Annual Leave"', "“leave.pdf”"],
)
def test_a_document_is_called_by_its_name_or_title(words: str) -> None:
    assert the_one(words, ALL) == LEAVE
    assert named(words, ALL) == [LEAVE]


def test_what_is_not_there_brings_names_that_are_like_it() -> None:
    with pytest.raises(UnknownDocument) as caught:
        the_one("travel policy", ALL)
    assert caught.value.near == ("travel policy 2025.pdf",)
    assert near_to("anual leave", ALL)[0] == "leave.pdf"
    assert near_to("polcy", ALL) == ("travel policy 2025.pdf",)
    assert near_to("", ALL) == ()
    assert near_to("zzzz", ALL) == ()


def test_of_documents_called_the_same_the_one_here_is_meant() -> None:
    assert the_one("plan.pdf", ALL, "C2") == THERE
    with pytest.raises(AmbiguousDocument) as caught:
        the_one("plan.pdf", ALL, "C9")
    assert caught.value.choices == (("d-v3-C1", "plan.pdf"), ("d-v4-C2", "plan.pdf"))
    assert the_one("d-v4-c2", ALL) == THERE
    twin = placed("v3", "plan.pdf", "C3")
    assert the_one("plan.pdf", [HERE, twin]).version == "v3"


def test_an_id_goes_before_a_name_and_a_name_before_a_title() -> None:
    exact, other = placed("v5", "Plan.pdf", "C5"), placed("v6", "plan", title="Big Plan")
    tricky = placed("v7", "x.pdf", title=HERE.document)
    every = [HERE, exact, other, tricky]
    assert named(HERE.document, every) == [HERE]
    assert named("Plan.pdf", every) == [exact]
    assert named("PLAN.pdf", every) == [HERE, exact]
    assert named("plan", every) == [other]
    assert named("big plan", every) == [other]
