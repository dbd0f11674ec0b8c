"""What a Web API method is."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from bot.workspace.arguments import Arguments
from bot.workspace.core import Workspace
from bot.workspace.models import Json

Handler = Callable[[Workspace, Arguments], Awaitable[Json]]


@dataclass(frozen=True)
class Method:
    """A handler and what its caller needs; any one of the scopes is enough.

    The app itself, with its app-level token, only opens sockets.
    """

    handler: Handler
    scopes: tuple[str, ...] = ()
    caller: Literal["bot", "app"] = "bot"


Methods = dict[str, Method]
