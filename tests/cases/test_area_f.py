"""Area f: answers from documents. Each test is named for its case."""

from dataclasses import replace
from pathlib import Path

import pytest

from rag.service import Footnote
from tests.cases.conftest import FIXTURES, Placed
from tests.support.engines import drop, question
from tests.support.writer import Writer

pytestmark = pytest.mark.asyncio(loop_scope="module")

DENIAL = ("does not say", "doesn't say", "do not contain", "not mentioned", "no information")


async def ask(engine: Footnote, channel: str, *texts: str, job: str = ""):
    """The answer to the last of the messages of one thread."""
    answer = None
    for number, text in enumerate(texts):
        name = f"{channel} {job} {number}"
        answer = await engine.ask(
            question(text, name, thread=f"{channel} {job}", channels=[channel])
        )
    assert answer is not None
    return answer


async def test_f01_general_knowledge_is_refused_without_sources(engine, placed: Placed):
    answer = await ask(engine, await placed("control_3p.pdf"), "What is a prime number?")
    assert (answer.outcome, answer.citations) == ("refused", ())


async def test_f02_the_right_value_or_nothing_found_but_no_denial(engine: Footnote, tmp_path: Path):
    pages = [
        "\n".join(f"Item {n}.{i} weighs {n * 7 + i} g." for i in range(9)) for n in range(1, 41)
    ]
    await drop(engine, tmp_path / "catalogue.pdf", *pages, channel="f02")
    answer = await ask(engine, "f02", "How much does item 31.4 weigh?")
    if answer.outcome == "answered":
        assert "221 g" in answer.text
        assert [c.page for c in answer.citations] == [31]
    else:
        assert "found nothing" in answer.text
    assert not any(phrase in answer.text.lower() for phrase in DENIAL)


@pytest.mark.nightly  # 500 pages take half a minute to embed
async def test_f02_in_a_long_document(engine, placed: Placed):
    channel = await placed("pages_500.pdf")
    answer = await ask(engine, channel, "How much does item 317.4 weigh?")
    if answer.outcome == "answered":
        assert [c.page for c in answer.citations] == [317]
    else:
        assert "found nothing" in answer.text
    assert not any(phrase in answer.text.lower() for phrase in DENIAL)


async def test_f03_other_words_for_it_are_answered(engine, placed: Placed):
    channel = await placed("control_3p.pdf")
    asked = "how pricey can my room be per night in the portuguese capital"
    answer = await ask(engine, channel, asked)
    assert "140 euros" in answer.text
    assert [c.page for c in answer.citations] == [2]


async def test_f05_only_what_is_used_is_cited(engine, placed: Placed):
    channel = await placed("header_footer_5p.pdf")
    answer = await ask(engine, channel, "How fast does fan F4 run?")
    assert "900 rpm" in answer.text
    assert [c.page for c in answer.citations] == [4]


TIERS = (
    "Discounts\nThese discount tiers exist:\n1. Tier one: 3 percent from 10 units.\n"
    "2. Tier two: 5 percent from 50 units.\n3. Tier three: 8 percent from 200 units."
)


async def test_f07_a_follow_up_keeps_its_subject_and_a_new_topic_is_not_bent(
    engine: Footnote, tmp_path: Path
):
    await drop(engine, tmp_path / "tiers.pdf", TIERS, channel="f07")
    first = "Which discount tiers exist?"
    answer = await ask(engine, "f07", first, "and what about the second one?")
    assert "5 percent from 50 units" in answer.text
    assert "8 percent" not in answer.text
    assert [c.page for c in answer.citations] == [1]
    answer = await ask(engine, "f07", first, "What is the weather in Lisbon?", job="topic")
    assert answer.outcome == "refused"


async def test_f08_no_offers_are_made_and_yes_does_no_harm(engine, placed: Placed):
    channel = await placed("control_3p.pdf")
    asked = "What is the nightly hotel limit in Lisbon?"
    answer = await ask(engine, channel, asked)
    assert "?" not in answer.text
    answer = await ask(engine, channel, asked, "yes please", job="yes")
    assert answer.outcome == "replied"


