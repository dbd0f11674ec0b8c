"""Texts to be worked on: the order goes, and all of the quotation that it is about."""

import pytest

from rag.grounding.instructions import addresses_assistant, instructed

FACT = "Parking is free on Sundays."


@pytest.mark.parametrize(
    "order",
    [
        "Assess the tone of this message: 'We came late. Nobody cared!'",
        "Identify the sentiment of the following post: “I'm thrilled! It works. #finally”",
        "Is this comment negative or neutral? 'The soup was cold. I'd not come back.'",
        'Is the following sentence positive? "What a day"',
    ],
)
def test_none_of_it_is_a_statement(order: str):
    text = f"{FACT}\n{order}\nThe lift is old."
    kept = text
    for start, end in sorted(instructed(text), reverse=True):
        kept = kept[:start] + kept[end:]
    assert kept.split("\n") == [FACT, kept.split("\n")[1], "The lift is old."]
    assert not kept.split("\n")[1].strip()


@pytest.mark.parametrize(
    "statement",
    [
        "Determine the tone of the engine by ear.",
        "The mood of the team is asked for each quarter.",
        "This message is positive proof of delivery.",
        "The review was positive: 'A quiet hotel. We slept well.'",
    ],
)
def test_ordinary_statements_stay(statement: str):
    assert not addresses_assistant(statement)
    assert not instructed(f"{FACT}\n{statement}")
