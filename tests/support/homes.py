"""Home tabs as full as they get, with texts that mean harm."""

from datetime import UTC, datetime
from typing import Any

from bot.slack.people import Channel
from bot.views.documents import Shown, Unread
from bot.views.home import Asked, ForAdmins, Home, home_view
from bot.views.settings import InForce
from rag.modes import Modes
from rag.types import AskedBefore, Overview
from tests.support.bot_fakes import placement

HOSTILE = "<!channel> *x* <https://evil.example|here> `" * 30
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def channel(number: int = 1, **more: Any) -> Channel:
    fields: dict[str, Any] = {
        "id": f"C{number}",
        "name": f"library-{number}",
        "is_direct": False,
        "is_group": False,
        "is_private": False,
        "is_shared": False,
        "is_archived": False,
    }
    return Channel(**(fields | more))


def asked(number: int = 1) -> AskedBefore:
    return AskedBefore(f"a{number}", HOSTILE, "refused", "C1/1.0", NOW)


def full_home(*, is_admin: bool = True, language: str = "en") -> Any:
    """More of everything than is shown at a time."""
    shown = [Shown(placement(f"d{n}", name=HOSTILE[:200]), "library", HOSTILE) for n in range(15)]
    channels = [channel(n) for n in range(200)]
    admin = ForAdmins(
        overview=Overview({"answered": 3, "refused": 1}, 2, 1, 900.0, 12, 0.5),
        days=30,
        unanswered=[Asked(asked(n), "") for n in range(10)],
        in_force=InForce("", Modes(web=True), {"mode": "fast"}, True, [HOSTILE] * 5),
        addable=channels,
        steered=frozenset(c.id for c in channels),
    )
    home = Home(
        shown=shown,
        unread=[Unread(HOSTILE, 1, 3)] * 20,
        first=15,
        count=200,
        asked=[Asked(asked(n), "https://x.slack.com/archives/C1/p1") for n in range(5)],
        libraries=channels,
        admin=admin if is_admin else None,
        told="Done.",
    )
    return home_view(home, language)
