import pytest

from standin import Standin


@pytest.fixture(scope="session")
def standin():
    """One server for all tests of a process."""
    with Standin.start(clock="frozen") as standin:
        yield standin


@pytest.fixture
def world(standin):
    """A world for one test."""
    with standin.world() as world:
        yield world
