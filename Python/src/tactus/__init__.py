"""Exact MIDI: songs and SoundFonts to numpy, a live synthesizer, and sequences that are edited while they play.

    audio = tactus.bounce("song.mid", "piano.sf2")     # float32 (2, n) with .rate, .notes, .report
    stems = tactus.stems("song.mid", by="tracks")      # {"Piano": (2, n), …, "mix": (2, n)}; the stems sum to the mix
    for block in tactus.stream("song.mid"): ...        # float32 (2, 4096), as they are rendered
    for audio in tactus.bounce_many(paths): ...        # in parallel, in the order of the paths

    synth = tactus.Synth("piano.sf2")
    synth.note_on(0, 60, 100)
    audio = synth.render(512)                          # float32 (2, 512)

Shapes: audio is float32 of shape (channels, frames), full scale is -1 to 1. A frame is one instant across all channels.
Songs, banks and settings give the same samples on every machine, and the same as the program `tactus`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import version as __version__

if TYPE_CHECKING:  # "as" marks names that the package exports
    from ._audio import NOTE as NOTE
    from ._audio import Audio as Audio
    from ._audio import Report as Report
    from ._audio import Stem as Stem
    from ._audio import Stems as Stems
    from ._banks import Bank as Bank
    from ._banks import Preset as Preset
    from ._bounce import Renderer as Renderer
    from ._bounce import bounce as bounce
    from ._bounce import bounce_file as bounce_file
    from ._bounce import bounce_many as bounce_many
    from ._bounce import stems as stems
    from ._bounce import stream as stream
    from ._bounce import trim as trim
    from ._errors import Cancelled as Cancelled
    from ._errors import Error as Error
    from ._errors import FileError as FileError
    from ._errors import FormatError as FormatError
    from ._errors import SettingError as SettingError
    from ._pretty_midi import patch_pretty_midi as patch_pretty_midi
    from ._pretty_midi import restore_pretty_midi as restore_pretty_midi
    from ._sequence import Sequence as Sequence
    from ._songs import Song as Song
    from ._synth import Synth as Synth

_MODULES = {
    "_audio": ["NOTE", "Audio", "Report", "Stem", "Stems"],
    "_banks": ["Bank", "Preset"],
    "_bounce": ["Renderer", "bounce", "bounce_file", "bounce_many", "stems", "stream", "trim"],
    "_errors": ["Cancelled", "Error", "FileError", "FormatError", "SettingError"],
    "_pretty_midi": ["patch_pretty_midi", "restore_pretty_midi"],
    "_sequence": ["Sequence"],
    "_songs": ["Song"],
    "_synth": ["Synth"],
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}

__all__ = ["__version__", *_HOME]


def __getattr__(name: str) -> Any:
    """Imports a module at the first use of one of its names, so that the program `tactus` starts without numpy."""
    if name in _HOME:
        value = globals()[name] = getattr(import_module("." + _HOME[name], __name__), name)
        return value
    raise AttributeError(f"module 'tactus' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
