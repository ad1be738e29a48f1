"""Careful: confirms a file when its last byte has arrived, and its checksum is right."""

from file_session import run

run()
