"""A song of which 1,000 notes sound at any time, each as a stereo pair of voices, and the bank for it."""

import random
import struct

import sound_font

RATE = 44100
PAIRS = 1000
# A note starts with every tick and is held for 880; 120 later its place, one of 1,000, starts the next one.
TICKS, HELD = 480, 880
RELEASE = -6773  # 20 ms
ALL = {"initialAttenuation": 300, "releaseVolEnv": RELEASE}
# What the programs do: two of five have a standing or moving filter, as real banks do.
KINDS = [
    {}, {"initialFilterFc": 9557}, {"initialFilterFc": 8000, "modEnvToFilterFc": 2400, "decayModEnv": -3600},
    {"vibLfoToPitch": 20}, {"modLfoToVolume": 30},
]


def seconds(notes, milliseconds):
    """How long a song is whose places each start a note every so many milliseconds."""
    return notes * milliseconds / PAIRS / 1000


def write_bank(path):
    chance = random.Random(1)
    waves, presets = {}, []
    for number in range(16):
        for side in ("left", "right"):
            points = [chance.randint(-8000, 8000) for _ in range(RATE)]
            waves[f"{side} {number}"] = sound_font.Wave(struct.pack(f"<{RATE}h", *points), loop=(8, RATE - 8))
        said = {**ALL, **KINDS[number % len(KINDS)]}
        presets.append([(f"left {number}", {**said, "pan": -500}), (f"right {number}", {**said, "pan": 500})])
    sound_font.write(path, "stress", waves, presets, RATE)


def write_song(path, notes, milliseconds):
    """Format 0; channel 10, which has drums, is silent."""
    channels = [channel for channel in range(16) if channel != 9]
    track = bytearray(b"\0\xff\x51\x03" + (milliseconds * 1000 * TICKS // PAIRS).to_bytes(3, "big"))
    for channel in channels:
        track += bytes([0, 0xC0 | channel, channel, 0, 0xB0 | channel, 91, 40, 0, 0xB0 | channel, 93, 20])
    places = [(channels[place % 15], 30 + place // 15) for place in range(PAIRS)]
    for tick in range(notes + HELD):
        delta = 1
        if tick >= HELD:
            channel, key = places[(tick - HELD) % PAIRS]
            track += bytes([delta, 0x80 | channel, key, 64])
            delta = 0
        if tick < notes:
            channel, key = places[tick % PAIRS]
            track += bytes([delta, 0x90 | channel, key, 100])
    track += b"\0\xff\x2f\0"
    with open(path, "wb") as file:
        file.write(b"MThd" + struct.pack(">IHHH", 6, 0, 1, TICKS) + b"MTrk" + struct.pack(">I", len(track)) + track)
