"""Admins: those of the workspace, and those listed if they are members at all."""

from typing import Any

import pytest

from bot.admins import is_admin
from bot.listeners.commands import tidy
from bot.slack.people import Person

KNOWN = {
    "ADMIN": Person("ADMIN", "a", is_full=True, is_bot=False, is_admin=True),
    "ADA": Person("ADA", "a", is_full=True, is_bot=False),
    "BEN": Person("BEN", "b", is_full=True, is_bot=False),
    "GUEST": Person("GUEST", "g", is_full=False, is_bot=False),
    "BOT": Person("BOT", "b", is_full=True, is_bot=True),
    "STRANGER": Person("STRANGER", "s", is_full=False, is_bot=False, is_admin=True),
}
LISTED = frozenset({"ADA", "GUEST", "BOT", "NOBODY"})


class Directory:
    async def person(self, user: str) -> Person | None:
        return KNOWN.get(user)


@pytest.mark.parametrize(
    ("user", "may"),
    [
        ("ADMIN", True),
        ("ADA", True),
        *((user, False) for user in ("BEN", "GUEST", "BOT", "STRANGER", "NOBODY", "")),
    ],
)
async def test_who_is_an_admin(user: str, may: bool) -> None:
    people: Any = Directory()
    assert await is_admin(people, LISTED, user) is may


def test_what_is_typed_after_the_command_is_one_visible_line() -> None:
    assert tidy("ask\x00 --mode\nfast\u202e why\u200b?") == "ask  --mode fast  why ?"
    assert len(tidy("x" * 100_000)) == 4_000
