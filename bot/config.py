"""The bot's settings, read once by the composition root."""

from typing import Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

SLACK_API = "https://slack.com/api/"


class BotSettings(BaseSettings):
    """Settings of the Slack side; the environment and ``.env`` fill them in."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True
    )

    slack_bot_token: SecretStr = Field(
        SecretStr(""), description="Bot token (xoxb-…): your app's page, OAuth & Permissions"
    )
    slack_app_token: SecretStr = Field(
        SecretStr(""),
        description="App token (xapp-…) with connections:write, for --socket: your app's page, "
        "Basic Information, App-Level Tokens",
    )
    slack_signing_secret: SecretStr = Field(
        SecretStr(""), description="Signing secret, for --http: Basic Information"
    )
    slack_client_id: str = Field(
        "",
        description="Client ID, for many workspaces: Basic Information. Used without a bot token",
    )
    slack_client_secret: SecretStr = Field(
        SecretStr(""), description="Client secret, for many workspaces: Basic Information"
    )
    slack_redirect_uri: str = Field(
        "", description="Redirect URL as the app's page has it, if it has several"
    )
    installation_key: SecretStr = Field(
        SecretStr(""),
        description="Seals the bot tokens of many workspaces in the database; empty: kept as they are",
    )
    slack_api_base_url: str = Field(
        SLACK_API, description="Slack's Web API, or a local workspace's"
    )
    slack_file_hosts: str = Field(
        "slack.com,slack-edge.com",
        description="Hosts (with their subdomains) that files may be fetched from",
    )
    library_channels: str = Field(
        "library", description="Names or ids of the channels whose PDFs are read"
    )
    answer_in_shared_channels: bool = Field(
        False,
        description="Whether channels shared with another organisation are read and answered, each "
        "from its own documents alone",
    )
    admins: str = Field(
        "", description="User ids that may do what workspace admins may, such as forget any file"
    )
    port: int = Field(3000, description="Port of --http", ge=1, le=65_535)
    bot_concurrency: int = Field(4, description="Questions answered at a time", ge=1, le=64)
    answers_per_thread: int = Field(
        60, description="Questions answered in one thread an hour; 0: no limit", ge=0
    )
    questions_per_person: int = Field(
        60, description="Questions taken from one person in ten minutes; 0: no limit", ge=0
    )
    questions_per_workspace: int = Field(
        240, description="Questions taken from one workspace a minute; 0: no limit", ge=0
    )
    questions_at_once: int = Field(
        2, description="Questions of one person answered at a time; 0: no limit", ge=0
    )
    streaming: Literal["auto", "off"] = Field(
        "off",
        description="auto: what is shown while an answer is written is streamed where Slack allows "
        "it, and edited elsewhere. off: it is edited, a few seconds apart",
    )
    keep_jobs_days: int = Field(
        7, description="Days that what finished jobs were given is kept; 0: for ever", ge=0
    )
    uninstall_grace_days: int = Field(
        7, description="Days after the app was removed until the workspace's data is deleted", ge=0
    )
    bot_executor: str = Field(
        "local", description="Name of this process; another one for each process of several"
    )
    log_level: str = Field("INFO", description="DEBUG, INFO, WARNING or ERROR")

    @property
    def serves_many(self) -> bool:
        """Whether the app may be installed in many workspaces; a bot token is of one."""
        return bool(
            self.slack_client_id
            and self.slack_client_secret.get_secret_value()
            and not self.slack_bot_token.get_secret_value()
        )

    @property
    def libraries(self) -> frozenset[str]:
        """Names (without #) and ids of library channels."""
        return _listed(self.library_channels)

    @property
    def admin_ids(self) -> frozenset[str]:
        """Who is an admin of the bot besides the admins of the workspace."""
        return _listed(self.admins)

    @property
    def file_hosts(self) -> frozenset[str]:
        """Hosts for files over https."""
        return _listed(self.slack_file_hosts)

    @property
    def local_origin(self) -> str:
        """Scheme, host and port of a local workspace; empty for Slack itself."""
        if self.slack_api_base_url == SLACK_API:
            return ""
        place = urlsplit(self.slack_api_base_url)
        return f"{place.scheme}://{place.netloc}"


def _listed(text: str) -> frozenset[str]:
    return frozenset(part.strip().lstrip("#") for part in text.split(",") if part.strip())
