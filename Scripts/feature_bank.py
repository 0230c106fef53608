"""A small SoundFont in which each program shows one feature, for compare-sound --features."""

import math
import random
import struct

import sound_font

RATE = 44100
# A wave and the generators of its zone.
FEATURES = [
    ("sine", {}), ("sine", {"fineTune": 20}), ("sine", {"vibLfoToPitch": 50}),
    ("sine", {"modEnvToPitch": 1200, "decayModEnv": -1200, "sustainModEnv": 1000}), ("sine", {"pan": 250}),
    ("sine", {"pan": -500}), ("sine", {"initialAttenuation": 27}), ("sine", {"initialAttenuation": 50}),
    ("sine", {"modLfoToVolume": 60}), ("sine", {"modLfoToVolume": 60, "initialAttenuation": 200}),
    ("sine", {"attackVolEnv": -2400}), ("sine", {"sustainVolEnv": 20}), ("sine", {"sustainVolEnv": 300}),
    ("sine", {"decayVolEnv": 0, "sustainVolEnv": 300}), ("sine", {"releaseVolEnv": 0}), ("sine", {"releaseVolEnv": -2400}),
    ("fading", {}), ("fading", {"delayVolEnv": -4309}), ("click", {}),
    ("click", {"initialFilterFc": 9377, "modEnvToFilterFc": 3375}), ("noise", {}), ("noise", {"initialFilterFc": 12000}),
    ("noise", {"initialFilterFc": 9000}), ("noise", {"initialFilterFc": 6000}),
] + [("noise", {"initialFilterFc": 9000, "initialFilterQ": q}) for q in (10, 30, 60, 100, 200)]


def names():
    return [" ".join([wave] + [f"{name} {amount}" for name, amount in said.items()]) for wave, said in FEATURES]


def waves():
    """Points by name; the first two are looped."""
    chance = random.Random(1)
    tone = [math.sin(2 * math.pi * 441 * n / RATE) for n in range(RATE)]
    return {
        "sine": [int(20000 * x) for x in tone],
        "noise": [int(max(-32767, min(32767, chance.gauss(0, 5000)))) for _ in range(2 * RATE)],
        "fading": [int(20000 * x * math.exp(-n / 4410)) for n, x in enumerate(tone)],
        "click": [20000] * 20 + [-20000] * 20 + [0] * 60,
    }


def write(path):
    """Writes the bank: program n is FEATURES[n]."""
    made = {}
    for name, wave in waves().items():
        loop = (8, len(wave) - 92) if name in ("sine", "noise") else None
        made[name] = sound_font.Wave(struct.pack(f"<{len(wave)}h", *wave), loop=loop)
    sound_font.write(path, "features", made, FEATURES, RATE)
