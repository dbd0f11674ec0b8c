"""In which language a person is spoken to: the one of their Slack, as far as Slack tells it."""

import aiohttp
import pytest

from bot.slack.facts import language_of
from bot.slack.noticing import Noticing
from bot.slack.people import People
from tests.support.slack_facts import SlackFacts, raw_user


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("zh-CN", "zh"),
        ("zh-TW", "zh"),
        ("zh", "zh"),
        ("en-US", "en"),
        ("en-GB", "en"),
        ("ja-JP", "en"),
        ("zha-CN", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_a_locale_is_one_of_the_languages_that_the_bot_speaks(locale: str | None, language: str):
    assert language_of(locale) == language


class Desk:
    """Slack's facts about Ada and Gus, whose Slack is in Chinese, and the cache of them."""

    def __init__(self) -> None:
        facts = SlackFacts({"ADA": "member", "GUS": "member"}, {}, locales={"GUS": "zh-TW"})
        self.facts = facts
        client: object = facts
        self.people = People(client)  # type: ignore[arg-type]  # stands in for the client

    def changes(self, user: str, **told: object) -> None:
        event = {"type": "user_change", "user": raw_user(user, "member") | told}
        Noticing(self.people).person(event)

    async def listed(self) -> dict[str, str]:
        found = await self.people.persons(["ADA", "GUS"]) or []
        return {person.id: person.language for person in found}


async def test_slack_tells_it_of_one_and_of_everybody():
    desk = Desk()
    assert await desk.people.language_of("GUS") == "zh"
    assert await desk.people.language_of("ADA") == "en"
    assert await desk.listed() == {"ADA": "en", "GUS": "zh"}


async def test_who_is_not_known_is_spoken_to_in_english_and_nobody_is_not_looked_for():
    desk = Desk()
    assert await desk.people.language_of("NOBODY") == "en"
    before = len(desk.facts.calls)
    assert await desk.people.language_of("") == "en"
    assert len(desk.facts.calls) == before
    desk.facts.silent.add("users.info")
    assert await desk.people.language_of("GUS") == "en"


@pytest.mark.parametrize(
    "error", [aiohttp.ClientError("cut off"), TimeoutError(), ConnectionError("refused")]
)
async def test_a_slack_that_is_not_there_still_leaves_a_language(error: Exception):
    desk = Desk()

    async def gone(**_: object) -> dict[str, object]:
        raise error

    desk.facts.users_info = gone  # type: ignore[method-assign, assignment]
    assert await desk.people.language_of("GUS") == "en"


async def test_a_change_of_locale_is_taken_without_asking_for_everybody_again():
    desk = Desk()
    assert await desk.listed() == {"ADA": "en", "GUS": "zh"}
    assert await desk.people.language_of("ADA") == "en"
    before = desk.facts.calls.count("users.list")
    desk.facts.locales["ADA"] = "zh-CN"
    desk.changes("ADA", locale="zh-CN")
    assert await desk.listed() == {"ADA": "zh", "GUS": "zh"}
    assert await desk.people.language_of("ADA") == "zh"
    assert desk.facts.calls.count("users.list") == before


async def test_an_event_that_tells_no_locale_leaves_the_one_that_was_known():
    desk = Desk()
    assert await desk.listed() == {"ADA": "en", "GUS": "zh"}
    before = desk.facts.calls.count("users.list")
    desk.changes("GUS", profile={"display_name": "Gustav"})
    assert await desk.listed() == {"ADA": "en", "GUS": "zh"}
    assert await desk.people.name_of("GUS") == "Gus"  # asked for anew
    assert desk.facts.calls.count("users.list") == before
