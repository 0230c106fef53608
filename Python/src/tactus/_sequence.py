from __future__ import annotations

import ctypes as C
import json
import os
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from ._audio import Audio
from ._banks import BankLike, bank as bank_of
from ._bounce import channel_pointers
from ._library import Handle, checked, lib
from ._settings import SynthSettings, filled_in
from ._synth import output

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Sequence(Handle):
    """A sequence of tracks, clips and patterns that is played through a synthesizer, and edited while it plays.

    `document` describes the sequence: a dictionary, JSON as text or bytes, or the path of a JSON file. `tactus sequence`
    reads and writes the same documents. Settings: `rate`, `polyphony`, `quality`, `gain`, `reverb` and `chorus`, as for
    `bounce`. Positions are ticks of the sequence (20160 for a quarter note unless the document says otherwise).

    Blocks come from one thread at a time, everything else from any thread.
    """

    #: Frames per second.
    rate: int

    def __init__(self, document: Any, bank: BankLike = None, **settings: Unpack[SynthSettings]) -> None:
        filled = filled_in(**settings)
        text = _text(document)
        super().__init__(lib.sequencer_new(text, len(text), bank_of(bank), C.byref(filled)), lib.sequencer_free)
        self.rate = filled.sample_rate

    def edit(self, document: Any) -> None:
        """Plays another version of the sequence from the next block on, without interrupting notes that both have. It
        must not have more tracks than the first one."""
        text = _text(document)
        checked(lib.sequencer_edit(self, text, len(text)))

    def set_bank(self, bank: BankLike) -> None:
        """Plays another bank from the next block on."""
        checked(lib.sequencer_set_bank(self, bank_of(bank)))

    def play(self, tick: int = 0) -> None:
        """Starts at a tick, from the next block on."""
        checked(lib.sequencer_play(self, tick))

    def stop(self) -> None:
        """Stops, from the next block on."""
        checked(lib.sequencer_stop(self))

    def locate(self, tick: int) -> None:
        """Moves to a tick, from the next block on."""
        checked(lib.sequencer_locate(self, tick))

    def loop(self, start: int = 0, end: int = 0) -> None:
        """Repeats the ticks from `start` to before `end`; without arguments, ends the repetition."""
        checked(lib.sequencer_loop(self, start, end))

    def render(self, frames: int, *, out: "Optional[np.ndarray[Any, Any]]" = None) -> Audio:
        """Renders the next block: float32 of shape (2, frames). `Synth.render` describes `out`."""
        block = output(frames, out)
        checked(lib.sequencer_render(self, channel_pointers(block), block.shape[0], frames))
        return Audio(block, self.rate)

    def prepare(self) -> None:
        """With a compressed bank (SF3): decodes samples for the presets that the sequence has selected. Call it several
        times per second."""
        checked(lib.sequencer_prepare(self))


def _text(document: Any) -> bytes:
    if isinstance(document, (bytes, bytearray)):
        return bytes(document)
    if isinstance(document, dict):
        return json.dumps(document).encode()
    if isinstance(document, str) and document.lstrip()[:1] in ("{", "/"):  # JSON, perhaps after a comment, or a path
        if document.lstrip().startswith(("{", "//", "/*")) and not os.path.exists(document):
            return document.encode()
    with open(document, "rb") as file:
        return file.read()
