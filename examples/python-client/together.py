"""Runs the tests in parallel without pytest, each in its own world, which also shows that worlds are isolated."""

from concurrent.futures import ThreadPoolExecutor

import test_client
from standin import Standin

tests = [test for name, test in vars(test_client).items() if name.startswith("test_")]


def run(standin, test):
    with standin.world() as world:
        test(world)
    return test.__name__


with Standin.start(clock="frozen") as standin, ThreadPoolExecutor(len(tests)) as pool:
    for name in pool.map(lambda test: run(standin, test), tests):
        print("ok:", name)
