"""Random histories of a workspace, and a naive model of what may be told at each moment of them."""

import json
import random
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.audience import Audiences
from bot.slack.noticing import Noticing
from bot.slack.people import People
from rag.errors import AccessChanged, UnknownAnswer, UnknownDocument
from rag.service import Footnote
from rag.types import Answer, Question, Upload
from tests.support.access_oracle import Kind, Oracle, Room
from tests.support.leaky import LeakyReasoner
from tests.support.slack_facts import SlackFacts, raw_user

TOKEN = re.compile(r"(?:BODY|NAME)\d+X")
_PEOPLE: dict[str, Kind] = {
    "UBOT": "bot", "ADA": "member", "BEN": "member", "CHRIS": "admin", "GUS": "multi_guest",
}  # fmt: skip
_HUMANS = tuple(user for user in _PEOPLE if user != "UBOT")
_FILES = 7  # contents: fewer than a question considers
_STALE = 301.0


@dataclass
class Held:
    """A placement as the model has it."""

    body: str
    name: str
    files: list[str]
    live: bool = True


@dataclass
class Given:
    """An answer that was given: to whom, where, by which rooms."""

    answer: Answer
    question: Question
    asker: str
    place: str
    rooms: frozenset[str]


def tokens(*texts: object) -> set[str]:
    return set(TOKEN.findall(json.dumps(texts, default=str)))


