"""The page as a person uses it."""

from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import ConsoleMessage, Locator, Page, expect

from bot.workspace import seed
from bot.workspace.messages import publish
from bot.workspace.models import Message
from bot.workspace.server import LocalWorkspace
from tests.page.script import Script

expect.set_options(timeout=5_000)
# What the browser itself writes when a request is refused; a test names the ones that it causes.
REFUSED = "status of 400"
BROKEN = "net::ERR"


@dataclass
class Screen:
    page: Page
    workspace: LocalWorkspace
    script: Script
    errors: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    async def open(self, channel: str = seed.GENERAL, user: str = seed.ADA) -> None:
        await self.page.goto(f"{self.workspace.url}/archives/{channel}?as={user}")
        await self.page.locator("body[data-ready]").wait_for()

    async def reload(self) -> None:
        """Until it is ready: a click before that is lost to the conversation that it opens."""
        await self.page.reload()
        await self.page.locator("body[data-ready]").wait_for()

    async def become(self, name: str) -> None:
        await self.page.get_by_role("button", name=name).and_(self.page.locator(".person")).click()
        await expect(self.page.locator(".person[aria-pressed=true]")).to_contain_text(name)

    async def go(self, conversation: str) -> None:
        await self.page.locator(".side-row", has_text=conversation).first.click()
        await expect(self.page.locator("#room-head h1")).to_contain_text(conversation)

    def message(self, text: str, pane: str = "#messages") -> Locator:
        return self.page.locator(f"{pane} article", has_text=text)

    async def write(self, text: str, pane: str = "#room-composer") -> None:
        box = self.page.locator(f"{pane} textarea")
        await box.fill(text)
        await box.press("Enter")

    def show(self, blocks: list[dict[str, Any]], text: str = "") -> Message:
        """Puts a message into #general past all checks: what an app may send one day."""
        core = self.workspace.core
        identity = core.state.identity
        for place, block in enumerate(blocks):
            block.setdefault("block_id", f"b{place}")
        message = Message(
            channel=seed.GENERAL,
            ts=core.clock.next_ts(),
            user=identity.bot_user,
            bot_id=identity.bot_id,
            text=text,
            blocks=blocks,
        )
        return publish(core, message)

    async def shown(self, blocks: list[dict[str, Any]], text: str = "") -> Locator:
        message = self.show(blocks, text)
        return self.page.locator(f'#messages [data-ts="{message.ts}"] .body')

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(
            e in message.text for e in self.expected
        ):
            self.errors.append(f"{message.text} {message.location.get('url', '')}")
