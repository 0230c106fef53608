from __future__ import annotations

import ctypes as C
import threading
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from ._audio import Audio
from ._banks import Bank, BankLike, bank as bank_of
from ._bounce import channel_pointers
from ._errors import Error
from ._library import Handle, checked, lib
from ._settings import SynthSettings, filled_in

if TYPE_CHECKING:
    from typing_extensions import Unpack

_EVENT = np.dtype([("offset", "<i4"), ("status", "u1"), ("data1", "u1"), ("data2", "u1"), ("port", "u1")])
_MOST_EVENTS = 65536


class Synth(Handle):
    """A synthesizer that is played live.

    Settings: `rate`, `polyphony`, `quality`, `gain`, `reverb` and `chorus`, as for `bounce`.

    Messages sound in the next block, on its frame `offset`; an offset beyond the block refers to the blocks after it.
    Channels count from 0, channel 9 plays drums. Messages may come from any thread, blocks from one thread at a time.
    """

    #: Frames per second.
    rate: int

    def __init__(self, bank: BankLike = None, **settings: Unpack[SynthSettings]) -> None:
        filled = filled_in(**settings)
        opened = bank_of(bank)
        super().__init__(lib.synth_new(opened, C.byref(filled)), lib.synth_free)
        self.rate = filled.sample_rate
        self._bank = opened
        self._gain = float(filled.gain)
        self._events: "list[tuple[int, int, int, int, int]]" = []
        self._lock = threading.Lock()

    def note_on(self, channel: int, key: int, velocity: int = 100, *, offset: int = 0, port: int = 0) -> None:
        """Starts a note; a velocity of 0 releases it."""
        self._send(0x90, channel, _data("key", key), _data("velocity", velocity), offset, port)

    def note_off(self, channel: int, key: int, velocity: int = 64, *, offset: int = 0, port: int = 0) -> None:
        """Releases a note."""
        self._send(0x80, channel, _data("key", key), _data("velocity", velocity), offset, port)

    def control_change(self, channel: int, controller: int, value: int, *, offset: int = 0, port: int = 0) -> None:
        """Sets a controller, such as 7, the volume, or 64, the sustain pedal."""
        self._send(0xB0, channel, _data("controller", controller), _data("value", value), offset, port)

    def program_change(self, channel: int, program: int, *, offset: int = 0, port: int = 0) -> None:
        """Selects a program, 0 to 127, of the channel's bank."""
        self._send(0xC0, channel, _data("program", program), 0, offset, port)

    def pitch_bend(self, channel: int, value: int, *, offset: int = 0, port: int = 0) -> None:
        """Sets the pitch wheel: -8192 to 8191, 0 in the middle; by default two semitones to each side."""
        if not -8192 <= value <= 8191:
            raise ValueError(f"value {value}: expected -8192 to 8191")
        self._send(0xE0, channel, value + 8192 & 127, value + 8192 >> 7, offset, port)

    def channel_pressure(self, channel: int, pressure: int, *, offset: int = 0, port: int = 0) -> None:
        """Sets the pressure on all keys of a channel."""
        self._send(0xD0, channel, _data("pressure", pressure), 0, offset, port)

    def key_pressure(self, channel: int, key: int, pressure: int, *, offset: int = 0, port: int = 0) -> None:
        """Sets the pressure on one key."""
        self._send(0xA0, channel, _data("key", key), _data("pressure", pressure), offset, port)

    def all_notes_off(self, *, offset: int = 0) -> None:
        """Releases all notes of all channels of port 0."""
        for channel in range(16):
            self._send(0xB0, channel, 123, 0, offset, 0)

    def send(self, status: int, data1: int, data2: int = 0, *, offset: int = 0, port: int = 0) -> None:
        """Sends a channel message by its bytes; `status` is 0x80 to 0xEF."""
        if not 0x80 <= status <= 0xEF:
            raise ValueError(f"status {status}: expected 0x80 to 0xEF")
        self._send(status & 0xF0, status & 15, _data("data1", data1), _data("data2", data2), offset, port)

    def sysex(self, message: bytes, *, port: int = 0) -> None:
        """Sends a system-exclusive message, from F0 to F7, such as a GS reset, to the first frame of the next block."""
        message = bytes(message)
        checked(lib.synth_send_sysex(self, message, len(message), port))

    def select(self, channel: int, bank: int, program: int) -> None:
        """Selects a preset for a channel, from the next block on; `bank` is 128 for drum kits."""
        checked(lib.synth_set_program(self, channel, bank, program))
        lib.bank_prepare(self._bank, bank, program)

    def render(self, frames: int, *, out: "Optional[np.ndarray[Any, Any]]" = None) -> Audio:
        """Renders the next block: float32 of shape (2, frames).

        `out`, if given, is an array of float32 of shape (channels, frames), whose frames lie next to each other, and is
        filled instead. Allocates nothing in the library.
        """
        block = output(frames, out)
        with self._lock:
            due = [event for event in self._events if event[0] < frames]
            later = [(event[0] - frames, *event[1:]) for event in self._events if event[0] >= frames]
            self._events = later
        events = np.array(sorted(due, key=lambda event: event[0]), _EVENT)
        checked(lib.synth_render(
            self, events.ctypes.data if due else None, len(due), channel_pointers(block), block.shape[0], frames))
        return Audio(block, self.rate)

    def reset(self) -> None:
        """Silences everything, resets all controllers, and forgets messages that wait."""
        with self._lock:
            self._events = []
        checked(lib.synth_reset(self))

    @property
    def bank(self) -> Bank:
        """The bank. Another one plays from the next block on; sounding notes continue."""
        return self._bank

    @bank.setter
    def bank(self, bank: BankLike) -> None:
        opened = bank_of(bank)
        checked(lib.synth_set_bank(self, opened))
        self._bank = opened

    @property
    def gain(self) -> float:
        """The output gain in dB, -96 to 48."""
        return self._gain

    @gain.setter
    def gain(self, gain: float) -> None:
        checked(lib.synth_set_gain(self, gain))
        self._gain = gain

    @property
    def voices(self) -> int:
        """The number of voices that sounded at the end of the last block."""
        return checked(lib.synth_voices(self))

    def prepare(self) -> None:
        """Decodes the samples of compressed banks (SF3) for the selected presets; call it after program changes have
        been rendered."""
        checked(lib.synth_prepare(self))

    def _send(self, status: int, channel: int, data1: int, data2: int, offset: int, port: int) -> None:
        for name, value, most in (("channel", channel, 15), ("port", port, 15), ("offset", offset, 2**31 - 1)):
            if not 0 <= value <= most:
                raise ValueError(f"{name} {value}: expected 0 to {most}")
        with self._lock:
            if len(self._events) >= _MOST_EVENTS:
                raise Error(f"{_MOST_EVENTS} messages are waiting for the next block")
            self._events.append((offset, status | channel, data1, data2, port))


def _data(name: str, value: int) -> int:
    if not 0 <= value <= 127:
        raise ValueError(f"{name} {value}: expected 0 to 127")
    return value


def output(frames: int, out: "Optional[np.ndarray[Any, Any]]") -> "np.ndarray[Any, Any]":
    """Returns the array that a block is rendered into."""
    if frames < 0:
        raise ValueError(f"frames {frames}: expected at least 0")
    if out is None:
        return np.empty((2, frames), np.float32)
    if out.dtype != np.float32 or out.ndim != 2 or out.shape[1] != frames or (frames > 1 and out.strides[1] != 4):
        raise ValueError(f"out: expected float32 of shape (channels, {frames}) with frames next to each other")
    if not out.flags.writeable:
        raise ValueError("out: the array is read-only")
    return out