@dataclass
class History:
    """One workspace from its beginning. Every method is a thing that happens, checked at once."""

    seed: int
    engine: Footnote
    reasoner: LeakyReasoner
    folder: Path
    now: datetime = datetime(2025, 3, 14, tzinfo=UTC)
    held: dict[tuple[str, str], Held] = field(default_factory=dict)
    ever: dict[str, set[str]] = field(default_factory=dict)
    answers: list[Given] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    checks: int = 0

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.workspace = f"W{self.seed}"
        self.people = dict(_PEOPLE)
        everyone = set(_HUMANS) | {"UBOT"}
        self.rooms = {
            "LIB": Room("LIB", library=True, members=everyone - {"GUS"}),
            "HR": Room("HR", "private", library=True, members={"UBOT", "ADA", "BEN"}),
            "GEN": Room("GEN", members={"UBOT", "ADA", "BEN", "CHRIS"}),
            "SEC": Room("SEC", "private", members={"UBOT", "ADA", "CHRIS"}),
            "MP": Room("MP", "mpim", members={"UBOT", "ADA", "BEN"}),
            **{f"D{u}": Room(f"D{u}", "im", members={"UBOT", u}) for u in _HUMANS},
        }
        self.seconds = 0.0
        facts: Any = SlackFacts(self.people, self.rooms)
        people = People(facts, lambda: self.seconds)
        self.audiences = Audiences(people, frozenset({"lib", "hr"}), self.random.random() < 0.3)
        self.listener = Noticing(people)
        self.oracle = Oracle(self.people, self.rooms, self.audiences.in_shared)

    async def run(self, steps: int) -> None:
        """That many things happen, by weight."""
        deeds: list[tuple[Callable[[], Any], int]] = [
            (self.asks, 6), (self.looks, 4), (self.uploads, 4), (self.moves, 3), (self.changes, 3),
            (self.forgets, 2), (self.restores, 1), (self.unshares, 1), (self.retries, 2), (self.waits, 1),
        ]  # fmt: skip
        await self.uploads()
        chosen = self.random.choices([d for d, _ in deeds], [w for _, w in deeds], k=steps)
        for deed in chosen:
            self.now += timedelta(minutes=1)
            await deed()

    async def uploads(self) -> None:
        """A file is dropped in a library: new, the same bytes elsewhere, or under a name again."""
        place = self.random.choice(["LIB", "HR", "LIB", "HR", "GEN"])
        room = self.rooms[place]
        is_read = room.library and self._is_open(room)
        self._same(await self.audiences.is_library(place), is_read, f"read in {place}")
        if not is_read:
            return
        number = self.random.randrange(_FILES)
        body = f"BODY{self.seed}{number}X"
        here = [name for channel, name in self.held if channel == place]
        again = bool(here) and self.random.random() < 0.3
        token = f"NAME{self.seed}{len(self.log)}X"
        name = self.random.choice(here) if again else f"plan {token}.txt"
        file = f"F{self.random.randrange(4)}"
        path = self.folder / f"{body}.txt"
        path.write_text(f"The code word of this paper is {body} and it is meant for some alone.")
        self._note("uploads", place, name, body)
        upload = Upload(path, name, self.workspace, place, self._human(), file)
        receipt = await self.engine.ingest(upload)
        [told_by] = tokens(name)
        self._hold(place, name, Held(body, told_by, [file]))
        self.ever.setdefault(place, set()).update({body, *tokens(name)})
        told = tokens(receipt.name, receipt.title, receipt.questions, receipt.notes)
        self._within(told, {body, *tokens(name)}, "receipt")

    def _hold(self, place: str, name: str, new: Held) -> None:
        """The files that brought the same before hold it too; another content takes its place."""
        old = self.held.get((place, name))
        if old and old.live and old.body == new.body:
            new.files = [*(file for file in old.files if file not in new.files), *new.files]
        self.held[place, name] = new

    async def asks(self) -> None:
        """Somebody asks where they are, or privately from there."""
        place = self.random.choice(list(self.rooms))
        readers = sorted(self.rooms[place].members - {"UBOT"})
        if not readers:
            return
        asker, alone = self.random.choice(readers), self.random.random() < 0.25
        text = self.random.choice(["list them", "what is it?", "and then?"])
        job = f"{self.workspace}:{len(self.log)}"
        self._note("asks", place, asker, text, "alone" if alone else "")
        question, rooms = await self._question(text, job, place, asker, alone=alone)
        self.reasoner.given.clear()
        answer = await self.engine.ask(question)
        allowed = self._tokens(rooms)
        given = tokens(self.reasoner.given)
        self._within(given, allowed, "judgement")
        self._within(tokens(answer.text, [asdict(c) for c in answer.citations]), allowed, "answer")
        if answer.outcome != "listed":
            self._same(given, allowed, "found")
        self.answers.append(Given(answer, question, asker, place, question.audience.channels))
        if not alone:
            await self._offers(self.answers[-1])

    async def looks(self) -> None:
        """Lists, traces and pages, told to one person where they are."""
        user = self._human()
        place = self.random.choice([r for r in self.rooms if user in self.rooms[r].members])
        here = await self.audiences.alone(self.workspace, user, place)
        seen = self.oracle.alone_in(user, place)
        self._same(set(here.channels), seen, f"seen by {user} in {place}")
        self._note("looks", place, user)
        listed = tokens([p.name for p in await self.engine.documents(here)])
        self._same(listed, {t for t in self._tokens(seen) if t.startswith("NAME")}, "list")
        past = {t for room in seen for t in self.ever.get(room, ()) if t.startswith("NAME")}
        for given in self.random.sample(self.answers, min(3, len(self.answers))):
            try:
                kept = await self.engine.trace(given.answer.id, user, here)
            except UnknownAnswer:
                self._same(user == given.asker, False, "own trace")
            else:
                self._same(user, given.asker, "trace")
                self._within(tokens(asdict(kept.answer)), self._tokens(seen) | past, "trace")
            await self._opens(given, here, seen)

    async def retries(self) -> None:
        """A job is taken up again, or its answer comes late: its audience may be another now."""
        if not self.answers:
            return
        given = self.random.choice(self.answers)
        alone = given.question.audience.key.startswith("person:") and given.place[0] != "D"
        again, rooms = await self._question(
            given.question.text, given.question.job, given.place, given.asker, alone=alone
        )
        self._note("retries", given.place, given.asker)
        try:
            answer = await self.engine.ask(again)
        except AccessChanged:
            self._same(given.rooms <= rooms, False, "refused for nothing")
        else:
            told = tokens(answer.text, [asdict(c) for c in answer.citations])
            lost = not given.rooms <= rooms
            past = {t for room in rooms for t in self.ever.get(room, ())}
            self._within(told, self._tokens(rooms) if lost else past, "late answer")

    async def moves(self) -> None:
        """Somebody joins or leaves."""
        place, user = self.random.choice(["LIB", "HR", "GEN", "SEC"]), self._human()
        members = self.rooms[place].members
        kind = "left" if user in members else "joined"
        members.symmetric_difference_update({user})
        event = {"type": f"member_{kind}_channel", "channel": place, "user": user}
        await self._told(self.listener.change, event)

    async def changes(self) -> None:
        """A channel is converted, archived, renamed or shared, or a person becomes another kind."""
        if self.random.random() < 0.4:
            user = self._human()
            kinds: list[Kind] = ["member", "multi_guest", "single_guest", "gone", "sibling"]
            self.people[user] = self.random.choice(kinds)
            event = {"type": "user_change", "user": raw_user(user, self.people[user])}
            await self._told(self.listener.person, event)
            return
        room = self.rooms[self.random.choice(["LIB", "HR", "GEN", "SEC"])]
        what = self.random.choice(["convert", "archived", "ext", "rename"])
        event = {"type": what, "channel": room.id}
        if what == "convert":
            room.kind = "private" if room.kind == "public" else "public"
            subtype = f"channel_convert_to_{room.kind}"
            await self._told(self._message, {**event, "subtype": subtype})
            return
        if what == "rename":
            room.name = "" if room.name else "elsewhere"
            room.library = room.id in {"LIB", "HR"} and not room.name
        else:
            setattr(room, what, not getattr(room, what))
        await self._told(self.listener.change, event)

    async def forgets(self) -> None:
        """A document is forgotten in one channel; its content elsewhere stays."""
        found = [key for key, held in self.held.items() if held.live]
        if not found:
            return
        place, name = self.random.choice(found)
        self._note("forgets", place, name)
        here = await self.audiences.own(self.workspace, place)
        try:
            await self.engine.forget(name, here)
        except UnknownDocument:
            self._same(self._is_open(self.rooms[place]), False, "forget")
        else:
            self.held[place, name].live = False

    async def restores(self) -> None:
        """It is brought back."""
        found = [key for key, held in self.held.items() if not held.live]
        if not found:
            return
        place, name = self.random.choice(found)
        self._note("restores", place, name)
        here = await self.audiences.own(self.workspace, place)
        try:
            await self.engine.restore(name, here)
        except UnknownDocument:
            self._same(self._is_open(self.rooms[place]), False, "restore")
        else:
            self.held[place, name].live = True

    async def unshares(self) -> None:
        """A file is taken out of a channel; another with the same content may stay."""
        place, file = self.random.choice(["LIB", "HR"]), f"F{self.random.randrange(4)}"
        self._note("unshares", place, file)
        await self.engine.forget_file(self.workspace, file, place)
        for key, held in [*self.held.items()]:
            if key[0] == place and file in held.files:
                held.files.remove(file)
                if not held.files:
                    del self.held[key]

    async def waits(self) -> None:
        """A day goes by: what was forgotten is gone for good."""
        self.now += timedelta(days=1, minutes=1)
        self.seconds += _STALE
        self._note("waits")
        await self.engine.purge()
        self.held = {key: held for key, held in self.held.items() if held.live}

    async def _offers(self, given: Given) -> None:
        user, place = given.asker, given.place
        public = await self.audiences.of(self.workspace, place, user)
        alone = await self.audiences.private(self.workspace, user)
        self.reasoner.given.clear()
        more = await self.engine.has_more(given.answer.id, public, alone)
        shown, mine = self._bodies(set(public.channels)), self._bodies(self.oracle.alone(user))
        self._same(more, bool(mine - shown), "offer")
        self._within(tokens(self.reasoner.given), self._tokens(self.oracle.alone(user)), "offer")

    async def _opens(self, given: Given, here: Any, seen: set[str]) -> None:
        for citation in given.answer.citations:
            try:
                source = await self.engine.source(given.answer.id, citation.number, here)
            except UnknownAnswer:
                continue
            self._within(tokens(asdict(source.citation)), self._tokens(seen), "page")
            self._within({source.placement.channel}, seen, "page")

    async def _question(
        self, text: str, job: str, place: str, asker: str, *, alone: bool
    ) -> tuple[Question, set[str]]:
        of = self.audiences
        if alone:
            audience, rooms = await of.private(self.workspace, asker), self.oracle.alone(asker)
        else:
            audience = await of.of(self.workspace, place, asker)
            rooms = self.oracle.together(place, asker)
        self._same(set(audience.channels), rooms, f"audience of {place} for {asker}")
        thread = f"{place}/{'command' if alone else 'thread'}"
        return Question(text, audience, thread, asker, job, self.now), rooms

    async def _told(self, listener: Callable[[Any], Any], event: dict[str, Any]) -> None:
        """The event comes, or is lost: then what is cached lasts for minutes."""
        lost = self.random.random() < 0.25
        self._note("event", event, "lost" if lost else "")
        if lost:
            self.seconds += _STALE
        else:
            listener(event)

    def _message(self, event: dict[str, Any]) -> None:
        self.listener.look({"event": {**event, "type": "message"}})

    def _is_open(self, room: Room) -> bool:
        return not room.archived and (not room.is_foreign or self.audiences.in_shared)

    def _human(self) -> str:
        return self.random.choice(_HUMANS)

    def _live(self, rooms: set[str]) -> list[Held]:
        return [held for (place, _), held in self.held.items() if held.live and place in rooms]

    def _bodies(self, rooms: set[str]) -> set[str]:
        return {held.body for held in self._live(rooms)}

    def _tokens(self, rooms: set[str]) -> set[str]:
        return self._bodies(rooms) | {held.name for held in self._live(rooms)}

    def _note(self, *what: object) -> None:
        self.log.append(" ".join(map(str, what)))

    def _within(self, told: set[str], allowed: set[str], where: str) -> None:
        self.checks += 1
        assert told <= allowed, self._story(f"{where} leaks {sorted(told - allowed)}")

    def _same(self, got: object, want: object, where: str) -> None:
        self.checks += 1
        assert got == want, self._story(f"{where}: {got} instead of {want}")

    def _story(self, what: str) -> str:
        return "\n".join([f"seed {self.seed}: {what}", *self.log])
