from __future__ import annotations

import ctypes as C
import heapq
import threading
from typing import Any, Optional

import numpy as np

from ._audio import Audio
from ._banks import Bank, BankLike, bank as bank_of
from ._bounce import channel_pointers
from ._errors import Error
from ._library import Handle, checked, lib
from ._settings import SynthSettings, Unpack, filled_in, real, whole
from ._songs import contents

_EVENT = np.dtype([("offset", "<i4"), ("status", "u1"), ("data1", "u1"), ("data2", "u1"), ("port", "u1")])
_MOST_EVENTS = 65536
#: The longest system-exclusive message.
_MOST_BYTES = 6146


class Synth(Handle):
    """A synthesizer that is played live.

    Settings: `rate`, `polyphony`, `quality`, `gain`, `reverb`, `chorus`, `reverb_level` and `chorus_level`, as for
    `bounce`.

    Messages sound in the next block, on its frame `offset`; an offset beyond the block refers to the blocks after it.
    Messages on the same frame are played in the order in which they were sent. Channels count from 0, channel 9 plays
    drums. For any thread.
    """

    #: Frames per second.
    rate: int

    def __init__(self, bank: BankLike = None, **settings: Unpack[SynthSettings]) -> None:
        filled = filled_in(None, False, SynthSettings, **settings)
        opened = bank_of(bank)
        super().__init__(lib.synth_new(opened, C.byref(filled)), lib.synth_free)
        self.rate = filled.sample_rate
        self._bank = opened
        self._gain = float(filled.gain)
        #: The frame at which the next block begins.
        self._position = 0
        #: Messages that wait: frame, number, and the message or a function that sends it.
        self._waiting: "list[tuple[int, int, Any]]" = []
        self._number = 0
        self._lock = threading.Lock()
        self._render_lock = threading.Lock()

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
        value = whole("value", value, -8192, 8191)
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

    def send(
        self, status: Any, data1: Optional[int] = None, data2: int = 0, *, offset: int = 0, port: int = 0
    ) -> None:
        """Sends a message.

        A channel message is given by its numbers, of which `status` is 0x80 to 0xEF. A whole message can be given alone
        instead: as bytes, as a list of numbers, or as a message of mido, whose time is ignored. System-exclusive
        messages are sent as by `sysex`; other system messages, such as clocks, and mido's meta messages have no effect.
        """
        if data1 is None:
            return self._send_whole(status, offset, port)
        status = whole("status", status, 0x80, 0xEF)
        self._send(status & 0xF0, status & 15, _data("data1", data1), _data("data2", data2), offset, port)

    def _send_whole(self, message: Any, offset: int, port: int) -> None:
        """Sends a message of mido, or the bytes of a message."""
        if callable(getattr(message, "bytes", None)):
            message = message.bytes()
        data = bytes(message) if isinstance(message, (list, tuple)) else contents(message)
        if data is None:
            raise TypeError(f"status: expected the bytes of a message, or a status and its data, not {message!r}")
        if data[:1] == b"\xf0":
            self.sysex(data, offset=offset, port=port)
        elif not data or data[0] < 0xF1:
            count = 2 if data and data[0] & 0xE0 == 0xC0 else 3
            if len(data) != count or data[0] < 0x80:
                raise ValueError(f"expected a MIDI message of {count} bytes, from its status on, not {data.hex(' ')!r}")
            self.send(*data, offset=offset, port=port)

    def sysex(self, message: bytes, *, offset: int = 0, port: int = 0) -> None:
        """Sends a system-exclusive message, from F0 to F7, such as a GS reset; it has at most 6146 bytes."""
        if isinstance(message, (str, int)):
            raise TypeError(f"message: expected bytes, not {message!r}")
        message, port = bytes(message), whole("port", port, 0, 15)
        if len(message) < 2 or message[0] != 0xF0 or message[-1] != 0xF7:
            raise ValueError("a system-exclusive message begins with F0 and ends with F7")
        if len(message) > _MOST_BYTES:
            raise ValueError(f"a system-exclusive message has at most {_MOST_BYTES} bytes, not {len(message)}")
        if any(byte > 0x7F for byte in message[1:-1]):
            raise ValueError("a byte inside a system-exclusive message is above 7F")
        self._add(offset, lambda handle: checked(lib.synth_send_sysex(handle, message, len(message), port)))

    def select(self, channel: int, bank: int, program: int, *, offset: int = 0) -> None:
        """Selects a preset for a channel of port 0; `bank` is 128 for drum kits."""
        channel, bank = whole("channel", channel, 0, 15), whole("bank", bank, 0, 65535)
        program = _data("program", program)
        self._bank.prepare(bank, program)
        self._add(offset, lambda handle: checked(lib.synth_set_program(handle, channel, bank, program)))

    def render(self, frames: int, *, out: "Optional[np.ndarray[Any, Any]]" = None) -> Audio:
        """Renders the next block: float32 of shape (2, frames).

        `out`, if given, is an aligned, writable array of float32 of shape (channels, frames), whose frames lie next to
        each other; channels may lie anywhere. It is filled and returned: one channel receives the mean of left and
        right, channels after the second are silent.
        """
        block = output(frames, out)
        handle = self._as_parameter_  # stays valid until this call ends, even if another thread closes the object
        failures: "list[Error]" = []
        with self._render_lock:
            start = 0
            events: "list[Any]" = []
            for offset, item in self._due(block.shape[1]):
                if not callable(item):
                    events.append((offset - start, *item))
                    continue
                self._render_until(handle, offset, block, start, events)
                start, events = offset, []
                try:
                    item(handle)
                except Error as failure:  # the rest of the block sounds all the same
                    failures.append(failure)
                # A block without frames plays what the function has sent, before later messages of the same frame.
                self._render(handle, block[:, start:start], [])
            self._render(handle, block[:, start:], events)
        if failures:
            first = failures[0]
            failures.clear()
            try:
                raise first
            finally:
                del first  # its traceback refers to this frame
        return Audio(block, self.rate)

    def _due(self, frames: int) -> "list[tuple[int, Any]]":
        """Begins the next block. Returns its messages in playing order, with their frames in the block."""
        with self._lock:
            # messages that are sent from now on are for the block after this one
            start_of_block, self._position = self._position, self._position + frames
            due = []
            while self._waiting and self._waiting[0][0] < self._position:
                frame, _, item = heapq.heappop(self._waiting)
                due.append((max(0, frame - start_of_block), item))
        return due

    def _render_until(
        self, handle: Any, end: int, block: "np.ndarray[Any, Any]", start: int, events: "list[Any]"
    ) -> None:
        """Renders the frames from `start` to `end` with their events, and then, in a block without frames, the events
        on the frame `end`."""
        count = end - start
        if count > 0:
            self._render(handle, block[:, start:end], [event for event in events if event[0] < count])
        last = [(0, *event[1:]) for event in events if event[0] == count]
        if last:
            self._render(handle, block[:, end:end], last)

    def _render(self, handle: Any, block: "np.ndarray[Any, Any]", events: "list[Any]") -> None:
        array = np.array(events, _EVENT)
        checked(lib.synth_render(
            handle, array.ctypes.data if events else None, len(events), channel_pointers(block), block.shape[0],
            block.shape[1]))

    def reset(self) -> None:
        """Silences everything, resets all controllers, and forgets messages that wait."""
        with self._render_lock:
            with self._lock:
                self._waiting = []
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
        number = real("gain", gain)
        checked(lib.synth_set_gain(self, number))
        self._gain = number

    @property
    def voices(self) -> int:
        """The number of voices that sounded at the end of the last block."""
        return checked(lib.synth_voices(self))

    def prepare(self) -> None:
        """Decodes the samples of compressed banks (SF3) for the selected presets; call it after program changes have
        been rendered."""
        checked(lib.synth_prepare(self))

    def _send(self, status: int, channel: int, data1: int, data2: int, offset: int, port: int) -> None:
        self._add(offset, (status | whole("channel", channel, 0, 15), data1, data2, whole("port", port, 0, 15)))

    def _add(self, offset: int, item: Any) -> None:
        offset = whole("offset", offset, 0, 2**53)
        self._require_open()
        with self._lock:
            if len(self._waiting) >= _MOST_EVENTS:
                raise Error(f"{_MOST_EVENTS} messages are waiting")
            self._number += 1
            heapq.heappush(self._waiting, (self._position + offset, self._number, item))


def _data(name: str, value: int) -> int:
    return whole(name, value, 0, 127)


def output(frames: int, out: "Optional[np.ndarray[Any, Any]]") -> "np.ndarray[Any, Any]":
    """Returns the array that a block is rendered into."""
    frames = whole("frames", frames, 0, 2**24)
    if out is None:
        return np.empty((2, frames), np.float32)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out: expected an array of numpy, not {type(out).__name__}")
    fits = out.dtype == np.float32 and out.ndim == 2 and 1 <= out.shape[0] <= 64 and out.shape[1] == frames
    if not fits or (frames > 1 and out.strides[1] != 4):
        raise ValueError(f"out: expected float32 of shape (channels, {frames}) with frames next to each other")
    if not out.flags.aligned:
        raise ValueError("out: the samples are not aligned to multiples of 4 bytes")
    if not out.flags.writeable:
        raise ValueError("out: the array is read-only")
    return out
