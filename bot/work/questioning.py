"""A question from a form that was opened outside of any channel: answered in direct messages."""

from dataclasses import dataclass

from bot.jobs import Jobs, Payload, Run
from bot.sentences import say
from bot.slack.message import Place
from bot.slack.posting import Poster
from bot.views.literal import escaped
from bot.views.receipt import note
from bot.work.orders import answer_order
from rag.text.language import detect


@dataclass(frozen=True, slots=True)
class Questioning:
    """The work of a question job."""

    poster: Poster
    jobs: Jobs

    async def run(self, run: Run, payload: Payload) -> None:
        """Writes the question down where its answer will stand, and has it answered there."""
        workspace, user, question = payload["workspace"], payload["user"], payload["text"]
        channel = await self.poster.direct_with(user)
        asked = note(say("asked_directly", detect(question), question=question))
        place = Place(channel, "")
        ts = await self.poster.post_once(place, asked, run.job, again=run.again)
        order = answer_order((workspace, channel, ts), ts, user, escaped(question), ts)
        await self.jobs.submit(*order)
