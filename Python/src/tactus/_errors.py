from __future__ import annotations

import os
from typing import Any, Optional


class Error(Exception):
    """A failure that Tactus reports: one sentence with the file, the position in it, and what was expected."""


class FileError(Error, OSError):
    """A file cannot be read or written. If there is no such file to read, the error is a FileNotFoundError too.

    For a file that is read, `filename` is its name, and `errno` and `strerror` are the system's reason if it is known.
    """

    def _add(self, name: Any, reason: Optional[OSError]) -> FileError:
        """Sets the attributes of an OSError, and returns the error."""
        self.filename = os.fspath(name)
        if reason is not None:
            self.errno, self.strerror = reason.errno, reason.strerror
        return self

    def __reduce__(self) -> Any:
        attributes = {"filename": self.filename, "errno": self.errno, "strerror": self.strerror}
        return type(self), self.args, {**self.__dict__, **attributes}

    def __str__(self) -> str:
        return Exception.__str__(self)


class MissingFileError(FileError, FileNotFoundError):
    """There is no file of this name."""


class FormatError(Error, ValueError):
    """A file does not contain what was expected, or needs a decoder that is missing."""


class SettingError(Error, ValueError):
    """A setting is out of range, or contradicts another one or the song."""


class Cancelled(Error):
    """The progress function has returned False."""
