"""Manifests in the format of `tactus bounce --manifest`, which `tactus verify` reads."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any, BinaryIO, Optional

from ._errors import FormatError
from ._files import complete_file, whole_path

#: A line of a manifest: the members of a JSON object.
Line = dict[str, Any]


@dataclass(frozen=True)
class ManifestPaths:
    """The paths in a manifest: relative to its folder if the file lies in it, otherwise absolute."""

    #: The manifest, an absolute path without links.
    manifest: str

    def stored(self, path: str) -> str:
        """Returns a path as it is written in the manifest."""
        folder = os.path.join(os.path.dirname(self.manifest), "")
        whole = whole_path(path)
        return whole[len(folder) :] if whole.startswith(folder) else whole


class Manifest:
    """A JSON line for each file that has been made, by the file's path in the manifest.

    A line is appended as soon as its file is complete; `finish` writes all lines again, in the order of the files'
    names.
    """

    def __init__(self, paths: ManifestPaths) -> None:
        """Reads a manifest, if it exists, to be continued."""
        self.paths = paths
        self._lines: dict[str, Line] = {}
        self._file: Optional[BinaryIO] = None
        if self._read():
            self.finish()
        os.makedirs(os.path.dirname(paths.manifest), exist_ok=True)
        self._file = open(paths.manifest, "ab")

    def _read(self) -> bool:
        """Reads the file, if it exists; returns whether it must be written again, because a killed process or a full
        disk has left an incomplete line."""
        if not os.path.exists(self.paths.manifest):
            return False
        with open(self.paths.manifest, "rb") as file:
            content = file.read()
        is_cut = content != b"" and not content.endswith(b"\n")
        is_first = True
        for number, text in enumerate(content.split(b"\n"), 1):
            if not text.strip():
                continue
            line: Any = None
            try:
                line = json.loads(text.decode("utf-8", "surrogateescape"))
            except ValueError:
                if _is_beginning(text, is_first):
                    is_cut = True
                    continue
            if not isinstance(line, dict) or not all(isinstance(line.get(name), str) for name in ("output", "sha256")):
                raise FormatError(
                    f"{self.paths.manifest}: line {number}: not a line of a manifest; choose another file, or remove "
                    "the line")
            is_first = False
            self._lines.pop(line["output"], None)
            if line["sha256"]:  # an empty one withdraws earlier lines
                self._lines[line["output"]] = line
        return is_cut

    def line(self, path: str) -> Optional[Line]:
        """Returns the line of a file, if it has one."""
        return self._lines.get(self.paths.stored(path))

    def withdraw(self, path: str) -> None:
        """Removes the line of a file that is about to be replaced."""
        stored = self.paths.stored(path)
        if self._lines.pop(stored, None):
            self._append({"output": stored, "sha256": ""})

    def add(self, line: Line) -> None:
        """Adds the line of a complete file."""
        self._lines[line["output"]] = line
        self._append(line)

    def _append(self, line: Line) -> None:
        assert self._file is not None
        self._file.write(_text(line))
        self._file.flush()

    def remove(self, output: str) -> None:
        """Removes the line of a file that is gone; `finish` writes the manifest without it."""
        self._lines.pop(output, None)

    @property
    def outputs(self) -> list[str]:
        """The files that have lines, by their paths in the manifest."""
        return list(self._lines)

    def finish(self) -> None:
        """Writes the lines in the order of the files' names."""
        with complete_file(self.paths.manifest) as file:
            for output in sorted(self._lines, key=os.fsencode):
                file.write(_text(self._lines[output]))
        if self._file is not None:
            self._file.close()
            self._file = None


_BEGINNING = b'{"output": "'


def _is_beginning(text: bytes, is_first: bool) -> bool:
    """Whether bytes that are not JSON are the beginning of a line. If no complete line precedes them, the file could be
    one of another kind, so more of the line is required."""
    if is_first:
        return text.startswith(_BEGINNING) and b'", "sha256": "' in text
    return text.startswith(_BEGINNING) or _BEGINNING.startswith(text)


def _text(line: Line) -> bytes:
    return json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogateescape") + b"\n"
