import pytest

from standin import Standin


@pytest.fixture(scope="session")
def standin():
    """Starts one server for all tests in a process."""
    with Standin.start(clock="frozen") as standin:
        yield standin


@pytest.fixture
def world(standin):
    """Creates a world for each test."""
    with standin.world() as world:
        yield world
