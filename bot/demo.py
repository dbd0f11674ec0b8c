"""The bot in a local workspace on loopback: what a newcomer tries before having a Slack app."""

import argparse
import asyncio
import errno
import shutil
import sys
import webbrowser
from pathlib import Path

from pydantic import SecretStr

from bot.bootstrap import connect_socket, start_bot
from bot.config import BotSettings
from bot.samples import QUESTIONS, Kind
from bot.serve import stop_signal
from bot.tour import take_tour
from bot.workspace.page.offers import Offers, Suggestion, offers_of
from bot.workspace.seed import TEAM
from bot.workspace.server import LocalWorkspace
from rag.config import RagSettings
from rag.surroundings import read_surroundings

_PORTS_TRIED = 20
_KEPT = ("workspace", "footnote.db", "jobs.db", "memory.db", "milvus.", "incoming")
_MANIFEST = Path(__file__).parents[1] / "manifest.yml"
_HINTS = {
    "en": {
        Kind.FOUND: "answered, with its page",
        Kind.FOLLOW_UP: "a follow-up, in the same thread",
        Kind.REFUSED: "not in the documents",
    },
    "zh": {
        Kind.FOUND: "有答案，并附页码",
        Kind.FOLLOW_UP: "追问，在同一消息列中",
        Kind.REFUSED: "文档里没有",
    },
}


class NotHere(Exception):
    """The demo won't run like this; the text says why and what to do."""


async def run_demo(
    settings: BotSettings, rag_settings: RagSettings, parsed: argparse.Namespace
) -> int:
    """Starts both, shows what the bot does with the samples, and stays up until stopped.

    Raises:
        NotHere: real tokens are set, or the folder to empty is another workspace's.
    """
    refuse_real_tokens(settings)
    stop = stop_signal()
    home = rag_settings.footnote_home
    if parsed.reset:
        await asyncio.to_thread(start_over, home)
    workspace = LocalWorkspace(home / "workspace", offers=sample_offers())
    await _start_on_a_free_port(workspace, parsed.port)
    try:
        bot = await start_bot(_settings(workspace), rag_settings)
        try:
            await connect_socket(bot, workspace.app_token)
            _say(f"Footnote is ready in the local workspace: {workspace.url}")
            tour = asyncio.create_task(take_tour(workspace.url, _say))
            if not parsed.no_browser:
                await asyncio.to_thread(webbrowser.open, workspace.url)
            await _until_stopped(stop, tour)
        finally:
            await bot.close()
    finally:
        await workspace.stop()
    return 0


def refuse_real_tokens(settings: BotSettings) -> None:
    """A workspace without passwords is never run together with tokens that open a real one."""
    tokens = {
        "SLACK_BOT_TOKEN": settings.slack_bot_token,
        "SLACK_APP_TOKEN": settings.slack_app_token,
    }
    real = [name for name, token in tokens.items() if _is_real(token.get_secret_value())]
    if real:
        raise NotHere(
            f"{' and '.join(real)} set: the local workspace is not run together with real tokens. "
            "Unset them for this command, or run it in a folder without that .env."
        )


def _is_real(token: str) -> bool:
    return bool(token) and "-local-" not in token


def start_over(home: Path) -> None:
    """Empties the folder of what a local workspace and its bot left there."""
    noted = read_surroundings(home)
    if noted is not None and noted.workspace != TEAM:
        raise NotHere(
            f"{home} holds the data of another workspace, so it is not emptied. Set FOOTNOTE_HOME "
            "to a folder of the demo's own."
        )
    for name in _KEPT:
        for path in home.glob(f"{name}*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def sample_offers() -> Offers:
    """The sample questions as the page's buttons, and what the manifest has for people to use."""
    return offers_of(
        _MANIFEST,
        [
            Suggestion(
                text=question.text,
                language=language,
                is_follow_up=question.kind is Kind.FOLLOW_UP,
                hint=_HINTS[language][question.kind],
            )
            for language, questions in QUESTIONS.items()
            for question in questions
        ],
    )


async def _until_stopped(stop: asyncio.Event, tour: "asyncio.Task[None]") -> None:
    stopped = asyncio.create_task(stop.wait())
    await asyncio.wait({stopped, tour}, return_when=asyncio.FIRST_COMPLETED)
    if not stopped.done():
        tour.result()
        _say("It stays up until you press Ctrl+C.")
        await stopped
    tour.cancel()


def _settings(workspace: LocalWorkspace) -> BotSettings:
    """Local tokens only: real ones in the environment are not used here."""
    return BotSettings(
        slack_bot_token=SecretStr(workspace.bot_token),
        slack_app_token=SecretStr(workspace.app_token),
        slack_signing_secret=SecretStr(workspace.signing_secret),
        slack_api_base_url=workspace.api_base_url,
        library_channels="library",
    )


async def _start_on_a_free_port(workspace: LocalWorkspace, wanted: int) -> None:
    for port in range(wanted, wanted + _PORTS_TRIED):
        try:
            await workspace.start(port=port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            continue
        if port != wanted:
            _say(f"Port {wanted} is taken, so the workspace listens on {port}.")
        return
    await workspace.start(port=0)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
