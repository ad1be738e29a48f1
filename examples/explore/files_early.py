"""Planted bug: treats a truncated download as complete, and confirms it."""

from file_session import Failed, run
from service import PASSING, Broken, asked_of, pause


def download(recipient, path):
    for nth in range(6):
        try:
            answer = recipient.once("GET", f"{path}/download")
            if answer.status == 200:
                return answer.body
            if answer.status < 500 and answer.status not in PASSING:
                raise Failed(f"The download is answered {answer.status}.")
            pause(nth, asked_of(answer))
        except Broken as broken:
            if broken.received:
                return broken.received
            pause(nth)
    raise Failed("The download does not begin.")


run(download)
