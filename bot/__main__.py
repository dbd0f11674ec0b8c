"""``python -m bot``: the bot, the local workspace with it, and what is wrong with a set-up."""

import argparse
import asyncio
import sys
from collections.abc import Sequence

from slack_sdk.errors import SlackApiError

from bot.check import run_check
from bot.config import BotSettings
from bot.demo import NotHere, run_demo
from bot.logs import set_up_logs
from bot.personal import WhichWorkspace, run_erase, run_export
from bot.pulse import LostSlack
from bot.serve import MissingSetting, run_http, run_socket
from rag.bootstrap import migrate
from rag.config import RagSettings, read_settings
from rag.errors import FootnoteError

_DEMO_PORT = 8360


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; 0 if all went well."""
    parsed = _parser().parse_args(arguments)
    try:
        settings, rag_settings = read_settings(BotSettings), read_settings(RagSettings)
        set_up_logs("WARNING" if parsed.command == "demo" else settings.log_level)
        return asyncio.run(_run(parsed, settings, rag_settings))
    except (FootnoteError, MissingSetting, NotHere, WhichWorkspace, LostSlack) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except SlackApiError as error:
        sys.stderr.write(
            f"Slack refuses: {error.response.get('error')}. Try: python -m bot check\n"
        )
        return 1
    except KeyboardInterrupt:
        return 0


async def _run(parsed: argparse.Namespace, settings: BotSettings, rag_settings: RagSettings) -> int:
    match parsed.command:
        case "demo":
            return await run_demo(settings, rag_settings, parsed)
        case "check":
            return await run_check(settings, rag_settings)
        case "export" | "erase":
            run_for = run_export if parsed.command == "export" else run_erase
            return await run_for(rag_settings, parsed)
        case "migrate":
            await migrate(rag_settings)
            sys.stdout.write("The schema is up to date.\n")
            return 0
        case _:
            run = run_http if parsed.http else run_socket
            return await run(settings, rag_settings)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Answers questions in Slack from your team's PDFs."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    demo = commands.add_parser("demo", help="a local workspace with the bot in it, on loopback")
    demo.add_argument("--port", type=int, default=_DEMO_PORT, help=f"default: {_DEMO_PORT}")
    demo.add_argument("--no-browser", action="store_true", help="open no browser")
    demo.add_argument("--reset", action="store_true", help="start over with an empty workspace")
    serve = commands.add_parser("serve", help="the bot in your Slack workspace")
    transport = serve.add_mutually_exclusive_group()
    transport.add_argument("--socket", action="store_true", help="by Socket Mode (the default)")
    transport.add_argument("--http", action="store_true", help="by HTTP on PORT")
    commands.add_parser("check", help="what is wrong with settings, tokens, scopes and stores")
    commands.add_parser("migrate", help="bring the database schema up to date")
    _personal(commands)
    return parser


def _personal(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    export = commands.add_parser("export", help="what is kept of a person, as JSON")
    export.add_argument("--output", default="", help="a file; default: stdout")
    erase = commands.add_parser("erase", help="delete what is kept of a person")
    erase.add_argument("--yes", action="store_true", help="don't ask")
    for command in (export, erase):
        command.add_argument("--user", required=True, help="the person's id in Slack: U…")
        command.add_argument("--workspace", default="", help="T… or E…, if there are several")


if __name__ == "__main__":
    sys.exit(main())
