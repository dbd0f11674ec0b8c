"""Writes docs/settings.md from the settings classes: ``python -m docs.settings_table``."""

import sys
from collections.abc import Iterator
from pathlib import Path

from pydantic import SecretStr
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings

from bot.config import BotSettings
from rag.config import RagSettings

_HEAD = """# Settings

From the environment or `.env` in the current folder. Written by `python -m docs.settings_table`; a test compares it.

"""
_TITLES: dict[str, type[BaseSettings]] = {"Slack": BotSettings, "Engine": RagSettings}


def table() -> str:
    """The whole page."""
    parts = [_HEAD]
    for title, settings in _TITLES.items():
        parts.append(f"## {title}\n\n| setting | default | what |\n|---|---|---|\n")
        parts.extend(_rows(settings.model_fields))
        parts.append("\n")
    return "".join(parts).rstrip() + "\n"


def _rows(fields: dict[str, FieldInfo]) -> Iterator[str]:
    for name, field in fields.items():
        yield f"| `{name.upper()}` | {_shown(field.default)} | {field.description} |\n"


def _shown(default: object) -> str:
    value = default.get_secret_value() if isinstance(default, SecretStr) else default
    return "" if value in {None, ""} else f"`{value}`"


if __name__ == "__main__":
    sys.stdout.write(table())
    Path(__file__).with_name("settings.md").write_text(table(), encoding="utf-8")
