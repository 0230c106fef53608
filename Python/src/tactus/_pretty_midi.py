from __future__ import annotations

from typing import Any, Optional

import numpy as np

_original: Optional[Any] = None


def patch_pretty_midi() -> None:
    """Makes `pretty_midi.PrettyMIDI.fluidsynth` render with Tactus.

    pretty_midi renders instruments one after another on one channel, so that the controllers of one silence the next,
    and keeps the left channel only. With the patch, all instruments play together, each on its channel, and the result
    is the mean of both channels. The function keeps its arguments: `fs`, `synthesizer` (the path of a bank; None for the
    built-in bank; a `tactus.Bank`) and `normalize`. `restore_pretty_midi` takes the patch back.
    """
    global _original
    import pretty_midi

    if _original is None:
        _original = pretty_midi.PrettyMIDI.fluidsynth
        pretty_midi.PrettyMIDI.fluidsynth = _fluidsynth


def restore_pretty_midi() -> None:
    """Takes `patch_pretty_midi` back."""
    global _original
    if _original is not None:
        import pretty_midi

        pretty_midi.PrettyMIDI.fluidsynth, _original = _original, None


def _fluidsynth(
    self: Any, fs: Optional[int] = None, synthesizer: Any = None, sfid: int = 0, sf2_path: Optional[str] = None,
    normalize: bool = True,
) -> "np.ndarray[Any, Any]":
    """Renders the song with Tactus: float64 of shape (frames,), the mean of both channels, with a peak of 1."""
    from ._bounce import bounce

    if sf2_path is not None and synthesizer is not None:
        raise ValueError("sf2_path and synthesizer cannot both be supplied.")
    if not any(instrument.notes for instrument in self.instruments):
        return np.array([])
    bank = sf2_path if synthesizer is None else synthesizer
    stereo = bounce(self, bank, rate=int(fs or 44100), notes=False)
    mono: "np.ndarray[Any, Any]" = np.asarray(stereo).mean(axis=0, dtype=np.float64)
    peak = np.abs(mono).max(initial=0.0)
    if normalize and peak > 0:
        mono /= peak
    return mono
