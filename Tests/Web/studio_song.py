"""A small MIDI file made in code: a melody, a bass and drums, for tests of the studio."""

import struct

TICKS = 480


def song(bars=8):
    """The bytes of a MIDI file with three tracks."""
    melody = [(beat * TICKS, TICKS // 2, 60 + [0, 4, 7, 12][beat % 4], 60 + 10 * (beat % 4))
              for beat in range(4 * bars)]
    bass = [(bar * 4 * TICKS, 3 * TICKS, 36 + [0, 5, 7, 0][bar % 4], 96) for bar in range(bars)]
    drums = [(step * TICKS // 2, TICKS // 4, [36, 42, 38, 42][step % 4], 100) for step in range(8 * bars)]
    return file([track("Melody", 0, 11, melody), track("Bass", 1, 33, bass), track("Drums", 9, 0, drums)])


def large_song(notes=100_000):
    """The bytes of a MIDI file with many notes on eight tracks."""
    tracks = []
    for channel in range(8):
        dense = [(i * 60, 50, 30 + (i * (channel + 3)) % 70, 40 + i % 80) for i in range(notes // 8)]
        tracks.append(track(f"Track {channel + 1}", channel, channel * 8, dense))
    return file(tracks)


def file(tracks):
    return b"MThd" + struct.pack(">IHHH", 6, 1, len(tracks), TICKS) + b"".join(tracks)


def track(name, channel, program, notes):
    """A track chunk; notes are (start, length, key, velocity)."""
    events = [(0, b"\xff\x03" + bytes([len(name)]) + name.encode()), (0, bytes([0xC0 | channel, program]))]
    for start, length, key, velocity in notes:
        events.append((start, bytes([0x90 | channel, key, velocity])))
        events.append((start + length, bytes([0x80 | channel, key, 64])))
    events.sort(key=lambda event: event[0])
    data, last = b"", 0
    for tick, message in events:
        data += number(tick - last) + message
        last = tick
    data += b"\x00\xff\x2f\x00"
    return b"MTrk" + struct.pack(">I", len(data)) + data


def number(value):
    """A variable-length quantity."""
    parts = [value & 127]
    while value := value >> 7:
        parts.append(value & 127 | 128)
    return bytes(reversed(parts))
