"""Misbehaviour on request: what is to go wrong, for how many calls or how long."""

import time
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class CallFault(BaseModel):
    """Something that befalls calls of some methods; `*` means all of them."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["ratelimited", "server_error", "reset", "delay", "late_answer", "error"]
    methods: list[str] = Field(default_factory=lambda: ["*"])
    calls: int | None = None
    seconds: float | None = None
    retry_after: int = 1
    status: int = 500
    error: str = "internal_error"
    delay: float = 0.0
    until: float | None = None

    def applies(self, method: str) -> bool:
        """Whether a call of this method is to be hit now."""
        in_time = self.until is None or time.time() < self.until
        left = self.calls is None or self.calls > 0
        return in_time and left and ("*" in self.methods or method in self.methods)


class Settings(BaseModel):
    """All that can be set; a change replaces only the fields it names."""

    model_config = ConfigDict(extra="forbid")

    calls: list[CallFault] = Field(default_factory=list)
    duplicate_events: bool = False
    lose_events: bool = Field(False, description="events go to nobody, and are not repeated")
    hold_events: int = Field(0, description="reverse the order of the next N events")
    login_pages: int = Field(0, description="answer the next N downloads with a login page")
    truncated_downloads: int = 0
    redirect_downloads: int = 0
    redirect_to: str = "https://elsewhere.example/file"
    download_delay: float = 0.0
    stub_files: bool = Field(False, description="events carry only check_file_info stubs")
    late_shares: int = Field(0, description="hide a file's shares from the next N files.info")
    refuse_sockets_for: float = Field(0.0, description="seconds")
    token_error: Literal["invalid_auth", "token_revoked"] | None = None
    missing_scopes: list[str] = Field(default_factory=list)


class Faults:
    """The faults in force."""

    def __init__(self) -> None:
        self.settings = Settings()
        self._sockets_from = 0.0

    def change(self, changes: dict[str, object]) -> Settings:
        """Set some faults, leave the others."""
        kept = self.settings.model_dump()
        self.settings = Settings.model_validate(kept | changes)
        now = time.time()
        for fault in self.settings.calls:
            if fault.seconds is not None and fault.until is None:
                fault.until = now + fault.seconds
        if "refuse_sockets_for" in changes:
            self._sockets_from = now + self.settings.refuse_sockets_for
        return self.settings

    def clear(self) -> None:
        """Behave again."""
        self.settings = Settings()
        self._sockets_from = 0.0

    def next_for(self, method: str) -> CallFault | None:
        """Return what is to befall this call, and count it."""
        for fault in self.settings.calls:
            if fault.applies(method):
                if fault.calls is not None:
                    fault.calls -= 1
                return fault
        return None

    @property
    def refuses_sockets(self) -> bool:
        """Whether new sockets are turned away at this moment."""
        return time.time() < self._sockets_from

    def take(
        self,
        name: Literal["login_pages", "truncated_downloads", "redirect_downloads", "late_shares"],
    ) -> bool:
        """Use up one of a counted fault, if any is left."""
        left: int = getattr(self.settings, name)
        if left > 0:
            setattr(self.settings, name, left - 1)
        return left > 0
