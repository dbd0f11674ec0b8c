"""How long an endpoint asks to wait."""

from datetime import UTC, datetime

import pytest

from rag.adapters.models.faults import retry_after

NOW = datetime(2025, 7, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({"retry-after": "20"}, 20.0),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after": "6s"}, 6.0),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "Tue, 01 Jul 2025 12:00:30 GMT"}, 30.0),
        ({"retry-after": "Tue, 01 Jul 2025 11:00:00 GMT"}, 0.0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "nan"}, None),
        ({}, None),
    ],
)
def test_retry_after(headers, expected):
    assert retry_after(headers, NOW) == expected
