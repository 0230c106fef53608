"""Files that appear under their names only when they are complete."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import re
import secrets
import shutil
import tempfile
from typing import BinaryIO, Iterator

_INCOMPLETE = re.compile(r"\.tactus-[0-9a-z_]+\.(part|parts)")


def temporary_name(folder: str) -> str:
    """Returns the path of an incomplete file in a folder."""
    return os.path.join(folder, f".tactus-{secrets.token_hex(8)}.part")


def temporary_folder(folder: str) -> "tempfile.TemporaryDirectory[str]":
    """Creates a folder for incomplete files in a folder."""
    return tempfile.TemporaryDirectory(dir=folder, prefix=".tactus-", suffix=".parts")


def remove_incomplete(folder: str) -> None:
    """Removes the incomplete files that killed processes have left in a folder."""
    for entry in os.scandir(folder):
        if _INCOMPLETE.fullmatch(entry.name):
            shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)


@contextlib.contextmanager
def complete_file(path: str) -> "Iterator[BinaryIO]":
    """Opens a file for writing. It gets its name when the block ends, and is dropped if the block raises.

    Until then it has no name where the system can do that (Linux), so that a process that is killed leaves nothing.
    """
    folder = os.path.dirname(path) or "."
    name = temporary_name(folder)
    try:
        descriptor, is_named = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666), False
    except (AttributeError, OSError):
        descriptor, is_named = os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666), True
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            if not is_named:
                # a directory makes Python follow the link in /proc; the path is absolute, so it does not matter which
                os.link(f"/proc/self/fd/{file.fileno()}", name, src_dir_fd=file.fileno())
                is_named = True
        os.replace(name, path)
    except BaseException:
        if is_named:
            with contextlib.suppress(OSError):
                os.unlink(name)
        raise


def digest(path: str) -> str:
    """Returns the SHA-256 of a file in hexadecimal digits."""
    total = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            total.update(block)
    return total.hexdigest()


def whole_path(path: str) -> str:
    """Returns an absolute path whose folders are no links."""
    folder, name = os.path.split(path)
    return os.path.join(_real(os.path.abspath(folder)), name)


@functools.lru_cache(maxsize=1024)
def _real(folder: str) -> str:
    return os.path.realpath(folder)


def forget_folders() -> None:
    """Lets `whole_path` look again where links to folders lead."""
    _real.cache_clear()
