"""Correct client: confirms a file once its last byte has arrived and its checksum matches."""

from file_session import run

run()
