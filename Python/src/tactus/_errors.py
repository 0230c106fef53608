from __future__ import annotations


class Error(Exception):
    """A failure that Tactus reports: one sentence with the file, the position in it, and what was expected."""


class FileError(Error, OSError):
    """A file cannot be read or written. If there is no such file to read, the error is a FileNotFoundError too."""

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
