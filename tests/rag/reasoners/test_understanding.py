"""Rules tell what a message is and make a follow-up stand on its own."""

from datetime import date

import pytest

from rag.adapters.reasoners.extractive import ExtractiveReasoner
from rag.types import Turn
from tests.rag.reasoners.documents import NoEmbedder

TODAY = date(2026, 11, 30)
TITLES = ["Employee Handbook", "price list", "Travel policy", "员工守则"]
LEAVE = "How many days of annual leave do employees get?"


def turns(*said):
    """What was said; the bot's turns begin with "bot:"."""
    return [
        Turn("bot", text.removeprefix("bot:")) if text.startswith("bot:") else Turn("person", text)
        for text in said
    ]


async def understand(question, *said):
    return await ExtractiveReasoner(NoEmbedder()).understand(question, turns(*said), TODAY, TITLES)


@pytest.mark.parametrize(
    "message",
    ["hi", "Hello there!", "thanks a lot!", "who are you?", "what can you do?", "???", ":wave:"],
)
async def test_small_talk(message):
    assert (await understand(message)).route == "small_talk"


@pytest.mark.parametrize("message", ["yes", "你好", "谢谢！", "你是谁？", "你能做什么"])
async def test_small_talk_that_is_shorter_or_chinese(message):
    assert (await understand(message)).route == "small_talk"


async def test_thanks_in_a_conversation_are_still_small_talk():
    assert (await understand("thanks!", LEAVE, "bot:27 days [1]")).route == "small_talk"


@pytest.mark.parametrize(
    ("message", "document"),
    [
        ("which documents do you have?", ""),
        ("what files are there?", ""),
        ("list documents", ""),
        ("List all the documents.", ""),
        ("summarise the price list", "price list"),
        ("Summarize the employee handbook", "Employee Handbook"),
        ("What is the price list about?", "price list"),
        ("how many pages has the travel policy?", "Travel policy"),
        ("summarise this", ""),
        ("有哪些文档？", ""),
        ("总结员工守则", "员工守则"),
        ("员工守则有多少页？", "员工守则"),
    ],
)
async def test_questions_about_the_library(message, document):
    understood = await understand(message)
    assert (understood.route, understood.document) == ("catalogue", document)


@pytest.mark.parametrize(
    "message",
    [
        "which documents do I need for a visa?",
        "What documents must be submitted with a claim?",
        "summarise the rules on leave",
        "How long is the probation period?",
        "Show me the files about travel",
        "入职需要哪些文件？",
    ],
)
async def test_questions_that_only_sound_like_it(message):
    understood = await understand(message)
    assert (understood.route, understood.standalone) == ("documents", message)


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("Hi, which documents do I need?", "which documents do I need?"),
        ("hello, what is the hotel limit?", "what is the hotel limit?"),
        ("你好，年假有几天？", "年假有几天？"),
        ("请问年假有几天？", "年假有几天？"),
    ],
)
async def test_a_greeting_before_a_question_is_dropped(message, question):
    understood = await understand(message)
    assert (understood.route, understood.standalone) == ("documents", question)


@pytest.mark.parametrize(
    ("question", "intent"),
    [
        ("What is the hotel limit?", "fact"),
        ("What is the difference between employees and contractors?", "comparison"),
        ("How has the revenue changed since 2020?", "trend"),
        ("Give an overview of the rules on leave", "summary"),
        ("外包人员和员工的年假有什么不同？", "comparison"),
        ("营业收入的变化趋势", "trend"),
    ],
)
async def test_intent(question, intent):
    assert (await understand(question)).intent == intent


