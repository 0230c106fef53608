"""MIDI files that are made of lists of notes."""

from __future__ import annotations

import struct
from typing import Any, Iterable

from ._errors import SettingError
from ._settings import real, whole

#: Ticks of a quarter note, and of a second: MIDI files without a tempo have two quarter notes per second.
_TICKS_PER_QUARTER = 25_000
_TICKS_PER_SECOND = 2 * _TICKS_PER_QUARTER
#: The latest end of a note in seconds: a day.
_LATEST = 86_400
#: The largest number of ticks between two events of a file.
_MOST_TICKS = 2**28 - 1


def midi_of_notes(notes: Iterable[Any], channel: int, program: int) -> bytes:
    """Returns a MIDI file of format 0 with the notes. `Song.from_notes` describes them."""
    channel, program = whole("channel", channel, 0, 15), whole("program", program, 0, 127)
    # a note-off comes before a note-on of the same tick
    events: "list[tuple[int, int, bytes]]" = [(0, 0, bytes((0xC0 | channel, program)))]
    for index, note in enumerate(notes):
        name = f"notes[{index}]"
        start, end, key, velocity = _values(note, name)
        on, off = _tick(f"{name}: start", start), _tick(f"{name}: end", end)
        if off < on:
            raise SettingError(f"{name}: the end {end!r} is before the start {start!r}")
        key, velocity = whole(f"{name}: key", key, 0, 127), whole(f"{name}: velocity", velocity, 1, 127)
        events.append((on, 1, bytes((0x90 | channel, key, velocity))))
        events.append((max(off, on + 1), 0, bytes((0x80 | channel, key, 64))))
    events.sort(key=lambda event: event[:2])
    return _file(events)


def _values(note: Any, name: str) -> "tuple[Any, Any, Any, Any]":
    """Returns the start, the end, the key and the velocity of a note."""
    if hasattr(note, "pitch"):
        try:
            return note.start, note.end, note.pitch, note.velocity
        except AttributeError as error:
            raise TypeError(f"{name}: {error}") from None
    values: "tuple[Any, ...]"
    try:
        values = () if isinstance(note, (str, bytes)) else tuple(note)
    except TypeError:
        values = ()
    if len(values) not in (3, 4):
        raise TypeError(f"{name}: expected (start, end, key) or (start, end, key, velocity), not {note!r}")
    start, end, key, velocity = (*values, 100)[:4]
    return start, end, key, velocity


def _tick(name: str, seconds: Any) -> int:
    number = real(name, seconds)
    if not 0 <= number <= _LATEST:
        raise SettingError(f"{name} {seconds!r}: expected 0 to {_LATEST} seconds")
    return int(number * _TICKS_PER_SECOND + 0.5)


def _file(events: "list[tuple[int, int, bytes]]") -> bytes:
    """Returns a file with messages in their order."""
    track, now = bytearray(), 0
    for tick, _, message in events:
        while tick - now > _MOST_TICKS:  # an empty text
            track += _variable(_MOST_TICKS) + b"\xff\x01\x00"
            now += _MOST_TICKS
        track += _variable(tick - now) + message
        now = tick
    track += b"\x00\xff\x2f\x00"
    header = b"MThd" + struct.pack(">IHHH", 6, 0, 1, _TICKS_PER_QUARTER)
    return header + b"MTrk" + struct.pack(">I", len(track)) + bytes(track)


def _variable(number: int) -> bytes:
    """Returns a number as MIDI files have it: seven bits in each byte, the highest first."""
    digits = [number & 127]
    while number := number >> 7:
        digits.append(number & 127 | 128)
    return bytes(reversed(digits))
