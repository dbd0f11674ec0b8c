"""A thumb by a button, and the form behind it."""

from dataclasses import dataclass

from bot.jobs import Payload, Run
from bot.ports import Engine
from bot.sentences import say
from bot.slack.replying import respond
from bot.views.receipt import note
from bot.work.clicked import Clicked, NotThere
from bot.work.doubting import Doubting
from rag.types import Opinion


@dataclass(frozen=True, slots=True)
class Opining:
    """The work of an opinion job."""

    engine: Engine
    clicked: Clicked
    doubting: Doubting

    async def run(self, _run: Run, payload: Payload) -> None:
        """Keeps what was said. A thumb up is thanked for quietly; one down has its form."""
        language = payload["language"]
        try:
            kept = await self.clicked.answer(payload)
        except NotThere as reason:
            await respond(
                payload["response_url"], note(say(str(reason), language)), payload["thread_ts"]
            )
            return
        opinion = Opinion(
            payload["user"], payload["value"], payload["at"], payload["reason"], payload["words"]
        )
        await self.engine.note_opinion(payload["workspace"], kept, opinion)
        if opinion.value < 0:
            await self.doubting.look(payload["workspace"], kept)
            return
        thanks = note(say("thanks", kept.answer.language))
        await respond(payload["response_url"], thanks, payload["thread_ts"])
