"""A question's one message: drafts, remarks, reasons why there is no answer, and what it asks."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.choices import Choices
from bot.jobs import Run
from bot.slack.threads import Talk
from bot.views.sources import Sources
from bot.work.answering import Answering
from bot.work.line import Entry, Line
from bot.work.pace import Pace
from bot.work.remarks import remarks_on
from rag.errors import (
    BudgetSpent,
    ContentFiltered,
    DeadlineExceeded,
    ModelBusy,
    ModelRefused,
    ModelUnavailable,
)
from rag.modes import Modes
from rag.types import Answer, Audience, Preference, Question, Step, Turn
from tests.support.bot_fakes import CHANNEL, WORKSPACE, FakeJobs, FakePeople, FakePoster
from tests.support.made import answer

Told = list[tuple[str, dict[str, Any]]]


@dataclass
class Engine:
    """Tells its progress, lets ``meanwhile`` happen, then answers ``text`` or fails."""

    outcome: Any = "answered"
    meanwhile: Callable[[], None] = lambda: None
    text: str = "Nothing found."
    told: Told = field(default_factory=list)
    error: Exception | None = None
    modes: Modes = field(default_factory=Modes)
    chosen: list[Preference] = field(default_factory=list)
    is_indexing: bool = False
    asked: list[Question] = field(default_factory=list)

    async def ask(self, question: Question, progress: Any) -> Answer:
        self.asked.append(question)
        for key, numbers in self.told:
            await progress(key, numbers)
            await asyncio.sleep(0)  # the draft is written beside
        self.meanwhile()
        if self.error:
            raise self.error
        return replace(answer(), outcome=self.outcome, text=self.text, citations=())

    async def preferences(self, workspace: str) -> list[Preference]:
        return self.chosen

    async def note_address(self, *_: str) -> None:
        return None


class Audiences:
    async def of(self, workspace: str, channel: str, asker: str) -> Audience:
        return Audience(workspace, f"channel:{channel}", frozenset({CHANNEL}))


class NoSources:
    async def of(self, answer: Answer, readers: Audience) -> Sources:
        return Sources()


class People(FakePeople):
    async def channel(self, channel: str) -> None:
        return None


class Threads:
    def __init__(self, talk: Talk = Talk()) -> None:  # noqa: B008 - it is frozen
        self.talk = talk
        self.answered = 0

    async def before(self, place: Any, ts: str) -> Talk:
        return self.talk

    def note_answer(self, place: Any) -> None:
        self.answered += 1


@dataclass
class Desk:
    """The work with what it needs, for one question after another."""

    engine: Any = field(default_factory=Engine)
    threads: Any = field(default_factory=Threads)
    poster: Any = field(default_factory=FakePoster)
    line: Line = field(default_factory=Line)
    jobs: Any = field(default_factory=FakeJobs)
    limit: int = 0

    def __post_init__(self) -> None:
        fakes: Any = SimpleNamespace(audiences=Audiences(), people=People(), sourcing=NoSources())
        self.work = Answering(
            engine=self.engine,
            audiences=fakes.audiences,
            people=fakes.people,
            poster=self.poster,
            threads=self.threads,
            line=self.line,
            pace=Pace(self.limit),
            jobs=self.jobs,
            sourcing=fakes.sourcing,
            choices=Choices(self.engine, WORKSPACE),
            bot_user="UBOT",
        )

    async def asks(self, text: str = "How long?", job: str = "1", *, again: bool = False) -> str:
        payload = {
            "workspace": WORKSPACE,
            "channel": "C5",
            "thread_ts": "1.0",
            "ts": "1.0",
            "user": "ADA",
            "text": text,
        }
        await self.work.run(Run(f"answer:{job}", again=again), payload)
        texts: list[str] = list(self.poster.texts.values())
        return texts[-1] if texts else ""


async def told(engine: Engine, *entries: Entry) -> str:
    desk = Desk(engine)
    desk.line._entries.extend(entries)
    text = await desk.asks()
    assert len(desk.poster.texts) == 1
    return text


def entry(name: str = "long.pdf", channel: str = CHANNEL, **more: Any) -> Entry:
    return Entry(channel, name, "1.0", workspace=WORKSPACE, **more)


@pytest.mark.parametrize("outcome", ["refused", "partial"])
async def test_an_incomplete_answer_names_what_is_being_read(outcome: str):
    text = await told(Engine(outcome), entry(done=40, total=120), entry("next.pdf"))
    assert "Still reading long.pdf (40 of 120 pages). Ask again when I have confirmed it." in text
    assert "Still reading next.pdf. Ask" in text


@pytest.mark.parametrize("outcome", ["answered", "replied", "listed", "asked_back"])
async def test_other_answers_do_not(outcome: str):
    assert "Still" not in await told(Engine(outcome), entry())


async def test_files_of_channels_that_the_readers_do_not_see_are_not_named():
    assert await told(Engine("refused"), entry("secret.pdf", "C9")) == "Nothing found."


async def test_a_file_that_was_finished_after_the_search_is_told_as_such():
    late = entry()
    engine = Engine("refused", lambda: setattr(late, "is_over", True))
    assert "I finished reading long.pdf after you asked." in await told(engine, late)


def writing(*texts: str) -> Told:
    return [("writing", {"text": text}) for text in texts]


async def test_a_draft_is_marked_and_becomes_the_answer():
    seen: list[str] = []
    poster = FakePoster()
    engine = Engine(
        text="It is 140 euros. [1]",
        told=writing("It is 140 [3", "It is 140 euros. [3]"),
        meanwhile=lambda: seen.extend(poster.texts.values()),
    )
    desk = Desk(engine, poster=poster)
    assert await desk.asks() == "It is 140 euros. [1]"
    assert seen == ["Writing… not checked yet\nIt is 140 [3"]  # the second came too soon
    assert len(poster.texts) == 1
    assert poster.details["1000.000000"] == {"job": "answer:1", "answer": answer().id}
    assert desk.threads.answered == 1


async def test_what_was_shown_and_is_not_in_the_answer_is_said_to_be_corrected():
    desk = Desk(Engine(text="Nothing found.", told=writing("It is 190 euros [1].")))
    text = await desk.asks()
    assert text == "Nothing found.\nCorrected after checking the pages."
    assert desk.poster.edits == [text]


async def test_a_long_draft_stays_below_slacks_limit():
    poster = FakePoster()
    seen: list[str] = []
    words = "long words & " * 900
    engine = Engine(
        text=words,
        told=writing(words),
        meanwhile=lambda: seen.extend(poster.texts.values()),
    )
    await Desk(engine, poster=poster).asks()
    assert len(seen[0]) < 4_000
    assert seen[0].endswith("…")


async def test_a_draft_of_an_execution_that_was_cut_off_is_found_and_finished():
    desk = Desk(Engine(text="It is 140."))
    desk.poster.texts["1000.000000"] = "Writing… not checked yet\nIt is"
    desk.poster.details["1000.000000"] = {"job": "answer:1", "draft": True}
    assert await desk.asks(again=True) == "It is 140."
    assert len(desk.poster.texts) == 1
    assert await desk.asks(again=True) == "It is 140."
    assert desk.poster.edits == ["It is 140."]  # an answer that stands is not edited


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ContentFiltered("x"), "The model's provider refused to answer this. (id "),
        (ModelBusy("x"), "The language model is busy"),
        (ModelUnavailable("x"), "could not be reached"),
        (BudgetSpent("question"), "more than one question may"),
        (BudgetSpent("day"), "Today's budget for the model is spent."),
        (DeadlineExceeded("x"), "took longer than it may"),
        (TimeoutError(), "took longer than it may"),
        (ValueError("sk-secret"), "Something went wrong"),
    ],
)
async def test_each_reason_has_its_sentence_with_the_id(error: Exception, words: str):
    desk = Desk(Engine(error=error, told=writing("It is 1")))
    text = await desk.asks()
    assert words in text
    assert "(id " in text
    assert "sk-secret" not in text
    assert len(desk.poster.texts) == 1
    assert desk.poster.statuses[-1] == ""
    assert not desk.threads.answered


async def test_a_refusing_provider_is_named_in_the_askers_language():
    desk = Desk(Engine(error=ContentFiltered("x")))
    assert "拒绝回答" in await desk.asks("年假有多少天？")


async def test_the_place_in_the_models_line_is_shown():
    waits = [("waiting", {"ahead": n}) for n in (3, 1, 0)]
    desk = Desk(Engine(told=waits))
    await desk.asks()
    assert desk.poster.statuses[:3] == [
        "is waiting: 3 questions before yours…",
        "is waiting: 1 question before yours…",
        "is waiting for the model: yours is next…",
    ]


async def test_what_is_being_done_is_shown_again_once_the_wait_is_over():
    told: Told = [
        ("grade_documents", {"passages": 5}),
        ("waiting", {"ahead": 3}),
        ("waiting", {"ahead": 1}),
        ("turn", {}),
    ]
    desk = Desk(Engine(told=told))
    await desk.asks()
    assert desk.poster.statuses[:4] == [
        "is reading 5 passages…",
        "is waiting: 3 questions before yours…",
        "is waiting: 1 question before yours…",
        "is reading 5 passages…",
    ]


async def test_options_before_the_question_override_the_settings():
    desk = Desk(Engine(modes=Modes(deadline=7.0)))
    await desk.asks("<@UBOT> --mode fast —top-k 3 How long?")
    [asked] = desk.engine.asked
    assert asked.text == "How long?"
    assert asked.modes == Modes(mode="fast", top_k=3, deadline=7.0)
    await desk.asks("How long?", "2")
    assert desk.engine.asked[1].modes == Modes(deadline=7.0)


async def test_a_refused_key_is_told_to_who_can_put_it_right():
    desk = Desk(Engine(error=ModelRefused("401")))
    await desk.asks()
    await desk.asks("How long?", "2")
    assert [payload["problem"] for payload in desk.jobs.of("problem")] == ["model"]


async def test_what_the_channel_chose_holds_unless_the_question_says_otherwise():
    now = datetime.now(UTC)
    desk = Desk(Engine(chosen=[Preference("C5", "mode", "fast", "CHRIS", now)]))
    await desk.asks()
    await desk.asks("--mode verified How long?", "2")
    assert [q.modes and q.modes.mode for q in desk.engine.asked] == ["fast", "verified"]


async def test_a_wrong_option_is_said_with_the_words_that_there_are():
    desk = Desk()
    text = await desk.asks("<@UBOT> --mode quick How long?")
    assert text == "--mode does not take “quick”. It takes: verified, fast."
    assert not desk.engine.asked


async def test_what_people_said_before_goes_with_the_question():
    turns = (Turn("person", "Ada: Which hotel?"),)
    desk = Desk(threads=Threads(Talk(turns, 50, is_cut=True)))
    assert "I have read its first 50 messages." in await desk.asks()
    assert desk.engine.asked[0].context == turns


async def test_a_run_that_was_stopped_says_where_to_look():
    steps = (Step("verify", "pass", 1.0), Step("stop", "late: answered", 0.0))
    stopped = replace(answer(), steps=steps)
    [remark] = remarks_on(stopped, [])
    assert f"/footnote trace {stopped.id}" in remark
    assert not remarks_on(replace(stopped, steps=steps[:1]), [], is_indexing=True)
    refused = replace(stopped, steps=(), outcome="refused")
    [remark] = remarks_on(refused, [], is_indexing=True)
    assert "still making my search index" in remark
    assert not remarks_on(refused, [])


async def test_a_thread_that_runs_wild_is_paused_with_a_few_notes():
    desk = Desk(limit=2)
    texts = [await desk.asks(job=str(n)) for n in range(7)]
    assert texts[:2] == ["Nothing found."] * 2
    assert texts[2].startswith("I have answered 2 questions here within an hour")
    assert len(desk.poster.texts) == 2 + 3
    assert len(desk.engine.asked) == 2


async def test_every_part_of_a_long_answer_is_noted_as_that_answer():
    @dataclass
    class Noting(Engine):
        noted: list[tuple[str, ...]] = field(default_factory=list)

        async def note_address(self, *where: str) -> None:
            self.noted.append(where)

    notes = "_" + "a " * 1_200 + "_"
    engine = Noting(text="\n".join([notes, "long words " * 200, notes]))
    desk = Desk(engine)
    await desk.asks()
    texts = list(desk.poster.texts.values())
    assert len(texts) == 3
    assert all(len(text) < 3_900 for text in texts)
    assert engine.noted == [(WORKSPACE, answer().id, f"C5/{ts}") for ts in desk.poster.texts]
    await desk.asks(again=True)
    assert list(desk.poster.texts.values()) == texts
