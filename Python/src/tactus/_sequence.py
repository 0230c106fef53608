from __future__ import annotations

import ctypes as C
import json
import os
import threading
from typing import Any, Optional

import numpy as np

from ._audio import Audio
from ._banks import BankLike, bank as bank_of
from ._bounce import channel_pointers
from ._library import Handle, checked, lib
from ._settings import SynthSettings, Unpack, filled_in, whole
from ._songs import contents, read_file
from ._synth import output

_MOST_TICKS = 2**53


class Sequence(Handle):
    """A sequence of tracks, clips and patterns that is played through a synthesizer, and edited while it plays.

    `document` describes the sequence: a dictionary, JSON as text or bytes, the path of a JSON file, or such a file that
    is open for reading bytes. `tactus sequence` reads and writes the same documents. Settings: `rate`, `polyphony`,
    `quality`, `gain`, `reverb`, `chorus`, `reverb_level` and `chorus_level`, as for `bounce`. Positions are ticks of
    the sequence (20160 for a quarter note unless the document says otherwise).

    For any thread.
    """

    #: Frames per second.
    rate: int

    def __init__(self, document: Any, bank: BankLike = None, **settings: Unpack[SynthSettings]) -> None:
        filled = filled_in(None, False, SynthSettings, **settings)
        text = _text(document)
        super().__init__(lib.sequencer_new(text, len(text), bank_of(bank), C.byref(filled)), lib.sequencer_free)
        self.rate = filled.sample_rate
        self._lock, self._edit_lock = threading.Lock(), threading.Lock()
        self._unknown = self._read_unknown(self._as_parameter_)

    def edit(self, document: Any) -> None:
        """Plays another version of the sequence from the next block on, without interrupting notes that both have. It
        must not have more tracks than the first one."""
        text = _text(document)
        handle = self._as_parameter_  # stays valid until this call ends, even if another thread closes the sequence
        with self._edit_lock:  # an edit frees the texts of the former document
            checked(lib.sequencer_edit(handle, text, len(text)))
            self._unknown = self._read_unknown(handle)

    def _read_unknown(self, handle: Any) -> list[str]:
        count = checked(lib.sequencer_unknown_count(handle))
        return [lib.sequencer_unknown(handle, index).decode() for index in range(count)]

    @property
    def unknown(self) -> list[str]:
        """The members of the document that plays that are not known, at most 100, each with the most similar known name. They
        are ignored."""
        return list(self._unknown)

    def set_bank(self, bank: BankLike) -> None:
        """Plays another bank from the next block on."""
        checked(lib.sequencer_set_bank(self, bank_of(bank)))

    def play(self, tick: int = 0) -> None:
        """Starts at a tick, from the next block on."""
        checked(lib.sequencer_play(self, whole("tick", tick, 0, _MOST_TICKS)))

    def stop(self) -> None:
        """Stops, from the next block on."""
        checked(lib.sequencer_stop(self))

    def locate(self, tick: int) -> None:
        """Moves to a tick, from the next block on."""
        checked(lib.sequencer_locate(self, whole("tick", tick, 0, _MOST_TICKS)))

    def loop(self, start: int = 0, end: int = 0) -> None:
        """Repeats the ticks from `start` to before `end`; without arguments, ends the repetition."""
        checked(lib.sequencer_loop(self, whole("start", start, 0, _MOST_TICKS), whole("end", end, 0, _MOST_TICKS)))

    def render(self, frames: int, *, out: "Optional[np.ndarray[Any, Any]]" = None) -> Audio:
        """Renders the next block: float32 of shape (2, frames). `Synth.render` describes `out`."""
        block = output(frames, out)
        with self._lock:
            checked(lib.sequencer_render(self, channel_pointers(block), block.shape[0], block.shape[1]))
        return Audio(block, self.rate)

    def prepare(self) -> None:
        """With a compressed bank (SF3): decodes samples for the presets that the sequence has selected. Call it several
        times per second."""
        checked(lib.sequencer_prepare(self))


def _text(document: Any) -> bytes:
    """Returns the JSON of a document."""
    if isinstance(document, dict):
        return json.dumps(document, default=_plain).encode()
    if isinstance(document, str) and _is_json(document):
        return document.lstrip("\ufeff").encode()
    if isinstance(document, (str, os.PathLike)):
        return read_file(document)
    data = contents(document)
    if data is None:
        raise TypeError(f"expected a dictionary, JSON or the path of a JSON file, not {type(document).__name__}")
    return data


def _is_json(text: str) -> bool:
    start = text.lstrip(" \t\r\n\ufeff")
    return start[:1] in ("", "{", "[") or (start[:2] in ("//", "/*") and "{" in start)


def _plain(value: Any) -> Any:
    """Returns numbers and arrays of numpy as those of JSON."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"a document cannot contain {type(value).__name__}")
