from __future__ import annotations

import os


def library_path() -> str:
    """Returns the path of libtactus: the variable TACTUS_LIBRARY, otherwise the library in this package."""
    return os.environ.get("TACTUS_LIBRARY") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "libtactus.so.0")
