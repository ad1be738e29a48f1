"""Runs the tests at the same time, each in its world: without pytest, and as proof that worlds do not meet."""

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
