"""The words of the command line."""

import argparse

from rag.cli.asking import add_mode_words
from rag.cli.evaluating import add_evaluate

WORKSPACE = "local"
CHANNEL = "library"
ASKER = "cli"


def build_parser() -> argparse.ArgumentParser:
    """A parser for every command; ``--workspace`` and ``--channel`` have documented defaults."""
    parser = argparse.ArgumentParser(
        prog="python -m rag",
        description="Read documents and ask about them, with the page of each answer.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    _ingest(commands)
    _ask(commands)
    documents = commands.add_parser("documents", help="list what was read")
    _place(documents)
    _shelf(commands)
    _upkeep(commands)
    add_evaluate(commands)
    graph = commands.add_parser("graph", help="draw a graph: Mermaid text, or a picture")
    graph.add_argument("graph", choices=("answer", "ingest"))
    graph.add_argument("--png", metavar="FILE", help="write a picture instead")
    return parser


def _shelf(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    compare = commands.add_parser("compare", help="compare the ways of cutting a document")
    compare.add_argument("file", help="a file, or the id, name or title of a document")
    compare.add_argument("--png", metavar="FILE", help="write the histograms as a picture")
    _place(compare)
    forget = commands.add_parser("forget", help="take a document away by its id, name or title")
    forget.add_argument("document")
    forget.add_argument("--yes", action="store_true", help="don't ask first")
    _place(forget)
    restore = commands.add_parser("restore", help="bring back what was forgotten within 24 hours")
    restore.add_argument("document")
    _place(restore)


def _upkeep(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    reindex = commands.add_parser("reindex", help="build the search index again from SQL")
    reindex.add_argument("--json", action="store_true", help="print JSON")
    check = commands.add_parser("check", help="compare the search index with SQL")
    check.add_argument(
        "--repair", action="store_true", help="index what is missing, remove the rest"
    )
    check.add_argument("--json", action="store_true", help="print JSON")


def _ingest(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    ingest = commands.add_parser(
        "ingest", help="read files, or all files in folders: PDF, Word, Markdown, plain text"
    )
    ingest.add_argument("paths", nargs="+", metavar="PATH")
    ingest.add_argument(
        "--strategy",
        choices=("recursive", "semantic", "fixed"),
        help="how to cut; default: by rules",
    )
    _place(ingest)


def _ask(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    ask = commands.add_parser("ask", help="ask a question")
    ask.add_argument("question")
    ask.add_argument(
        "--thread", default="", help="a conversation to go on with; default: a new one"
    )
    ask.add_argument("--asker", default=ASKER, help=f"who asks; default: {ASKER}")
    add_mode_words(ask)
    _place(ask)


def _place(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--workspace", default="", help=f"default: the one of the bot beside it, else {WORKSPACE}"
    )
    command.add_argument(
        "--channel",
        default="",
        help=f"where a document is placed or a question asked; default: {CHANNEL} for placing, "
        "every channel for asking",
    )
    command.add_argument("--json", action="store_true", help="print JSON")
