"""The kind of thing that a question asks for, told from other kinds by how it is put."""

import pytest

from rag.adapters.reasoners.extractive.answer_kinds import kind_match
from rag.adapters.reasoners.extractive.asked import Asked, analyse
from rag.adapters.reasoners.extractive.windows import source_of_candidate, windows_of
from tests.rag.reasoners.documents import candidate


@pytest.mark.parametrize(
    ("question", "place", "none"),
    [
        (
            "Where is the waste kept?",
            "The waste is kept in the yard.",
            "The waste is collected on Monday.",
        ),
        ("In which room is it?", "It stands next to the lift.", "It is opened in the morning."),
        ("档案放在哪里？", "档案放在二楼。", "档案每年清点一次。"),
    ],
)
def test_a_place_is_told_from_a_time(question: str, place: str, none: str):
    asked = analyse(question)
    assert matched(asked, place) == 1.0
    assert matched(asked, none) < 1.0


def matched(asked: Asked, text: str) -> float:
    [window] = windows_of(source_of_candidate(1, candidate(text)))
    return kind_match(asked, window)
