"""The people and channels of a workspace that has just been made."""

import secrets
import time

from bot.workspace.models import Channel, Identity, User
from bot.workspace.state import State

TEAM = "T0LOCAL01"
APP = "A0LOCAL01"
BOT = "B0LOCAL01"
BOT_USER = "U0LOCALBOT"
ADA, BEN, CHRIS, GINA = "U0LOCALADA", "U0LOCALBEN", "U0LOCALCHR", "U0LOCALGIN"
GENERAL, LIBRARY, PRIVATE = "C0LOCALGEN", "C0LOCALLIB", "C0LOCALPHR"
FRONT_DESK = "C0LOCALDSK"

SCOPES = (
    "app_mentions:read assistant:write channels:history channels:join channels:read chat:write commands "
    "files:read files:write groups:history groups:read im:history im:read im:write "
    "mpim:history mpim:read reactions:read reactions:write team:read users:read"
).split()


def seed(state: State, team: str = TEAM) -> None:
    """Fill an empty state; one that has been filled before is left as it is."""
    if not state.is_new:
        return
    state.save(_identity(team))
    for user in _users(team):
        state.save(user)
    for channel in _channels():
        state.save(channel)


def _identity(team: str) -> Identity:
    return Identity(
        team_id=team,
        team_name="Local workspace",
        app_id=APP,
        bot_id=BOT,
        bot_user=BOT_USER,
        bot_token=f"xoxb-local-{secrets.token_hex(12)}",
        app_token=f"xapp-local-{secrets.token_hex(12)}",
        signing_secret=secrets.token_hex(16),
        scopes=list(SCOPES),
    )


def _users(team: str) -> list[User]:
    return [
        User(id=ADA, name="ada", real_name="Ada", team_id=team),
        User(id=BEN, name="ben", real_name="Ben", team_id=team),
        User(id=CHRIS, name="chris", real_name="Chris", team_id=team, is_admin=True),
        User(id=GINA, name="gina", real_name="Gina", team_id=team, is_restricted=True),
        User(id=BOT_USER, name="footnote", real_name="Footnote", team_id=team, is_bot=True),
    ]


def _channels() -> list[Channel]:
    now = int(time.time())
    members = [ADA, BEN, CHRIS]
    return [
        Channel(
            id=GENERAL,
            name="general",
            kind="public",
            creator=CHRIS,
            created=now,
            members=[*members, BOT_USER],
        ),
        Channel(
            id=LIBRARY,
            name="library",
            kind="public",
            creator=CHRIS,
            created=now,
            members=[*members, BOT_USER],
        ),
        Channel(
            id=FRONT_DESK,
            name="front-desk",
            kind="public",
            creator=CHRIS,
            created=now,
            members=[*members, GINA, BOT_USER],
        ),
        Channel(
            id=PRIVATE,
            name="private-hr",
            kind="private",
            creator=CHRIS,
            created=now,
            members=[ADA, CHRIS, BOT_USER],
        ),
    ]
