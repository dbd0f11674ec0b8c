"""What does the jobs of one workspace, put together of what all share and what is its own."""

from dataclasses import dataclass
from pathlib import Path

import aiohttp

from bot.audience import Audiences
from bot.choices import Choices
from bot.config import BotSettings
from bot.jobs import Handler, Jobs
from bot.own import Own
from bot.ports import Engine
from bot.slack.client import build_client
from bot.slack.files import FileFetcher
from bot.slack.installations import Credentials
from bot.slack.links import FileLinks
from bot.slack.people import People
from bot.slack.posting import Poster
from bot.slack.streaming import Streams
from bot.slack.suggesting import Suggestions
from bot.slack.threads import Threads
from bot.tenants import Tenant
from bot.work.admitting import Admitting, in_private, in_thread
from bot.work.answering import Answering
from bot.work.asking import Asking
from bot.work.cancelling import Cancelling
from bot.work.catching_up import CatchingUp
from bot.work.clicked import Clicked
from bot.work.clicking import Clicking
from bot.work.commanding import Commanding
from bot.work.doubting import Doubting
from bot.work.following import Following
from bot.work.forgetting import Forgetting
from bot.work.homing import Homing
from bot.work.ingesting import Ingesting, Limits
from bot.work.joining import Joining
from bot.work.line import Line
from bot.work.looking import Looking
from bot.work.moving import Moving
from bot.work.naming import Naming
from bot.work.noting import Noting
from bot.work.offering import Offering
from bot.work.opining import Opining
from bot.work.overviewing import Overviewing
from bot.work.pace import Pace
from bot.work.prompting import Prompting
from bot.work.questioning import Questioning
from bot.work.quota import Quota
from bot.work.shelving import Shelving
from bot.work.showing import Showing
from bot.work.sourcing import Sourcing
from bot.work.steering import Steering
from bot.work.stopping import Stopping
from bot.work.surveying import Surveying
from bot.work.thread_context import ThreadContext
from bot.work.tracing import Tracing
from bot.work.turns import Turns
from bot.work.voting import Voting
from bot.work.withdrawing import Withdrawing
from rag.config import RagSettings

_MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Shared:
    """What all workspaces of a process share."""

    settings: BotSettings
    rag_settings: RagSettings
    engine: Engine
    jobs: Jobs
    line: Line
    turns: Turns
    quota: Quota
    session: aiohttp.ClientSession
    folder: Path

    def tenant(self, credentials: Credentials) -> Tenant:
        """A workspace with all that is its own."""
        client = build_client(credentials.token, self.settings.slack_api_base_url)
        people, choices = People(client), Choices(self.engine, credentials.workspace)
        own = Own(
            credentials,
            Poster(client),
            people,
            Audiences(
                people,
                self.settings.libraries,
                self.settings.answer_in_shared_channels,
                choices.libraries,
            ),
            choices,
        )
        links = FileLinks(self._fetcher(own))
        threads = Threads(client, people, credentials.bot_user)
        handlers = self._questions(own, threads, Sourcing(self.engine, links))
        handlers |= self._files(own, links.fetcher) | self._answers(own, links) | self._rest(own)
        return Tenant(credentials, client, people, own.audiences, handlers)

    def _questions(self, own: Own, threads: Threads, sourcing: Sourcing) -> dict[str, Handler]:
        bot_user = own.credentials.bot_user
        streams = Streams(own.poster.client, own.credentials.workspace)
        admins = self.settings.admin_ids
        answering = Answering(
            engine=self.engine,
            audiences=own.audiences,
            people=own.people,
            poster=own.poster,
            threads=threads,
            line=self.line,
            pace=Pace(self.settings.answers_per_thread),
            jobs=self.jobs,
            sourcing=sourcing,
            choices=own.choices,
            bot_user=bot_user,
            streams=streams if self.settings.streaming == "auto" else None,
        )
        asking = Asking(
            engine=self.engine,
            audiences=own.audiences,
            people=own.people,
            poster=own.poster,
            line=self.line,
            jobs=self.jobs,
            sourcing=sourcing,
            choices=own.choices,
            context=ThreadContext(self.engine, own.audiences, threads),
            bot_user=bot_user,
        )
        offering = Offering(self.engine, own.audiences, own.people, own.poster, asking, self.jobs)
        fair = (self.quota, self.turns)
        return {
            "answer": Admitting(answering.run, *fair, *in_thread(own.poster)).run,
            "ask": Admitting(asking.run, *fair, *in_private()).run,
            "offer": offering.run,
            "accept": Admitting(offering.accept, *fair, *in_private()).run,
            "withdraw": Withdrawing(own.poster, self.jobs).run,
            "stop": Stopping(own.people, own.poster, self.jobs, streams, admins).run,
        }

    def _files(self, own: Own, fetcher: FileFetcher) -> dict[str, Handler]:
        limits = Limits(self.rag_settings.max_file_mb, self.rag_settings.max_pages)
        ingesting = Ingesting(
            self.engine, own.audiences, fetcher, own.poster, limits, self.line, self.jobs
        )
        bot_user, client = own.credentials.bot_user, own.poster.client
        catching_up = CatchingUp(self.engine, own.audiences, fetcher, client, self.jobs, bot_user)
        return {
            "ingest": ingesting.run,
            "catch_up": catching_up.run,
            "follow": Following(own.audiences, fetcher, self.jobs).run,
            "shelve": Shelving(
                own.audiences, own.people, self._steering(own), fetcher, own.poster, self.jobs
            ).run,
            "note": Noting(own.audiences, own.poster).run,
            "forget": Forgetting(self.engine, fetcher).run,
            "cancel": Cancelling(self.engine, own.people, own.poster, self.jobs).run,
        }

    def _answers(self, own: Own, links: FileLinks) -> dict[str, Handler]:
        """What people do with an answer once it is there."""
        clicked = Clicked(self.engine, own.audiences, own.people)
        doubting = Doubting(self.engine, own.people, own.poster)
        showing = Showing(self.engine, clicked, links.fetcher, own.poster)
        sourcing = Sourcing(self.engine, links)
        looking = Looking(clicked, showing, sourcing, self._tracing(own), own.poster, self.jobs)
        return {
            "vote": Voting(self.engine, doubting).run,
            "opinion": Opining(self.engine, clicked, doubting).run,
            "look": looking.run,
        }

    def _rest(self, own: Own) -> dict[str, Handler]:
        clicking = Clicking(
            self.engine,
            own.audiences,
            own.people,
            own.poster,
            self.jobs,
            self.settings.admin_ids,
        )
        overviewing = Overviewing(self.engine, own.audiences, own.people, self.line)
        steering = self._steering(own)
        commanding = Commanding(
            engine=self.engine,
            audiences=own.audiences,
            people=own.people,
            poster=own.poster,
            tracing=self._tracing(own),
            overviewing=overviewing,
            steering=steering,
            naming=Naming(self.engine, own.audiences, own.people, overviewing),
            is_quoting=not self.rag_settings.has_model,
        )
        homing = Homing(
            engine=self.engine,
            audiences=own.audiences,
            people=own.people,
            client=own.poster.client,
            overviewing=overviewing,
            steering=steering,
            admins=self.settings.admin_ids,
        )
        surveying = Surveying(
            engine=self.engine,
            audiences=own.audiences,
            choices=own.choices,
            people=own.people,
            poster=own.poster,
            jobs=self.jobs,
            admins=self.settings.admin_ids,
        )
        prompting = Prompting(self.engine, own.audiences, Suggestions(own.poster.client))
        return {
            "prompts": prompting.run,
            "survey": surveying.run,
            "problem": surveying.tell,
            "click": clicking.run,
            "command": commanding.run,
            "home": homing.run,
            "move": Moving(self.engine.duties.records).run,
            "join": Joining(own.audiences, own.people, own.poster).run,
            "question": Questioning(own.poster, self.jobs).run,
        }

    def _steering(self, own: Own) -> Steering:
        return Steering(
            choices=own.choices,
            audiences=own.audiences,
            people=own.people,
            poster=own.poster,
            admins=self.settings.admin_ids,
            bot_user=own.credentials.bot_user,
        )

    def _tracing(self, own: Own) -> Tracing:
        return Tracing(self.engine, own.audiences, own.people, own.poster)

    def _fetcher(self, own: Own) -> FileFetcher:
        return FileFetcher(
            client=own.poster.client,
            session=self.session,
            token=own.credentials.token,
            hosts=self.settings.file_hosts,
            local_origin=self.settings.local_origin,
            max_bytes=self.rag_settings.max_file_mb * _MEGABYTE,
            folder=self.folder,
        )
