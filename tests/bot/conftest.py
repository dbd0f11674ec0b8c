"""What the work of jobs answers to."""

from collections.abc import AsyncIterator

import pytest

from tests.support.addresses import Address, open_address


@pytest.fixture
async def address() -> AsyncIterator[Address]:
    """A response_url."""
    async with open_address() as opened:
        yield opened
