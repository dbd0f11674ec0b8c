"""Where OpenTelemetry's data goes, and what has to be installed for it."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec

from rag.errors import SettingsError

SECONDS = 5
"""That an export may take: at the end of the process somebody waits for the last one."""
_PACKAGE = "opentelemetry.exporter.otlp.proto.http"
_INSTALL = "pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http"


@dataclass(frozen=True, slots=True)
class Destination:
    """A backend that takes OTLP over HTTP. An empty ``endpoint``: where OTEL_… variables say.

    ``headers`` hold keys, so they are shown to nobody.
    """

    endpoint: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    def of(self, signal: str) -> str | None:
        """The address of ``traces`` or ``metrics``."""
        return f"{self.endpoint.rstrip('/')}/v1/{signal}" if self.endpoint else None


def langfuse(host: str, public_key: str, secret_key: str) -> Destination:
    """Langfuse's own address for spans, and its keys as it wants them."""
    if not public_key or not secret_key:
        raise SettingsError("LANGFUSE_HOST needs LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY.")
    basic = base64.b64encode(f"{public_key}:{secret_key}".encode()).decode()
    headers = {"Authorization": f"Basic {basic}", "x-langfuse-ingestion-version": "4"}
    return Destination(f"{host.rstrip('/')}/api/public/otel", headers)


def listed_headers(text: str) -> dict[str, str]:
    """``name=value`` separated by commas, as OpenTelemetry's own variable has them."""
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    if any(not name.strip() or not sign for name, sign, _ in pairs):
        raise SettingsError("OTLP_HEADERS must be name=value, separated by commas.")
    return {name.strip(): value.strip() for name, _, value in pairs}


def require_packages(setting: str) -> None:
    """Raises `SettingsError` that says what to install; nothing is imported to find out."""
    try:
        found = find_spec(_PACKAGE) and find_spec("opentelemetry.sdk")
    except ModuleNotFoundError:
        found = None
    if not found:
        raise SettingsError(f"{setting} needs: {_INSTALL}")
