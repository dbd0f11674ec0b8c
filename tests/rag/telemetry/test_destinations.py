"""Where spans and measurements go, and what is missing for it."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from rag.adapters.models.gate import Gate
from rag.adapters.telemetry import destinations
from rag.adapters.telemetry.destinations import Destination, langfuse, listed_headers
from rag.config import RagSettings
from rag.errors import SettingsError
from rag.ports import NoTracer, Tracer
from rag.wiring import Wiring, tracer_of


def settings_of(**settings: object) -> RagSettings:
    return RagSettings(_env_file=None, footnote_home=Path("x"), **settings)  # type: ignore[arg-type]  # any of its fields


def traced(**settings: object) -> Tracer:
    return tracer_of(settings_of(**settings), AsyncExitStack())


def test_a_backend_has_an_address_for_each_signal():
    assert Destination("http://c:4318/").of("traces") == "http://c:4318/v1/traces"
    assert Destination().of("metrics") is None


def test_langfuse_takes_its_keys_as_basic_authorization_and_shows_them_to_nobody():
    found = langfuse("https://l.example/", "pk", "sk")
    assert found.of("traces") == "https://l.example/api/public/otel/v1/traces"
    assert found.headers["Authorization"] == "Basic cGs6c2s="
    assert "cGs6c2s" not in repr(found)


@pytest.mark.parametrize("text", ["novalue", "=x", "a=1,b"])
def test_headers_that_cannot_be_read_are_named(text: str):
    with pytest.raises(SettingsError, match="OTLP_HEADERS"):
        listed_headers(text)


def test_headers_may_hold_anything_after_the_sign():
    assert listed_headers("a=b=c, d = Basic eA==,") == {"a": "b=c", "d": "Basic eA=="}
    assert listed_headers("") == {}


def test_nothing_is_traced_unless_a_backend_is_set():
    assert isinstance(traced(), NoTracer)
    with pytest.raises(SettingsError, match="LANGFUSE_PUBLIC_KEY"):
        traced(langfuse_host="https://l.example")


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(destinations, "find_spec", lambda _name: None)
    with pytest.raises(SettingsError, match="pip install opentelemetry-sdk"):
        traced(otlp_endpoint="http://c")
    metrics = Wiring(settings_of(metrics="otel"), AsyncExitStack(), Gate()).metrics
    with pytest.raises(SettingsError, match="pip install opentelemetry-sdk"):
        metrics()


def test_where_spans_go_is_told_without_what_stands_in_the_address():
    found = settings_of(
        otlp_endpoint="https://user:pass@c.example:4318/x", langfuse_host="http://l"
    )
    assert found.traced_to == ("c.example", "l")
    assert settings_of().traced_to == ()
