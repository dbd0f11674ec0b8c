"""The cited page as a picture, fetched from Slack when it is asked for, so that today's rights hold."""

from dataclasses import dataclass

from bot.errors import FetchError, FileGone, ForeignHost, NotShared
from bot.jobs import Payload, Run
from bot.ports import Engine
from bot.sentences import say
from bot.slack.files import FileFetcher
from bot.slack.message import Message, Picture, Place
from bot.slack.posting import Poster
from bot.views.literal import escaped
from bot.views.passages import page_title, passage_piece
from bot.views.pieces import literal, words_of
from bot.views.receipt import note
from bot.work.clicked import Clicked
from rag.errors import ContentChanged, FootnoteError, RejectedFile, UnknownAnswer, UnknownDocument
from rag.service import answer_id
from rag.types import Audience, Citation, KeptAnswer, Language, PagePicture, Placement

_QUOTED = 400  # characters of the quotations, for those who don't see the picture


class Instead(Exception):
    """The passage is shown in words: the key of the sentence that says why."""


@dataclass(frozen=True, slots=True)
class Showing:
    """Shows a page in the thread of its answer; of a private answer, directly to the person."""

    engine: Engine
    clicked: Clicked
    fetcher: FileFetcher
    poster: Poster

    async def show(self, run: Run, payload: Payload, kept: KeptAnswer) -> list[Message]:
        """Posts the picture; returns what is to be said to the person alone."""
        language = kept.answer.language
        numbered = {str(c.number): c for c in kept.answer.citations if not c.url}
        citation = numbered.get(payload["word"])
        if citation is None:
            return [note(say("answer_gone", language))]
        try:
            picture = await self._drawn(kept, citation, await self.clicked.readers(payload))
        except Instead as words:
            return [_in_words(str(words), citation, language)]
        except (FootnoteError, FetchError) as error:
            values = {"title": citation.title, "name": citation.title, "id": answer_id(run.job)}
            return [note(say(_reason(error), language, **values))]
        return await self._post(run, payload, _shown(kept, citation, picture))

    async def _drawn(self, kept: KeptAnswer, citation: Citation, readers: Audience) -> PagePicture:
        """Raises `Instead` where there is no page to be seen, and what each step raises."""
        placed = await self._placed(kept, citation, readers)
        if not placed.source_file:
            raise Instead("page_not_shared")
        file = await self.fetcher.look_up(placed.source_file, placed.channel)
        try:
            async with self.fetcher.download(file) as path:
                picture = await self.engine.page_picture(path, citation, readers)
        except RejectedFile as error:
            raise Instead("page_not_drawn") from error
        if not picture.content:
            raise Instead("page_no_pages")
        return picture

    async def _placed(self, kept: KeptAnswer, citation: Citation, readers: Audience) -> Placement:
        """Where the cited content lies now, for these readers.

        Raises `ContentChanged` if its place has other content now, `UnknownDocument` if they see none.
        """
        try:
            source = await self.engine.source(kept.answer.id, citation.number, readers)
        except UnknownAnswer as error:
            visible = await self.engine.documents(readers)
            if any(p.document == citation.document for p in visible):
                raise ContentChanged(citation.version) from error
            raise UnknownDocument(citation.document) from error
        return source.placement

    async def _post(self, run: Run, payload: Payload, picture: Picture) -> list[Message]:
        language = payload["language"]
        if payload["private"]:
            told = note(say("page_private", language, page=picture.title))
            place = await self.poster.direct(payload["user"], told)
            await self.poster.upload_once(place, picture, again=run.again)
            return [note(say("page_sent", language))]
        place = Place(payload["channel"], payload["thread_ts"] or payload["ts"])
        if await self.poster.upload_once(place, picture, again=True):
            return []
        return [note(say("page_above", language))]


def _reason(error: Exception) -> str:
    """The key of the sentence about a page that is not shown."""
    reasons: tuple[tuple[type[Exception], str], ...] = (
        (ContentChanged, "page_replaced"),
        (FootnoteError, "page_gone"),
        (FileGone, "page_gone"),
        (NotShared, "page_gone"),
        (ForeignHost, "foreign_host"),
    )
    return next((key for kind, key in reasons if isinstance(error, kind)), "page_not_fetched")


def _shown(kept: KeptAnswer, citation: Citation, picture: PagePicture) -> Picture:
    language = kept.answer.language
    page = page_title(citation, language)
    quotes = " … ".join(citation.quotes or (citation.quote,))[:_QUOTED]
    key = "page_words" if picture.marked == picture.asked else "page_partly"
    values = {"page": page, "marked": picture.marked, "asked": picture.asked, "quotes": quotes}
    comment = ""
    if not picture.marked:
        key = "page_unmarked"
    words = say(key, language, **values)
    if key != "page_words":
        comment = escaped(words)
        words = f"{words} {quotes}"
    name = f"{kept.answer.id}-{citation.number}.{picture.kind}"
    return Picture(picture.content, name, f"[{citation.number}] {page}", words, comment)


def _in_words(key: str, citation: Citation, language: Language) -> Message:
    """The passage itself, the quotation in bold, where there is no page to be seen."""
    pieces = [*literal(say(key, language, title=citation.title)), passage_piece(citation)]
    return Message(escaped(words_of(pieces)), [piece.block for piece in pieces])
