"""What every test may ask for."""

from collections.abc import Iterator

import pytest

from tests.support.postgres import Cluster, missing_programs, running_cluster


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--require-postgres",
        action="store_true",
        help="fail, not skip, the tests on PostgreSQL where it is not installed",
    )


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest) -> Iterator[Cluster]:
    """A PostgreSQL of our own, gone when the tests end."""
    if reason := missing_programs():
        if request.config.getoption("--require-postgres"):
            pytest.fail(reason)
        pytest.skip(reason)
    with running_cluster() as cluster:
        yield cluster
