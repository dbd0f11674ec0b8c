"""Which workspaces the app is installed in, and the token of each.

A workspace is the enterprise for an installation on all of it, else the team.
"""

import json
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from cryptography.fernet import InvalidToken
from pydantic import SecretStr
from slack_sdk.oauth.installation_store import Installation as SlackInstallation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore

from bot.slack.vault import Vault, cipher_of
from rag.types import Installation

_STATE_SECONDS = 600


@dataclass(frozen=True, slots=True)
class Credentials:
    """What speaks for the app in one workspace."""

    workspace: str
    name: str
    token: str = field(repr=False)
    bot_user: str
    bot_id: str


class Kept(Protocol):
    """Where installations are kept: `rag.duties.Installations`."""

    async def keep(self, installation: Installation) -> None:
        """Writes one down in place of what was known."""
        ...

    async def get(self, workspace: str) -> Installation | None:
        """The installation, whether it has left or not."""
        ...


@dataclass(frozen=True, slots=True)
class Installed:
    """The installations of the app, for many workspaces."""

    kept: Kept
    vault: Vault

    async def save(self, credentials: Credentials) -> None:
        """Keeps what speaks for the app there; data that was to be deleted stays."""
        told = asdict(credentials)
        sealed = self.vault.seal(json.dumps(told))
        await self.kept.keep(
            Installation(credentials.workspace, credentials.name, sealed, datetime.now(UTC))
        )

    async def find(self, workspace: str) -> Credentials | None:
        """What speaks for the app there; None if it is not installed, or not any more."""
        found = await self.kept.get(workspace)
        if found is None or found.left_at is not None or not found.credentials:
            return None
        return Credentials(**json.loads(self.vault.open(found.credentials)))


@dataclass(frozen=True, slots=True)
class OAuthInstallations(AsyncInstallationStore):
    """What Bolt's OAuth flow hands over when somebody has installed the app.

    Nothing is kept of who did it. Of the store only this is used: events are authorized by
    `bot.tenants`, without a call to Slack for each.
    """

    installed: Installed
    changed: Callable[[str], Awaitable[None]]

    async def async_save(self, installation: SlackInstallation) -> None:
        """Keeps the bot's token."""
        whole = installation.is_enterprise_install
        workspace = installation.enterprise_id if whole else installation.team_id
        name = installation.enterprise_name if whole else installation.team_name
        await self.installed.save(
            Credentials(
                workspace=workspace or "",
                name=name or "",
                token=installation.bot_token or "",
                bot_user=installation.bot_user_id or "",
                bot_id=installation.bot_id or "",
            )
        )
        await self.changed(workspace or "")


@dataclass(frozen=True, slots=True)
class SignedStates(AsyncOAuthStateStore):
    """States that prove themselves, so that any process may take up what another began.

    A copy is worth nothing: Bolt compares the state with the browser's cookie, and Slack takes
    the code that comes with it once.
    """

    secret: SecretStr

    async def async_issue(self, *_args: object, **_more: object) -> str:
        """A new state, without the = that a cookie would have to quote."""
        return cipher_of(self.secret).encrypt(secrets.token_bytes(16)).decode().rstrip("=")

    async def async_consume(self, state: str) -> bool:
        """Whether it is ours and from the last ten minutes."""
        try:
            whole = state + "=" * (-len(state) % 4)
            cipher_of(self.secret).decrypt(whole, ttl=_STATE_SECONDS)
        except InvalidToken:
            return False
        return True