@pytest.mark.parametrize(
    ("before", "question", "standalone"),
    [
        (LEAVE, "And for contractors?", "How many days of annual leave do contractors get?"),
        (LEAVE, "And interns?", "How many days of annual leave do interns get?"),
        (
            "What is the hotel limit in Lisbon?",
            "what about Berlin?",
            "What is the hotel limit in Berlin?",
        ),
        ("What was the revenue in 2023?", "And in 2024?", "What was the revenue in 2024?"),
        ("What is the probation period?", "How long is it?", "How long is the probation period?"),
        (
            "How much leave do contractors get?",
            "Do they get sick pay?",
            "Do contractors get sick pay?",
        ),
        (
            "What is the hotel limit in Edinburgh?",
            "And how much is it in London?",
            "how much is the hotel limit in London?",
        ),
        (
            "How much leave do contractors get?",
            "What about when they are ill?",
            "How much leave do contractors get when they are ill?",
        ),
        ("员工的年假有几天？", "那外包人员呢？", "外包人员的年假有几天？"),
        ("上海的住宿费上限是多少？", "那北京呢？", "北京的住宿费上限是多少？"),
        ("试用期是多少？", "它什么时候到期？", "试用期什么时候到期？"),
    ],
)
async def test_a_follow_up_keeps_its_subject(before, question, standalone):
    understood = await understand(question, before, "bot:So it is. [1]")
    assert understood.standalone == standalone
    assert understood.queries[0] == standalone
    assert understood.follow_up


async def test_the_merged_question_is_searched_too():
    understood = await understand("And for contractors?", LEAVE)
    assert "employees" in understood.queries[1]
    assert "contractors" in understood.queries[1]


async def test_a_chain_of_follow_ups_is_followed():
    understood = await understand(
        "and managers?", LEAVE, "bot:27 [1]", "thanks", "bot:Any time.", "And for contractors?"
    )
    assert understood.standalone == "How many days of annual leave do managers get?"


async def test_an_item_of_a_list_is_asked_for_by_its_place():
    understood = await understand("and what about the second one?", "Which discount tiers exist?")
    assert understood.standalone == "Which discount tiers exist: the second one?"


async def test_a_bare_why_takes_the_last_question_along():
    assert "annual leave" in (await understand("why?", LEAVE)).standalone


async def test_an_answer_to_the_bots_question_completes_ones_own():
    understood = await understand("Porto", "What is the hotel limit?", "bot:Porto or Braga?")
    assert understood.standalone == "What is the hotel limit Porto?"


async def test_yes_takes_up_an_offer():
    understood = await understand(
        "yes please", "Which tiers exist?", "bot:Silver [1]. Shall I list the gold tier too?"
    )
    assert understood.route == "documents"
    assert "list the gold tier too" in understood.standalone


@pytest.mark.parametrize(
    "question",
    [
        "How fast does fan F4 run?",
        "Do employees get paid when they are ill?",
        "Is it possible to carry over leave?",
        "What is the hotel limit in Berlin?",
        "公司食堂几点开门？",
    ],
)
async def test_a_new_topic_is_not_bent_to_the_old_one(question):
    understood = await understand(question, LEAVE, "bot:27 days [1]")
    assert understood.standalone == question
    assert understood.queries == (question,)
    assert not understood.follow_up


async def test_a_new_topic_in_the_form_of_a_follow_up_is_asked_by_itself():
    understood = await understand("What about parking?", LEAVE)
    assert understood.standalone == "What about parking?"


async def test_words_for_days_are_resolved_against_the_day_of_the_message():
    assert "last year (2025)" in (await understand("What was the limit last year?")).standalone
    assert "明天 (2026-12-01)" in (await understand("明天食堂开门吗？")).standalone


async def test_rewriting_changes_the_queries_and_not_the_question():
    reasoner = ExtractiveReasoner(NoEmbedder())
    first = await understand("What is the hotel limit in Lisbon?")
    second = await reasoner.rewrite(first, 1)
    third = await reasoner.rewrite(first, 2)
    assert second.standalone == third.standalone == first.standalone
    assert second.queries[0] == "hotel limit Lisbon"
    assert "lodg" in third.queries[0]
    assert first.queries != second.queries != third.queries


async def test_rewriting_in_chinese_and_of_compounds():
    reasoner = ExtractiveReasoner(NoEmbedder())
    chinese = await reasoner.rewrite(await understand("酒店每晚最多多少钱？"), 2)
    assert "hotel" in " ".join(chinese.queries)
    compound = await reasoner.rewrite(await understand("Who leads the data-protection course?"), 1)
    assert any("data protection" in query for query in compound.queries)
