"""The program `tactus`: `python -m tactus bounce song.mid -o song.wav`."""

from __future__ import annotations

import ctypes
import os
import sys

from ._path import library_path


def main() -> int:
    """Runs the program with the arguments of the process, and returns its exit code."""
    library = ctypes.CDLL(library_path())
    try:
        program = library.tactus_program
    except AttributeError:
        sys.exit(f"tactus: {library_path()} does not contain the program; install the wheel")
    arguments = [os.fsencode(argument) for argument in sys.argv[1:]]
    return int(program(len(arguments), (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None)))


if __name__ == "__main__":
    sys.exit(main())
