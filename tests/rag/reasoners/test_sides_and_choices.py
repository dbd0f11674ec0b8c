"""The sides of a comparison, and what a question may have meant."""

from dataclasses import replace
from datetime import date

import pytest

from rag.adapters.reasoners.choices import stated_choices
from rag.adapters.reasoners.extractive import ExtractiveReasoner
from rag.adapters.reasoners.extractive.comparing import sides
from rag.adapters.reasoners.forms import Graded, grading_form
from rag.types import Candidate, Judgement, Passage, Span, Understanding
from tests.rag.reasoners.documents import NoEmbedder


@pytest.mark.parametrize(
    ("question", "found"),
    [
        (
            "What is the difference between the hotel limit in Porto and Braga?",
            ("the hotel limit in Porto", "the hotel limit in Braga"),
        ),
        ("Compare tier one with tier two.", ("tier one.", "tier two.")),
        ("Is a room cheaper in Porto or Braga?", None),
        ("product A1 vs B2", ("product A1", "product B2")),
        ("比较北京和上海的住宿标准", ("北京的住宿标准", "上海的住宿标准")),
        ("How many days of leave do I get?", ()),
    ],
)
def test_each_side_is_a_question_of_its_own(question: str, found: tuple[str, ...] | None):
    told = sides(question)
    if found is None:
        assert ["Porto" in told[0], "Braga" in told[1]] == [True, True]
        assert "Braga" not in told[0]
        return
    assert tuple(t.rstrip("?") for t in told) == found


async def test_rules_search_each_side_unless_told_not_to():
    reasoner = ExtractiveReasoner(NoEmbedder())
    text, today = "Compare the hotel limit in Porto and in Braga", date(2025, 1, 1)
    assert len((await reasoner.understand(text, [], today, [])).queries) == 2
    assert len((await reasoner.understand(text, [], today, [], transform="none")).queries) == 1


def document(title: str, text: str, heading: str = "") -> Candidate:
    passage = Passage(f"p {title}", f"v {title}", 1, heading, text, (Span(1, 0, len(text)),))
    return Candidate(passage, title, f"d {title}", 0.1, ((0, len(text)),), {1: "1"})


ASKED = Understanding("How many days of annual leave do employees have?", "en", "documents")
BERLIN = document("Handbook Berlin", "Employees have 30 days of annual leave.")
LISBON = document("Handbook Lisbon", "Employees have 22 days of annual leave.")


async def choices(*candidates: Candidate, asked: Understanding = ASKED) -> tuple[str, ...]:
    return (await ExtractiveReasoner(NoEmbedder()).grade(asked, candidates)).choices


async def test_two_documents_with_other_figures_are_a_choice():
    assert set(await choices(BERLIN, LISBON)) == {"Handbook Berlin", "Handbook Lisbon"}


async def test_one_document_or_the_same_figure_is_none():
    same = document("Handbook Rome", "Employees have 30 days of annual leave.")
    assert await choices(BERLIN) == ()
    assert await choices(BERLIN, same) == ()
    assert await choices() == ()


async def test_editions_and_a_document_that_is_named_are_none():
    old = document("Rules 2023", "Employees have 28 days of annual leave.")
    new = document("Rules 2025", "Employees have 30 days of annual leave.")
    assert await choices(old, new) == ()
    named = replace(ASKED, document="Handbook Berlin")
    assert await choices(BERLIN, LISBON, asked=named) == ()


PORTO = document("Travel", "A hotel in Porto costs 120 euros.")
BRAGA = document("Travel 2", "A hotel in Braga costs 90 euros.")
BOTH = {1: Judgement(True), 2: Judgement(True)}


@pytest.mark.parametrize(
    ("named", "question", "found"),
    [
        (("Porto", "Braga"), "What does a hotel cost?", ("Porto", "Braga")),
        (("Porto", "Braga"), "What does a hotel in Porto cost?", ()),
        (("Porto", "Madrid"), "What does a hotel cost?", ()),
        (("Porto",), "What does a hotel cost?", ()),
        ((), "What does a hotel cost?", ()),
        (("Porto", "x" * 61), "What does a hotel cost?", ()),
    ],
)
def test_a_model_is_believed_where_documents_bear_it_out(
    named: tuple[str, ...], question: str, found: tuple[str, ...]
):
    assert stated_choices(Graded(BOTH, named), question, [PORTO, BRAGA]) == found


def test_a_passage_that_is_not_relevant_offers_no_choice():
    graded = Graded({1: Judgement(True), 2: Judgement(False)}, ("Porto", "Braga"))
    assert stated_choices(graded, "What does a hotel cost?", [PORTO, BRAGA]) == ()


def test_choices_are_read_beside_the_verdicts():
    read = grading_form(2).read
    told = '{"verdicts": [{"passage": 1, "relevant": true, "reason": ""}], "choices": ["a", "b"]}'
    assert read(told) == Graded({1: Judgement(True)}, ("a", "b"))
    assert read("1: yes\n2: no") == Graded({1: Judgement(True), 2: Judgement(False)})
    assert read("prose") is None