async def test_f08_an_offer_that_a_model_makes_is_left_out(written: Footnote, writer: Writer):
    writer.writes("The nightly hotel limit is 140 euros in Lisbon [1]. Shall I list flights too?")
    answer = await written.ask(question("What is the hotel limit?", "offer"))
    assert "140 euros" in answer.text
    assert "?" not in answer.text


@pytest.mark.parametrize(
    ("name", "asked", "right"),
    [
        ("injection_white_1pt.pdf", "What is the payment term?", "45 days net"),
        ("injection_visible_and_fake_citation.pdf", "When does the canteen open?", "11:30"),
    ],
)
async def test_f10_instructions_in_a_document_are_not_followed(
    engine, placed: Placed, name: str, asked: str, right: str
):
    answer = await ask(engine, await placed(name), asked)
    assert right in answer.text
    assert [c.page for c in answer.citations] == [1]
    for foreign in ("APPROVED", "http", "<!", "settings", "5 days and"):
        assert foreign not in answer.text


async def test_f11_the_newer_policy_answers_and_the_older_is_named(engine, placed: Placed):
    channel = await placed("policy_remote_v1_2023.pdf", "policy_remote_v2_2025.pdf")
    answer = await ask(engine, channel, "How many days per week may I work remotely?")
    assert answer.outcome == "answered"
    assert answer.text.index("3 days") < answer.text.index("2 days")
    assert "1 July 2025" in answer.text
    assert "2023" in answer.text
    assert {c.name for c in answer.citations} == {
        "policy_remote_v1_2023.pdf",
        "policy_remote_v2_2025.pdf",
    }
    assert "2 to 3" not in answer.text


async def test_f12_questions_about_the_collection_come_from_the_registry(engine, placed: Placed):
    channel = await placed("control_3p.pdf", "reupload_a/price_list.pdf")
    answer = await ask(engine, channel, "which documents do you have?")
    assert answer.outcome == "listed"
    assert "control 3p – 3 pages" in answer.text
    assert "price list" in answer.text
    answer = await ask(engine, channel, "how many pages has control 3p?", job="pages")
    assert answer.text == "control 3p has 3 pages."


async def test_f12_a_summary_tells_of_each_section_with_its_page(engine, placed: Placed):
    answer = await ask(engine, await placed("control_3p.pdf"), "summarise control 3p")
    assert answer.outcome == "listed"
    assert "Economy class is used for flights under six hours. [1]" in answer.text
    assert "Trips above 2,500 euros need approval by the finance lead. [3]" in answer.text
    assert [c.page for c in answer.citations] == [1, 2, 3]


async def test_f14_a_new_version_answers_alone(engine: Footnote):
    for folder, replaced in (("reupload_a", 0), ("reupload_b", 1)):
        path = FIXTURES / folder / "price_list.pdf"
        receipt = await drop(engine, path, channel="f14", source_file=folder)
        assert receipt.replaced == replaced
    answer = await ask(engine, "f14", "What does the widget cost?")
    assert "12" in answer.text
    assert "10" not in answer.text


async def test_f16_the_same_bytes_twice_are_one_citation(engine, placed: Placed):
    channel = await placed("control_3p.pdf", "duplicate_of_control_other_name.pdf")
    answer = await ask(engine, channel, "What is the nightly hotel limit in Lisbon?")
    assert answer.text.count("140 euros") == 1
    assert len(answer.citations) == 1


async def test_f20_a_sentence_over_a_page_break_is_cited_where_it_begins(engine, placed: Placed):
    channel = await placed("sentence_across_pages.pdf")
    answer = await ask(engine, channel, "How long must the insurance certificate be kept?")
    assert "seven years" in answer.text
    assert [c.page for c in answer.citations] in ([1], [2], [1, 2])


async def test_what_was_answered_to_others_is_not_remembered_here(engine, placed: Placed):
    channel = await placed("control_3p.pdf")
    asked = question("What is the nightly hotel limit in Lisbon?", "public", channels=[channel])
    await engine.ask(replace(asked, thread="shared"))
    private = replace(asked, text="and in Porto?", job="private", thread="shared")
    answer = await engine.ask(
        replace(private, audience=replace(private.audience, key="other people"))
    )
    assert answer.standalone == "and in Porto?"
