"""``/footnote settings`` and ``library``: what is in force, and changes to it.

Who may change something is decided when it is changed, not when the control was shown.
"""

from dataclasses import dataclass

from bot.admins import is_admin
from bot.audience import Audiences
from bot.choices import LIBRARY, NO, OPTIONS, WORKSPACE, YES, Choices, overlaid
from bot.jobs import Payload, Run
from bot.sentences import say
from bot.slack.message import Message, Place
from bot.slack.people import Channel, People
from bot.slack.posting import Poster
from bot.views.receipt import note
from bot.views.settings import InForce, library_message, offer_message, settings_message
from rag.types import Language, Preference

_WORDS = {"here": YES, "on": YES, "off": NO}


class Refused(Exception):
    """What the person is told, alone: the key of a sentence."""


@dataclass(frozen=True, slots=True)
class Steering:
    """Shows and makes the choices of a workspace and its channels."""

    choices: Choices
    audiences: Audiences
    people: People
    poster: Poster
    admins: frozenset[str]
    bot_user: str

    async def show(self, payload: Payload, told: str = "") -> Message:
        """What is in force in the workspace and, if it is one, in this channel."""
        channel = await self.people.channel(payload["channel"])
        is_place = channel is not None and not channel.is_direct and not channel.is_group
        language = await self.people.language_of(payload["user"])
        places = [await self.in_force(WORKSPACE, language)]
        if is_place:
            places.append(await self.in_force(payload["channel"], language))
        library = await self.audiences.is_library(payload["channel"]) if is_place else None
        may = await is_admin(self.people, self.admins, payload["user"])
        return settings_message(places, library, told, language, may_change=may)

    async def in_force(self, place: str, language: Language) -> InForce:
        """What holds there, and who chose it."""
        usual = self.choices.engine.modes
        chosen = await self.choices.all()
        own = [p for p in chosen if p.place == place and p.value in OPTIONS.get(p.name, ())]
        base = usual if place == WORKSPACE else overlaid(usual, chosen, WORKSPACE)
        changes = [await self._change(choice, language) for choice in own]
        return InForce(place, base, {p.name: p.value for p in own}, usual.web, changes)

    async def choose(self, run: Run, payload: Payload) -> Message:
        """A click on a control of the settings: what is in force then."""
        told = await self.change(run, payload["user"], payload["words"][1], payload["channel"])
        return await self.show(payload, told)

    async def change(self, run: Run, user: str, value: str, here: str) -> str:
        """Makes a choice, at the workspace or ``here`` (anywhere if empty).

        Returns what the person is to be told, if anything.
        """
        language = await self.people.language_of(user)
        place, _, rest = value.partition(":")
        name, _, wanted = rest.partition(":")
        is_library = name == LIBRARY and bool(place) and wanted in (YES, NO)
        is_known = is_library or (name in OPTIONS and wanted in ("", *OPTIONS[name]))
        if not is_known or (here and place not in (WORKSPACE, here)):
            return say("settings_wrong", language)
        try:
            if is_library:
                return say(await self.set_library(run, user, place, wanted), language)
            await self._require_right(user, place)
            await self.choices.choose(place, name, wanted, user)
        except Refused as refused:
            return say(str(refused), language)
        return ""

    async def library(self, run: Run, payload: Payload, word: str) -> Message:
        """``/footnote library here`` or ``off``."""
        user, channel = payload["user"], payload["channel"]
        language = await self.people.language_of(user)
        if word not in _WORDS:
            return note(say("library_word", language))
        try:
            done = await self.set_library(run, user, channel, _WORDS[word])
        except Refused as refused:
            return note(say(str(refused), language))
        if done == "library_already":
            return offer_message(_stamp(run), language)
        return note(say(done, language))

    async def set_library(self, run: Run, user: str, place: str, wanted: str) -> str:
        """Makes a channel a library or ends that, and tells the channel. Raises `Refused`."""
        channel = await self.people.channel(place)
        is_wanted = wanted == YES
        if channel is not None and (channel.is_direct or channel.is_group):
            raise Refused("library_direct")
        if channel is None or self.bot_user not in (await self.people.members(place) or ()):
            raise Refused("library_invite")
        await self._require_right(user, place)
        if is_wanted and not self.audiences.is_open(channel):
            raise Refused("library_closed")
        is_library = await self.audiences.is_library(place)
        if is_library == is_wanted and not run.again:
            return "library_already" if is_wanted else "library_not"
        await self.choices.choose(place, LIBRARY, wanted, user)
        language = await self.people.language_of(user)
        await self._tell(run, channel, language, is_library=is_wanted)
        return "library_done" if is_wanted else "library_ended_done"

    async def may_change(self, user: str, place: str) -> bool:
        """Admins; in a private channel only those who are in it."""
        if not await is_admin(self.people, self.admins, user):
            return False
        if place == WORKSPACE:
            return True
        channel = await self.people.channel(place)
        if channel is None:
            return False
        return not channel.is_private or user in (await self.people.members(place) or ())

    async def _require_right(self, user: str, place: str) -> None:
        if not await self.may_change(user, place):
            raise Refused("settings_not_admin")

    async def _tell(
        self, run: Run, channel: Channel, language: Language, *, is_library: bool
    ) -> None:
        told = library_message(
            is_library=is_library,
            is_private=channel.is_private,
            stamp=_stamp(run),
            language=language,
        )
        await self.poster.post_once(Place(channel.id, ""), told, run.job, again=run.again)

    async def _change(self, choice: Preference, language: Language) -> str:
        who = await self.people.name_of(choice.changed_by)
        day = f"{choice.changed_at:%Y-%m-%d}"
        name = say(f"setting_{choice.name}", language)
        return say("settings_changed", language, name=name, who=who, day=day)


def _stamp(run: Run) -> str:
    """Tells one offer to read what is there from a later one, also when it is made again."""
    return run.job.rpartition(":")[2][-40:]
