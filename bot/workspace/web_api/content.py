"""What a message may consist of, checked against Slack's limits."""

import json
from dataclasses import dataclass, field

from bot.workspace.arguments import Arguments
from bot.workspace.blocks import MARKDOWN_CHARS, check_blocks
from bot.workspace.core import Workspace
from bot.workspace.errors import SlackError, invalid_blocks
from bot.workspace.ids import new_id
from bot.workspace.models import Json

TEXT_CHARS = 40_000
METADATA_BYTES = 8_000
_IMAGES = ("png", "jpg", "gif")


@dataclass(frozen=True)
class Content:
    """The checked content of a message."""

    text: str = ""
    blocks: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    metadata: Json | None = None
    truncated: bool = False

    def warnings(self) -> Json:
        """Say in an answer that text was cut."""
        if not self.truncated:
            return {}
        return {
            "warning": "message_truncated",
            "response_metadata": {"warnings": ["message_truncated"]},
        }


def read_content(ws: Workspace, args: Arguments) -> Content:
    """Read and check; a message needs text, blocks or attachments."""
    if args.text("markdown_text"):
        return _markdown(args)
    text = args.text("text")
    blocks = read_blocks(ws, args)
    attachments = args.structure("attachments", "invalid_attachments") or []
    if not text and not blocks and not attachments:
        raise SlackError("no_text")
    _check_attachments(attachments)
    return Content(
        text=text[:TEXT_CHARS],
        blocks=blocks,
        attachments=attachments,
        metadata=read_metadata(args),
        truncated=len(text) > TEXT_CHARS,
    )


def read_blocks(ws: Workspace, args: Arguments) -> list[Json]:
    """Read and check the blocks of a message, and name those that have no id."""
    blocks: list[Json] = args.structure("blocks", "invalid_blocks_format") or []
    problems = check_blocks(blocks) or [
        "invalid slack file" for block in blocks if not _slack_file_is_good(ws, block)
    ]
    if problems:
        raise invalid_blocks(problems, _code(problems))
    return [
        block if block.get("block_id") else block | {"block_id": new_id("")} for block in blocks
    ]


def read_metadata(args: Arguments) -> Json | None:
    """Read a message's metadata."""
    metadata = args.structure("metadata", "invalid_metadata_format")
    if not metadata:
        return None
    if not isinstance(metadata, dict) or not isinstance(metadata.get("event_payload"), dict):
        raise SlackError("invalid_metadata_format")
    if not metadata.get("event_type"):
        raise SlackError("invalid_metadata_schema")
    if len(json.dumps(metadata["event_payload"])) > METADATA_BYTES:
        raise SlackError("metadata_too_large")
    return metadata


def _markdown(args: Arguments) -> Content:
    text = args.text("markdown_text")
    if args.text("text") or args.structure("blocks", "invalid_blocks_format"):
        raise SlackError("markdown_text_conflict")
    if len(text) > MARKDOWN_CHARS:
        raise SlackError("msg_too_long")
    block = {"type": "markdown", "text": text}
    return Content(text=text, blocks=[block], metadata=read_metadata(args))


def _check_attachments(attachments: object) -> None:
    if not isinstance(attachments, list) or not all(isinstance(a, dict) for a in attachments):
        raise SlackError("invalid_attachments")
    for attachment in attachments:
        problems = check_blocks(attachment.get("blocks", []))
        if problems:
            raise invalid_blocks(problems)


def _code(problems: list[str]) -> str:
    if any(problem.startswith("msg_blocks_too_long") for problem in problems):
        return "msg_blocks_too_long"
    return "invalid_blocks"


def _slack_file_is_good(ws: Workspace, block: Json) -> bool:
    if block.get("type") != "image" or "slack_file" not in block:
        return True
    wanted = block["slack_file"]
    for file in ws.state.files.values():
        shape = ws.shapes.file(file)
        if wanted.get("id") == file.id or wanted.get("url") in (
            shape["permalink"],
            shape["url_private"],
        ):
            return file.complete and not file.deleted and file.filetype in _IMAGES
    return False
