#!/usr/bin/env python3
"""Removes the shared memory and semaphores of JACK servers and clients that were killed.

JACK keeps them in /dev/shm, and removes none of a killed process. A new client that finds a semaphore of its name there
may wait for ever, and the registry has room for the names of eight servers. Nothing is removed while a server runs.
"""

import os
import pathlib

FOLDER = pathlib.Path("/dev/shm")
PATTERNS = ["jack-*", "jack_*", "sem.jack*"]
SERVERS = {"jackd", "jackdbus"}


def is_server_running():
    for name in pathlib.Path("/proc").glob("[0-9]*/comm"):
        try:
            if name.read_text().strip() in SERVERS:
                return True
        except OSError:
            continue  # it has ended
    return False


def remove():
    """Removes what this user's processes have left, unless a server runs."""
    if not FOLDER.is_dir() or is_server_running():
        return
    for path in {path for pattern in PATTERNS for path in FOLDER.glob(pattern)}:
        try:
            if path.lstat().st_uid == os.getuid() and not path.is_dir():
                path.unlink()
        except OSError:
            continue  # another process has removed it


if __name__ == "__main__":
    remove()
